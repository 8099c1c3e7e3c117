import { oldestReaderOf, releases } from "../readers/releases.ts";
import { isReleased, writersOf } from "../versions/registry.ts";
import type { Added, Gate, SchemaVersion } from "../versions/version.ts";

/** A release as `versions` lists it, with the `openai` package it was judged with. */
export interface ReleaseFact {
  readonly release: string;
  readonly openai: string;
}

/** What is known of one schema version. Release names are of `openai-agents`. */
export interface VersionFacts {
  readonly label: string;
  readonly summary: string;
  /** false: renumbered away before a release, or a design that never became one. */
  readonly released: boolean;
  readonly writtenBy: readonly ReleaseFact[];
  readonly readBy: readonly string[];
  readonly added: readonly Added[];
  readonly changed: readonly string[];
  readonly gates: readonly Gate[];
}

export function versionFacts(version: SchemaVersion): VersionFacts {
  // No release reads the draft.
  const oldest = version.carries === undefined ? oldestReaderOf(version.label) : undefined;
  const from = oldest === undefined ? releases.length : releases.indexOf(oldest);
  return {
    label: version.label,
    summary: version.summary,
    released: isReleased(version),
    writtenBy: writersOf(version).map(({ release, openai }) => ({ release, openai })),
    readBy: releases.slice(from).map(({ release }) => release),
    added: version.added,
    changed: version.changed,
    gates: version.gates,
  };
}
