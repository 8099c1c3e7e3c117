import { eastAsianWidth } from "get-east-asian-width";

/** What stands on the character before it, or is not seen. */
const unseen = /[\p{Mn}\p{Me}\p{Cf}]/u;
/** What is drawn into the picture before it: a skin tone, the rest of a family. (`\p{RGI_Emoji}` takes V8 30 ms.) */
const joined = /\u200d\p{Extended_Pictographic}|\p{Emoji_Modifier}/gu;
/** Makes a picture of the sign before it, such as a heart or a digit. */
const asPicture = "\ufe0f";

/** The columns that a text (without control characters) fills on a terminal. */
export function widthOf(text: string): number {
  if (/^[ -~]*$/.test(text)) return text.length;
  let width = 0;
  let last = 0;
  for (const character of text.replace(joined, "")) {
    if (character === asPicture) last = last === 1 ? 1 : 0;
    else last = unseen.test(character) ? 0 : eastAsianWidth(character.codePointAt(0) ?? 0);
    width += last;
  }
  return width;
}

/** A text with blanks behind it, up to so many columns. */
export function padded(text: string, columns: number): string {
  return text + " ".repeat(Math.max(0, columns - widthOf(text)));
}

/** A text that fills at most so many columns, with an ellipsis where it was cut. */
export function clipped(text: string, columns: number): string {
  if (widthOf(text) <= columns) return text;
  let kept = "";
  let width = 0;
  for (const character of text) {
    width += widthOf(character);
    if (width >= columns) break;
    kept += character;
  }
  return `${kept}…`;
}
