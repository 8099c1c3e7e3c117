import { serviceShape, tokenShapes } from "./shapes.ts";

const gluedShapes = [...tokenShapes, serviceShape].map(({ shape, glued }) => new RegExp(glued ?? shape));
const shortestGlued = 20;

/** Whether a name holds a token, also behind letters that somebody put before it. In a text that would find too much. */
export function hasGluedToken(name: string): boolean {
  return name.length >= shortestGlued && gluedShapes.some((shape) => shape.test(name));
}
