import { InputError } from "../../errors.ts";

/** What the tool was about when the system refused: a missing name means something else each time. */
type Doing = "read" | "write" | "start";

const missing: Readonly<Record<Doing, string>> = {
  read: "there is no such file",
  write: "the folder does not exist",
  start: "there is no such program",
};

const reasons: ReadonlyMap<string, string> = new Map([
  ["EACCES", "permission denied"],
  ["EPERM", "permission denied"],
  ["EROFS", "the disk can only be read"],
  ["EISDIR", "it is a folder"],
  ["ENOTDIR", "a part of the path is a file, not a folder"],
  // From the making of folders.
  ["EEXIST", "a part of the path is a file, not a folder"],
  ["ELOOP", "it is a link that leads back to itself"],
  ["ENAMETOOLONG", "the name is too long"],
  ["ERR_INVALID_ARG_VALUE", "that is no possible name"],
  ["ENXIO", "it is a device or socket, not a file"],
  ["ENOSPC", "the disk is full"],
  ["EDQUOT", "the disk is full"],
  ["EFBIG", "the file would become too large"],
  ["EIO", "the disk has a fault"],
  ["EMFILE", "too many files are open"],
  ["ENFILE", "too many files are open"],
  ["ERR_FS_FILE_TOO_LARGE", "it is too large"],
  ["ERR_STRING_TOO_LONG", "it is larger than the 512 MB that one text can have here"],
  ["ENOEXEC", "it is no program"],
  ["ETXTBSY", "it is a program that is running"],
]);

/** The code of a system error ("ENOENT"), undefined for anything else. */
export function errorCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !("code" in error)) return undefined;
  return typeof error.code === "string" ? error.code : undefined;
}

/** Why the system refused, in words; its code only where no words are known. */
export function reasonOf(error: unknown, doing: Doing): string {
  const code = errorCode(error) ?? "no code";
  if (code === "ENOENT") return missing[doing];
  return reasons.get(code) ?? `the system says ${code}`;
}

/** Work on a file of the tool's own (a report, a key): what the system refuses becomes an InputError. */
export function attempt<T>(doing: "read" | "write", file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    throw new InputError(`cannot ${doing} ${file}: ${reasonOf(error, doing)}`);
  }
}
