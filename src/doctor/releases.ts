/** Names of releases in one phrase; they come oldest first. */
export function spanOfReleases(releases: readonly string[]): string {
  const [first, last] = [releases[0] ?? "", releases.at(-1) ?? ""];
  return releases.length > 2 ? `${first} … ${last}` : releases.join(" and ");
}
