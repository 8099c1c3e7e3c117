#!/usr/bin/env python3
"""What does the installed `openai-agents` release say about a checkpoint? Runs in an environment that holds exactly one release.

Standard input, one JSON object a line: `text` goes to `RunState.from_string`, or parsed to `RunState.from_json` when `viaText` is
false; with `depends` a rejection is tried again with poorer graphs. One answer a line, in the same order: `ok` (null when no graph of
agents could be made for the document), `error` (as a caller sees it), `cause` and `cause_in` (what stood behind it before the SDK
redacted it, and the SDK function it came from), `depends` ("graph" or "document").
"""
from __future__ import annotations

import asyncio
import importlib
import json
import logging
import os
import sys
import warnings
from typing import Any

os.environ.setdefault("OPENAI_AGENTS_DISABLE_TRACING", "1")
os.environ.setdefault("OPENAI_API_KEY", "unused")

from agents import RunState  # noqa: E402
from agents import run_state as sdk_run_state  # noqa: E402

from fitting_graph import graph_for  # noqa: E402

CAUSES: list[dict] = []
# A pending call whose tool is missing is skipped unread, and so is a user context that is given anew.
POORER = (("no-tools", False), ("bare", False), ("full", True), ("no-tools", True))


def describe(error: BaseException) -> dict:
    where, trace = None, error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_globals.get("__name__", "").split(".")[0] == "agents":
            where = trace.tb_frame.f_code.co_name
        trace = trace.tb_next
    try:
        text = str(error)
    except Exception:
        text = "<unprintable>"
    return {"cause": f"{type(error).__name__}: {text}", "cause_in": where}


def watch_redaction() -> None:
    """Newer readers replace most errors by a fixed sentence; keep the original aside."""
    original = getattr(sdk_run_state, "_prepare_data_redacted_error", None)
    if original is None:
        return

    def watching(error: BaseException, **kwargs: Any) -> BaseException:
        CAUSES.append(describe(error))
        return original(error, **kwargs)

    sdk_run_state._prepare_data_redacted_error = watching


def load_extensions() -> None:
    """Sandbox extensions whose own packages are missing fail to import once and work from then on; no verdict shall hang on that."""
    security = sys.modules.get("agents.sandbox._mount_security")
    for _boundary, _backend, module, _name in getattr(security, "_STRATEGY_CLASSIFICATION_BY_TYPE", {}).values():
        try:
            importlib.import_module(module)
        except ImportError:
            pass


def parsed(text: str) -> Any:
    """JSON with room for deep nesting (the SDK itself runs under Python's default limit); None when it is none."""
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(20_000)
    try:
        return json.loads(text)
    except Exception:
        return None
    finally:
        sys.setrecursionlimit(limit)


async def read(record: dict, graph: str, override: bool) -> dict:
    CAUSES.clear()
    state = parsed(record["text"])
    try:
        root, _pool = graph_for(state, graph)
    except Exception as error:
        return {"ok": None, **describe(error)}
    options = {"context_override": {}} if override else {}
    try:
        if record["viaText"] or state is None:
            await RunState.from_string(root, record["text"], **options)
        else:
            await RunState.from_json(root, state, **options)
        return {"ok": True}
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # one bad line must never stop the run
        return {"ok": False, "error": type(error).__name__, **(CAUSES[0] if CAUSES else describe(error))}


async def answer(record: dict) -> dict:
    said = await read(record, "full", False)
    if record["depends"] and said["ok"] is False:
        others = [await read(record, graph, override) for graph, override in POORER]
        said["depends"] = "graph" if any(other["ok"] for other in others) else "document"
    return said


async def main() -> None:
    out, sys.stdout = sys.stdout, sys.stderr  # nothing the SDK prints may get between the answers
    logging.getLogger("openai.agents").handlers[:] = [logging.NullHandler()]
    logging.getLogger("openai.agents").propagate = False
    warnings.simplefilter("ignore")
    watch_redaction()
    load_extensions()
    for line in sys.stdin.buffer:
        out.write(json.dumps(await answer(json.loads(line))) + "\n")
        out.flush()


if __name__ == "__main__":
    asyncio.run(main())
