import { expect, test, vi } from "vitest";
import { listInputs } from "../../src/document/files/inputs.ts";

const COUNT = 200_000;

/** A folder of so many files takes seconds to make; its walk is stated instead. */
vi.mock("../../src/document/files/walk.ts", async (original) => ({
  ...(await original<object>()),
  walk: (root: string) => ({
    files: Array.from({ length: COUNT }, (_, index) => `${root}/${index}.json`),
    faults: Array.from({ length: COUNT }, (_, index) => ({ file: `${root}/x${index}.json`, kind: "unreadable" })),
  }),
}));

test.each(["tests/document", "tests/docum*t"])(
  "%s: a folder of more files than a call takes arguments",
  async (path) => {
    expect(await listInputs([path])).toHaveLength(2 * COUNT);
  },
);
