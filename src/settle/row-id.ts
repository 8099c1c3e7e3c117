/** A row of the decision table (docs/settle.md): what kind of record met which session, and where the turn ended. Each has a page in
 * `pages/`. Stable for ever. */
export type RowId =
  | "L"
  | "L0"
  | "T"
  | "G"
  | `O${1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9}`
  | `C${1 | 2 | 3 | 4}`
  | `H${2 | 3 | 4 | 5 | 6 | 7}`
  | `X${1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11}`;
