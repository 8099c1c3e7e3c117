#!/usr/bin/env python3
"""What does the installed `openai-agents` release say about a checkpoint? Runs in an environment that holds exactly one release.

Standard input, one JSON object a line: `text` goes to `RunState.from_string`, or parsed to `RunState.from_json` when `viaText` is
false; with `depends` a rejection is tried again with poorer graphs. One answer a line, in the same order: `ok` (null when no graph of
agents could be made for the document), `error` (as a caller sees it), `cause` and `cause_in` (what stood behind it before the SDK
redacted it, and the SDK function it came from), `depends` ("graph" or "document").
"""
from __future__ import annotations

import asyncio
import json
import os
import sys

# The reader that `validate --live` ships.
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../src/live"))

import reader  # noqa: E402


async def read(record: dict, graph: str, override: bool) -> dict:
    said = await reader.read(record["text"], graph, override, record["viaText"])
    cause = said.pop("cause", None)
    if cause is not None:
        said |= {"cause": f"{cause['error']}: {cause['message']}", "cause_in": cause["where"]}
    return said


async def answer(record: dict) -> dict:
    said = await read(record, "full", False)
    if record["depends"] and said["ok"] is False:
        others = [await read(record, graph, override) for graph, override in reader.POORER]
        said["depends"] = "graph" if any(other["ok"] for other in others) else "document"
    return said


async def main() -> None:
    out, sys.stdout = sys.stdout, sys.stderr  # nothing the SDK prints may get between the answers
    reader.prepare()
    for line in sys.stdin.buffer:
        out.write(json.dumps(await answer(json.loads(line))) + "\n")
        out.flush()


if __name__ == "__main__":
    asyncio.run(main())
