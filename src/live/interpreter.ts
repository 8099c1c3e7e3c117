import { type ChildProcess, type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { errorCode, reasonOf } from "../document/files/system-error.ts";
import { InputError } from "../errors.ts";
import { bootProgram, oldestPython, programLine } from "./boot.ts";
import { openSignals } from "./signals.ts";
import { openWait, type Wait } from "./wait.ts";

/** What the environment of an interpreter holds. */
export interface LiveEnvironment {
  /** Its `openai-agents`. */
  readonly release: string;
  readonly openai: string | null;
  readonly pydantic: string | null;
}

/** What its reader says of a text. `loads` is null when no agents could be made for it; of a rejection, `error` is the type of the
 * exception, `where` the function of the SDK that it came from, and `depends` whether it loads with fewer agents and tools. */
export interface LiveAnswer {
  readonly loads: boolean | null;
  readonly error: string | null;
  readonly where: string | null;
  readonly depends: boolean;
}

/** A reader at work in a process of its own. */
export interface LiveReader extends LiveEnvironment {
  /** Asks about one text; one question at a time. Throws InputError when the process ended or does not answer, Interrupted when a signal
   * came meanwhile. */
  ask(text: string): Promise<LiveAnswer>;
  close(): void;
}

/** Milliseconds to wait for an answer: a cold import of the SDK takes seconds on a slow disk. */
const usualPatience = 120_000;
/** Lines before an answer; a program that prints more is another one. */
const mostNoise = 10_000;

/** Starts the reader of the environment that `python` belongs to; nothing is installed or written there. Throws InputError, with
 * one sentence, when `python` is no interpreter, too old, or has no SDK with a RunState. */
export async function openLive(
  python: string,
  env: NodeJS.ProcessEnv,
  patience: number = usualPatience,
): Promise<LiveReader> {
  if (python === "") throw new InputError("--live takes a Python interpreter");
  const child = start(python, env);
  const wait = openWait(python, patience);
  const signals = openSignals(python, wait.stop);
  const close = () => {
    signals.close();
    end(child);
  };
  child.once("error", (error) => wait.stop(notStarted(python, error)));
  child.stdin.on("error", () => {}); // said by the end of its output
  try {
    const reader = await converse(python, child, wait);
    signals.allowAnswer();
    return { ...reader, close };
  } catch (error) {
    close();
    throw error;
  }
}

/** Throws InputError for a name that can be no program; of other programs that cannot be started the child's "error" tells. */
function start(python: string, env: NodeJS.ProcessEnv): ChildProcessWithoutNullStreams {
  try {
    return spawn(python, ["-c", bootProgram], {
      stdio: ["pipe", "pipe", "ignore"],
      env: { ...env, PYTHONDONTWRITEBYTECODE: "1", PYTHONIOENCODING: "utf-8" },
      // A group of its own: Ctrl-C in a terminal is for us to hear, and a wrapper goes together with the Python that it started.
      detached: true,
      windowsHide: true,
    }) as unknown as ChildProcessWithoutNullStreams;
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    throw notStarted(python, error);
  }
}

function notStarted(python: string, error: unknown): InputError {
  return new InputError(`${python} cannot be started: ${reasonOf(error, "start")}`);
}

/** It may hang and hear nothing. What it does writes nothing, so that nothing is lost. */
function end(child: ChildProcess): void {
  if (child.pid === undefined) return; // it never started
  try {
    process.kill(-child.pid, "SIGKILL");
  } catch {
    child.kill("SIGKILL");
  }
}

async function converse(
  python: string,
  child: ChildProcessWithoutNullStreams,
  wait: Wait,
): Promise<Omit<LiveReader, "close">> {
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const next = (characters = 0) => wait.forAnswer(nextAnswer(lines), characters);
  checkPython(python, await next());
  child.stdin.write(programLine());
  const environment = checkEnvironment(python, await next());
  return {
    ...environment,
    async ask(text) {
      child.stdin.write(`${JSON.stringify({ text })}\n`);
      const answer = await next(text.length);
      if (answer === undefined) throw new InputError(`${python} ended while its SDK was reading`);
      return {
        loads: asBoolean(answer.ok),
        error: asText(answer.error),
        where: asText(answer.where),
        depends: answer.depends === true,
      };
    },
  };
}

type Said = Readonly<Record<string, unknown>>;

/** The next line that is an answer; undefined at the end. A wrapper, a `sitecustomize` or a library may print lines of its own. */
async function nextAnswer(lines: AsyncIterator<string>): Promise<Said | undefined> {
  for (let noise = 0; noise < mostNoise; noise++) {
    const line = await lines.next();
    if (line.done === true) return undefined;
    const said = parse(line.value);
    if (said !== undefined) return said;
  }
  return undefined;
}

/** A line as an object; undefined for anything else. */
function parse(line: string): Said | undefined {
  try {
    const said: unknown = JSON.parse(line);
    return typeof said === "object" && said !== null && !Array.isArray(said) ? (said as Said) : undefined;
  } catch {
    return undefined;
  }
}

function checkPython(python: string, said: Said | undefined): void {
  const version = said?.python;
  if (!Array.isArray(version) || !version.every((part) => typeof part === "number"))
    throw new InputError(`${python} is no Python interpreter`);
  const [major = 0, minor = 0] = version;
  const [least, leastMinor] = oldestPython;
  if (major < least || (major === least && minor < leastMinor))
    throw new InputError(`${python} is Python ${version.join(".")}; the SDK needs ${least}.${leastMinor} or newer`);
}

function checkEnvironment(python: string, said: Said | undefined): LiveEnvironment {
  const release = asText(said?.release);
  if (said === undefined) throw new InputError(`${python} ended before its SDK could be asked`);
  if (release === null) throw new InputError(`${python} has no openai-agents installed`);
  if (said.fault === "no-run-state")
    throw new InputError(`${python} has openai-agents ${release}, which has no RunState yet (0.8.0 is the first)`);
  if (said.fault !== undefined)
    throw new InputError(`${python} has openai-agents ${release}, but cannot import it (${asText(said.error)})`);
  return { release, openai: asText(said.openai), pydantic: asText(said.pydantic) };
}

function asText(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}

function asBoolean(value: unknown): boolean | null {
  return typeof value === "boolean" ? value : null;
}
