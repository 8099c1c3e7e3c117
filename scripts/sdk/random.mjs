/** A seeded source of choices: the same seed gives the same run. */
export function randomSource(seed) {
  let state = seed >>> 0;
  const fraction = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (count) => Math.floor(fraction() * count);
  return {
    below,
    chance: (share) => fraction() < share,
    pick: (list) => list[below(list.length)],
    /** One of [weight, value] rows. */
    weighted(rows) {
      let left = fraction() * rows.reduce((sum, [weight]) => sum + weight, 0);
      return rows.find(([weight]) => {
        left -= weight;
        return left < 0;
      })[1];
    },
  };
}
