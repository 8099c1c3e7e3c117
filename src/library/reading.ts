import type { Checkpoint } from "../document/checkpoint.ts";
import { decode } from "../document/decode.ts";
import { parseDocument } from "../document/parse.ts";
import { pathOf } from "../document/pointer.ts";
import { UsageError } from "../errors.ts";
import type { JudgeOptions } from "../judge.ts";
import type { Agents } from "../outlook/program/agents.ts";
import { chooseReader } from "../readers/choose.ts";
import type { Version } from "../readers/range.ts";
import { agents as agentsKind, agentsOf, type OptionKind, text, texts } from "./options.ts";

/** A checkpoint as text, or as the bytes of its file (bytes that are no UTF-8 are judged as the SDK judges them). */
export type CheckpointText = string | Uint8Array;

/** Through whose eyes a checkpoint is judged. */
export interface ReaderOptions {
  /** A release of openai-agents, or "draft-1.18"; absent: the newest that is known. */
  readonly sdk?: Version;
  /** The program's agents: they turn requirements into findings. */
  readonly agents?: Agents;
  /** JSON pointers of secrets that stand there on purpose. */
  readonly allow?: readonly string[];
}

/** Throws UsageError for what is neither text nor bytes: a program without types may hand over what it parsed. */
export function readText(text: CheckpointText): Checkpoint {
  if (typeof text !== "string" && !(text instanceof Uint8Array))
    throw new UsageError("a checkpoint is handed over as its text, or as the bytes of its file, and not parsed");
  const decoded =
    typeof text === "string" ? { text } : decode(Buffer.from(text.buffer, text.byteOffset, text.byteLength));
  const read = "fault" in decoded ? decoded : parseDocument(decoded.text);
  return { file: "", line: null, read };
}

/** What `ReaderOptions` must be. */
export const readerKinds: Readonly<Record<keyof ReaderOptions, OptionKind>> = {
  sdk: text,
  agents: agentsKind,
  allow: {
    words: "a list of JSON pointers",
    fits: (value) => texts.fits(value) && (value as string[]).every((pointer) => pathOf(pointer) !== undefined),
  },
};

/** What a checkpoint is judged with. Throws UsageError when the release is not known, and for what are no agents. */
export function judging({ sdk, agents, allow }: ReaderOptions): Pick<JudgeOptions, "reader" | "agents" | "allow"> {
  return { reader: chooseReader(sdk), agents: agentsOf(agents), allow };
}
