import { statSync } from "node:fs";

const sqlitePrefix = "sqlite:";

/** `--session` taken apart. A database has the id behind `#`, if one is given. */
export type SourceName =
  | { readonly kind: "none" }
  | { readonly kind: "stdin" }
  | { readonly kind: "json"; readonly file: string }
  | { readonly kind: "sqlite"; readonly file: string; readonly id: string | undefined };

/** File names and ids may hold a `#` too: the file is the longest beginning that is one, else what stands before the first `#`. */
export function sourceName(source: string): SourceName {
  if (source === "none") return { kind: "none" };
  if (source === "-") return { kind: "stdin" };
  if (!source.startsWith(sqlitePrefix)) return { kind: "json", file: source };
  const text = source.slice(sqlitePrefix.length);
  const marks = [...text.matchAll(/#|$/g)].map(({ index }) => index);
  const mark = marks.findLast((at) => isFile(text.slice(0, at))) ?? marks[0] ?? text.length;
  return { kind: "sqlite", file: text.slice(0, mark), id: mark === text.length ? undefined : text.slice(mark + 1) };
}

function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** The files that belong to a session: of a database those beside it too. `-` is standard input. */
export function filesOfSource(source: string): readonly string[] {
  const name = sourceName(source);
  if (name.kind === "none") return [];
  if (name.kind === "stdin") return ["-"];
  if (name.kind === "json") return [name.file];
  return ["", "-wal", "-journal", "-shm"].map((ending) => name.file + ending);
}
