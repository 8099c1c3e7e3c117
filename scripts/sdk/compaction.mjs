// Resumes of paused runs over a Responses-compaction session: what the SDK asks of it first, and what the simulator says.
import { call, done, playJobs } from "./runs.mjs";

const write = [call("call_A")];
const lookUp = call("call_L", "look_up");
const stops = { stop_at: ["write_thing"] };
const guarded = { guarded: true, stop_at: ["look_up"] };
const session = { id: "sess_1", kind: "compaction", items: [] };

/** What the model says until the run pauses, how the resumed turn ends, and what is not as usual. */
const cases = {
  "runs again": { script: [write], exit: "run-again" },
  "is rejected": { script: [write], exit: "run-again", decide: "reject" },
  "second turn": { script: [[lookUp], write], exit: "run-again" },
  "beside an output": { script: [[lookUp, ...write]], exit: "run-again" },
  "pauses again": { script: [write], exit: "run-again", after: [[call("call_B")]] },
  "tool ends the run": { script: [write], exit: "final-tool", agent: stops },
  "held, tool ends the run": { script: [write], exit: "final-tool", agent: { ...guarded, ...stops } },
  "held, runs again": { script: [write], exit: "run-again", agent: guarded },
  "held, is rejected": { script: [write], exit: "run-again", agent: guarded, decide: "reject" },
  "held, trips": { script: [write], exit: "tripwire", agent: { ...stops, guarded: "trips" } },
};

/** Each resume as `{name, decide, exit, checkpoint, items, asked}`: the run and the session at its pause, and what the SDK asked for first. */
export function playCompactions(python) {
  const played = Object.entries(cases).map(([name, one]) => ({
    name,
    decide: "approve",
    after: done,
    agent: {},
    ...one,
  }));
  const pauses = played.map(({ agent, script }) => ({
    agent,
    session,
    checkpoint: null,
    phases: [{ input: "go", script }],
  }));
  const paused = playJobs(python, pauses);
  const resumes = played.map(({ agent, after, decide }, at) => ({
    agent,
    session: { ...session, items: paused[at].items },
    checkpoint: paused[at].checkpoint,
    phases: [{ script: after, decide }],
  }));
  const resumed = playJobs(python, resumes);
  return played.map(({ name, decide, exit }, at) => {
    const { checkpoint, items } = paused[at];
    return { name, decide, exit, checkpoint, items, asked: resumed[at].asked[0] ?? null };
  });
}
