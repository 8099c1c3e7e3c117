"""What the `openai-agents` of this environment says about a checkpoint. `runstate validate --live` hands this program to the user's own
interpreter (interpreter.ts, boot.ts); the comparisons of scripts/sdk/ import it.

Standard input, one JSON object a line: {"text": …}. One answer a line, in the same order: `ok` (whether the text loads with every agent and
tool that it mentions; null when such agents cannot be made), and of a rejection `error` (the exception's type), `where` (the function of the SDK
it came from) and `depends` (whether it loads with fewer). What an exception says is not passed on: it may quote the document. The first line
out is about the environment.
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

ANSWERS = sys.stdout
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
    return {"error": type(error).__name__, "message": text, "where": where}


def watch_redaction() -> None:
    """Newer readers replace most errors by a fixed sentence; keep the original aside."""
    from agents import run_state

    original = getattr(run_state, "_prepare_data_redacted_error", None)
    if original is None:
        return

    def watching(error: BaseException, **kwargs: Any) -> BaseException:
        CAUSES.append(describe(error))
        return original(error, **kwargs)

    run_state._prepare_data_redacted_error = watching


def load_extensions() -> None:
    """Sandbox extensions whose own packages are missing fail to import once and work from then on; no verdict shall hang on that."""
    security = sys.modules.get("agents.sandbox._mount_security")
    for _boundary, _backend, module, _name in getattr(security, "_STRATEGY_CLASSIFICATION_BY_TYPE", {}).values():
        try:
            importlib.import_module(module)
        except ImportError:
            pass


def prepare() -> None:
    """Quiet, and with the SDK watched."""
    logging.getLogger("openai.agents").handlers[:] = [logging.NullHandler()]
    logging.getLogger("openai.agents").propagate = False
    warnings.simplefilter("ignore")
    watch_redaction()
    load_extensions()


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


async def read(text: str, graph: str, override: bool, via_text: bool = True) -> dict:
    """One reading under one graph; `cause` is what stood behind the error before the SDK redacted it."""
    from agents import RunState
    from fitting_graph import graph_for

    CAUSES.clear()
    state = parsed(text)
    try:
        root, _pool = graph_for(state, graph)
    except Exception as error:
        return {"ok": None, "cause": describe(error)}
    options = {"context_override": {}} if override else {}
    try:
        if via_text or state is None:
            await RunState.from_string(root, text, **options)
        else:
            await RunState.from_json(root, state, **options)
        return {"ok": True}
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # one bad line must never stop the run
        seen = describe(error)
        return {"ok": False, "error": seen["error"], "cause": CAUSES[0] if CAUSES else seen}


async def answer(text: str) -> dict:
    first = await read(text, "full", False)
    if first["ok"] is not False:
        return {"ok": first["ok"]}
    depends = False
    for graph, override in POORER:
        depends = depends or bool((await read(text, graph, override))["ok"])
    return {"ok": False, "error": first["error"], "where": first["cause"]["where"], "depends": depends}


def version_of(package: str) -> str | None:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version(package)
    except PackageNotFoundError:
        return None


def environment() -> dict:
    """What is installed here; `fault` when the SDK cannot be asked: "missing", "no-run-state" (too old), "broken"."""
    found = {"release": version_of("openai-agents"), "openai": version_of("openai"), "pydantic": version_of("pydantic")}
    if found["release"] is None:
        return {**found, "fault": "missing"}
    try:
        agents = importlib.import_module("agents")
    except Exception as error:
        return {**found, "fault": "broken", "error": type(error).__name__}
    return found if hasattr(agents, "RunState") else {**found, "fault": "no-run-state"}


def say(said: dict) -> None:
    ANSWERS.write("\n" + json.dumps(said) + "\n")  # a line of its own, whatever a library left behind
    ANSWERS.flush()


def open_sdk() -> bool:
    """Says what is installed here, and whether it can be asked."""
    sys.stdout = sys.stderr  # nothing the SDK prints may get between the answers
    found = environment()
    usable = "fault" not in found
    if usable:
        prepare()
    say(found)
    return usable


async def answer_all() -> None:
    for line in sys.stdin.buffer:
        say(await answer(json.loads(line)["text"]))


def serve() -> None:
    asyncio.run(answer_all())
