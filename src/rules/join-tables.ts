type Joined<Table> = (Table extends unknown ? (table: Table) => void : never) extends (all: infer All) => void
  ? All
  : never;

/** One table of all entries. An object without a prototype is a hash table from the start, where a spread of so many would have V8
 * derive a hidden class for each key: a millisecond of every start. */
export function joinTables<Tables extends readonly object[]>(...tables: Tables): Joined<Tables[number]> {
  return Object.assign(Object.create(null), ...tables);
}
