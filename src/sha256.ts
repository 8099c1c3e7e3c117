/* `node:crypto` takes 2 ms to load, a tenth of what a run on one checkpoint costs besides Node itself, and there are ten blocks to
 * hash in a checkpoint of 14 kB: the first ones are done here. */

const blockBytes = 64;

/** Units of text from which it is worth to load `node:crypto`. */
const muchText = 4096;

let seen = 0;

/** The fractional parts of roots of the first primes, 32 bits of them (FIPS 180-4, 4.2.2 and 5.3.3). */
const roundConstants = new Int32Array(64);
const initialState = new Int32Array(8);
for (let found = 0, candidate = 2; found < 64; candidate++) {
  let divisor = 2;
  while (divisor * divisor <= candidate && candidate % divisor !== 0) divisor++;
  if (divisor * divisor <= candidate) continue;
  if (found < 8) initialState[found] = fraction(Math.sqrt(candidate));
  roundConstants[found++] = fraction(Math.cbrt(candidate));
}

function fraction(root: number): number {
  return ((root % 1) * 2 ** 32) | 0;
}

/** Lower-case hex SHA-256 of a text as UTF-8 (halves of surrogate pairs as U+FFFD, as `Buffer` writes them). */
export function sha256(text: string): string {
  seen += text.length;
  // Node has this function since 20.16.
  const crypto = seen > muchText ? process.getBuiltinModule?.("node:crypto") : undefined;
  return crypto === undefined ? hashSlowly(text) : crypto.hash("sha256", text);
}

/** Whether a text can be such a digest. */
export function isDigest(text: string): boolean {
  return /^[0-9a-f]{64}$/.test(text);
}

/** `sha256` without help. */
export function hashSlowly(text: string): string {
  const length = Buffer.byteLength(text, "utf8");
  const bytes = Buffer.alloc(Math.ceil((length + 9) / blockBytes) * blockBytes);
  bytes.write(text, "utf8");
  bytes[length] = 0x80;
  bytes.writeUIntBE(length * 8, bytes.length - 6, 6);
  const state = Int32Array.from(initialState);
  const schedule = new Int32Array(64);
  for (let offset = 0; offset < bytes.length; offset += blockBytes) {
    expand(schedule, bytes, offset);
    compress(state, schedule);
  }
  let digest = "";
  for (const word of state) digest += (word >>> 0).toString(16).padStart(8, "0");
  return digest;
}

function expand(schedule: Int32Array, bytes: Buffer, offset: number): void {
  for (let at = 0; at < 16; at++) schedule[at] = bytes.readInt32BE(offset + at * 4);
  for (let at = 16; at < 64; at++) {
    const early = schedule[at - 15] as number;
    const late = schedule[at - 2] as number;
    const mixedEarly = turn(early, 7) ^ turn(early, 18) ^ (early >>> 3);
    const mixedLate = turn(late, 17) ^ turn(late, 19) ^ (late >>> 10);
    schedule[at] = (schedule[at - 16] as number) + mixedEarly + (schedule[at - 7] as number) + mixedLate;
  }
}

/** One block; a … h are the names of FIPS 180-4. */
function compress(state: Int32Array, schedule: Int32Array): void {
  let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number];
  for (let at = 0; at < 64; at++) {
    const choice = (e & f) ^ (~e & g);
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const constants = (roundConstants[at] as number) + (schedule[at] as number);
    const first = h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + choice + constants;
    const second = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + majority;
    h = g;
    g = f;
    f = e;
    e = (d + first) | 0;
    d = c;
    c = b;
    b = a;
    a = (first + second) | 0;
  }
  const words = [a, b, c, d, e, f, g, h];
  for (let at = 0; at < words.length; at++) state[at] = (state[at] as number) + (words[at] as number);
}

function turn(word: number, bits: number): number {
  return (word >>> bits) | (word << (32 - bits));
}
