/** Adds all of `more` to the end of `list`. Spread into the arguments of `push`, a long list overflows the stack. */
export function appendAll<Element>(list: Element[], more: Iterable<Element>): void {
  for (const element of more) list.push(element);
}
