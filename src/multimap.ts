/** Adds to the list that a map has for a key; the list begins with the first. */
export function addTo<Key, Value>(lists: Map<Key, Value[]>, key: Key, value: Value): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}

/** Values by key, both in the order in which they come (`Map.groupBy` is younger than the oldest Node that this runs on). */
export function groupedBy<Key, Value>(values: Iterable<Value>, keyOf: (value: Value) => Key): Map<Key, Value[]> {
  const groups = new Map<Key, Value[]>();
  for (const value of values) addTo(groups, keyOf(value), value);
  return groups;
}
