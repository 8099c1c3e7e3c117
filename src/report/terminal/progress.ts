import type { Io } from "../../io.ts";
import { plural } from "../../plural.ts";

/** A counter on stderr for runs that take a while: only on a terminal, not in CI, and only after half a second. */
export interface Progress {
  /** One more; `fraction` of the whole that is done now, when that is known. */
  step(fraction?: number): void;
  end(): void;
}

const quietMilliseconds = 500;
const redrawMilliseconds = 100;
/** Before that much is done, a guess of the time left would jump about. */
const leastFraction = 0.01;

const silent: Progress = { step() {}, end() {} };

export function openProgress(io: Io): Progress {
  if (!io.stderr.isTty || io.env.CI !== undefined) return silent;
  const start = io.now().getTime();
  let count = 0;
  let next = start + quietMilliseconds;
  return {
    step(fraction) {
      count++;
      const now = io.now().getTime();
      if (now < next) return;
      next = now + redrawMilliseconds;
      // A line that is too long for the terminal could not be taken away again.
      io.stderr.status(progressLine(count, (now - start) / 1000, fraction).slice(0, io.stderr.columns - 1));
    },
    end() {
      io.stderr.status("");
    },
  };
}

/** `1200 checkpoints, 4100/s, 38 %, 12 s left` */
export function progressLine(count: number, seconds: number, fraction: number | undefined): string {
  const rate = count / seconds;
  const parts = [plural(count, "checkpoint"), `${rate < 10 ? rate.toFixed(1) : Math.round(rate)}/s`];
  if (fraction !== undefined && fraction >= leastFraction) {
    parts.push(`${Math.floor(fraction * 100)} %`, `${durationText((seconds / fraction) * (1 - fraction))} left`);
  }
  return parts.join(", ");
}

function durationText(seconds: number): string {
  const whole = Math.ceil(seconds);
  if (whole < 60) return `${whole} s`;
  const minutes = Math.ceil(whole / 60);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
