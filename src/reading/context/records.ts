import { isObject, type Json, type JsonObject, listOf } from "../../document/json.ts";
import { nonEmptyString } from "../../python/truth.ts";
import { agentKey } from "../agents.ts";

/** A decision that belongs to one agent: an entry of `context.function_tool_approvals`. */
export interface OwnedRecord {
  /** Place in the list. */
  readonly index: number;
  /** Agent, as the file names it. */
  readonly owner: string | null;
  /** Tool key. */
  readonly key: string;
  readonly record: JsonObject;
}

/** Those that the reader can use, in file order. */
export function ownedRecords(context: JsonObject): OwnedRecord[] {
  const found: OwnedRecord[] = [];
  for (const [index, entry] of listOf(context.function_tool_approvals).entries()) {
    if (!isObject(entry) || !isObject(entry.decision) || typeof entry.tool_key !== "string") continue;
    found.push({ index, owner: agentKey(entry.agent), key: entry.tool_key, record: entry.decision });
  }
  return found;
}

/** Of two entries for one agent and tool the reader keeps the last (0.24.0 `_rebuild_function_tool_approvals`). */
export function lastOfOwner(records: readonly OwnedRecord[]): OwnedRecord[] {
  return [...new Map(records.map((one) => [JSON.stringify([one.owner, one.key]), one])).values()];
}

/** What a decision about hosted MCP servers is about. `query` answers questions by name and decides nothing. */
export interface HostedIdentity {
  readonly type: "server_tool" | "request" | "query";
  /** These three where the type tells them, never empty. */
  readonly server?: string;
  readonly tool?: string;
  readonly requestId?: string;
}

const told = {
  server_tool: { server: "server_label", tool: "tool_name" },
  request: { requestId: "request_id" },
  query: { tool: "tool_name", requestId: "request_id" },
} as const;

/** Undefined when the reader cannot use it (0.24.0 `_rebuild_hosted_mcp_approvals`). */
export function hostedIdentityOf(value: Json | undefined): HostedIdentity | undefined {
  if (!isObject(value)) return undefined;
  const { type } = value;
  if (type !== "server_tool" && type !== "request" && type !== "query") return undefined;
  const names = Object.entries(told[type]).map(([name, key]) => [name, nonEmptyString(value[key])] as const);
  if (names.some(([, text]) => text === undefined)) return undefined;
  return { type, ...Object.fromEntries(names) };
}

/** A decision about hosted MCP servers: an entry of `context.hosted_mcp_approvals`. */
export interface HostedRecord extends HostedIdentity {
  /** Place in the list. */
  readonly index: number;
  readonly record: JsonObject;
}

/** Those that the reader can use, in file order. */
export function hostedRecords(context: JsonObject): HostedRecord[] {
  const found: HostedRecord[] = [];
  for (const [index, entry] of listOf(context.hosted_mcp_approvals).entries()) {
    if (!isObject(entry) || !isObject(entry.decision)) continue;
    const identity = hostedIdentityOf(entry.identity);
    if (identity !== undefined) found.push({ ...identity, index, record: entry.decision });
  }
  return found;
}

/** Of two entries about the same the reader keeps the last. */
export function lastOfIdentity(records: readonly HostedRecord[]): HostedRecord[] {
  return [...new Map(records.map((one) => [hostedKey(one), one])).values()];
}

/** One text for an identity. */
export function hostedKey({ type, server, tool, requestId }: HostedIdentity): string {
  return JSON.stringify([type, server ?? null, tool ?? null, requestId ?? null]);
}
