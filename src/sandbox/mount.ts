import { isObject, type Json, type JsonObject, member } from "../document/json.ts";
import { kindOf } from "../findings/kind-of.ts";
import { isTruthy } from "../python/truth.ts";
import { cleanPattern } from "./pattern.ts";
import { fault, keepOnly, put, type Sink, stepInto } from "./sink.ts";
import { type MountKind, mountKinds, opaqueMembers, strategyMembers, typeOnly } from "./tables.ts";
import type { Entry } from "./tree.ts";
import { carriesAuthority } from "./url.ts";

/** A mount that is cleaned, and the credential files that it names. */
interface Mount extends Pick<Entry, "value" | "type" | "trail"> {
  readonly kind: MountKind;
  readonly files: string[];
}

/** Cleans one mount as `_sanitize_raw_mount` does; returns the credential files that it names. */
export function cleanMount({ value, type, trail }: Entry, sink: Sink): string[] {
  const kind = mountKinds.get(type);
  if (kind === undefined) return [];
  const mount: Mount = { value, type, trail, kind, files: [] };
  keepOnly(sink, value, trail, kind.members);
  clearCredentials(mount, sink);
  const emptied = emptyTexts(mount, sink);
  if (type === "s3_files_mount" && isTruthy(member(value, "extra_options")))
    put(sink, value, trail, "extra_options", {});
  const strategy = member(value, "mount_strategy");
  if (isObject(strategy)) {
    if (member(strategy, "type") === "blaxel_cloud_bucket") refuseCommas(mount, emptied, sink);
    cleanStrategy(mount, strategy, sink);
  } else if (strategy !== undefined && strategy !== null) {
    fault(sink, "sandbox-mount-strategy-not-an-object", stepInto(trail, "mount_strategy"), { found: kindOf(strategy) });
  }
  return mount.files;
}

function clearCredentials({ value, trail, kind, files }: Mount, sink: Sink): void {
  for (const name of kind.credentials) {
    const held = member(value, name);
    if (held === undefined || held === null) continue;
    put(sink, value, trail, name, null);
    if (!kind.credentialFiles.includes(name)) continue;
    if (typeof held === "string") files.push(held);
    else fault(sink, "sandbox-credential-file-not-text", stepInto(trail, name), { member: name, found: kindOf(held) });
  }
}

/** The members that are emptied: they no longer count for the comma rule. */
function emptyTexts({ value, trail, kind: { url, configLines } }: Mount, sink: Sink): ReadonlySet<string> {
  const emptied = new Set<string>();
  if (url !== undefined && carriesAuthority(member(value, url))) {
    put(sink, value, trail, url, null);
    emptied.add(url);
  }
  for (const name of configLines) {
    const text = member(value, name);
    if (emptied.has(name) || typeof text !== "string" || !/[\r\n]/.test(text)) continue;
    // A line break would add lines to an rclone configuration.
    put(sink, value, trail, name, "");
    emptied.add(name);
  }
  return emptied;
}

function refuseCommas({ value, trail, kind }: Mount, emptied: ReadonlySet<string>, sink: Sink): void {
  const names = kind.s3fsOptions.filter((name) => {
    const text = member(value, name);
    return !emptied.has(name) && typeof text === "string" && text.includes(",");
  });
  if (names[0] === undefined) return;
  fault(sink, "sandbox-mount-value-with-comma", stepInto(trail, names[0]), { members: names.join(", ") });
}

function cleanStrategy({ type: mount, trail: above, files }: Mount, strategy: JsonObject, sink: Sink): void {
  const trail = stepInto(above, "mount_strategy");
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
