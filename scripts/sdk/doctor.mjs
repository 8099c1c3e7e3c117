// The bug behind this project, and its relatives, end to end in the released SDKs: pause, damage, diagnosis, repair, resume. Each repair
// that the doctor offers is made and resumed, and has to heal the run.   node scripts/sdk/doctor.mjs
import { ensureEnvironment } from "./environments.mjs";
import { loadCore } from "./ours.mjs";
import { call, done, playJobs, said } from "./runs.mjs";

const newest = "0.24.0";
const id = "sess_1";

/** Output guardrails with a tool use that is not the default one: what keeps a pause out of the session. */
const gated = { guarded: true, stop_at: ["other"] };
const plain = {};

/** What the model says until the run pauses. */
const pauses = {
  "one call": [[call("call_A")]],
  "a later turn": [[call("call_L", "look_up")], [call("call_A")]],
  "two calls": [[call("call_A"), call("call_B")]],
  "a preamble": [[said("about to write"), call("call_A")]],
  reasoning: [[{ type: "reasoning", id: "rs_1" }, call("call_A")]],
  "beside a tool that ran": [[call("call_L", "look_up"), call("call_A")]],
};

const core = await loadCore("doctor-core.ts");
const runJobs = (release, jobs) => playJobs(ensureEnvironment(core, release), jobs);
let checks = 0;
let failures = 0;

function check(what, isRight, detail = "") {
  checks++;
  if (isRight) return;
  failures++;
  console.log(`  WRONG ${what} ${detail}`);
}

function examine(checkpoint, items, { sdk = newest, agents = null, assume = {} } = {}) {
  const reader = core.findReader(sdk);
  const { document } = core.parseDocument(JSON.stringify(checkpoint));
  const judgement = core.judge(document, { reader, agents: agents ?? undefined });
  const others = core.otherReaders(document, reader);
  const traits = { kind: "sqlite", limit: undefined };
  const session =
    items === null ? null : core.viewSession({ id, items: items.map(core.itemOf) }, judgement, reader, traits);
  const facts = { document, reader, judgement, others, session, detached: false, agents, errors: [] };
  return core.diagnose({ ...facts, assume: new Map(Object.entries(assume)) });
}

function make(checkpoint, items, repair) {
  const { document } = core.parseDocument(JSON.stringify(checkpoint));
  return {
    checkpoint: core.repaired(document, repair.edits).value,
    items: items && core.changeSession(items.map(core.itemOf), repair.session).map(({ value }) => value),
  };
}

/** Pairs are whole in the session and in everything that a model was sent. */
function isWhole({ items, phases }) {
  const lists = [items ?? [], ...phases.flatMap(({ inputs }) => inputs.filter(Array.isArray))];
  return lists.every((list) => {
    const { outputsWithoutCall, duplicates } = core.pairingOf(list.map(core.itemOf));
    return outputsWithoutCall.length === 0 && duplicates.length === 0;
  });
}

const fresh = { input: "and now?", script: [[said("all is well")]] };

/** Runs of the newest release that are still to come; they share one process at the end. */
const waiting = [];

/** Queues each repair: made, resumed with the newest release, followed by a fresh run. */
function heal(what, causes, checkpoint, items, { agent, resume = true, decisions = ["approve"], runs = undefined }) {
  let count = 0;
  for (const cause of causes) {
    for (const repair of cause.repairs) {
      count++;
      const made = make(checkpoint, items, repair);
      const session = made.items && { id, items: made.items };
      for (const decide of decisions) {
        const phases = [...(resume ? [{ decide, script: done }] : []), ...(items === null ? [] : [fresh])];
        const job = { agent, session, checkpoint: made.checkpoint, phases };
        waiting.push({ job, what: `${what}: ${cause.id}, ${repair.id}, ${decide}`, runs });
      }
    }
  }
  return count;
}

/** All of it must be well: no error, whole pairs everywhere, and no tool that ran once more. */
function checkHealed() {
  const answers = runJobs(
    newest,
    waiting.map(({ job }) => job),
  );
  answers.forEach((answer, at) => {
    const { what, runs } = waiting[at];
    const errors = answer.phases.map(({ error }) => error).filter((error) => error !== null);
    check(what, errors.length === 0 && isWhole(answer), JSON.stringify({ errors, items: answer.items }));
    const ran = answer.phases.flatMap(({ toolRuns }) => toolRuns).length;
    if (runs !== undefined) check(`${what}: tools run`, ran === runs, `${ran}`);
  });
  console.log(`${answers.length} repaired runs resumed with ${newest}`);
}

function sure(causes) {
  return causes.filter(({ confidence }) => confidence !== "possible");
}

/** The bug: paused by an older release with a gated agent, seen before and after the resume. */
function theBug(release) {
  const session = { id, items: [] };
  const names = Object.keys(pauses);
  const jobs = names.map((name) => ({
    agent: gated,
    session,
    checkpoint: null,
    phases: [{ input: "go", script: pauses[name] }],
  }));
  const paused = runJobs(release, jobs);
  const resumes = paused.map(({ checkpoint, items }) => ({
    agent: gated,
    session: { id, items },
    checkpoint,
    phases: [{ decide: "approve", script: done }],
  }));
  const damaged = runJobs(release, resumes);
  let repairs = 0;
  for (const [at, name] of names.entries())
    repairs += healPaused(`${release}, ${name}`, paused[at]) + healDamaged(`${release}, ${name}`, damaged[at]);
  console.log(`${release}: ${names.length} pauses, ${repairs} repairs`);
}

