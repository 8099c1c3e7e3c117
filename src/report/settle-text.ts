import type { Paint } from "./paint.ts";
import type { SettleReport } from "./settle-json.ts";

export interface SettleTextSettings {
  readonly paint: Paint;
  readonly columns: number;
  readonly showValues: boolean;
  readonly quiet: boolean;
}

export function settleText(report: SettleReport, _settings: SettleTextSettings): string {
  return `${report.result.outcome}\n`;
}
