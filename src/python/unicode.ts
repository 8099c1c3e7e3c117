declare global {
  interface String {
    /** ES2024, in every supported Node. */
    isWellFormed(): boolean;
  }
}

/** Whether Python can encode the text as UTF-8: no surrogate stands alone. */
export function isEncodable(text: string): boolean {
  return text.isWellFormed();
}

/** Order of Python strings: by code point, where `<` of JavaScript goes by UTF-16 unit (U+E000 and U+1F600 differ). */
export function compareText(a: string, b: string): number {
  const shared = Math.min(a.length, b.length);
  let at = 0;
  while (at < shared && a.charCodeAt(at) === b.charCodeAt(at)) at++;
  if (at === shared) return a.length - b.length;
  // A difference in the second half of a pair is a difference of the whole code point.
  if (at > 0 && isLow(a.charCodeAt(at)) && isLow(b.charCodeAt(at)) && isHigh(a.charCodeAt(at - 1))) at--;
  return (a.codePointAt(at) ?? 0) - (b.codePointAt(at) ?? 0);
}

/** The first half of a surrogate pair. */
export function isHigh(unit: number): boolean {
  return unit >= 0xd800 && unit < 0xdc00;
}

function isLow(unit: number): boolean {
  return unit >= 0xdc00 && unit < 0xe000;
}
