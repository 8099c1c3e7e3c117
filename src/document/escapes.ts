/** What the escapes of a JSON text may hide. The text is looked at when first asked. */
export interface Escapes {
  /** Whether half of a surrogate pair may stand in the text: as an escape, or as it is when the text was a string of another JSON. */
  mayHoldSurrogates(): boolean;
  /** Whether an escape may stand for a character of a plain name: then a name cannot be searched for. */
  hidesLetters(): boolean;
}

/** `surrogates`: the first answer, when it is known. */
export function escapesOf(text: string, surrogates?: boolean): Escapes {
  let any: boolean | undefined;
  let holds = surrogates;
  let hides: boolean | undefined;
  const hasAny = () => {
    any ??= text.includes("\\u");
    return any;
  };
  return {
    mayHoldSurrogates() {
      holds ??= (hasAny() && (text.includes("\\ud") || text.includes("\\uD"))) || !text.isWellFormed();
      return holds;
    },
    hidesLetters() {
      hides ??= hasAny() && /\\u00[2-7]/.test(text);
      return hides;
    },
  };
}

/** A unit of UTF-16 as a JSON escape. */
export function escapeUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
