import { raw } from "./raw-json.mjs";

/** Values that some check of some reader treats in its own way. */
export const oddValues = [
  ...[null, true, false, 0, 1, -1, 2, 7, "", "x", "0", "1", " 1 ", "1.0", "true", "no", [], {}, [null], [[]], [{}]],
  ...[
    { "": 0 },
    { name: "a" },
    { name: [] },
    { name: null },
    { type: "x" },
    { type: [] },
    { type: {} },
    { type: "message" },
  ],
  ...[["a"], ["a", 1], [1, 2], "assistant", "a", "call_1", "direct", { type: "direct" }],
  ...[{ type: "program", caller_id: "p" }, { type: "program" }, { identity: "" }, { identity: "a#2", name: "a" }],
  ...[{ name: "a", identity: null }, "completed", "in_progress", "function_call", "next_step_interruption"],
  ...["1.0", "-0", "-0.0", "1e0", "0.5", "1e400", "NaN", "Infinity", "-Infinity", "9007199254740993"].map(raw),
  ...["9223372036854775807", "9223372036854775808", "1e19", "100000000000000000000000", "2.0", "1e2", "1E-2"].map(raw),
  ...[
    '"\\ud800"',
    '"a\\udfffb"',
    '"\\ud83d\\ude00"',
    '"\\u0000"',
    '"\\u0061"',
    '{"\\ud800":1}',
    "[[[[[[[[1]]]]]]]]",
  ].map(raw),
  ...['{"type":"message","type":"x"}', '{"a":1,"a":2}', '{"__proto__":1}', '{"constructor":[]}', "[ ]", "{ }"].map(raw),
];

/** Labels, good ones first. */
export const labels = Array.from({ length: 22 }, (_, minor) => `1.${minor}`);
export const oddLabels = [
  "1.22",
  "1.01",
  "1.00",
  "01.1",
  "1",
  "1.",
  "2.0",
  " 1.21",
  "1.21 ",
  "1.21\n",
  "v1.21",
  "1.1.1",
  "\u0661.1",
];

export const oddKeys = [
  "__proto__",
  "constructor",
  "",
  "toString",
  "type",
  "id",
  "identity",
  "name",
  "caller",
  "x_extra",
  "status",
];
