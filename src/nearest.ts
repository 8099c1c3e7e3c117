/** Number of single-character edits (insert, remove, replace) between two short words. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = (row[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] as number) + 1, (next[j - 1] as number) + 1));
    }
    row = next;
  }
  return row[b.length] as number;
}

/** The word nearest to what was typed; undefined when none is near (more than half of it differs, or more than `most`). */
export function nearestWord(
  typed: string,
  words: Iterable<string>,
  most = Math.max(2, typed.length / 2),
): string | undefined {
  let best: string | undefined;
  let least = most;
  for (const word of words) {
    const edits = distance(typed.slice(0, 80), word);
    if (edits <= least) {
      if (edits < least || best === undefined) best = word;
      least = edits;
    }
  }
  return best;
}
