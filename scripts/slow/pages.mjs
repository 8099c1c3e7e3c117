// The pages of `inspect --html` and `settle --html` in a real browser: nothing on the console, nothing asked of the network, hostile
// text inert, nothing wider than the window, contrast and roles as axe wants them, all of it reachable by keyboard.
//   node scripts/slow/pages.mjs [--screenshots DIR]
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import axe from "axe-core";
import { findChromium, withBrowser } from "./browser.mjs";
import { hostileCheckpoint, hostileSession } from "./hostile.mjs";
import { leftOut } from "./left-out.mjs";

const root = join(import.meta.dirname, "../..");
const { values: options } = parseArgs({ options: { screenshots: { type: "string" } } });
const widths = [420, 1280];
const schemes = ["light", "dark"];

const corpus = (name) => join(root, "corpus", `${name}.json`);
const folder = mkdtempSync(join(tmpdir(), "runstate-pages-"));
const hostile = join(folder, "hostile.json");
const older = join(folder, "hostile-older.json");
const session = join(folder, "session.json");
writeFileSync(
  hostile,
  JSON.stringify(hostileCheckpoint(readFileSync(corpus("resume/1.21-held-write-current-response"), "utf8"))),
);
writeFileSync(older, JSON.stringify(hostileCheckpoint(readFileSync(corpus("resume/1.6-approved-always"), "utf8"))));
writeFileSync(session, JSON.stringify(hostileSession()));

/** Name and command line of each page. */
const pages = [
  ["pending", ["inspect", "--show-values", corpus("resume/1.21-per-call-mixed")]],
  ["nested", ["inspect", corpus("resume/1.21-agent-tool-nested-pending")]],
  ["asks-again", ["inspect", "--show-values", corpus("resume/1.16-approved-always")]],
  ["held", ["inspect", "--show-values", corpus("resume/1.21-held-write-current-response")]],
  ["secrets", ["inspect", corpus("security/key-in-arguments")]],
  ["rejected", ["inspect", corpus("negative/context-list")]],
  ["hostile", ["inspect", "--show-values", hostile]],
  ["hostile-older", ["inspect", "--show-values", older]],
  ["hostile-settle", ["settle", "--show-values", "--session", session, hostile]],
  [
    "settle",
    [
      "settle",
      "--session",
      session,
      "--decide",
      "approve",
      "--then",
      "run-again",
      corpus("resume/1.21-held-write-current-response"),
    ],
  ],
  ["settle-paths", ["settle", "--session", "none", corpus("resume/1.21-approval-pending")]],
];

const complaints = [];

function draw(name, argv) {
  const file = join(folder, `${name}.html`);
  const done = spawnSync(process.execPath, [join(root, "bin/runstate.cjs"), ...argv, "--html", file], {
    encoding: "utf8",
  });
  if (![0, 1].includes(done.status)) throw new Error(`${argv.join(" ")}: exit ${done.status}: ${done.stderr}`);
  return pathToFileURL(file).href;
}

async function look(context, name, url) {
  const page = await context.newPage();
  const complain = (what) => complaints.push(`${name}: ${what}`);
  page.on("console", (message) => complain(`console: ${message.text()}`));
  page.on("pageerror", (error) => complain(`error: ${error.message}`));
  page.on("dialog", (dialog) => {
    complain("a dialog opened");
    dialog.dismiss();
  });
  page.on("request", (request) => {
    if (request.url() !== url && !request.url().startsWith("data:")) complain(`asks for ${request.url()}`);
  });
  for (const width of widths) {
    for (const colorScheme of schemes) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      await page.goto(url);
      if (options.screenshots !== undefined) {
        mkdirSync(options.screenshots, { recursive: true });
        await page.screenshot({
          path: join(options.screenshots, `${name}-${width}-${colorScheme}.png`),
          fullPage: true,
        });
      }
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      if (overflow > 0) complain(`${overflow} pixels too wide at ${width}`);
      await judgeByAxe(page, (what) => complain(`${what} (${width}, ${colorScheme})`));
    }
  }
  await checkInert(page, complain);
  await checkKeyboard(page, complain);
  await page.close();
}

/** axe runs over the debugging protocol, in a world that the page's policy does not govern. */
async function judgeByAxe(page, complain) {
  const found = await page.evaluate(`${axe.source}; axe.run(document, { resultTypes: ["violations"] })`);
  for (const { id, help, nodes } of found.violations) complain(`axe ${id}: ${help}: ${nodes[0].html.slice(0, 200)}`);
}

/** Only elements that the page builders make; no handler, no foreign link, no style of its own. */
async function checkInert(page, complain) {
  const odd = await page.evaluate(() => {
    const known = new Set(
      (
        "html head meta link title style body a header nav main section footer p h1 h2 h3 ul ol li dl div dt dd span code pre " +
        "details summary table caption thead tbody tr th td br strong"
      ).split(" "),
    );
    const list = [];
    for (const element of document.querySelectorAll("*")) {
      if (!known.has(element.localName)) list.push(`<${element.localName}>`);
      for (const { name, value } of element.attributes) {
        if (name.startsWith("on") || name === "style" || (name === "href" && !/^(#|data:,$)/.test(value)))
          list.push(`${name}=${value}`);
      }
    }
    return list;
  });
  for (const what of odd) complain(`holds ${what}`);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what must not be there
  if (/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/.test(await page.content()))
    complain("holds control characters");
}

/** The first stop skips the navigation; every link, fold and scrolling table is a stop, and the focus can be seen. */
async function checkKeyboard(page, complain) {
  await page.keyboard.press("Tab");
  const first = await page.evaluate(() => document.activeElement?.className);
  if (first !== "skip") complain(`the first stop is not the skip link but ${first}`);
  const expected = await page.evaluate(() => document.querySelectorAll("a[href], summary, [tabindex='0']").length);
  const hidden = await page.evaluate(() => document.querySelectorAll("details:not([open]) [tabindex='0']").length);
  const stops = await countStops(page, expected);
  if (stops < expected - hidden) complain(`the keyboard reaches ${stops} of ${expected - hidden}`);
  const fold = await page.$("details:not([open]) > summary");
  if (fold === null) return;
  await fold.focus();
  await page.keyboard.press("Enter");
  if (!(await fold.evaluate((element) => element.parentElement.open))) complain("Enter does not open a fold");
}

/** The stops from the one that has the focus, each once. */
async function countStops(page, most) {
  await page.evaluate(() => {
    document.activeElement.dataset.seen = "1";
  });
  let stops = 1;
  for (let n = 0; n < most; n++) {
    await page.keyboard.press("Tab");
    const isNew = await page.evaluate(() => {
      const here = document.activeElement;
      if (here === document.body || here.dataset.seen === "1") return false;
      here.dataset.seen = "1";
      return getComputedStyle(here).outlineStyle !== "none";
    });
    if (!isNew) break;
    stops++;
  }
  return stops;
}

const chromium = findChromium();
if (chromium === undefined) {
  console.log("left out: there is no Chromium (RUNSTATE_CHROMIUM names one)");
  process.exitCode = leftOut;
} else {
  await withBrowser(chromium, async (context) => {
    for (const [name, argv] of pages) await look(context, name, draw(name, argv));
  });
  for (const complaint of new Set(complaints)) console.log(`  ${complaint}`);
  console.log(
    `pages: ${pages.length} pages at ${widths.join(" and ")} pixels, light and dark: ${complaints.length} complaints`,
  );
  if (complaints.length > 0) process.exitCode = 1;
}
rmSync(folder, { recursive: true, force: true });
