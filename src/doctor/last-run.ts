/** The last place where all of `part` stands. Looked for from the end, so that the first hit is the last one, and without going back in
 * the list (Knuth, Morris, Pratt): items may well be all alike. */
export function lastRun(list: readonly string[], part: readonly string[]): number {
  if (part.length === 0) return list.length;
  const wanted = part.toReversed();
  const borders = bordersOf(wanted);
  let fits = 0;
  for (let place = list.length - 1; place >= 0; place--) {
    fits = fittingAfter(wanted, borders, fits, list[place]);
    if (fits === wanted.length) return place;
  }
  return -1;
}

/** For each length of a beginning of the list: how much of its end is a beginning too. */
function bordersOf(list: readonly string[]): readonly number[] {
  const borders = [0, 0];
  for (let place = 1; place < list.length; place++) {
    borders.push(fittingAfter(list, borders, borders[place] ?? 0, list[place]));
  }
  return borders;
}

/** How many entries fit once the next one has come, when `fits` did before it. */
function fittingAfter(
  list: readonly string[],
  borders: readonly number[],
  fits: number,
  next: string | undefined,
): number {
  let length = fits;
  while (length > 0 && list[length] !== next) length = borders[length] ?? 0;
  return list[length] === next ? length + 1 : 0;
}
