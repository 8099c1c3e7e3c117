// Compares migrations with the released SDK, live: the release that writes the target holds the same state from the migrated file as from the
// original and resumes it the same way; what goes down loads there with every pending approval, forced forms too.
//   node scripts/sdk/migrate.mjs [--seed N] [--bases DIR]... [--verbose]
import { join } from "node:path";
import { parseArgs } from "node:util";
import { readBases } from "./bases.mjs";
import { ensureEnvironment } from "./environments.mjs";
import { loadCore } from "./ours.mjs";
import { runPython } from "./runs.mjs";

const here = import.meta.dirname;
const { values: options } = parseArgs({
  options: {
    seed: { type: "string" },
    bases: { type: "string", multiple: true },
    verbose: { type: "boolean", default: false },
  },
});
const core = await loadCore("migrate-core.ts");
const upTargets = ["1.17", "1.18", "1.21"];
const downTargets = ["1.18", "1.17", "1.15", "1.13", "1.9", "1.4", "1.0"];
const resumes = ["none", "approve", "none streamed", "approve streamed"];
const unsafe = new Set(Object.keys(core.migrateRules).filter((rule) => core.migrateRules[rule].severity === "error"));
/** The newest release that writes a label, else the next newer one: few environments serve many labels. */
const releaseOf = (label) => core.writerOf(core.readerAtLeast(label).writes).release;
const total = { passed: 0, failed: 0 };
/** How the resumes ended: a comparison of nothing but errors would prove little. */
const endings = new Map();

const checkpoints = readBases(options.bases ?? [join(here, "../../corpus")]).flatMap(({ file, text }) => {
  const read = core.parseDocument(text);
  const label = read.document?.value?.$schemaVersion;
  return typeof label === "string" && core.readerAtLeast(label) !== undefined
    ? [{ file, text, label, document: read.document }]
    : [];
});

function ask(release, cases) {
  const input = cases.map((one) => `${JSON.stringify(one)}\n`).join("");
  return runPython(ensureEnvironment(core, release), "migrate_oracle.py", [], input)
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
}

function check(holds, what, detail) {
  total[holds ? "passed" : "failed"]++;
  if (!holds) console.log(`  ${what}: ${detail}`);
}

/** Python writes NaN and Infinity. */
const valueIn = (text) => core.parseDocument(text).document.value;

/** Decisions of nested runs, ledger entries of native calls and the names of their tools, where a migration may differ from the SDK's own
 * load and save for the better. */
function comparable(state, other, label) {
  if (!state.startsWith("{") || core.compareVersions(label, "1.15") >= 0) return state;
  const known = other.startsWith("{") ? valueIn(other) : undefined;
  return JSON.stringify(strip(valueIn(state), known, 0));
}

function strip(state, other, depth) {
  const ledger = state.context?.tool_invocations ?? {};
  for (const [id, { type }] of Object.entries(ledger)) {
    const native = ["shell_call", "local_shell_call", "computer_call", "apply_patch_call"].includes(type);
    if (native && other?.context?.tool_invocations?.[id] === undefined) delete ledger[id];
  }
  const response = state.last_processed_response?.new_items ?? [];
  for (const item of [...(state.generated_items ?? []), ...(state.session_items ?? []), ...response])
    if (item.type === "tool_call_item" && typeof item.raw_item?.name !== "string") delete item.tool_name;
  if (depth > 0) for (const key of ["approvals", "tool_invocations"]) delete state.context?.[key];
  const inner = (of) => of?.last_processed_response?.functions ?? [];
  for (const [at, entry] of inner(state).entries()) {
    if (entry.agent_run_state) strip(entry.agent_run_state, inner(other)[at]?.agent_run_state, depth + 1);
  }
  return state;
}

const isNested = ({ text }) => text.includes('"agent_run_state"');
const isPaused = ({ document }) => document.value.current_step?.type === "next_step_interruption";

function compareUp(to) {
  const release = releaseOf(to);
  const chosen = checkpoints.filter(({ label }) => core.compareVersions(label, to) < 0);
  const results = chosen.map((one) => core.migrate(one.document, { to }));
  const cases = chosen.flatMap((one, at) => {
    const how = isPaused(one) ? resumes : [""];
    return how.flatMap((resume) => [one.text, results[at].result?.text ?? "{}"].map((text) => ({ text, resume })));
  });
  const answers = ask(release, cases);
  let next = 0;
  let sensitive = 0;
  for (const [at, one] of chosen.entries()) {
    const what = `${one.file} to ${to}`;
    for (const resume of isPaused(one) ? resumes : [""]) {
      const [before, after] = [answers[next++], answers[next++]];
      if (results[at].result === null)
        check(before.ok === false, what, `${results[at].status}, but ${release} loads the original`);
      else if (!before.ok)
        check(
          results[at].edits.some(({ change }) => change.rule === "held-boundary-proven") || isDraft(one),
          what,
          `migrated, but ${release} refuses the original`,
        );
      else if (!after.ok) check(false, what, `${release} refuses the result: ${after.error}`);
      else compareTwo(one, what, resume, before, after);
      sensitive++;
    }
  }
  console.log(`up to ${to}, ${release}: ${sensitive} comparisons`);
}

const isDraft = ({ document }) => Object.hasOwn(document.value.pending_session_write ?? {}, "held");

