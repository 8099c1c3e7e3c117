import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/document/json.ts";
import { corpusState, stepData } from "../parsed.ts";
import { judged, resumeFindings } from "./checkpoint.ts";

const text = readFileSync("corpus/quirks/nested-decision-ignored.json", "utf8");
const outside = "context/approvals/w/approved/0";
interface Level extends JsonObject {
  context: JsonObject;
}

/** The file with the decision outside, changed. */
function nested(change: (outer: Level, inner: Level) => void): Level {
  const outer = JSON.parse(text) as Level;
  const functions = (outer.last_processed_response as JsonObject).functions as JsonObject[];
  change(outer, functions[0]?.agent_run_state as Level);
  return outer;
}

/** As releases below 1.15 write it. */
function below(change: (outer: Level, inner: Level) => void = () => {}): Level {
  return nested((outer, inner) => {
    for (const level of [outer, inner]) {
      level.$schemaVersion = "1.13";
      delete level.context.tool_invocations;
    }
    change(outer, inner);
  });
}

it("calls of one tool in an agent that is its own tool block each other, since 0.19.3", () => {
  const file = corpusState("resume/1.13-own-agent-blocks");
  const place = "/current_step/data/interruptions/0/raw_item";
  const found = (release: string, state = file) =>
    resumeFindings(judged(state, release)).filter((one) => one.startsWith("nested-call-"));
  for (const release of ["0.19.4", "0.22.3", "0.24.0"]) expect(found(release)).toEqual([`nested-call-blocks ${place}`]);
  expect(found("0.19.2")).toEqual([`nested-call-runs-twice ${place}`]);
  // Played with 0.24.0: without a call of its tool outside it runs twice.
  const other = JSON.parse(JSON.stringify(file).replaceAll('"name":"w"', '"name":"v"'));
  other.current_step.data.interruptions[0].raw_item.name = "w";
  expect(found("0.24.0", other)).not.toContain(`nested-call-blocks ${place}`);
});

// What each release does was measured by resuming these files, and then approving what it asks.
describe("a decision that stands outside the nested run of its call", () => {
  it("is not looked for from 1.15 on: the call is asked again", () => {
    for (const release of ["0.21.0", "0.22.3", "0.23.1", "0.24.0"]) {
      const judgement = judged(
        nested(() => {}),
        release,
      );
      expect(judgement.resume).toBe("asks-again");
      expect(resumeFindings(judgement)).toEqual([`nested-decision-ignored /${outside}`]);
    }
  });

  it("is nothing when the nested run has its own, or when it is about an earlier call of the outer run", () => {
    const own = (_: Level, inner: Level) => {
      inner.context.approvals = { w: { approved: [], rejected: ["i1"] } };
    };
    expect(resumeFindings(judged(nested(own)))).toEqual([]);
    expect(resumeFindings(judged(below(own)))).toEqual([]);
    const earlier = nested((outer) => {
      const ledger = outer.context.tool_invocations as Record<string, JsonObject>;
      ledger.i1 = { ...ledger.i1, executed: true, completed: true };
    });
    expect(resumeFindings(judged(earlier)).filter((one) => one.startsWith("nested-"))).toEqual([]);
  });

  it("for all calls of a tool is about this one when the outer ledger knows it", () => {
    const sticky = (outer: Level) => {
      const { i1 } = outer.context.tool_invocations as Record<string, JsonObject>;
      outer.context.approvals = { w: { approved: true, rejected: [], sticky_scope: i1?.approval_scope ?? null } };
    };
    for (const release of ["0.22.3", "0.24.0"]) {
      expect(resumeFindings(judged(nested(sticky), release))).toEqual([
        "nested-decision-ignored /context/approvals/w/approved",
      ]);
    }
    const unknown = nested((outer) => {
      sticky(outer);
      delete (outer.context.tool_invocations as JsonObject).i1;
    });
    expect(resumeFindings(judged(unknown, "0.22.3"))).toEqual([]);
  });

  it("is handed in below 1.15, and the call is then asked for ever", () => {
    expect(resumeFindings(judged(below()))).toEqual([`nested-decision-outside /${outside}`]);
    expect(judged(below()).resume).toBe("asks-again");
    const sticky = below((outer) => {
      outer.context.approvals = { w: { approved: true, rejected: [] } };
    });
    expect(resumeFindings(judged(sticky, "0.22.3"))).toEqual(["nested-decision-outside /context/approvals/w/approved"]);
    expect(resumeFindings(judged(sticky))).toEqual(["nested-decision-ignored /context/approvals/w/approved"]);
  });

  // Resumed in 0.15.3 and 0.19.4, where nothing runs, and in 0.21.0, 0.22.3 and 0.24.0: rejected after a way down, it ran above again.
  it("that rejects what the nested run approves counts up to 0.19.4 alone", () => {
    const rejecting = below((outer, inner) => {
      outer.context.approvals = { w: { approved: [], rejected: ["i1"] } };
      inner.context.approvals = { w: { approved: ["i1"], rejected: [] } };
    });
    const inside = "last_processed_response/functions/0/agent_run_state/context/approvals/w/approved/0";
    for (const release of ["0.22.3", "0.24.0"]) {
      expect(resumeFindings(judged(rejecting, release))).toEqual([`nested-call-rejected-outside /${inside}`]);
      expect(judged(rejecting, release).resume).toBe("unsafe");
    }
    expect(judged(rejecting, "0.19.4").resume).not.toBe("unsafe");
    // 0.22.3 and 0.21.0 write the decision there for a namesake of the outer agent; resumed in 0.24.0.
    const namesake = nested((outer, inner) => {
      outer.context.approvals = { w: { approved: [], rejected: ["i1"] } };
      inner.context.approvals = { w: { approved: ["i1"], rejected: [] } };
    });
    expect(resumeFindings(judged(namesake, "0.24.0"))).toContain(`nested-call-rejected-outside /${inside}`);
    const alike = below((outer, inner) => {
      for (const level of [outer, inner]) level.context.approvals = { w: { approved: [], rejected: ["i1"] } };
    });
    expect(resumeFindings(judged(alike))).toEqual([]);
  });

  it("is not handed in while another call of that run waits undecided", () => {
    const two = below((outer, inner) => {
      for (const level of [outer, inner]) {
        const data = stepData(level);
        const [first] = data.interruptions as [JsonObject];
        const raw = { ...(first.raw_item as JsonObject), call_id: "i0", id: "i0", arguments: '{"query":"y"}' };
        data.interruptions.unshift({ ...first, raw_item: raw });
      }
    });
    expect(resumeFindings(judged(two)).filter((one) => one.startsWith("nested-decision"))).toEqual([
      `nested-decision-ignored /${outside}`,
    ]);
  });
});

