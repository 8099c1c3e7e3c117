import type { RowId } from "../row-id.ts";
import { entryPages } from "./entry.ts";
import { exitPages } from "./exits.ts";
import { heldPages } from "./held.ts";
import { ordinaryPages } from "./ordinary.ts";
import type { RowPage } from "./page.ts";

/** Every row in words, in the order of the table. Loaded by `explain` only. */
export const rowPages: Readonly<Record<RowId, RowPage>> = {
  ...entryPages,
  ...ordinaryPages,
  ...heldPages,
  ...exitPages,
};
