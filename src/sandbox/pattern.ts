import { appendAll } from "../append-all.ts";
import { isObject, type Json, type JsonObject, member } from "../document/json.ts";
import { kindOf } from "../findings/kind-of.ts";
import { isTruthy } from "../python/truth.ts";
import { isSafeRemoteName, readRcloneArguments } from "./rclone.ts";
import { fault, keepOnly, put, type Sink, stepInto, type Trail } from "./sink.ts";
import { optionMembers, patternMembers, typeOnly } from "./tables.ts";
import { carriesAuthority } from "./url.ts";

export interface PatternPlace {
  readonly mount: string;
  readonly strategy: string;
  readonly pattern: Json | undefined;
}

/** Cleans `mount_strategy.pattern` (the second half of `_sanitize_raw_mount`), adding the configuration files that it names. `above` is
 * the trail of the strategy. */
export function cleanPattern(place: PatternPlace, above: Trail, sink: Sink, files: string[]): void {
  const { pattern } = place;
  const trail = stepInto(above, "pattern");
  if (pattern === undefined || pattern === null) return;
  if (!isObject(pattern)) {
    fault(sink, "sandbox-mount-pattern-not-an-object", trail, { found: kindOf(pattern) });
    return;
  }
  const type = member(pattern, "type");
  if (typeof type !== "string") put(sink, pattern, trail, "type", null);
  if (findsCredentialsItself(place, type)) sink.redacted = true;
  const members = typeof type === "string" ? patternMembers.get(type) : typeOnly;
  if (members === undefined) {
    fault(sink, "sandbox-mount-pattern-unknown", stepInto(trail, "type"));
    return;
  }
  keepOnly(sink, pattern, trail, members);
  cleanRclone(pattern, trail, members.has("extra_args") ? sink : { ...sink, edits: [] }, files);
  if (members.has("options")) cleanOptions(pattern, trail, optionMembers.get(String(type)) ?? typeOnly, sink);
}

/** Helpers that look for credentials around them: the reader sets its marker without removing anything
 * (`enables_broad_credential_discovery`). */
function findsCredentialsItself({ mount, strategy }: PatternPlace, type: Json | undefined): boolean {
  if (strategy !== "in_container") return false;
  return (mount === "azure_blob_mount" && type === "fuse") || (mount === "s3_files_mount" && type === "s3files");
}

/** The reader looks at these under every type of pattern, and raises on them where it then removes them. */
function cleanRclone(pattern: JsonObject, trail: Trail, sink: Sink, files: string[]): void {
  if (!isSafeRemoteName(member(pattern, "remote_name"))) {
    put(sink, pattern, trail, "remote_name", null);
  }
  const config = member(pattern, "config_file_path");
  if (config !== undefined && config !== null) {
    put(sink, pattern, trail, "config_file_path", null);
    if (typeof config === "string") files.push(config);
    else fault(sink, "sandbox-rclone-config-not-text", stepInto(trail, "config_file_path"), { found: kindOf(config) });
  }
  const args = member(pattern, "extra_args");
  if (!isTruthy(args)) return;
  const read = Array.isArray(args) ? readRcloneArguments(args) : { safe: false, configFiles: [], dangling: [] };
  if (read.dangling[0] !== undefined) {
    fault(sink, "sandbox-rclone-config-without-path", stepInto(trail, "extra_args", read.dangling[0]));
  }
  if (read.safe) return;
  // Arguments other than sizes and ids can grant access.
  put(sink, pattern, trail, "extra_args", []);
  appendAll(files, read.configFiles);
}

function cleanOptions(pattern: JsonObject, above: Trail, members: ReadonlySet<string>, sink: Sink): void {
  const options = member(pattern, "options");
  const trail = stepInto(above, "options");
  if (!isObject(options)) {
    if (options !== undefined && options !== null) {
      put(sink, pattern, above, "options", {});
    }
    return;
  }
  keepOnly(sink, options, trail, members);
  if (members.has("endpoint_url") && carriesAuthority(member(options, "endpoint_url"))) {
    put(sink, options, trail, "endpoint_url", null);
  }
  if (members.has("extra_options") && isTruthy(member(options, "extra_options"))) {
    put(sink, options, trail, "extra_options", {});
  }
}
