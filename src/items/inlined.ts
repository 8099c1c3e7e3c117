import type * as lax from "./lax.ts";

/** What a file of dist/items holds, as a function: it fills `exports` with a Validator. */
export type ValidatorBody = (scalars: typeof lax, exports: object) => void;

/** Bodies by the name of the validator. The build puts those here that nearly every checkpoint needs (scripts/build/inline-validators.mjs), so
 * that they are compiled beforehand, with the rest of the program. */
export const inlined: ReadonlyMap<string, ValidatorBody> = new Map();
