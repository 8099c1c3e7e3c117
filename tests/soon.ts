import { expect } from "vitest";

/** The answer, which must not take longer than a long list may: many times what it takes, and a fraction of what it took while each entry
 * was compared with all others. Time of the processor counts: the machine may be busy with something else. */
export function soon<Answer>(take: () => Answer): Answer {
  const start = process.cpuUsage();
  const answer = take();
  expect(process.cpuUsage(start).user / 1e6).toBeLessThan(5);
  return answer;
}
