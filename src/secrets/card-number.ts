/** Thirteen to nineteen digits, bare or in groups of the same separator, that do not go on as a longer word or number. */
const digits = /(?<![A-Za-z0-9_.-])[0-9](?:[ -]?[0-9]){12,18}(?![A-Za-z0-9_]|[.-][0-9])/g;
/** First digits and lengths of the issuers: without them every tenth long number would pass the check digit. */
const issuers =
  /^(?:4(?:\d{12}|\d{15}|\d{18})|(?:5[1-5]\d\d|2(?:2[2-9]|[3-6]\d|7[01])\d|2720|6011|65\d\d|35\d\d)\d{12}|3[47]\d{13}|3(?:0[0-5]|[68]\d)\d{11})$/;
/** As printed on cards; a bare number has no groups. */
const groups = /^(?:\d+|\d{4}([ -])\d{4}\1\d{4}\1\d{1,4}(?:\1\d{1,3})?|\d{4}([ -])\d{6}\2\d{4,5})$/;

/** Thirteen digits. */
export const smallestCardNumber = 1e12;

/** Whether a text holds a number that is a payment card's by issuer, length, grouping and check digit. */
export function hasCardNumber(text: string): boolean {
  for (const [match] of text.matchAll(digits)) {
    if (groups.test(match) && isCardNumber(match.replaceAll(/[ -]/g, ""))) return true;
  }
  return false;
}

/** The same for the digits alone. */
export function isCardNumber(number: string): boolean {
  if (!issuers.test(number)) return false;
  let sum = 0;
  for (let index = 0; index < number.length; index++) {
    const digit = Number(number[number.length - 1 - index]);
    sum += index % 2 === 0 ? digit : digit < 5 ? digit * 2 : digit * 2 - 9;
  }
  return sum % 10 === 0;
}
