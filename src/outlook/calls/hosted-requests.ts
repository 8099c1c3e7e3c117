import { isObject, type Json } from "../../document/json.ts";
import type { RunReading } from "../../reading/reading.ts";
import { modelOutputs } from "../../reading/run/model-output.ts";
import type { Outlooker } from "../outlooker.ts";

/** A rejected request to one of several hosted MCP servers. Up to 0.19.4 all of them share one name, and a saved request comes back with the last
 * of the agent: its `on_approval_request`, if it has one, answers in place of the decision (`_deserialize_processed_response`,
 * `_partition_mcp_approval_requests`). The history tells that there is another server; its callback is not in the file. */
export function checkHostedRequests({ run, standings, report }: Outlooker): void {
  if (!run.dialect.on["rejection-before-callback"]) return;
  const rejected = standings.filter(
    ({ call, counts }) => call.kind === "mcp_approval_request" && counts?.verdict === "rejected",
  );
  if (rejected.length === 0) return;
  const servers = serversOf(run);
  for (const { call } of rejected) {
    const { raw, rawPath } = call.approval;
    const own = isObject(raw) ? raw.server_label : undefined;
    if (typeof own !== "string" || ![...servers].some((server) => server !== own)) continue;
    report("rejection-before-callback", [...run.base, ...rawPath], { id: call.callId ?? "", tool: call.tool });
  }
}

/** The hosted servers that the items of a run speak of. */
function serversOf(run: RunReading): Set<string> {
  const servers = new Set<string>();
  const add = (raw: Json | undefined) => {
    if (isObject(raw) && typeof raw.server_label === "string") servers.add(raw.server_label);
  };
  for (const { raw } of run.generated.kept) add(raw);
  for (const raw of modelOutputs(run.state)) add(raw);
  return servers;
}
