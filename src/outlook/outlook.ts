import type { Finding } from "../findings/finding.ts";
import type { Reading } from "../reading/reading.ts";
import type { Agents } from "./agents.ts";

export function outlookFindings(_reading: Reading, _agents?: Agents): Finding[] {
  return [];
}
