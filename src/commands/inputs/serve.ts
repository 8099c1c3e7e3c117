import type { MessagePort } from "node:worker_threads";
import type { Found } from "./checkpoints.ts";

/** What a thread of `--jobs` runs (bin/worker.cjs): it answers batch by batch. Its first message says that it is there. */
export function serving<Question, Reply>(
  answerer: (asked: Question) => (batch: readonly Found[]) => Promise<readonly Reply[]>,
): (port: MessagePort, asked: Question) => void {
  return (port, asked) => {
    const answer = answerer(asked);
    port.on("message", async (batch: readonly Found[]) => port.postMessage(await answer(batch)));
    port.postMessage(null);
  };
}
