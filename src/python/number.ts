/** Python's `repr` of a float: the same shortest digits as JavaScript's, laid out otherwise (1.0, 1e+16, 1e-05, 1.5e+300). */
export function floatRepr(value: number): string {
  if (Number.isNaN(value)) return "NaN";
  if (!Number.isFinite(value)) return value > 0 ? "Infinity" : "-Infinity";
  if (Object.is(value, -0)) return "-0.0";
  const size = Math.abs(value);
  // Python changes to exponents at 1e16 and below 1e-4; JavaScript at 1e21 and below 1e-6.
  if (size < 1e16 && size >= 1e-4) {
    const plain = String(value);
    return plain.includes(".") ? plain : `${plain}.0`;
  }
  if (size === 0) return "0.0";
  const [digits = "", exponent = "0"] = value.toExponential().split("e");
  const power = Number(exponent);
  return `${digits}e${power < 0 ? "-" : "+"}${String(Math.abs(power)).padStart(2, "0")}`;
}

/** Whether Python reads this number literal as an int. */
export function isIntegerText(literal: string): boolean {
  for (let at = 0; at < literal.length; at++) {
    const unit = literal.charCodeAt(at);
    if (unit !== 0x2d && (unit < 0x30 || unit > 0x39)) return false;
  }
  return true;
}

/** A JSON number literal as Python prints it after reading it: ints exactly (`-0` is `0`), all others as floats;
 * also takes NaN, Infinity and -Infinity. */
export function numberRepr(literal: string): string {
  if (isIntegerText(literal)) return literal === "-0" ? "0" : literal;
  return floatRepr(Number(literal));
}