// Measured by resuming and answering three times: files that 0.12.0, 0.19.4, 0.21.0 and 0.24.0 wrote, in 0.12.0 to 0.24.0.
describe("a nested run that is not taken up", () => {
  const broken: Readonly<Record<string, (inner: Level) => void>> = {
    "nested-run-not-loaded": (inner) => {
      inner.model_responses = null;
    },
    "nested-run-missing": (inner) => {
      inner.current_step = null;
    },
  };

  it.each(Object.entries(broken))(
    "%s: its call is asked for ever below 1.15, and once more up to 0.19.4",
    (rule, change) => {
      const state = below((outer, inner) => {
        outer.context.approvals = {};
        change(inner);
      });
      for (const release of ["0.19.4", "0.21.0", "0.24.0"]) {
        const judgement = judged(state, release);
        expect(judgement.resume).toBe("asks-again");
        expect(resumeFindings(judgement).map((one) => one.split(" ")[0])).toEqual([rule]);
      }
    },
  );

  it.each(Object.entries(broken))(
    "%s: the resume raises where the ledger says that the outer call has run",
    (rule, change) => {
      const state = nested((outer, inner) => {
        outer.context.approvals = {};
        change(inner);
      });
      const judgement = judged(state);
      expect(judgement.resume).toBe("fails");
      expect(resumeFindings(judgement).map((one) => one.split(" ")[0])).toEqual([rule, "output-not-committed"]);
    },
  );

  it("is told once when its label is unknown", () => {
    const state = below((outer, inner) => {
      outer.context.approvals = {};
      inner.$schemaVersion = "9.9";
    });
    expect(resumeFindings(judged(state))).toHaveLength(1);
  });
});

// Measured by resuming and answering twice: 0.21.0 to 0.24.0, and what the migration makes of the first file in 0.12.0 to 0.19.4.
describe("an agent that is its own tool", () => {
  const twice = readFileSync("corpus/resume/1.15-agent-is-its-own-tool.json", "utf8");
  const place = "/current_step/data/interruptions/0/raw_item";

  it("runs the waiting call of a function tool in both runs", () => {
    for (const release of ["0.21.0", "0.22.3", "0.24.0"])
      expect(resumeFindings(judged(JSON.parse(twice), release))).toContain(`nested-call-runs-twice ${place}`);
  });

  it("is told apart from another agent of the name by its identity", () => {
    const state = JSON.parse(twice) as JsonObject;
    const data = stepData(state);
    (data.interruptions[0] as JsonObject).agent = { name: "a", identity: "a#2" };
    expect(resumeFindings(judged(state)).filter((one) => one.startsWith("nested-call"))).toEqual([]);
  });

  it("asks twice for the others", () => {
    const asked = readFileSync("corpus/resume/1.21-own-agent-asked-twice.json", "utf8");
    expect(resumeFindings(judged(JSON.parse(asked)))).toEqual([`nested-call-asked-twice ${place}`]);
  });
});

