/** Whether half of a surrogate pair may stand in a JSON text: as an escape, or as it is when the text was a string of another JSON. */
export function mayHoldSurrogates(text: string): boolean {
  return (text.includes("\\u") && (text.includes("\\ud") || text.includes("\\uD"))) || !text.isWellFormed();
}
