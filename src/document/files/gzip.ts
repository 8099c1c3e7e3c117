import { constants } from "node:buffer";
import { pipeline, type Readable } from "node:stream";
import { createGunzip, gunzipSync, gzipSync } from "node:zlib";
import type { InputFaultKind } from "./input-fault.ts";
import { errorCode } from "./system-error.ts";

/** The bytes in a gzip file, or the kind of fault. Never more than a text can hold, whatever the file claims. */
export function unpack(bytes: Buffer): Buffer | InputFaultKind {
  try {
    return gunzipSync(bytes, { maxOutputLength: constants.MAX_STRING_LENGTH });
  } catch (error) {
    return errorCode(error) === "ERR_BUFFER_TOO_LARGE" ? "too-large" : "bad-gzip";
  }
}

export function pack(bytes: Buffer): Buffer {
  return gzipSync(bytes);
}

/** The unpacked bytes of a stream; whoever reads them gets its errors too. */
export function unpackStream(source: Readable): AsyncIterable<Buffer> {
  return pipeline(source, createGunzip(), () => {});
}