const idsOf = (rows) => rows.map((row) => row.id).join();

function healPaused(what, { checkpoint, items }) {
  const causes = sure(examine(checkpoint, items));
  check(`${what}: named before`, causes[0]?.id === "pause-lost-its-call", idsOf(causes));
  check(`${what}: repairs`, idsOf(causes[0]?.repairs ?? []) === "hold-the-call,append-the-call", "");
  return heal(what, causes, checkpoint, items, { agent: gated, decisions: ["approve", "reject"] });
}

function healDamaged(what, run) {
  check(`${what}: is damaged`, !isWhole(run));
  const { checkpoint, items } = run;
  const causes = sure(examine(checkpoint, items));
  check(`${what}: named after`, causes[0]?.id === "orphaned-output", idsOf(causes));
  const orphaned = causes.filter((cause) => cause.id === "orphaned-output");
  return heal(`${what}, damaged`, orphaned, checkpoint, items, { agent: gated, resume: false });
}

/** The approved tool ends the run: only the held write is right then. */
function theEnd(release) {
  const agent = { guarded: true, stop_at: ["write_thing"] };
  const [paused] = runJobs(release, [
    { agent, session: { id, items: [] }, checkpoint: null, phases: [{ input: "go", script: pauses["one call"] }] },
  ]);
  const [cause] = sure(examine(paused.checkpoint, paused.items));
  const first = { ...cause, repairs: cause.repairs.slice(0, 1) };
  heal(`${release}, a tool that ends the run`, [first], paused.checkpoint, paused.items, { agent });
}

/** A write that failed, and somebody else's item behind it. */
function failedWrites() {
  const session = { id, items: [] };
  const cases = ["before", "after"].map((fault) => ({
    fault,
    phases: [
      { input: "go", script: pauses["one call"] },
      { decide: "approve", script: done, fault },
    ],
  }));
  const broken = runJobs(
    newest,
    cases.map(({ phases }) => ({ agent: plain, session, checkpoint: null, phases })),
  );
  let repairs = 0;
  cases.forEach(({ fault }, at) => {
    const { checkpoint, items } = broken[at];
    check(`failed write, ${fault}: has a record`, checkpoint.pending_session_write != null);
    check(`failed write, ${fault}: settles by itself`, sure(examine(checkpoint, items)).length === 0);
    const moved = [...items, { role: "user", content: "somebody else" }];
    const causes = sure(examine(checkpoint, moved));
    check(
      `failed write, ${fault}: named`,
      causes[0]?.id === (fault === "after" ? "write-stored-then-moved" : "history-moved"),
      idsOf(causes),
    );
    repairs += heal(`failed write, ${fault}`, causes, checkpoint, moved, { agent: plain, runs: 0 });
  });
  console.log(`${newest}: 2 failed writes, ${repairs} repairs`);
}

/** Decisions and boundaries that older releases stored in their own way. */
function olderFiles() {
  const agent = { guarded: true };
  const late = { agent, session: null, checkpoint: null, phases: [{ input: "go", script: pauses["a later turn"] }] };
  const [paused] = runJobs("0.21.0", [late]);
  const agents = { agents: [{ name: "writer", output_guardrails: true }] };
  const causes = sure(examine(paused.checkpoint, null, { agents }));
  check("0.21.0, a later turn: named", causes[0]?.id === "boundary-not-proven", idsOf(causes));
  let repairs = heal("0.21.0, a later turn", causes, paused.checkpoint, null, { agent, runs: 1 });
  const sticky = { input: "go", script: pauses["one call"] };
  const phases = [sticky, { decide: "approve", always: true, only_decide: true }];
  const [decided] = runJobs("0.22.3", [{ agent: plain, session: null, checkpoint: null, phases }]);
  const unowned = sure(examine(decided.checkpoint, null, { assume: { owner: "writer" } })).filter(
    (cause) => cause.id === "sticky-without-owner",
  );
  check("0.22.3, approved for good: named", unowned.length === 1 || examine(decided.checkpoint, null).length > 0);
  repairs += heal("0.22.3, approved for good", unowned, decided.checkpoint, null, {
    agent: plain,
    decisions: ["none"],
    runs: 1,
  });
  const [asked] = runJobs("0.22.3", [{ agent: plain, session: null, checkpoint: null, phases: [sticky] }]);
  const text = structuredClone(asked.checkpoint);
  text.context.approvals = { write_thing: { approved: "call_A", rejected: [] } };
  const unusable = sure(examine(text, null)).filter((cause) => cause.id === "decision-unusable");
  check("a decision as text: named", unusable.length === 1);
  repairs += heal("a decision as text", unusable, text, null, { agent: plain, decisions: ["none"], runs: 1 });
  console.log(`older files: ${repairs} repairs`);
}

for (const release of ["0.22.3", "0.23.1"]) {
  theBug(release);
  theEnd(release);
}
failedWrites();
olderFiles();
checkHealed();
console.log(`${checks - failures} of ${checks} checks hold`);
if (failures > 0) process.exitCode = 1;
