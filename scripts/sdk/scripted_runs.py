"""Runs agents with the SDK that is installed, a scripted model and a real SQLiteSession, or (kind "compaction") one around it that only notes
what is asked of it. Reads a list of jobs as JSON, writes a list of answers, one a job. No network.

A job: {"agent", "session": {"id", "kind", "items"} | null, "checkpoint": … | null, "phases": [{"input", "script", "decide", "fault", "always"}]}
An answer: {"phases": [{"error", "toolRuns", "interruptions", "final", "inputs"}], "checkpoint", "items", "asked"}
"""

import asyncio
import copy
import json
import logging
import os
import sys
import tempfile
import warnings

os.environ.setdefault("OPENAI_AGENTS_DISABLE_TRACING", "1")
os.environ.setdefault("OPENAI_API_KEY", "unused")
logging.disable(logging.CRITICAL)
warnings.filterwarnings("ignore")

from agents import (  # noqa: E402
    Agent,
    GuardrailFunctionOutput,
    RunConfig,
    Runner,
    RunState,
    StopAtTools,
    function_tool,
    output_guardrail,
)
from agents.memory import SQLiteSession  # noqa: E402
from agents.testing import ModelStep, ScriptedModel, assistant_message, function_call  # noqa: E402
from noting_session import NotingSession  # noqa: E402

RUNS = []


class Store(SQLiteSession):
    fault = None

    async def add_items(self, items):
        fault, self.fault = self.fault, None
        if fault == "before":
            raise RuntimeError("injected, nothing stored")
        await super().add_items(items)
        if fault == "after":
            raise RuntimeError("injected, all stored")


def tool(name, needs_approval):
    async def run(query: str) -> str:
        RUNS.append(name)
        return f"{name}:{query}"

    return function_tool(run, name_override=name, description_override=name, needs_approval=needs_approval)


def gate(trips):
    @output_guardrail
    async def check(context, agent, output) -> GuardrailFunctionOutput:
        return GuardrailFunctionOutput(output_info=None, tripwire_triggered=trips)

    return check


def item(spec):
    if spec["type"] == "message":
        return assistant_message(spec["text"])
    if spec["type"] == "reasoning":
        from openai.types.responses.response_reasoning_item import ResponseReasoningItem

        return ResponseReasoningItem(id=spec["id"], type="reasoning", summary=[])
    return function_call(spec["name"], {"query": spec.get("query", "x")}, call_id=spec["call_id"])


def build_agent(spec, script):
    steps = [ModelStep(output=[item(one) for one in output], response_id=f"resp_{n + 1}") for n, output in enumerate(script)]
    options = {"tool_use_behavior": StopAtTools(stop_at_tool_names=spec["stop_at"])} if spec.get("stop_at") else {}
    tools = [tool("write_thing", True), tool("look_up", False)]
    guards = [gate(spec["guarded"] == "trips")] if spec.get("guarded") else []
    return Agent(name="writer", instructions="x", model=ScriptedModel(steps), tools=tools, output_guardrails=guards, **options)


def decide(state, phase):
    for approval in state.get_interruptions():
        if phase.get("decide") == "approve":
            options = {"always_approve": True} if phase.get("always") else {}
            state.approve(approval, **options)
        elif phase.get("decide") == "reject":
            state.reject(approval)


def plain(value):
    return json.loads(json.dumps(value, default=lambda one: one.model_dump(exclude_unset=True) if hasattr(one, "model_dump") else str(one)))


def call_id(approval):
    raw = approval.raw_item
    return raw.get("call_id") if isinstance(raw, dict) else getattr(raw, "call_id", None)


async def run_phase(agent_spec, phase, checkpoint, session, store):
    agent = build_agent(agent_spec, phase.get("script") or [])
    told = {"error": None, "toolRuns": [], "interruptions": [], "final": None, "inputs": []}
    RUNS.clear()
    state = result = None
    try:
        if "input" not in phase:
            state = await RunState.from_json(agent, copy.deepcopy(checkpoint))
            decide(state, phase)
            if phase.get("only_decide"):
                return told, plain(state.to_json())
        if store is not None:
            store.fault = phase.get("fault")
        result = await Runner.run(
            agent, phase.get("input") or state, session=session, run_config=RunConfig(tracing_disabled=True)
        )
        told["final"] = plain(result.final_output)
        told["interruptions"] = [call_id(one) for one in result.interruptions]
    except Exception as error:  # noqa: BLE001
        told["error"] = f"{type(error).__name__}: {error}"
    live = result.to_state() if result is not None else state
    told["toolRuns"] = list(RUNS)
    told["inputs"] = plain([call.input for call in agent.model.calls])
    if store is not None:
        store.fault = None
    return told, plain(live.to_json()) if live is not None else checkpoint


async def run_job(job, folder):
    spec = job["session"]
    store = None if spec is None else Store(spec["id"], os.path.join(folder, "session.db"))
    if store is not None and spec["items"]:
        await store.add_items(copy.deepcopy(spec["items"]))
    session = NotingSession(store) if spec is not None and spec.get("kind") == "compaction" else store
    checkpoint = job["checkpoint"]
    phases = []
    for phase in job["phases"]:
        told, checkpoint = await run_phase(job["agent"], phase, checkpoint, session, store)
        phases.append(told)
    items = None if store is None else plain(await store.get_items())
    if store is not None:
        store.close()
    return {"phases": phases, "checkpoint": checkpoint, "items": items, "asked": getattr(session, "asked", [])}


def main():
    answers = []
    for job in json.load(sys.stdin):
        with tempfile.TemporaryDirectory() as folder:
            answers.append(asyncio.run(run_job(job, folder)))
    json.dump(answers, sys.stdout)


main()
