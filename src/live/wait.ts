import { InputError } from "../errors.ts";

/** Milliseconds more for each character of a text: ten times what the SDK needs to read it as often as it is asked to. */
const patienceForCharacter = 0.01;

/** One wait after the other. */
export interface Wait {
  /** Throws InputError when the answer to a text of so many characters does not come in time, and the reason of `stop`. */
  forAnswer<T>(answer: Promise<T>, characters: number): Promise<T>;
  /** No answer will do any more, now and later. */
  stop(reason: Error): void;
}

/** `patience`: milliseconds for the answer to a short text. */
export function openWait(python: string, patience: number): Wait {
  let stopped: Error | undefined;
  let giveUp: (reason: Error) => void = () => {};
  const stop = (reason: Error) => {
    stopped ??= reason;
    giveUp(stopped);
  };
  return {
    stop,
    async forAnswer(answer, characters) {
      const limit = patience + characters * patienceForCharacter;
      const late = new InputError(`${python} has not answered for ${Math.ceil(limit / 1000)} s`);
      const timer = setTimeout(() => stop(late), limit);
      try {
        return await new Promise((resolve, reject) => {
          giveUp = reject;
          answer.then(resolve, reject);
          if (stopped !== undefined) reject(stopped);
        });
      } finally {
        clearTimeout(timer);
      }
    },
  };
}
