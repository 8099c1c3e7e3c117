import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { InputError } from "../../errors.ts";
import { createFile } from "./create-file.ts";
import { readWhole } from "./small-file.ts";
import { attempt } from "./system-error.ts";

const keyLength = 32;

/** A key of random bytes. */
export function newKey(): Uint8Array {
  return randomBytes(keyLength);
}

/** The key that a file holds (as hex digits); the file is made, with mode 0600, when it is missing. Throws InputError. */
export function keyFromFile(file: string): Uint8Array {
  const made = createKeyFile(file);
  if (made !== undefined) return made;
  const text = attempt("read", file, () => readWhole(file).toString("latin1")).trim();
  if (!/^[0-9a-f]{64}$/.test(text))
    throw new InputError(`${file} is no map file of redact; name one that does not exist yet`);
  return Buffer.from(text, "hex");
}

/** Undefined for what is there already. Whole or not at all: runs that begin together agree on one key. */
function createKeyFile(file: string): Uint8Array | undefined {
  if (existsSync(file)) return undefined;
  const key = newKey();
  const made = createFile(file, Buffer.from(`${Buffer.from(key).toString("hex")}\n`), { mode: 0o600 });
  if (!("fault" in made)) return key;
  if (made.fault.kind === "exists") return undefined;
  throw new InputError(made.fault.sentence);
}
