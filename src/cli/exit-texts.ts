import { exitCodes } from "../exit-codes.ts";

/** What code 1 says of the whole program; each command has words of its own. */
export const anyRefusal = "a document is refused, or an expectation is missed";

/** The exit codes in words, for `--help` and the manual page. `refused`: what code 1 says; undefined where it does not come. */
export function exitTexts(refused: string | undefined): (readonly [code: number, text: string])[] {
  return [
    [exitCodes.fine, "fine"],
    ...(refused === undefined ? [] : [[exitCodes.refused, refused] as const]),
    [exitCodes.usage, "wrong usage, or input or output that cannot be read or written"],
    [exitCodes.bug, "a bug in runstate"],
    [exitCodes.interrupted, "interrupted"],
  ];
}
