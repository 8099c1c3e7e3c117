import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { compileFunction } from "node:vm";
import { inlined, type ValidatorBody } from "./inlined.ts";
import * as lax from "./lax.ts";
import type { Validator } from "./schema.ts";

/* The validators are build output, so that a checkpoint loads those of its item types and not the whole megabyte. They are parts of the
 * program, read by it as `require` would, only without its search (a millisecond).
 * The program is bundled (to CommonJS) in dist/ and dist/commands/; the tests run from src/items/, where vitest sets __dirname. */

const loaded = new Map<string, Validator>();
let folder: string | undefined;

/** The validator `name` of dist/items, loaded once. Throws when dist/ is not built: that is a broken installation. */
export function loadValidator(name: string): Validator {
  let validator = loaded.get(name);
  if (validator === undefined) {
    const exports = {};
    const body = inlined.get(name) ?? compile(name);
    body(lax, exports);
    validator = exports as Validator;
    loaded.set(name, validator);
  }
  return validator;
}

function compile(name: string): ValidatorBody {
  folder ??= findFolder();
  const filename = join(folder, `${name}.js`);
  return compileFunction(readFileSync(filename, "utf8"), ["lax", "exports"], { filename }) as ValidatorBody;
}

function findFolder(): string {
  const folders = ["items", "../items", "../../dist/items"].map((name) => join(__dirname, name));
  return folders.find((name) => existsSync(join(name, "made-from.txt"))) ?? (folders[0] as string);
}