// Measured by resuming, with the input that the model got: 0.9.1 to 0.24.0.
it("leaves a nested call out up to 0.19.2 when no call of the response holds its run", () => {
  const state: JsonObject = corpusState("quirks/nested-call-left-out");
  const place = "/current_step/data/interruptions/0";
  for (const release of ["0.12.0", "0.19.2"])
    expect(resumeFindings(judged(state, release))).toEqual([`nested-call-left-out ${place}`]);
  for (const release of ["0.19.4", "0.24.0"])
    expect(resumeFindings(judged(state, release))).toEqual([`nested-run-missing ${place}`]);
});

describe("a call of a nested run, as the outer run lists it", () => {
  const listed = (outer: Level, change: (approval: JsonObject, raw: JsonObject) => void) => {
    const [approval] = stepData(outer).interruptions;
    if (approval !== undefined) change(approval, approval.raw_item as JsonObject);
  };
  const named = (change: (approval: JsonObject, raw: JsonObject) => void) =>
    resumeFindings(
      judged(
        nested((outer, inner) => {
          outer.context.approvals = {};
          inner.context.approvals = { w: { approved: ["i1"], rejected: [] } };
          listed(outer, change);
        }),
      ),
    );

  // Played with 0.24.0, 0.22.3 and 0.21.0, on function, shell and hosted calls, one and two levels deep.
  it("is found by what it does: another item id, status or namespace changes nothing", () => {
    expect(named((_, raw) => Object.assign(raw, { id: "fc_other", status: "in_progress", namespace: "erp" }))).toEqual(
      [],
    );
  });

  // Played with 0.19.4, 0.17.4 and 0.15.3: the run inside runs what it has; 0.24.0 raises.
  it("is shown with other arguments than those that run, below 1.15", () => {
    const state = below((outer) => listed(outer, (_, raw) => Object.assign(raw, { arguments: '{"query":"y"}' })));
    const at = "/current_step/data/interruptions/0/raw_item";
    expect(resumeFindings(judged(state, "0.19.4"))).toContain(`runs-not-as-shown ${at}/arguments`);
    expect(judged(state, "0.19.4").resume).toBe("unsafe");
    expect(resumeFindings(judged(state))).toContain(`waiting-call-edited ${at}`);
    expect(judged(state).resume).toBe("fails");
  });

  it("is another call with other arguments or under another key: it is asked for ever", () => {
    expect(named((_, raw) => Object.assign(raw, { arguments: '{"query":"y"}' }))).toContain(
      "waiting-id-shared /current_step/data/interruptions/0/raw_item",
    );
    expect(named((approval) => Object.assign(approval, { tool_lookup_key: { kind: "bare", name: "v" } }))).toContain(
      "waiting-id-shared /current_step/data/interruptions/0/raw_item",
    );
  });
});

// Played with 0.22.3, 0.19.4 and 0.15.3, tools of five kinds.
it("gives the calls of a nested run to the outer agent of its name: they are asked for again, up to 0.19.4 gone", () => {
  const file: JsonObject = corpusState("quirks/nested-run-by-bare-name");
  // The run around numbers the agents, the nested one knows only its own.
  for (const { agent } of stepData(file).interruptions) Object.assign(agent as JsonObject, { identity: "outer#2" });
  const rulesOf = (release: string) =>
    judged(file, release).findings.flatMap(({ rule }) => (rule.startsWith("nested-run-") ? [rule] : []));
  expect(["0.22.3", "0.20.0"].map((release) => rulesOf(release))).toEqual([
    ["nested-run-by-bare-name"],
    ["nested-run-by-bare-name"],
  ]);
  expect(rulesOf("0.19.4")).toEqual(["nested-run-of-namesake"]);
  expect(judged(file, "0.19.4").resume).toBe("unsafe");
  expect(rulesOf("0.24.0")).toEqual([]);
});

// Played with 0.19.4 and 0.22.3: the program has two agent tools whose agents have one name.
it("takes the first of two inner agents with one name, unless the call is rejected where that needs no tool", () => {
  const file = corpusState("resume/1.13-namesake-helpers");
  const found = (release: string, state = file) => resumeFindings(judged(state, release));
  const place = "/last_processed_response/functions/0/agent_run_state/current_agent";
  expect(found("0.22.3")).toEqual([`nested-run-by-bare-name ${place}`]);
  expect(found("0.19.4")).toEqual([`nested-run-of-namesake ${place}`]);
  expect(found("0.23.1")).toEqual([]);
  const rejected = { ...file, context: { approvals: { pay: { approved: [], rejected: ["a1"] } } } };
  expect(found("0.19.4", rejected)).not.toContain(`nested-run-of-namesake ${place}`);
});
