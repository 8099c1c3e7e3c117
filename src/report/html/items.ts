import type { RawItem } from "../../session/raw-item.ts";
import { labelOf } from "../settle/picture.ts";
import { type Html, text, valueBlock } from "./text.ts";
import { contentOfItem } from "./values.ts";

/** Items that are drawn; more only make the page slow. */
const most = 500;

/** Items of a session or of a record, one line each, with what they say under `--show-values`. */
export function itemList(items: readonly RawItem[], showsValues: boolean): Html {
  const rows = items.slice(0, most).map((item) => {
    return `<li><span class="label">${text(labelOf(item, false))}</span>${showsValues ? valueBlock("Content", contentOfItem(item)) : ""}</li>`;
  });
  const rest = items.length > most ? `<p>… ${items.length - most} more</p>` : "";
  return `<ol class="items">${rows.join("\n")}</ol>${rest}`;
}
