import { randomBytes } from "node:crypto";
import { closeSync, openSync, rmSync, writeSync } from "node:fs";
import { InputError } from "../../errors.ts";
import { readWhole } from "./small-file.ts";
import { attempt, errorCode } from "./system-error.ts";

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

function createKeyFile(file: string): Uint8Array | undefined {
  const key = newKey();
  try {
    const handle = openSync(file, "wx", 0o600);
    try {
      writeSync(handle, `${Buffer.from(key).toString("hex")}\n`);
    } catch (error) {
      rmSync(file); // half a key would be taken for no key the next time
      throw error;
    } finally {
      closeSync(handle);
    }
    return key;
  } catch (error) {
    if (errorCode(error) === "EEXIST") return undefined;
    return attempt("write", file, () => {
      throw error;
    });
  }
}
