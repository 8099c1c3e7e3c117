import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";

/** A folder for the files of the tests of a file (or of a `describe`), gone when they are done. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "runstate-test-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }), 60_000); // a disk may be busy
  return folder;
}

/** Writes files into a folder, texts and bytes as they are and anything else as JSON. Gives the path of each. */
export function fileWriter(folder: string): (name: string, content: unknown) => string {
  return (name, content) => {
    const path = join(folder, name);
    const isPlain = typeof content === "string" || content instanceof Uint8Array;
    writeFileSync(path, isPlain ? content : JSON.stringify(content, null, 2));
    return path;
  };
}
