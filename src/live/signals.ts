import { Interrupted } from "../errors.ts";

/** Signals that would end this process by default, and leave an interpreter behind that hangs. */
const endings = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
/** Milliseconds for the answer under way: with it the run ends between two checkpoints, and says how to go on. */
const grace = 2000;

/** Signals while an interpreter is asked. */
export interface Signals {
  /** From now on the first signal leaves a moment for the answer under way; a second one does not. */
  allowAnswer(): void;
  close(): void;
}

export function openSignals(python: string, stop: (reason: Interrupted) => void): Signals {
  let answerMayCome = false;
  let timer: NodeJS.Timeout | undefined;
  const give = () => stop(new Interrupted(`interrupted while ${python} was asked`));
  const hear = () => {
    if (!answerMayCome || timer !== undefined) give();
    else timer = setTimeout(give, grace);
  };
  for (const signal of endings) process.on(signal, hear);
  return {
    allowAnswer() {
      answerMayCome = true;
    },
    close() {
      clearTimeout(timer);
      for (const signal of endings) process.removeListener(signal, hear);
    },
  };
}
