import { InputError } from "../errors.ts";
import { errorCode } from "./input-fault.ts";

/** Work on a file of the tool's own (a report, a key): what the system refuses becomes an InputError. */
export function attempt<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    const code = errorCode(error);
    if (code === undefined) throw error;
    throw new InputError(`${file} cannot be read or written (${code})`);
  }
}
