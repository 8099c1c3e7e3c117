import type { Checkpoint } from "../../document/checkpoint.ts";
import { InputError, Interrupted } from "../../errors.ts";
import type { Io } from "../../io.ts";
import type { Verdict } from "../../judge.ts";
import type { LiveReader } from "../../live/interpreter.ts";
import { nearestRelease } from "../../readers/choose.ts";
import { findReader, newestReader, pydantic, type Reader } from "../../readers/releases.ts";
import type { LiveStanding } from "../../report/result.ts";
import { nameOf } from "../../report/terminal/name.ts";
import { complain } from "../command.ts";

/** The SDK of an environment, asked beside the verdicts of this tool. */
export interface LiveCheck {
  /** The reader whose verdicts are compared: the same release. */
  readonly reader: Reader;
  /** Asks about a checkpoint that has the given verdict here. A disagreement is said on standard error too, whatever the format. */
  check(checkpoint: Checkpoint, verdict: Verdict): Promise<LiveStanding>;
  /** Says how often it agreed. */
  end(): void;
  close(): void;
}

/** Starts the reader behind `--live PYTHON`. `expected` is the release that the command line names besides. Throws InputError when
 * there is no SDK to ask, or one of another release than expected. */
export async function openLiveCheck(
  python: string,
  expected: Reader | undefined,
  io: Io,
  quiet: boolean,
): Promise<LiveCheck> {
  const { openLive } = await import("../../live/interpreter.ts");
  const live = await openLive(python, io.env);
  if (expected !== undefined && expected.release !== live.release) {
    live.close();
    throw new InputError(`${python} has openai-agents ${live.release}, not ${expected.release}`);
  }
  const reader = readerOf(live);
  const notice = noticeOf(live, reader);
  if (notice !== "" && !quiet) io.stderr.write(`runstate: ${notice}\n`);
  const counts = { asked: 0, agreed: 0 };
  return {
    reader,
    async check(checkpoint, verdict) {
      const standing = await standingOf(live, checkpoint, verdict);
      if (standing.agrees !== null) counts.asked++;
      if (standing.agrees === true) counts.agreed++;
      if (standing.agrees === false) complain(io, disagreement(checkpoint, verdict, standing));
      return standing;
    },
    close: live.close,
    end() {
      const { asked, agreed } = counts;
      if (!quiet)
        io.stderr.write(`runstate: openai-agents ${live.release} agrees on ${agreed} of ${asked} checkpoints\n`);
    },
  };
}

function readerOf({ release }: LiveReader): Reader {
  return findReader(release) ?? findReader(nearestRelease(release)) ?? newestReader;
}

/** Verdicts belong to a release with the packages beside it; what differs is said once. */
function noticeOf(live: LiveReader, reader: Reader): string {
  if (live.release !== reader.release)
    return `openai-agents ${live.release} is not known here; compared with ${reader.release}`;
  const differing = [
    ...(live.openai === reader.openai ? [] : [`openai ${live.openai} instead of ${reader.openai}`]),
    ...(live.pydantic === pydantic ? [] : [`pydantic ${live.pydantic} instead of ${pydantic}`]),
  ];
  return differing.length === 0 ? "" : `beside openai-agents ${live.release} stands ${differing.join(" and ")}`;
}

/** Bytes that are no text never reach the SDK: nothing to ask. */
function textOf({ read }: Checkpoint): string | undefined {
  return "document" in read ? read.document.text : read.text;
}

async function standingOf(live: LiveReader, checkpoint: Checkpoint, verdict: Verdict): Promise<LiveStanding> {
  const text = textOf(checkpoint);
  const { release } = live;
  if (text === undefined) return { release, verdict: null, error: null, where: null, agrees: null };
  const { loads, error, where, depends } = await live.ask(text).catch((cause) => {
    throw atPlace(cause, checkpoint);
  });
  if (loads === null) return { release, verdict: null, error, where, agrees: null };
  // Some agents are enough for "accepted"; that more of them mean more checks is no disagreement.
  const theirs = loads || (depends && verdict === "accepted") ? "accepted" : "rejected";
  return { release, verdict: theirs, error, where, agrees: theirs === verdict };
}

/** The same error, with the checkpoint that it came over. */
function atPlace(error: unknown, checkpoint: Checkpoint): unknown {
  if (error instanceof InputError) return new InputError(`${nameOf(checkpoint)}: ${error.message}`);
  return error instanceof Interrupted ? new Interrupted(`${nameOf(checkpoint)}: ${error.message}`) : error;
}

function disagreement(checkpoint: Checkpoint, verdict: Verdict, { release, error, where }: LiveStanding): string {
  const place = nameOf(checkpoint);
  if (verdict === "rejected") return `${place}: rejected here, but openai-agents ${release} loads it`;
  const how = [error ?? "", where === null ? "" : `in ${where}`].filter((part) => part !== "").join(" ");
  return `${place}: accepted here, but openai-agents ${release} rejects it (${how})`;
}
