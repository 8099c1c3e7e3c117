import { safeText } from "../terminal/safe-text.ts";

// Names, ids and values of a document are hostile: what reaches the page goes through `text`, and only what is made here is markup.

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** A piece of markup. Only this module and the page builders make it. */
export type Html = string & { readonly markup?: never };

/** Any text as text: in content and in quoted attributes. Control characters and bidi marks show as escapes. */
export function text(value: string): Html {
  return safeText(value).replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

/** Text of several lines, for `<pre>`. */
function lines(value: string): Html {
  return value.split(/\r?\n/).map(text).join("\n");
}

/** A name or an id as the document spells it. */
export function code(value: string): Html {
  return `<code>${text(value)}</code>`;
}

/** Every name is a word of its own, so that long lists break anywhere. */
export function names(list: readonly string[]): Html {
  return list.map(code).join(" ");
}

export function badge(kind: "good" | "bad" | "odd" | "plain", label: string): Html {
  return `<span class="badge ${kind}">${text(label)}</span>`;
}

/** Names and what they stand for; rows without a value are left out. */
export function facts(rows: readonly (readonly [name: string, value: Html])[]): Html {
  const shown = rows.filter(([, value]) => value !== "");
  if (shown.length === 0) return "";
  return `<dl class="facts">\n${shown.map(([name, value]) => `<div><dt>${text(name)}</dt><dd>${value}</dd></div>`).join("\n")}\n</dl>`;
}

/** A table that scrolls by itself on a narrow screen; keyboards reach it. The first cell of a row is its heading. */
export function dataTable(
  id: string,
  caption: string,
  columns: readonly string[],
  rows: readonly (readonly Html[])[],
): Html {
  if (rows.length === 0) return "";
  const head = columns.map((column) => `<th scope="col">${text(column)}</th>`).join("");
  const body = rows.map(([first = "", ...cells]) => {
    return `<tr><th scope="row">${first}</th>${cells.map((cell) => `<td>${cell}</td>`).join("")}</tr>`;
  });
  return (
    `<div class="scroll" role="region" aria-labelledby="${id}-caption" tabindex="0">\n` +
    `<table><caption id="${id}-caption">${text(caption)}</caption>\n` +
    `<thead><tr>${head}</tr></thead>\n<tbody>\n${body.join("\n")}\n</tbody></table>\n</div>`
  );
}

/** A value of the document, folded away when it is long. */
export function valueBlock(name: string, value: string | undefined): Html {
  if (value === undefined) return "";
  const block = `<pre tabindex="0" aria-label="${text(name)}">${lines(value)}</pre>`;
  const isShort = value.length <= 400 && value.split("\n").length <= 6;
  return `<details class="value"${isShort ? " open" : ""}><summary>${text(name)}</summary>${block}</details>`;
}
