import type { Io } from "../commands/command.ts";

/** A counter on stderr for runs that take a while: only on a terminal, not in CI, and only after half a second. */
export interface Progress {
  step(): void;
  end(): void;
}

const quietMilliseconds = 500;
const redrawMilliseconds = 100;

const silent: Progress = { step() {}, end() {} };

export function openProgress(io: Io): Progress {
  if (!io.stderr.isTty || io.env.CI !== undefined) return silent;
  let count = 0;
  let next = io.now().getTime() + quietMilliseconds;
  let drawn = false;
  return {
    step() {
      count++;
      const now = io.now().getTime();
      if (now < next) return;
      next = now + redrawMilliseconds;
      drawn = true;
      io.stderr.write(`\r${count} checkpoints …`);
      io.stderr.flush();
    },
    end() {
      if (drawn) io.stderr.write("\r\u001b[K");
    },
  };
}
