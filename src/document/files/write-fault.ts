import { errorCode, reasonOf } from "./system-error.ts";

/** Why a file was not written. What stood there before is untouched. */
export type WriteFaultKind =
  | "changed-meanwhile"
  | "link-out-of-tree"
  | "exists"
  | "same-target"
  | "input"
  | "owner"
  | "group"
  | "busy"
  | "device"
  | "write-error";

/** `sentence` is complete, names the file exactly as it is, and ends without a full stop. */
export interface WriteFault {
  readonly kind: WriteFaultKind;
  readonly sentence: string;
}

const sentences: Readonly<Record<WriteFaultKind, (file: string) => string>> = {
  "changed-meanwhile": (file) => `${file} was changed by another program since it was read; it was left as it is now`,
  "link-out-of-tree": (file) =>
    `${file} leads through a link out of the given folder; name the file itself to write it`,
  exists: (file) => `${file} exists with other content; --force writes over it`,
  "same-target": (file) =>
    `${file} has the result of another input of this run; name the folder above both inputs, or migrate them into two folders`,
  input: (file) => `${file} is an input of this run; only --write replaces inputs`,
  owner: (file) => `${file} belongs to another user, and a new file could not be given to that user; run as that user`,
  group: (file) =>
    `${file} belongs to a group that you are not in, and a new file could not be given to that group; change its group, or run as its owner in that group`,
  device: (file) => `${file} is a pipe or a device, and no file that could be written whole`,
  busy: (file) => `${file} is being written by another run`,
  "write-error": (file) => `${file} cannot be written`,
};

export function writeFault(file: string, kind: WriteFaultKind, detail = ""): WriteFault {
  return { kind, sentence: sentences[kind](file) + detail };
}

/** The fault that an error of `node:fs` tells of, for a file that was there (`isKnown`) or that is to be made. Rethrows what is no such
 * error. */
export function writeFaultOf(file: string, error: unknown, isKnown: boolean): WriteFault {
  const code = errorCode(error);
  if (code === undefined) throw error;
  if (code === "ENOENT" && isKnown) return writeFault(file, "changed-meanwhile");
  return writeFault(file, "write-error", `: ${reasonOf(error, "write")}`);
}
