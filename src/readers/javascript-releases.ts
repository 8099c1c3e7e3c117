/** Releases of `@openai/agents-core` that write a schema version: version, oldest and newest release. A series of its own: the same
 * number means another format in Python. 1.3 and 1.16 are read, but no release writes them. Source: the releases on npm. */
const writers: ReadonlyMap<string, readonly [oldest: string, newest: string]> = new Map([
  ["1.0", ["0.0.1", "0.3.7"]],
  ["1.1", ["0.3.8", "0.4.3"]],
  ["1.2", ["0.4.4", "0.4.4"]],
  ["1.4", ["0.4.5", "0.4.12"]],
  ["1.5", ["0.4.13", "0.5.1"]],
  ["1.6", ["0.5.2", "0.5.3"]],
  ["1.7", ["0.5.4", "0.5.4"]],
  ["1.8", ["0.6.0", "0.8.5"]],
  ["1.9", ["0.9.0", "0.9.0"]],
  ["1.10", ["0.9.1", "0.9.1"]],
  ["1.11", ["0.10.0", "0.11.4"]],
  ["1.12", ["0.11.5", "0.11.7"]],
  ["1.13", ["0.11.8", "0.13.5"]],
  ["1.14", ["0.14.0", "0.14.1"]],
  ["1.15", ["0.14.2", "0.14.2"]],
  ["1.17", ["0.14.3", "0.14.3"]],
  ["1.18", ["0.15.0", "0.16.0"]],
  ["1.19", ["0.16.1", "0.17.0"]],
  ["1.20", ["0.17.1", "0.18.0"]],
  ["1.21", ["0.19.0", "0.19.0"]],
  ["1.22", ["0.20.0", "0.20.0"]],
]);

/** The JavaScript releases that write a label, in words ("0.15.0 to 0.16.0"); undefined when none is known. */
export function javascriptWriters(label: string): string | undefined {
  const range = writers.get(label);
  if (range === undefined) return undefined;
  const [oldest, newest] = range;
  return oldest === newest ? oldest : `${oldest} to ${newest}`;
}
