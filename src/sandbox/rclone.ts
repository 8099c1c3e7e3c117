import type { Json } from "../document/json.ts";

export interface RcloneArguments {
  /** Whether the reader keeps the list as it is: only buffer size, uid, gid and `--allow-other`. */
  readonly safe: boolean;
  /** Configuration files that the arguments name. */
  readonly configFiles: readonly string[];
  /** Indexes of config options without a path: the reader raises. */
  readonly dangling: readonly number[];
}

const flags: ReadonlySet<string> = new Set(["allow-other"]);
const settings: ReadonlySet<string> = new Set(["buffer-size", "gid", "uid"]);

/** Reads `extra_args` as `_rclone_extra_args_analysis` does: `--x=v` and `--x v`, any number of dashes, `_` for `-`, any case. */
export function readRcloneArguments(args: readonly Json[]): RcloneArguments {
  const configFiles: string[] = [];
  const dangling: number[] = [];
  let safe = true;
  for (let index = 0; index < args.length; index++) {
    const option = readOption(args[index]);
    const next = index + 1 < args.length ? args[index + 1] : undefined;
    const value = option?.value ?? (typeof next === "string" && !next.startsWith("-") ? next : "");
    const spread = option !== undefined && option.value === undefined;
    if (option?.name === "config") {
      safe = false;
      // An empty path counts in a place of its own, but not after `=`.
      if (value !== "" || (spread && next === "")) configFiles.push(value);
      else dangling.push(index);
      if (spread) index++;
    } else if (option !== undefined && settings.has(option.name) && (value !== "" || (spread && next === ""))) {
      if (spread) index++;
    } else if (option === undefined || option.value !== undefined || !flags.has(option.name)) {
      safe = false;
    }
  }
  return { safe, configFiles, dangling };
}

/** Whether the reader looks at the option, however it is spelled. */
export function isReadOption(arg: string): boolean {
  const name = readOption(arg)?.name ?? "";
  return name === "config" || flags.has(name) || settings.has(name);
}

/** `value` is undefined when there is no `=`. */
function readOption(arg: Json | undefined): { readonly name: string; readonly value: string | undefined } | undefined {
  if (typeof arg !== "string" || !arg.startsWith("-")) return undefined;
  let start = 0;
  while (arg[start] === "-") start++;
  const equals = arg.indexOf("=", start);
  const name = equals === -1 ? arg.slice(start) : arg.slice(start, equals);
  return {
    name: name.toLowerCase().replaceAll("_", "-"),
    value: equals === -1 ? undefined : arg.slice(equals + 1),
  };
}

/** Whether the reader keeps `remote_name` (`_rclone_remote_name_is_safe`). */
export function isSafeRemoteName(value: Json | undefined): boolean {
  if (value === undefined || value === null || value === "") return true;
  return typeof value === "string" && /^[A-Za-z0-9_][A-Za-z0-9_. -]*$/.test(value) && !value.endsWith(" ");
}
