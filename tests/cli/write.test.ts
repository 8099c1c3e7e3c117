import { expect, test } from "vitest";
import { openSink } from "../../src/cli/write.ts";

test.each([
  [0, 80],
  [40, 40],
])("a terminal that says it has %i columns is written for with %i", (columns, used) => {
  const terminal = { columns } as NodeJS.WriteStream;
  expect(openSink(() => {}, terminal)).toMatchObject({ isTty: true, columns: used });
});
