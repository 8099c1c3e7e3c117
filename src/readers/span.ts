/** Names of releases in one phrase; they come oldest first. Empty for none. */
export function spanOfReleases(releases: readonly string[]): string {
  return releases.length > 2 ? `${releases[0]} … ${releases.at(-1)}` : releases.join(" and ");
}
