/** What a text is as a whole that is no JSON. */
export type ForeignText =
  | "nothing"
  | "object-name"
  | "file-name"
  | "git-lfs"
  | "markup"
  | "encrypted"
  | "hex"
  | "packed-base64"
  | "base64"
  | "percent-encoded"
  | "csv"
  | "yaml"
  | "text-before"
  | "plain-text";

/** By how the text begins; the first that fits. None fits what begins as a document does, with a brace. Made when a fault is told. */
const beginnings = (): readonly (readonly [ForeignText, RegExp])[] => [
  ["nothing", /^\s*(?:None|NULL|nil|undefined|\((?:nil|null)\))\s*$/],
  ["object-name", /^\s*(?:<[\w.]+ object\b|RunState\(|\[object \w+\]\s*$)/],
  ["file-name", /^\s*[^\s"{[]{1,300}\.json(?:\.gz)?\s*$/],
  ["git-lfs", /^version https:\/\/git-lfs/],
  ["markup", /^\s*<[a-z!?]/i],
  ["encrypted", /^gAAAAA[\w-]{40,}={0,2}\s*$/],
  ["hex", /^(?:\\x)?[\da-f]{40,}\s*$/i],
  ["packed-base64", /^H4sI[\w+/-]{40,}(?:\r?\n[\w+/-]+)*={0,2}\s*$/],
  ["base64", /^(?:data:[\w/;=.+-]{0,80},)?[\w+/-]{40,}(?:\r?\n[\w+/-]+)*={0,2}\s*$/],
  ["percent-encoded", /^\s*%7B/i],
  ["csv", /^[^{]{0,1000}"\{\s*""/],
  // A line with a key, and a line below it that is indented, an item or another key.
  ["yaml", /^(?:---\r?\n)?['"]?[$\w-]+['"]?:(?: [^\n{[][^\n]*)?\r?\n(?:[ \t-]|['"]?[$\w-]+['"]?:)/],
  ["text-before", /^\s*(?![bfr]['"])(?:\[[^\]{"]*\]|[^\s{["'#/<])[^{]*\{\s*["']/],
  ["plain-text", /^\s*[a-z][^{]*$/i],
];

/** Enough of a text to tell what it is. */
const longestLook = 4096;

export function foreignTextOf(text: string): ForeignText | undefined {
  const start = text.slice(0, longestLook);
  return beginnings().find(([, pattern]) => pattern.test(start))?.[0];
}
