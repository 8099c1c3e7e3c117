import { serviceKey, tokens } from "./text.ts";

/** The same shapes wherever they begin, but for one: `task-` and `risk-` end as a key begins, so that one has to look random too. */
const glued: readonly RegExp[] = [...tokens.map(([, shape]) => shape), serviceKey].map(({ source }) => {
  const bare = source.slice(source.indexOf(")") + 1).replace(/\(\?![^)]*\)$/, "");
  return new RegExp(bare.startsWith("sk-") ? "sk-(?:[a-z0-9]{2,8}-){0,2}(?=[A-Za-z]{0,19}[0-9])[A-Za-z0-9]{20}" : bare);
});
const shortestGlued = 20;

/** Whether a name holds a token, also behind letters that somebody put before it. In a text that would find too much. */
export function hasGluedToken(name: string): boolean {
  return name.length >= shortestGlued && glued.some((shape) => shape.test(name));
}
