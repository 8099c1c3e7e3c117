import { dirname, join, resolve } from "node:path";
import { readIfReadable } from "../document/files/small-file.ts";
import { UsageError } from "../errors.ts";
import type { Io } from "../io.ts";
import { nearestWord } from "../nearest.ts";

const ownFile = ".runstaterc.json";
const manifestFile = "package.json";

// Checked by hand: a schema library would cost more start-up than the whole command line.
const keys = {
  sdk: "string",
  agents: "string",
  baseline: "string",
  ignore: "list",
  allow: "list",
} as const;

/** Keys whose value is a path: it stands relative to the config file. */
const pathKeys: ReadonlySet<string> = new Set(["agents", "baseline"]);

function isConfigKey(key: string): key is keyof typeof keys {
  return Object.hasOwn(keys, key);
}

function checkedValue(file: string, key: string, value: unknown): string | readonly string[] {
  if (!isConfigKey(key)) {
    const nearest = nearestWord(key, Object.keys(keys));
    const known = nearest === undefined ? `known keys: ${Object.keys(keys).join(", ")}` : `did you mean ${nearest}?`;
    throw new UsageError(`${file}: unknown key "${key}" (${known})`);
  }
  if (keys[key] === "string" && typeof value === "string") return value;
  if (keys[key] === "list" && Array.isArray(value) && value.every((entry) => typeof entry === "string")) return value;
  throw new UsageError(`${file}: ${key} must be ${keys[key] === "string" ? "a string" : "a list of strings"}`);
}

/** Undefined when the file is missing, or does not even hold the `word`: what else is wrong with it is not ours to say. */
function readJson(file: string, word = ""): unknown {
  const text = readIfReadable(file);
  if (text === undefined || !text.includes(word)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError(`${file} is not valid JSON`);
  }
}

function settingsIn(folder: string): { file: string; settings: object } | undefined {
  for (const name of [ownFile, manifestFile]) {
    const file = join(folder, name);
    const content = readJson(file, name === manifestFile ? "runstate" : "");
    const settings =
      name === ownFile
        ? content
        : typeof content === "object" && content !== null && Object.hasOwn(content, "runstate")
          ? (content as { runstate: unknown }).runstate
          : undefined;
    if (settings === undefined) continue;
    if (typeof settings === "object" && settings !== null && !Array.isArray(settings)) return { file, settings };
    throw new UsageError(`${file}: the settings of runstate must be an object`);
  }
  return undefined;
}

/** What a setting names stands relative to the folder of its file: paths, and patterns of more than a name. These hold below every operand
 * too, as those of the command line do. */
function fromFolder(folder: string, key: string, value: string | readonly string[]): string | readonly string[] {
  // An empty one stays empty: it is refused, and no name of the folder.
  if (typeof value === "string") return pathKeys.has(key) && value !== "" ? resolve(folder, value) : value;
  if (key !== "ignore") return value;
  return value.flatMap((pattern) => {
    const isNested = pattern.replace(/\/$/, "").includes("/") && !pattern.startsWith("**/") && !pattern.startsWith("/");
    return isNested ? [pattern, `${folder}/${pattern.replace(/^\.\//, "")}`] : [pattern];
  });
}

/** The settings nearest to the working folder, upwards. */
function nearestSettings(cwd: string): { file: string; settings: object } | undefined {
  for (let folder = resolve(cwd); ; folder = dirname(folder)) {
    const found = settingsIn(folder);
    if (found !== undefined || folder === dirname(folder)) return found;
  }
}

/** The file whose settings hold here, for a sentence. */
export function settingsFile(cwd: string): string {
  return nearestSettings(cwd)?.file ?? ownFile;
}

/** What the settings nearest to the working folder say; throws UsageError for an unknown key or a value of another kind. */
export function readConfig(cwd: string): Record<string, string | readonly string[]> {
  const config: Record<string, string | readonly string[]> = {};
  const found = nearestSettings(cwd);
  if (found === undefined) return config;
  const { file, settings } = found;
  for (const [key, value] of Object.entries(settings))
    config[key] = fromFolder(dirname(file), key, checkedValue(file, key, value));
  return config;
}

/** The options of a command with what environment and config file add: the command line wins over both, the environment over
 * the file. `known` are the options that this command has. */
export function withConfig(
  options: Readonly<Record<string, unknown>>,
  known: ReadonlySet<string>,
  { env, cwd }: Pick<Io, "env" | "cwd">,
): Record<string, unknown> {
  const merged: Record<string, unknown> = {};
  if (known.size === 0) return { ...options };
  for (const [key, value] of Object.entries(readConfig(cwd))) if (known.has(key)) merged[key] = value;
  const sdk = env.RUNSTATE_SDK;
  if (sdk !== undefined && sdk !== "" && known.has("sdk")) merged.sdk = sdk;
  // These name a release themselves.
  if (options.expectSdkFrom !== undefined || options.live !== undefined) delete merged.sdk;
  return { ...merged, ...options };
}
