/** A list in which those that `takes` picks are replaced by what `work` makes of all of them at once: one result for each, in their order. */
export function atOnce<One, Picked extends One, Result>(
  list: readonly One[],
  takes: (one: One) => one is Picked,
  work: (picked: readonly Picked[]) => readonly Result[],
): (Exclude<One, Picked> | Result)[] {
  const results = work(list.filter(takes));
  let done = 0;
  return list.map((one) => (takes(one) ? (results[done++] as Result) : (one as Exclude<One, Picked>)));
}
