/** Where a command writes. Writing is synchronous and buffered; a reader that went away ends the process quietly. */
export interface Output {
  write(text: string): void;
  /** The same with bytes that need not be text. */
  writeBytes(bytes: Uint8Array): void;
  /** Writes out what is buffered. */
  flush(): void;
  /** Shows a line on a terminal until anything else is written there, or the next such line; an empty one takes it away. */
  status(line: string): void;
  readonly isTty: boolean;
  /** Width for wrapping, in columns: 80 when unknown. */
  readonly columns: number;
}

/** Everything a command may touch besides its inputs. `stdout` is the file of `--output` when that option is given. */
export interface Io {
  readonly stdout: Output;
  readonly stderr: Output;
  readonly stdinIsTty: boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  now(): Date;
}
