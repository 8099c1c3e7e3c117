import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";

/** A folder for the files of the tests of a file (or of a `describe`), gone when they are done. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "runstate-test-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }), 60_000); // a disk may be busy
  return folder;
}
