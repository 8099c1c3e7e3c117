import { dirname, resolve } from "node:path";
import { appendAll } from "../../append-all.ts";
import { readSmallFile } from "../../document/files/small-file.ts";
import { UsageError } from "../../errors.ts";
import type { Io } from "../../io.ts";
import { type Pin, releaseOf, sdkName } from "../../pins/pin.ts";
import { readRequirements } from "../../pins/requirements.ts";
import { readLock, readPipfileLock, readProject } from "../../pins/tables.ts";
import { chooseReader } from "../../readers/choose.ts";
import { newestReader, type Reader, releases } from "../../readers/releases.ts";
import { safeText } from "../../report/terminal/safe-text.ts";

/** What a file says, and where in it that was looked for. */
interface Found {
  readonly pins: readonly Pin[];
  readonly places: string;
}

/** The reader that a requirements, lock or project file asks for; a range is taken at its newest known release, which is said on
 * standard error. Throws UsageError when it names none, InputError when it cannot be read. */
export async function expectedReader(file: string, io: Io): Promise<Reader> {
  const { pins, places } = await pinsIn(file);
  if (pins.length === 0) throw new UsageError(`${file} names no ${sdkName}: looked for it in ${places}`);
  const known = releases.map(({ release }) => release);
  const chosen = releaseOf(pins, known);
  if ("problem" in chosen) {
    const all = [...new Set(pins.map(({ text }) => text))].join(" and ");
    throw new UsageError(
      chosen.problem === "unsaid"
        ? `${file} does not say which release of ${sdkName} it takes: ${chosen.pin.text}`
        : `${file} asks for ${all}, and no release known here fits; the newest is ${newestReader.release}`,
    );
  }
  if (chosen.isRange) {
    const asked = [...new Set(pins.map(({ text }) => text))].join(", ");
    io.stderr.write(
      `runstate: ${safeText(file)} gives a range (${safeText(asked)}); judged by ${chosen.release}, the newest known release in it\n`,
    );
  }
  return chooseReader(chosen.release);
}

async function pinsIn(file: string): Promise<Found> {
  const text = readSmallFile(file);
  if (file.endsWith(".lock") && text.trimStart().startsWith("{"))
    return { pins: readPipfileLock(parsed(file, text, JSON.parse)), places: "its sections default and develop" };
  if (/\.(?:lock|toml)$|(?:^|[\\/])Pipfile$/.test(file)) {
    const { parse } = await import("smol-toml");
    const document = parsed(file, text, parse);
    const locked = readLock(document);
    return locked === undefined
      ? { pins: readProject(document), places: "the dependencies of the project, its extras and its groups" }
      : { pins: locked, places: "its locked packages" };
  }
  return requirementsIn(file, text);
}

/** A requirements file with those that it takes in, each read once. */
function requirementsIn(file: string, text: string): Found {
  const files = new Map([[resolve(file), text]]);
  const pins: Pin[] = [];
  for (const [path, content] of files) {
    const { pins: own, includes } = readRequirements(content);
    appendAll(pins, own);
    for (const include of includes) {
      const other = resolve(dirname(path), include);
      if (!/^[a-z]+:\/\//i.test(include) && !files.has(other)) files.set(other, readSmallFile(other));
    }
  }
  return { pins, places: files.size === 1 ? "its requirements" : `its requirements and ${files.size - 1} included` };
}

function parsed(file: string, text: string, parse: (text: string) => unknown): unknown {
  try {
    return parse(text);
  } catch {
    throw new UsageError(`${file} is not ${file.endsWith(".lock") ? "a valid lock file" : "valid TOML"}`);
  }
}
