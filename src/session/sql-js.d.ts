// The part of sql.js that is used here; the package brings no types.
declare module "sql.js" {
  export interface Statement {
    bind(values: readonly (string | number | null)[]): boolean;
    step(): boolean;
    get(): (string | number | Uint8Array | null)[];
    free(): boolean;
  }
  export interface Database {
    prepare(sql: string): Statement;
    export(): Uint8Array;
    close(): void;
  }
  export interface SqlJs {
    Database: new (data: Uint8Array) => Database;
  }
  export default function initSqlJs(config: { wasmBinary: Uint8Array }): Promise<SqlJs>;
}
