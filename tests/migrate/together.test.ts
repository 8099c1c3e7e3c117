import { describe, expect, it } from "vitest";
import { migrate, migrateEach } from "../../src/migrate/migrate.ts";
import { cases, documentOf } from "./cases.ts";

describe("several documents of many labels", () => {
  const documents = () => cases.map(({ input }) => documentOf(input));

  it.each(["1.21", "1.17", "1.9"])("go to %s as each by itself", (to) => {
    const shown = ({ result, ...rest }: ReturnType<typeof migrate>) => ({ ...rest, text: result?.text });
    const each = documents().map((document) => shown(migrate(document, { to })));
    expect(migrateEach(documents(), { to }).map(shown)).toEqual(each);
    expect(new Set(each.map(({ status }) => status)).size).toBeGreaterThan(1);
  });
});
