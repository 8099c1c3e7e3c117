// Texts that are hostile as a whole: broken bytes, depth, breadth, length.

/** A few bytes of a text changed, taken out, doubled or cut off: the result need not be UTF-8. */
export function brokenBytes(random, text) {
  let bytes = Buffer.from(text);
  const times = 1 + random.below(4);
  for (let n = 0; n < times && bytes.length > 0; n++) {
    const at = random.below(bytes.length);
    const length = random.below(Math.min(40, bytes.length - at)) + 1;
    const part = bytes.subarray(at, at + length);
    bytes = random.pick([
      () => Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + length)]),
      () => Buffer.concat([bytes.subarray(0, at), part, bytes.subarray(at)]),
      () => bytes.subarray(0, at),
      () => flipped(random, bytes, at),
      () => Buffer.concat([bytes.subarray(0, at), randomBytes(random, length), bytes.subarray(at)]),
    ])();
  }
  return bytes;
}

function flipped(random, bytes, at) {
  const copy = Buffer.from(bytes);
  copy[at] ^= 1 << random.below(8);
  return copy;
}

export function randomBytes(random, length) {
  return Buffer.from(Array.from({ length }, () => random.below(256)));
}

const depth = (open, close, times) => open.repeat(times) + close.repeat(times);

/** The value of one field grown beyond all measure. */
const growths = [
  (random) => depth("[", "]", 1 + random.below(20_000)),
  (random) => depth('{"a":', "}", 1 + random.below(20_000)).replace("}", "1}"),
  (random) => `"${"x".repeat(random.below(200_000))}"`,
  (random) => `"${"\\ud83d".repeat(random.below(20_000))}"`,
  (random) => `[${new Array(1 + random.below(20_000)).fill("{}").join(",")}]`,
  (random) => `{${Array.from({ length: 1 + random.below(5_000) }, (_, at) => `"k${at % 977}":${at}`).join(",")}}`,
  (random) => "9".repeat(1 + random.below(6_000)),
  (random) => `1e${"9".repeat(1 + random.below(400))}`,
];

/** The text with one scalar replaced by something huge. */
export function overgrown(random, text) {
  const places = [...text.matchAll(/null|true|false|:\s*\d+|\[\]|\{\}/g)];
  if (places.length === 0) return text;
  const { 0: found, index } = random.pick(places);
  const from = index + (/^:\s*/.exec(found)?.[0].length ?? 0);
  return text.slice(0, from) + random.pick(growths)(random) + text.slice(index + found.length);
}
