/** A sentence names no more things than this, and a cause gives no more evidence of one kind. */
export const mostNamed = 20;

/** Names as a sentence lists them: the first ones, and how many more there are. */
export function named(names: readonly string[]): string {
  const told = names.slice(0, mostNamed).join(", ");
  return names.length > mostNamed ? `${told}, … and ${names.length - mostNamed} more` : told;
}
