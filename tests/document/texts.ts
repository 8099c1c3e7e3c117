import fc from "fast-check";

/** JSON texts as people and programs write them: odd numbers, escapes, keys, repeated keys, blanks, line ends. */
const numbers = [
  "0",
  "-0",
  "1",
  "7",
  "1.0",
  "-0.0",
  "1e5",
  "1E+2",
  "1e-7",
  "1e400",
  "12345678901234567890",
  "9".repeat(400),
  "NaN",
  "-Infinity",
  "0.10",
];
const strings = [
  '""',
  '"a"',
  '"\\/"',
  '"\\u0041\\ud800"',
  '"é"',
  '"\\"]}"',
  '"\\\\"',
  '"東"',
  '"a,b:c"',
  '"$schemaVersion"',
  '"\\u6771"',
  '"{\\"some_long_key\\": 1}"',
];
const keys = [
  '"a"',
  '"b"',
  '"10"',
  '"2"',
  '"__proto__"',
  '"constructor"',
  '""',
  '"a/b~c"',
  '"\\u0061"',
  '"some_long_key"',
  '"other_long_key"',
  '"\\u0073ome_long_key"',
];

const scalar = fc.oneof(
  fc.constantFrom(...numbers),
  fc.constantFrom(...strings),
  fc.constantFrom("true", "false", "null"),
  fc.string({ unit: "binary" }).map((value) => JSON.stringify(value)),
);

/** Layouts of one text: one of these between all tokens, or any mixture. */
const blanks = ["", " ", "\n", "\r\n", "\t", "\n  ", "  "];

type Tree = string | { list: Tree[] } | { members: [string, Tree][] };

const tree: fc.Arbitrary<Tree> = fc.letrec<{ tree: Tree }>((tie) => ({
  tree: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    scalar,
    fc.record({ list: fc.array(tie("tree"), { maxLength: 5 }) }),
    fc.record({ members: fc.array(fc.tuple(fc.constantFrom(...keys), tie("tree")), { maxLength: 5 }) }),
  ),
})).tree;

function mixed(node: Tree, blank: () => string): string {
  if (typeof node === "string") return node;
  if ("list" in node)
    return `[${node.list.map((child) => blank() + mixed(child, blank) + blank()).join(",") || blank()}]`;
  const members = node.members.map(
    ([key, child]) => `${blank()}${key}${blank()}:${blank()}${mixed(child, blank)}${blank()}`,
  );
  return `{${members.join(",") || blank()}}`;
}

function indented(node: Tree, unit: string, newline: string, indent = ""): string {
  if (typeof node === "string") return node;
  const below = indent + unit;
  const parts =
    "list" in node
      ? node.list.map((child) => indented(child, unit, newline, below))
      : node.members.map(([key, child]) => `${key}: ${indented(child, unit, newline, below)}`);
  const [open, close] = "list" in node ? "[]" : "{}";
  if (parts.length === 0) return `${open}${close}`;
  return `${open}${newline}${below}${parts.join(`,${newline}${below}`)}${newline}${indent}${close}`;
}

export const jsonText: fc.Arbitrary<string> = fc.oneof(
  fc.tuple(tree, fc.infiniteStream(fc.constantFrom(...blanks))).map(([node, stream]) => {
    const blank = () => stream.next().value;
    return blank() + mixed(node, blank) + blank();
  }),
  fc
    .tuple(tree, fc.constantFrom("  ", "\t", "       ", ""), fc.constantFrom("\n", "\r\n"), fc.constantFrom("", "\n"))
    .map(([node, unit, newline, end]) => indented(node, unit, newline) + end),
  fc.tuple(tree, fc.constantFrom("", " ")).map(([node, blank]) => mixed(node, () => blank)),
);
