import { createHash } from "node:crypto";
import { tool } from "../../tool.ts";
import { pageStyle } from "./style.ts";
import { type Html, text } from "./text.ts";

export interface PageOptions {
  /** The file that the page is about. */
  readonly title: string;
  readonly kind: "inspect" | "settle";
  readonly header: Html;
  /** Anchor and name of each section that is there. */
  readonly sections: readonly (readonly [id: string, title: string, body: Html])[];
  readonly showsValues: boolean;
}

/** Nothing is loaded, nothing runs, nothing is sent: also what slipped through as markup could do no harm. */
function contentPolicy(): string {
  const style = createHash("sha256").update(pageStyle).digest("base64");
  return `default-src 'none'; style-src 'sha256-${style}'; base-uri 'none'; form-action 'none'`;
}

function navigation(sections: PageOptions["sections"]): Html {
  const links = sections
    .filter(([, , body]) => body !== "")
    .map(([id, title]) => `<li><a href="#${id}">${text(title)}</a></li>`);
  return `<nav aria-label="On this page"><ul>${links.join("")}</ul></nav>`;
}

function footer(showsValues: boolean): Html {
  const values = showsValues
    ? "This page holds values of the document: prompts, arguments, outputs, maybe secrets. Share it as you would share the file."
    : "Values of the document are left out; --show-values puts them in. Names, ids and counts are shown.";
  return `<footer><p>${text(values)}</p><p>Made by ${text(tool.name)} ${text(tool.version)}. It loads nothing and runs no script.</p></footer>`;
}

/** One self-contained page. Everything in `header` and `sections` is markup already. */
export function htmlPage({ title, kind, header, sections, showsValues }: PageOptions): string {
  return [
    "<!doctype html>",
    '<html lang="en">',
    "<head>",
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${contentPolicy()}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    '<meta name="referrer" content="no-referrer">',
    `<meta name="generator" content="${text(`${tool.name} ${tool.version}`)}">`,
    `<title>${text(title)} – runstate ${kind}</title>`,
    `<style>${pageStyle}</style>`,
    "</head>",
    "<body>",
    '<a class="skip" href="#content">Skip to the content</a>',
    `<header class="top">${header}</header>`,
    navigation(sections),
    '<main id="content" tabindex="-1">',
    ...sections.map(([id, heading, body]) => (body === "" ? "" : sectionOf(id, heading, body))),
    "</main>",
    footer(showsValues),
    "</body>",
    "</html>",
    "",
  ].join("\n");
}

function sectionOf(id: string, title: string, body: Html): Html {
  return `<section id="${id}" aria-labelledby="${id}-title">\n<h2 id="${id}-title">${text(title)}</h2>\n${body}\n</section>`;
}
