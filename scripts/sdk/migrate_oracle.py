#!/usr/bin/env python3
"""What the installed `openai-agents` release makes of a checkpoint: what it holds after loading, and what a resume does.

Standard input, one JSON object a line: `text`, and `resume` ("" or one of "none", "approve", with " streamed" behind it). One answer a line,
in the same order: `ok`, `state` (`to_json` of what was loaded, as text), `error`; with `resume` also `tools` (which ran, with their
arguments), `inputs` (what the model was sent), `session` (what the Session holds afterwards), `ends` (how the run ended).
"""
from __future__ import annotations

import asyncio
import json
import logging
import os
import sys
import warnings
from typing import Any

os.environ.setdefault("OPENAI_AGENTS_DISABLE_TRACING", "1")
os.environ.setdefault("OPENAI_API_KEY", "unused")

from agents import ModelResponse, RunConfig, Runner, RunState, SQLiteSession, Usage  # noqa: E402
from agents.models.interface import Model  # noqa: E402
from openai.types.responses import (  # noqa: E402
    Response, ResponseCompletedEvent, ResponseOutputMessage, ResponseOutputText, ResponseUsage,
)

# The agents are those of `validate --live`.
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../src/live"))
import fitting_graph  # noqa: E402

RAN: list[Any] = []
MOST_TURNS = 6  # a resume that never ends is told by its first turns


async def _tool(*args: Any, **_k: Any) -> str:
    RAN.append([type(a).__name__ if not isinstance(a, str) else a for a in args[-1:]])
    return "done"


_plain_tool = fitting_graph._function_tool


def _function_tool(name: str, namespace: str | None, deferred: bool, about: dict, agent: Any) -> Any:
    """Tools that run, ask first, and carry nested runs."""
    if agent is not None and not namespace:
        return agent.as_tool(tool_name=name, tool_description="")
    tool = _plain_tool(name, namespace, deferred, about, agent)
    if tool is not None and hasattr(tool, "needs_approval"):
        tool.needs_approval = True
    return tool


fitting_graph._never = _tool
fitting_graph._function_tool = _function_tool


class Scripted(Model):
    """Answers every call with one message."""

    def __init__(self) -> None:
        self.inputs: list[Any] = []

    def _answer(self, sent: Any) -> tuple[list[Any], str]:
        if len(self.inputs) >= MOST_TURNS:
            raise RuntimeError("the run does not end")
        self.inputs.append(sent)
        text = ResponseOutputText(text="end", type="output_text", annotations=[])
        number = len(self.inputs)
        return [ResponseOutputMessage(id=f"msg_{number}", content=[text], role="assistant", status="completed", type="message")], f"resp_{number}"

    async def get_response(self, *a: Any, **k: Any) -> ModelResponse:
        output, name = self._answer(a[1] if len(a) > 1 else k.get("input"))
        return ModelResponse(output=output, usage=Usage(), response_id=name)

    async def stream_response(self, *a: Any, **k: Any) -> Any:
        output, name = self._answer(a[1] if len(a) > 1 else k.get("input"))
        usage = {"input_tokens": 1, "output_tokens": 1, "total_tokens": 2, "input_tokens_details": {"cached_tokens": 0, "cache_write_tokens": 0},
                 "output_tokens_details": {"reasoning_tokens": 0}}
        yield ResponseCompletedEvent(type="response.completed", sequence_number=0, response=Response(
            id=name, created_at=0.0, model="scripted", object="response", output=output, tool_choice="auto", tools=[], parallel_tool_calls=True,
            usage=ResponseUsage.model_validate(usage)))


def plain(value: Any) -> Any:
    """Without what the installed `openai` package adds on its own."""
    if isinstance(value, dict):
        return {k: plain(v) for k, v in value.items() if k != "cache_write_tokens_details"}
    return [plain(v) for v in value] if isinstance(value, list) else value


def text_of(value: Any) -> str:
    return json.dumps(plain(value), sort_keys=True, default=str)


async def load(text: str) -> tuple[Any, Any]:
    root, _pool = fitting_graph.graph_for(json.loads(text), "full")
    return root, await RunState.from_string(root, text)


async def resume(text: str, how: str, answer: dict) -> None:
    root, state = await load(text)
    RAN.clear()
    model = Scripted()
    write = json.loads(text).get("pending_session_write") or {}
    session = SQLiteSession(write.get("session_id") or "s")
    options = {"run_config": RunConfig(model=model), "session": session}
    try:
        for item in state.get_interruptions() if how.startswith("approve") else ():
            state.approve(item)
        if how.endswith("streamed"):
            result = Runner.run_streamed(root, state, **options)
            async for _event in result.stream_events():
                pass
        else:
            result = await Runner.run(root, state, **options)
        waits = sorted(str(getattr(i.raw_item, "call_id", None) or i.raw_item) for i in result.interruptions)
        answer["ends"] = ["waits", waits] if waits else ["ends", str(result.final_output)]
    except Exception as error:
        answer["ends"] = ["raises", type(error).__name__, str(error)[:200]]
    answer["tools"], answer["inputs"] = sorted(map(str, RAN)), text_of(model.inputs)
    answer["session"] = text_of(await session.get_items())


async def answer(record: dict) -> dict:
    said: dict[str, Any] = {}
    try:
        _root, state = await load(record["text"])
        said["ok"] = True
        try:
            said["state"] = text_of(state.to_json())
        except Exception as error:  # it loads what it cannot write again
            said["state"] = f"not written: {type(error).__name__}"
    except Exception as error:
        return {"ok": False, "error": f"{type(error).__name__}: {error}"[:300]}
    if record["resume"]:
        await resume(record["text"], record["resume"], said)
    return said


async def main() -> None:
    out, sys.stdout = sys.stdout, sys.stderr
    logging.disable(logging.CRITICAL)
    warnings.simplefilter("ignore")
    for line in sys.stdin.buffer:
        out.write(json.dumps(await answer(json.loads(line))) + "\n")
        out.flush()


if __name__ == "__main__":
    asyncio.run(main())
