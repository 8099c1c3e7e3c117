import { expect, it } from "vitest";
import { itemOf } from "../../src/session/raw-item.ts";
import { matchPairs } from "../../src/settle/items/pairs.ts";
import { soon } from "../soon.ts";

const call = (id: string) => itemOf({ type: "function_call", call_id: id });
const output = (id: string) => itemOf({ type: "function_call_output", call_id: id });

it("joins each output to the first call of its id that is open, also behind an output that has none", () => {
  const items = [output("a"), call("a"), output("a"), output("a"), call("a"), call("a"), output("a"), call("b")];
  expect(matchPairs(items)).toEqual({
    pairs: [
      { from: 1, to: 2 },
      { from: 4, to: 6 },
    ],
    openCalls: [5, 7],
    loneOutputs: [0, 3],
  });
  const shell = itemOf({ type: "shell_call", call_id: "a" });
  expect(matchPairs([shell, output("a")])).toEqual({ pairs: [], openCalls: [0], loneOutputs: [1] });
});

it("does not copy the open calls of an id for each of them", () => {
  const calls = Array.from({ length: 100_000 }, () => call("a"));
  expect(soon(() => matchPairs([...calls, output("a")])).openCalls).toHaveLength(99_999);
});
