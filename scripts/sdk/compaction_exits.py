"""Resumes paused runs with the SDK that is installed, on a Responses-compaction session that only notes whether it was asked to compact or told
to wait. One JSON object a line: {"name", "checkpoint", "session", "decide", "exit", "asked"}, `asked` being what the settled turn brought first.

    python compaction_exits.py

No network: the model is scripted.
"""

import asyncio
import copy
import json
import logging
import os
import tempfile
import warnings

os.environ.setdefault("OPENAI_AGENTS_DISABLE_TRACING", "1")
os.environ.setdefault("OPENAI_API_KEY", "unused")
logging.disable(logging.CRITICAL)
warnings.filterwarnings("ignore")

from agents import Agent, GuardrailFunctionOutput, RunConfig, Runner, RunState, StopAtTools, function_tool, output_guardrail  # noqa: E402
from agents.memory import OpenAIResponsesCompactionSession, SQLiteSession  # noqa: E402
from agents.testing import ModelStep, ScriptedModel, assistant_message, function_call  # noqa: E402


class Noting(OpenAIResponsesCompactionSession):
    def __init__(self, store):
        super().__init__("sess_1", store, client=object())
        self.asked = []

    async def run_compaction(self, args=None, *, wrapper=None):
        self.asked.append("now")

    async def _defer_compaction(self, response_id, store=None, **_):
        self.asked.append("deferred")


def tool(name, needs_approval):
    async def run(query: str) -> str:
        return f"{name}:{query}"

    return function_tool(run, name_override=name, description_override=name, needs_approval=needs_approval)


def guardrail(trips):
    @output_guardrail
    async def gate(context, agent, output) -> GuardrailFunctionOutput:
        return GuardrailFunctionOutput(output_info=None, tripwire_triggered=trips)

    return gate


def call(name, call_id):
    return function_call(name, {"query": "x"}, call_id=call_id)


def agent(script, options):
    steps = [ModelStep(output=output, response_id=f"resp_{n + 1}") for n, output in enumerate(script)]
    tools = [tool("write_thing", True), tool("look_up", False)]
    return Agent(name="writer", instructions="x", model=ScriptedModel(steps), tools=tools, **options)


WRITE = [call("write_thing", "call_1")]
DONE = [[assistant_message("done")]]
STOP = {"tool_use_behavior": StopAtTools(stop_at_tool_names=["write_thing"])}
OTHER = {"tool_use_behavior": StopAtTools(stop_at_tool_names=["look_up"])}
GUARDED = {"output_guardrails": [guardrail(False)]}
TRIPS = {"output_guardrails": [guardrail(True)]}

# name: what the model says before the pause, after it, the decision, how the resumed turn ends, and the agent's options
CASES = {
    "runs again": ([WRITE], DONE, "approve", "run-again", {}),
    "is rejected": ([WRITE], DONE, "reject", "run-again", {}),
    "second turn": ([[call("look_up", "call_0")], WRITE], DONE, "approve", "run-again", {}),
    "beside an output": ([[call("look_up", "call_0"), *WRITE]], DONE, "approve", "run-again", {}),
    "pauses again": ([WRITE], [[call("write_thing", "call_2")]], "approve", "run-again", {}),
    "tool ends the run": ([WRITE], DONE, "approve", "final-tool", STOP),
    "held, tool ends the run": ([WRITE], DONE, "approve", "final-tool", {**STOP, **GUARDED}),
    "held, runs again": ([WRITE], DONE, "approve", "run-again", {**OTHER, **GUARDED}),
    "held, is rejected": ([WRITE], DONE, "reject", "run-again", {**OTHER, **GUARDED}),
    "held, trips": ([WRITE], DONE, "approve", "tripwire", {**STOP, **TRIPS}),
}


async def play(first, second, decision, options, folder):
    store = SQLiteSession("sess_1", os.path.join(folder, "session.db"))
    session = Noting(store)
    config = RunConfig(tracing_disabled=True)
    paused = await Runner.run(agent(first, options), "go", session=session, run_config=config)
    checkpoint = json.loads(paused.to_state().to_string())
    stored = await store.get_items()
    session.asked.clear()
    resumed = agent(second, options)
    state = await RunState.from_json(resumed, copy.deepcopy(checkpoint))
    for approval in state.get_interruptions():
        (state.approve if decision == "approve" else state.reject)(approval)
    try:
        await Runner.run(resumed, state, session=session, run_config=config)
    except Exception:  # noqa: BLE001
        pass
    store.close()
    return {"checkpoint": checkpoint, "session": stored, "asked": session.asked[0] if session.asked else None}


async def main():
    for name, (first, second, decision, end, options) in CASES.items():
        with tempfile.TemporaryDirectory() as folder:
            answer = await play(first, second, decision, options, folder)
        print(json.dumps({"name": name, "decide": decision, "exit": end, **answer}))


asyncio.run(main())