function compareTwo(one, what, resume, before, after) {
  const [was, is] = [comparable(before.state, after.state, one.label), comparable(after.state, after.state, one.label)];
  check(was === is, what, "the state differs");
  // The SDK itself asks for a decided inner call again and again when it loads an old file; the migrated one finishes.
  if (resume === "" || (isNested(one) && core.compareVersions(one.label, "1.15") < 0)) return;
  const kind = `${after.ends?.[0]}, ${after.tools?.length > 0 ? "tools ran" : "no tool ran"}`;
  endings.set(kind, (endings.get(kind) ?? 0) + 1);
  for (const key of ["ends", "tools", "inputs", "session"]) {
    check(
      JSON.stringify(before[key]) === JSON.stringify(after[key]),
      `${what}, resume ${resume}`,
      `${key}: ${JSON.stringify(before[key])?.slice(0, 200)} became ${JSON.stringify(after[key])?.slice(0, 200)}`,
    );
  }
}

const pendingOf = (state) => {
  const step = state.current_step ?? {};
  const inner = (state.last_processed_response?.functions ?? []).flatMap((entry) =>
    entry.agent_run_state ? [entry.agent_run_state] : [],
  );
  return (
    (step.data?.interruptions ?? step.interruptions ?? []).length + inner.reduce((sum, one) => sum + pendingOf(one), 0)
  );
};

/** The approvals that the reader of the source holds, nested runs included. */
function heldApprovals({ document, label }) {
  const { reading } = core.judge(document, { reader: core.readerAtLeast(label), loadOnly: true });
  return [...core.factsOf(reading).values()].reduce((sum, { approvals }) => sum + approvals.length, 0);
}

const told = new Set(["mcp-bindings-dropped", "sticky-decision-final"]);

function compareDown(to) {
  const release = releaseOf(to);
  const results = checkpoints
    .filter(({ label }) => core.compareVersions(label, to) > 0)
    .flatMap((one) => {
      const plain = core.migrate(one.document, { to });
      const forced = plain.status === "refused" ? core.migrate(one.document, { to, allowLoss: unsafe }) : undefined;
      return [{ one, ...plain, forced: false }, ...(forced === undefined ? [] : [{ one, ...forced, forced: true }])];
    })
    .filter(({ result }) => result !== null);
  const cases = results.map(({ one, result }) => ({ text: result.text, resume: isPaused(one) ? "approve" : "" }));
  const answers = ask(release, cases);
  const originals = originalResumes(
    results.filter(({ one, forced }) => !forced && isPaused(one)).map(({ one }) => one),
  );
  for (const [at, { one, forced, findings }] of results.entries()) {
    const answer = answers[at];
    const what = `${one.file} to ${to}${forced ? ", forced" : ""}`;
    check(answer.ok, what, `${release} refuses it: ${answer.error}`);
    if (!answer.ok || forced || !answer.state.startsWith("{")) continue;
    check(pendingOf(valueIn(answer.state)) === heldApprovals(one), what, "pending approvals are lost");
    const original = originals.get(one);
    // Without its binding a call of a local MCP server is refused by newer releases and run by older ones; below 1.16 no decision on a call counts
    // beside one for all calls. 0.19.4 asks for an agent tool whose call has the id of one inside. The report says so.
    const isTold = findings.some(({ rule, args }) => told.has(rule) || args.rule === "agent-call-asked-for");
    if (original?.ok !== true || original.ends[0] === "raises" || isTold || asksInVain(one)) continue;
    for (const key of ["ends", "tools"]) {
      const [was, is] = [JSON.stringify(original[key]), JSON.stringify(answer[key])];
      check(was === is, `${what}, approved`, `${key}: ${was?.slice(0, 200)} became ${is?.slice(0, 200)}`);
    }
  }
  console.log(`down to ${to}, ${release}: ${results.length} files`);
}

const inVain = new Set([
  "nested-decision-ignored",
  "nested-call-asked-twice",
  "nested-call-blocks",
  "waiting-id-changed",
  "waiting-call-incomplete",
  "queued-call-untyped",
  "queued-call-twice",
  "queued-call-renamed",
  "approval-of-another-agent",
  "inner-finished-call-unnamed",
  "waiting-call-passed-over",
  "answered-call-runs-again",
  "agent-call-asked-for",
  "response-call-unknown",
]);

/** The release of the original asks for a call that was answered, leaves it out, runs it again, or lets none run while one was edited; older ones
 * do not. */
function asksInVain({ document, label }) {
  const { findings } = core.judge(document, { reader: core.readerAtLeast(label) });
  return findings.some(({ rule }) => inVain.has(rule));
}

const resumed = new Map();

/** What the release that writes the label of the original does with it when everything is approved. */
function originalResumes(chosen) {
  for (const label of new Set(chosen.map((one) => one.label))) {
    const open = chosen.filter((one) => one.label === label && !resumed.has(one));
    const answers =
      open.length === 0
        ? []
        : ask(
            releaseOf(label),
            open.map(({ text }) => ({ text, resume: "approve" })),
          );
    open.forEach((one, at) => {
      resumed.set(one, answers[at]);
    });
  }
  return resumed;
}

for (const to of upTargets) compareUp(to);
console.log([...endings].map(([kind, times]) => `  ${times} resumes: ${kind}`).join("\n"));
for (const to of downTargets) compareDown(to);
console.log(`migrate: ${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 ? 0 : 1;
