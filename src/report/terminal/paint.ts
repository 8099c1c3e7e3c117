import type { Io } from "../../io.ts";
import type { ReportOptions } from "../options.ts";

type Stroke = (text: string) => string;

/** The colours of text output by meaning. */
export interface Paint {
  readonly error: Stroke;
  readonly resume: Stroke;
  readonly warning: Stroke;
  readonly info: Stroke;
  readonly good: Stroke;
  readonly strong: Stroke;
  readonly faint: Stroke;
}

const plain: Stroke = (text) => text;
export const noPaint: Paint = {
  error: plain,
  resume: plain,
  warning: plain,
  info: plain,
  good: plain,
  strong: plain,
  faint: plain,
};

export type ColourLevel = 0 | 1 | 2 | 3;

/** Level of colour: the option, then FORCE_COLOR, then NO_COLOR (chalk does not know it), then whether it is a terminal. */
export function colourLevel(options: ReportOptions, io: Io): ColourLevel {
  if (options.color === false) return 0;
  const forced = io.env.FORCE_COLOR;
  if (forced !== undefined) {
    if (forced === "0" || forced === "false") return 0;
    return forced === "2" ? 2 : forced === "3" ? 3 : 1;
  }
  const refused = io.env.NO_COLOR;
  if (refused !== undefined && refused !== "") return 0;
  return io.stdout.isTty && io.env.TERM !== "dumb" ? 1 : 0;
}

/** Colours for text output. */
export function choosePaint(options: ReportOptions, io: Io): Promise<Paint> {
  return paintOf(colourLevel(options, io));
}

/** chalk is loaded only when there are any. */
export async function paintOf(level: ColourLevel): Promise<Paint> {
  if (level === 0) return noPaint;
  const { Chalk } = await import("chalk");
  const chalk = new Chalk({ level });
  return {
    error: chalk.red,
    resume: chalk.magenta,
    warning: chalk.yellow,
    info: chalk.cyan,
    good: chalk.green,
    strong: chalk.bold,
    faint: chalk.dim,
  };
}
