import { type RedactOptions, redactDocument } from "../../src/redact/redact.ts";
import { documentOf } from "../parsed.ts";

/** A key for tests, so that masks do not change from run to run. */
export const key = new Uint8Array(32).fill(7);

export function textOf(bytes: Uint8Array): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
}

export function redactText(text: string, options: Partial<RedactOptions> = {}) {
  return redactDocument(documentOf(text), { key, ...options });
}

export function redactValue<T>(value: T, options: Partial<RedactOptions> = {}): T {
  return JSON.parse(redactText(JSON.stringify(value), options).text) as T;
}
