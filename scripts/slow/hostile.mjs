// Text that tries to be more than text, in every string that a checkpoint may name freely.

export const hostileTexts = [
  "<script>alert(1)</script>",
  "</title></style></pre><script>document.title='taken'</script>",
  '"><img src=x onerror=alert(1)>',
  "' onmouseover='alert(1)",
  "<!-- --><iframe src=https://example.invalid></iframe>",
  "javascript:alert(1)",
  "\u001b[31mred\u001b[0m\u001b]8;;https://example.invalid\u0007link\u001b]8;;\u0007",
  "\u202egnirts desrever\u202c \u2066\u200f",
  "&lt;b&gt; &amp; &#60;script&#62; ]]> {{7*7}}",
  "\u0000\u0008\u007f\u0085\u2028\ud800 nul and half a pair",
];

const free = new Set(["text", "arguments", "output", "content", "original_input", "name", "agent", "instructions"]);

/** The checkpoint with hostile text behind every string that is free; ids and types stay, so that it still loads. */
export function hostileCheckpoint(text) {
  let at = 0;
  const names = new Map();
  const spoil = (old) => {
    if (!names.has(old)) names.set(old, `${old} ${hostileTexts[at++ % hostileTexts.length]}`);
    return names.get(old);
  };
  const checkpoint = JSON.parse(text, (key, value) =>
    typeof value === "string" && free.has(key) ? spoil(value) : value,
  );
  checkpoint.context.context = Object.fromEntries(hostileTexts.map((value) => [value, value]));
  return checkpoint;
}

export function hostileSession() {
  return hostileTexts.flatMap((value, at) => [
    { role: "user", content: value },
    { type: "function_call", call_id: `c${at} ${value}`, name: value, arguments: value },
    ...(at % 3 === 0 ? [] : [{ type: "function_call_output", call_id: `c${at} ${value}`, output: value }]),
  ]);
}
