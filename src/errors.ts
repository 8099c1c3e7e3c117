/** Wrong usage: options, names, combinations. Exit 2, one sentence. `option`: the one whose value is wrong ("sdk"), when it need not have been
 * typed. */
export class UsageError extends Error {
  readonly kind = "usage";
  readonly option: string | undefined;

  constructor(message: string, option?: string) {
    super(message);
    this.option = option;
  }
}

/** Input or output that cannot be read or written. Exit 2, one sentence. */
export class InputError extends Error {
  readonly kind = "input";
}

/** The library's bundle renames classes; programs that use it print its errors by these names. */
for (const [type, name] of [
  [UsageError, "UsageError"],
  [InputError, "InputError"],
] as const) {
  Object.defineProperty(type, "name", { value: name });
  type.prototype.name = name;
}

/** Ctrl-C. Exit 130; the message says how to go on. */
export class Interrupted extends Error {
  readonly kind = "interrupted";
}

/** The kind of an error of ours, also across bundles (where `instanceof` does not reach); undefined for a bug. */
export function errorKind(error: unknown): "usage" | "input" | "interrupted" | undefined {
  const kind = error instanceof Error && "kind" in error ? error.kind : undefined;
  return kind === "usage" || kind === "input" || kind === "interrupted" ? kind : undefined;
}
