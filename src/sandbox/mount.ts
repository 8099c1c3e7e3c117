import { isObject, type Json, type JsonObject, member } from "../document/json.ts";
import { isTruthy, kindOf } from "../python/truth.ts";
import { cleanPattern } from "./pattern.ts";
import { fault, keepOnly, put, type Sink, stepInto, type Trail } from "./sink.ts";
import { type MountKind, mountKinds, opaqueMembers, strategyMembers, typeOnly } from "./tables.ts";
import type { Entry } from "./tree.ts";
import { carriesAuthority } from "./url.ts";

/** Cleans one mount as `_sanitize_raw_mount` does; returns the credential files that it names. */
export function cleanMount(entry: Entry, sink: Sink): string[] {
  const { value, type, trail } = entry;
  const kind = mountKinds.get(type);
  if (kind === undefined) return [];
  const files: string[] = [];
  keepOnly(sink, value, trail, kind.members);
  clearCredentials(value, trail, kind, sink, files);
  // What the reader has emptied by now no longer counts for the comma rule.
  const emptied = new Set<string>();
  const url = kind.url;
  if (url !== undefined && carriesAuthority(member(value, url))) {
    put(sink, value, trail, url, null);
    emptied.add(url);
  }
  for (const name of kind.configLines) {
    const text = member(value, name);
    if (emptied.has(name) || typeof text !== "string" || !/[\r\n]/.test(text)) continue;
    // A line break would add lines to an rclone configuration.
    put(sink, value, trail, name, "");
    emptied.add(name);
  }
  if (type === "s3_files_mount" && isTruthy(member(value, "extra_options"))) {
    put(sink, value, trail, "extra_options", {});
  }
  const strategy = member(value, "mount_strategy");
  const at = stepInto(trail, "mount_strategy");
  if (isObject(strategy)) {
    if (member(strategy, "type") === "blaxel_cloud_bucket") refuseCommas(value, trail, kind, emptied, sink);
    cleanStrategy(type, strategy, at, sink, files);
  } else if (strategy !== undefined && strategy !== null) {
    fault(sink, "sandbox-mount-strategy-not-an-object", at, { found: kindOf(strategy) });
  }
  return files;
}

function clearCredentials(value: JsonObject, trail: Trail, kind: MountKind, sink: Sink, files: string[]): void {
  for (const name of kind.credentials) {
    const held = member(value, name);
    if (held === undefined || held === null) continue;
    put(sink, value, trail, name, null);
    if (!kind.credentialFiles.includes(name)) continue;
    if (typeof held === "string") files.push(held);
    else fault(sink, "sandbox-credential-file-not-text", stepInto(trail, name), { member: name, found: kindOf(held) });
  }
}

function refuseCommas(value: JsonObject, trail: Trail, kind: MountKind, emptied: Set<string>, sink: Sink): void {
  const names = kind.s3fsOptions.filter((name) => {
    const text = member(value, name);
    return !emptied.has(name) && typeof text === "string" && text.includes(",");
  });
  if (names[0] === undefined) return;
  fault(sink, "sandbox-mount-value-with-comma", stepInto(trail, names[0]), { members: names.join(", ") });
}

function cleanStrategy(mount: string, strategy: JsonObject, trail: Trail, sink: Sink, files: string[]): void {
  const type: Json | undefined = member(strategy, "type");
  if (typeof type !== "string") {
    put(sink, strategy, trail, "type", null);
    keepOnly(sink, strategy, trail, typeOnly);
    // The pattern goes as a whole, but the reader still looks through it, and raises on what is wrong there.
    cleanPattern({ mount, strategy: "", pattern: member(strategy, "pattern") }, trail, { ...sink, edits: [] }, files);
    return;
  }
  const members = strategyMembers.get(type);
  if (members === undefined) {
    fault(sink, "sandbox-mount-strategy-unknown", stepInto(trail, "type"));
    return;
  }
  keepOnly(sink, strategy, trail, members);
  for (const name of opaqueMembers.get(type) ?? []) {
    const held = member(strategy, name);
    if (!isTruthy(held)) continue;
    // Options of another party can grant access.
    put(sink, strategy, trail, name, isObject(held) ? {} : null);
  }
  if (members.has("pattern")) {
    cleanPattern({ mount, strategy: type, pattern: member(strategy, "pattern") }, trail, sink, files);
  }
}
