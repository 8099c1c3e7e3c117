import { misnamed, nearbyName } from "./misnamed.ts";
import { errorCode, reasonOf } from "./system-error.ts";

/** Why an input cannot be used at all (exit 2), while the others go on. */
export type InputFaultKind =
  | "missing"
  | "misnamed"
  | "name-lost"
  | "link-to-nothing"
  | "link-loop"
  | "unreadable"
  | "below-a-file"
  | "folder"
  | "no-regular-file"
  | "too-large"
  | "bad-gzip"
  | "no-match"
  | "bad-name"
  | "read-error";

/** `sentence` is complete, names the file exactly as it is (control characters included; `-` as standard input), and ends without a full stop. */
export interface InputFault {
  readonly file: string;
  readonly kind: InputFaultKind;
  readonly sentence: string;
}

const sentences: Readonly<Record<InputFaultKind, (file: string) => string>> = {
  missing: (file) =>
    file === ""
      ? "an empty path names no file; name a file, a folder, or - for standard input"
      : `${file} does not exist`,
  misnamed: (file) => misnamed(file) ?? `${file} is no file`,
  "name-lost": (file) => `${file} cannot be opened: its name holds bytes that are no UTF-8; rename it`,
  "link-to-nothing": (file) => `${file} is a link to nothing`,
  "link-loop": (file) => `${file} is a link that leads back to itself`,
  unreadable: (file) => `${file} cannot be read: permission denied`,
  "below-a-file": (file) => `${file} cannot exist: a part of the path is a file, not a folder`,
  folder: (file) => `${file} is a folder`,
  "no-regular-file": (file) => `${file} is a device or socket, not a file`,
  "too-large": (file) => `${file} is larger than the 512 MB that one text can have here`,
  "bad-gzip": (file) => `${file} is no whole gzip file`,
  "no-match": (file) => `${file} matches no file`,
  "bad-name": (file) => `${file} is no possible file name`,
  "read-error": (file) => `${file} cannot be read`,
};

export function inputFault(file: string, kind: InputFaultKind, detail = ""): InputFault {
  return { file, kind, sentence: sentences[kind](file === "-" ? "standard input" : file) + detail };
}

const kinds: ReadonlyMap<string, InputFaultKind> = new Map([
  ["ENOENT", "missing"],
  ["ELOOP", "link-loop"],
  ["EACCES", "unreadable"],
  ["EPERM", "unreadable"],
  ["ENOTDIR", "below-a-file"],
  ["EISDIR", "folder"],
  ["ENXIO", "no-regular-file"],
  ["ENAMETOOLONG", "bad-name"],
  ["ERR_INVALID_ARG_VALUE", "bad-name"],
  ["ERR_FS_FILE_TOO_LARGE", "too-large"],
]);

/** The fault that an error of `node:fs` tells of. Rethrows what is no such error. */
export function faultOfError(file: string, error: unknown): InputFault {
  const code = errorCode(error);
  if (code === undefined) throw error;
  const kind = code.startsWith("Z_") ? "bad-gzip" : kinds.get(code);
  // Node puts this character in place of such bytes, and then there is no file of that name.
  if (kind === "missing" && file.includes("\ufffd")) return inputFault(file, "name-lost");
  if ((kind === "missing" || kind === "bad-name") && misnamed(file) !== undefined) return inputFault(file, "misnamed");
  if (kind === "missing" && file !== "") return inputFault(file, kind, nearbyName(file));
  return kind === undefined ? inputFault(file, "read-error", `: ${reasonOf(error, "read")}`) : inputFault(file, kind);
}
