import type { SandboxRule } from "../../rules/sandbox.ts";
import type { FindingArgs } from "../finding.ts";
import type { Sentences } from "../sentences.ts";
import { foundIn, shape } from "./wording.ts";

const envelope =
  "Since 0.20.0 the SDK cleans the sandbox before it reads anything else. When its outer shape is wrong it raises, and the message names no place.";
const manifest =
  "Since 0.20.0 the SDK removes mount credentials from a sandbox manifest while loading. What it cannot clean for certain it refuses, and the message names no entry.";
const restoreShape =
  "Restore the value from a copy that loads, or remove the sandbox member: the resumed run then starts a new sandbox, without the files of the old one.";
const restoreMount =
  "Write the mount as the SDK's own classes do, or take the entry out of the manifest and mount it again in the program.";

export const sandboxSentences = (): Record<SandboxRule, Sentences> => ({
  "sandbox-not-an-object": shape("sandbox", "an object", envelope, `${restoreShape} Null is not allowed here either.`),
  "sandbox-session-state-not-an-object": shape("session_state of the sandbox", "an object", envelope, restoreShape),
  "sandbox-sessions-not-an-object": shape("sessions_by_agent", "an object or null", envelope, restoreShape),
  "sandbox-agent-session-not-an-object": shape("An agent's sandbox session", "an object", envelope, restoreShape),
  "sandbox-agent-session-state-not-an-object": shape(
    "session_state of an agent's sandbox session",
    "an object",
    envelope,
    restoreShape,
  ),
  "sandbox-manifest-not-an-object": shape("manifest of a sandbox session", "an object", manifest, restoreShape),
  "sandbox-entries-not-an-object": shape(
    "entries of a manifest (children of a folder)",
    "an object",
    manifest,
    "Use an object from file name to entry; an empty one is fine.",
  ),
  "sandbox-entry-not-an-object": shape(
    "A manifest entry",
    "an object",
    manifest,
    "Remove the entry, or restore it from a copy that loads.",
  ),
  "sandbox-entry-without-type": shape(
    "type of a manifest entry",
    "a string",
    manifest,
    "Give the entry its type back: dir, file, local_file, local_dir, git_repo or one of the mounts.",
  ),
  "sandbox-mount-type-unknown": {
    title: "A manifest entry has a mount strategy, but its type is no mount of the SDK",
    message: () => "This entry has a mount_strategy, but its type is not one of the SDK's own mounts.",
    why: `${manifest} A mount of unknown kind could hold credentials anywhere.`,
    fix: "Mounts of your own classes cannot be restored from a checkpoint: take the entry out and mount it in the program.",
  },
  "sandbox-credential-file-not-text": {
    title: "The credential file of a mount is not a string",
    message: (args) => `${args.member} must be a path or null; found ${foundIn(args)}.`,
    why: manifest,
    fix: "Set it to null: the reader empties it anyway, and the program supplies the file on resume.",
  },
  "sandbox-mount-strategy-not-an-object": shape("mount_strategy", "an object or null", manifest, restoreMount),
  "sandbox-mount-value-with-comma": {
    title: "A bucket mount of the strategy blaxel_cloud_bucket has a comma in a value that becomes an s3fs option",
    message: (args) => `Under the strategy blaxel_cloud_bucket no comma is allowed in: ${args.members}.`,
    why: `${manifest} A comma there would smuggle a further option into the mount command.`,
    fix: "Remove the comma, or what follows it.",
  },
  "sandbox-mount-strategy-unknown": {
    title: "The mount strategy is not one of the SDK's own",
    message: () => "The type of this mount strategy is not one of the ten that the SDK ships.",
    why: manifest,
    fix: "Check the spelling. Strategies of your own classes cannot be restored: take the entry out and mount it in the program.",
  },
  "sandbox-mount-pattern-not-an-object": shape(
    "pattern of a mount strategy",
    "an object or null",
    manifest,
    restoreMount,
  ),
  "sandbox-mount-pattern-unknown": {
    title: "The mount pattern is not one of the SDK's own",
    message: () => "The type of this pattern is none of fuse, mountpoint, rclone and s3files.",
    why: manifest,
    fix: restoreMount,
  },
  "sandbox-rclone-config-not-text": {
    title: "The rclone configuration file of a mount is not a string",
    message: (args) => `config_file_path must be a path or null; found ${foundIn(args)}.`,
    why: manifest,
    fix: "Set it to null: the reader empties it anyway.",
  },
  "sandbox-rclone-config-without-path": {
    title: "The rclone arguments of a mount have a config option without a path",
    message: () => "This config option is followed by no path.",
    why: `${manifest} It has to know the file to blank its content.`,
    fix: "Remove the option from extra_args, or give it its path.",
  },
  "sandbox-credential-file-source": {
    title: "A manifest entry would put a mount's credential file into the sandbox",
    message: () =>
      "This entry stands at, or above, the path that a mount names as its credential file, and is no inline file there.",
    why: `${manifest} It can blank an inline file, but not what a repository, a local file or another mount brings along.`,
    fix: "Set the credential file of the mount to null (the program supplies it on resume), or move the entry elsewhere.",
  },
  "sandbox-authority-removed": {
    title: "The reader takes credentials or unknown members of a sandbox entry away",
    message: (args) => `The reader ${describeRemoval(args)}.`,
    why: "Since 0.20.0 nothing that grants access survives loading: keys, tokens, credential files, URLs with a user or query, opaque options, and all members the SDK does not know. It is not said anywhere.",
    fix: "Nothing to do if the program passes the full manifest on resume. `runstate migrate` takes the same members out of the file, so that they do not lie around.",
  },
  "sandbox-needs-trusted-manifest": {
    title: "The sandbox session was cleaned of credentials: resuming needs the manifest of the running program",
    message: () => "This sandbox session resumes only with a current manifest whose mounts match the stored ones.",
    why: "Since 0.20.0 a marker on the session says that its mounts lost their credentials. On resume the SDK takes them from the program's own manifest, and raises when there is none or when its mounts differ in anything but credentials.",
    fix: "Resume with the sandbox manifest of the program that started the run, same root, same mounts. Never remove the marker.",
  },
  "sandbox-authority-kept": {
    title: "Mount credentials in the checkpoint are kept and written out again",
    message: (args) => `A mount entry keeps ${String(args.emptied) === "" ? "members" : args.emptied} in plain text.`,
    why: "Readers from 0.14.0 to 0.19.4 take the sandbox as it is and write it into every later checkpoint.",
    fix: "Treat the file as a secret, or resume on 0.20.0 or later, which removes them.",
  },
  "sandbox-dropped": {
    title: "sandbox is no object and is dropped",
    message: (args) => `sandbox must be an object; found ${foundIn(args)}.`,
    why: "Readers from 0.14.0 to 0.19.4 take anything else for no sandbox, without a word. Later ones refuse the file.",
    fix: "Restore the sandbox member if the run needs its files.",
  },
  "sandbox-ignored": {
    title: "The sandbox is not read by this release",
    message: () => "This release does not know sandboxes: the resumed run would go on without its files.",
    why: "Sandboxes came with 0.14.0. Earlier readers skip the member and lose it with the next save.",
    fix: "Resume on 0.14.0 or later.",
  },
});

function describeRemoval(args: FindingArgs): string {
  const parts: string[] = [];
  if (args.emptied !== "") parts.push(`empties ${args.emptied}`);
  if (args.unknown !== 0) parts.push(`removes ${args.unknown} unknown member${args.unknown === 1 ? "" : "s"}`);
  return `${parts.join(" and ")} of this entry`;
}
