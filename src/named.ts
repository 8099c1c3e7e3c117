/** A sentence names no more things than this, and a cause gives no more evidence of one kind. */
export const mostNamed = 20;

/** Names as a sentence lists them: the first ones, and how many more there are. */
export function named(names: readonly string[], most = mostNamed): string {
  const told = names.slice(0, most).join(", ");
  return names.length > most ? `${told}, … and ${names.length - most} more` : told;
}
