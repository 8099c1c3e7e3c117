import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { text } from "../../src/report/html/text.ts";
import { runCli } from "../cli/run-cli.ts";
import { temporaryFolder } from "../temporary.ts";

// How the pages look and behave in a browser is checked by `npm run test:slow` (scripts/slow/pages.mjs).
const corpus = (name: string) => fileURLToPath(new URL(`../../corpus/${name}.json`, import.meta.url));
const folder = temporaryFolder();

const inspectPage = async (...argv: string[]) => (await runCli("inspect", "--html", "-", ...argv)).out;
const settlePage = async (...argv: string[]) => (await runCli("settle", "--html", "-", "--session", ...argv)).out;

/** The tags of a page that the page builders do not make, and its attributes that run or load something. */
function strangers(page: string): string[] {
  const body = page.slice(page.indexOf("<body>"));
  const known =
    /^<\/?(?:body|html|a|header|nav|main|section|footer|h[123]|p|ul|ol|li|dl|div|dt|dd|span|code|pre|details|summary|table|caption|thead|tbody|tr|th|td|br|strong)[ >]/;
  const tags = body.match(/<[^>]*>/g) ?? [];
  return tags.filter((tag) => !known.test(tag) || /\s(?:on\w+|style|src)=/.test(tag) || /href="(?!#)/.test(tag));
}

function isBalanced(page: string): boolean {
  const open: string[] = [];
  for (const [, close, name] of page.slice(page.indexOf("<body>")).matchAll(/<(\/?)(\w+)[^>]*>/g)) {
    if (name === "br" || name === undefined) continue;
    if (close !== "/") open.push(name);
    else if (open.pop() !== name) return false;
  }
  return open.join() === "";
}

describe("inspect --html", () => {
  it("is one page that loads and runs nothing", async () => {
    const page = await inspectPage(corpus("resume/1.21-per-call-mixed"));
    expect(page.startsWith("<!doctype html>")).toBe(true);
    expect(page).toContain("default-src 'none'");
    expect(page).not.toMatch(/<script|<img|https?:\/\//);
    expect(strangers(page)).toEqual([]);
    expect(isBalanced(page.replace("</html>", ""))).toBe(true);
    expect(page).toContain('<html lang="en">');
  });

  it("shows turns, calls, decisions and what is held", async () => {
    const page = await inspectPage(corpus("resume/1.21-held-write-current-response"));
    for (const words of ["Timeline", "Response 2", "send_letter", "no decision yet", "Held back", "session-1"])
      expect(page).toContain(words);
    expect(await inspectPage(corpus("resume/1.21-agent-tool-nested-pending"))).toContain(
      "Inside, the run of this call",
    );
    expect(await inspectPage(corpus("resume/1.16-approved-always"))).toContain("but it will not count");
  });

  it("shows values only when asked", async () => {
    const file = corpus("resume/1.21-approval-pending");
    expect(await inspectPage(file)).not.toContain("@example.com");
    expect(await inspectPage("--show-values", file)).toContain("@example.com");
  });

  it("says what it can of a file that no reader takes", async () => {
    const { code, out } = await runCli("inspect", "--html", "-", corpus("negative/syntax-cut"));
    expect(code).toBe(1);
    expect(out).toContain("rejected");
  });
});

describe("settle --html", () => {
  const session = join(folder, "session.json");
  writeFileSync(session, JSON.stringify([{ role: "user", content: "<script>alert(1)</script> hello" }]));

  it("shows the session before and after", async () => {
    const file = corpus("resume/1.21-held-write-current-response");
    const page = await settlePage(session, "--decide", "approve", "--then", "run-again", file);
    for (const words of ["Before", "After", "answered by", "Killed here"]) expect(page).toContain(words);
    expect(page.match(/class="new"/g)?.length).toBe(4);
    expect(page).not.toContain("hello");
    expect(strangers(page)).toEqual([]);
    const open = await settlePage(session, "--show-values", file);
    expect(open).toContain("&lt;script&gt;alert(1)&lt;/script&gt; hello");
    expect(strangers(open)).toEqual([]);
  });

  it("says of an error and of a resume without a session what the text says", async () => {
    const refused = await settlePage(session, corpus("resume/1.21-conversation-id-pending"));
    expect(refused).not.toMatch(/because (?:The|A) /);
    const detached = await settlePage("none", corpus("resume/1.21-approval-pending"));
    for (const words of ["Pairs are whole", "The session before and after"]) expect(detached).not.toContain(words);
  });

  it("names what may follow", async () => {
    expect(await settlePage("none", corpus("resume/1.21-approval-pending"))).toContain(
      "--decide approve --then run-again",
    );
  });

  it("draws one checkpoint", async () => {
    const { code } = await runCli(
      "settle",
      "--html",
      "-",
      "--session",
      "none",
      corpus("minimal/1.0"),
      corpus("minimal/1.1"),
    );
    expect(code).toBe(2);
  });
});

describe("the file of a page", () => {
  it("is written, and over an earlier page again, but over nothing else", async () => {
    const page = join(folder, "page.html");
    const state = join(folder, "state.json");
    writeFileSync(state, "{}");
    writeFileSync(page, "");
    expect((await runCli("inspect", "--html", page, corpus("minimal/1.21"))).code).toBe(0);
    expect((await runCli("inspect", "--html", page, corpus("minimal/1.20"))).code).toBe(0);
    expect(readFileSync(page, "utf8")).toContain("schema 1.20");
    const { code, err } = await runCli("inspect", "--html", state, corpus("minimal/1.21"));
    expect(code).toBe(2);
    expect(err).toContain("is no page");
    expect(readFileSync(state, "utf8")).toBe("{}");
  });

  it("takes the place of a report", async () => {
    const page = join(folder, "none.html");
    expect((await runCli("inspect", "--format", "json", "--html", page, corpus("minimal/1.21"))).code).toBe(2);
    const report = join(folder, "report.txt");
    writeFileSync(report, "keep");
    expect((await runCli("inspect", "--html", page, "--output", report, corpus("minimal/1.21"))).code).toBe(2);
    expect([existsSync(page), readFileSync(report, "utf8")]).toEqual([false, "keep"]);
    expect((await runCli("inspect", "--html", "-", "--output", report, corpus("minimal/1.21"))).code).toBe(0);
    expect(readFileSync(report, "utf8")).toMatch(/^<!doctype html>/);
  });
});

describe("hostile text", () => {
  it("stays text, whatever it is", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (hostile) => {
        // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what must not be there
        expect(text(hostile)).not.toMatch(/[<>"'\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
      }),
    );
  });

  it("stays text in names, ids and values of a checkpoint", async () => {
    const hostile = `</title></style></pre>"><script>alert(1)</script>' onclick='x \u001b[31m\u202e`;
    const old = readFileSync(corpus("resume/1.6-approved-always"), "utf8");
    const state = old
      .replaceAll('"mailer"', JSON.stringify(hostile))
      .replaceAll('"send_mail"', JSON.stringify(hostile));
    const file = join(folder, "hostile.json");
    writeFileSync(file, state);
    const pages = [await inspectPage("--show-values", file), await settlePage("none", "--show-values", file)];
    for (const page of pages) {
      expect(strangers(page)).toEqual([]);
      expect(isBalanced(page.replace("</html>", ""))).toBe(true);
      expect(page).not.toContain("\u001b");
      expect(page).not.toContain("\u202e");
    }
    expect(pages[0]).toContain("&lt;script&gt;");
  });
});
