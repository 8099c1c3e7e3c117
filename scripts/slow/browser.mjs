import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";

const places = [
  process.env.RUNSTATE_CHROMIUM,
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
];

/** The program of a Chromium that the system has; undefined when there is none. */
export function findChromium() {
  return places.find((place) => place !== undefined && existsSync(place));
}

/** Runs `work(context)` in a browser of its own, with a new profile, that talks to nobody. */
export async function withBrowser(executablePath, work) {
  const profile = mkdtempSync(join(tmpdir(), "runstate-browser-"));
  const quiet = ["--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"];
  const args = [...quiet, "--disable-component-update", "--disable-sync"];
  const asRoot = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
  const context = await chromium.launchPersistentContext(profile, { executablePath, args: [...args, ...asRoot] });
  try {
    await work(context);
  } finally {
    await context.close();
    rmSync(profile, { recursive: true, force: true });
  }
}
