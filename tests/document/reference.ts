import type { Path } from "../../src/document/json.ts";

/** A value of a text as a plain recursive reader finds it: what the scanner of the program is compared with. */
export interface Spot {
  readonly path: Path;
  readonly start: number;
  readonly end: number;
}

/** Spans of all values. Of repeated keys only the last and what it holds. */
export function spotsOf(text: string): Spot[] {
  let at = 0;
  const token = (pattern: RegExp): string => {
    const sticky = new RegExp(`[ \\t\\r\\n]*(${pattern.source})`, "uys");
    sticky.lastIndex = at;
    const match = sticky.exec(text);
    if (match === null) throw new Error(`no ${pattern} at ${at}`);
    at += match[0].length;
    return match[1] ?? "";
  };
  const peek = (): string => /[^ \t\r\n]/.exec(text.slice(at))?.[0] ?? "";
  const value = (path: Path): Spot[] => {
    const first = peek();
    at = text.indexOf(first, at);
    const start = at;
    let inner: Spot[] = [];
    if (first === "{") {
      const members = new Map<string, Spot[]>();
      token(/\{/);
      while (peek() !== "}") {
        const key = JSON.parse(token(/"(?:[^"\\]|\\.)*"/)) as string;
        token(/:/);
        members.set(key, value([...path, key]));
        if (peek() === ",") token(/,/);
      }
      token(/\}/);
      inner = [...members.values()].flat();
    } else if (first === "[") {
      token(/\[/);
      for (let index = 0; peek() !== "]"; index++) {
        inner.push(...value([...path, index]));
        if (peek() === ",") token(/,/);
      }
      token(/\]/);
    } else token(/"(?:[^"\\]|\\.)*"|[^ \t\r\n,\]}]+/);
    return [{ path, start, end: at }, ...inner];
  };
  return value([]);
}
