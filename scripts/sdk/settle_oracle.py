"""Settles random pending writes with the SDK that is installed, on real sessions. One JSON object a line:
{"checkpoint", "session": {"id", "kind", "items"} | null, "fault", "error", "itemsAfter", "recordAfter", "countAfter", "compaction"}.

    python settle_oracle.py SEED COUNT

No network: the Conversations service is a list in memory that gives items their ids, and a Responses-compaction session only notes
whether it was asked to compact ("now, 3 candidates"), told to wait ("deferred, …") or neither (null).
"""

import asyncio
import copy
import hashlib
import json
import logging
import os
import random
import sys
import tempfile

os.environ.setdefault("OPENAI_AGENTS_DISABLE_TRACING", "1")
os.environ.setdefault("OPENAI_API_KEY", "unused")
logging.disable(logging.CRITICAL)

from agents import Agent, OpenAIConversationsSession, RunState  # noqa: E402
from agents.memory import SQLiteSession  # noqa: E402
from agents.run_context import RunContextWrapper  # noqa: E402
from agents.run_internal import session_persistence as persistence  # noqa: E402
from noting_session import NotingSession  # noqa: E402

PAIRS = {
    "function_call": "function_call_output",
    "custom_tool_call": "custom_tool_call_output",
    "shell_call": "shell_call_output",
    "apply_patch_call": "apply_patch_call_output",
    "computer_call": "computer_call_output",
    "local_shell_call": "local_shell_call_output",
    "tool_search_call": "tool_search_output",
    "program": "program_output",
}
HOSTED = ["web_search_call", "file_search_call", "code_interpreter_call", "mcp_call", "image_generation_call", "mcp_list_tools"]
HOLDS = hasattr(persistence, "take_held_session_write")
ACKNOWLEDGES = hasattr(persistence, "_apply_post_write_compaction")
TEXTS = ["x", "café", "cafe\u0301", "😀 \ue000", "\x7f\x01\u2028", 'q"\\/', "", "\ud800"]
NUMBERS = [0, 1, 1.0, -0.0, 1e16, 1e-5, 0.1, 12345678901234567890123, 1e300, 100.0, float("nan"), float("inf")]


class Generator:
    def __init__(self, seed):
        self.rng = random.Random(seed)

    def one_of(self, *values):
        return self.rng.choice(values)

    def chance(self, odds):
        return self.rng.random() < odds

    def item(self):
        rng = self.rng
        call, output = rng.choice(list(PAIRS.items()))
        if self.chance(0.5):
            call, output = "function_call", "function_call_output"
        call_id = f"call_{rng.randrange(4)}"
        kind = rng.randrange(14)
        if kind < 4:
            item = {"type": call, "call_id": call_id, "name": "write_thing", "arguments": "{}"}
            if self.chance(0.2):
                item["status"] = self.one_of(None, "completed", "in_progress")
        elif kind < 8:
            item = {"type": output, "call_id": call_id, "output": self.value()}
        elif kind == 8:
            item = {"role": "user", "content": rng.choice(TEXTS)}
        elif kind == 9:
            item = {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": rng.choice(TEXTS), "id": "inner"}]}
        elif kind == 10:
            item = {"type": "reasoning", "summary": []}
            if self.chance(0.3):
                item["encrypted_content"] = "secret"
        elif kind == 11:
            item = {"type": "mcp_approval_request", "id": f"mcpr_{rng.randrange(3)}", "server_label": "s", "name": "n", "arguments": "{}"}
            if self.chance(0.2):
                del item["id"]
        elif kind == 12:
            item = {"type": "mcp_approval_response", "approval_request_id": f"mcpr_{rng.randrange(3)}", "approve": True}
        else:
            item = {"type": rng.choice(HOSTED), "status": "completed"}
        if item.get("type") in ("tool_search_call", "tool_search_output") and self.chance(0.5):
            item["call_id"] = self.one_of(None, 7)
        elif "call_id" in item and self.chance(0.03):
            del item["call_id"]
        if "id" not in item and self.chance(0.3):
            item["id"] = self.one_of("id_1", "id_2", "__fake_id__", "")
        if "type" in item and self.chance(0.12):
            item["caller"] = {"type": self.one_of("program", "direct"), "caller_id": f"call_{rng.randrange(4)}"}
        for key in ("created_by", "_agents_tool_title", "provider_data"):
            if self.chance(0.05):
                item[key] = self.one_of("me", None, {"created_by": "x"})
        keys = list(item)
        rng.shuffle(keys)
        return {key: item[key] for key in keys}

    def value(self):
        if self.chance(0.7):
            return self.rng.choice(TEXTS)
        return [{"type": "input_text", "text": self.rng.choice(TEXTS), "n": self.rng.choice(NUMBERS), "\ue000": None, "😀": True}]

    def items(self, low, high):
        return [self.item() for _ in range(self.rng.randint(low, high))]

    def case(self):
        held = HOLDS and self.chance(0.5)
        conversations = self.chance(0.35)
        batch = self.items(1, 6)
        if conversations and self.chance(0.3):
            batch = self.items(19, 45) if self.chance(0.7) else [self.item()] * self.rng.randint(21, 41)
        history = self.items(0, 5)
        if self.chance(0.2) and history:
            history = history[:1] * self.rng.randint(1, 2 * len(batch) + 2)
        session_id = "sess_1" if self.chance(0.9) else "sess_2"
        record = {"session_id": "sess_1", "items": batch, "before": None, "persisted_count": self.rng.randrange(5)}
        session = history
        if held:
            record.update(held=True, current_response={"turn": 0, "start": self.rng.randint(0, len(batch))})
            if self.chance(0.5):
                record.update(response_id="resp_1", store=self.one_of(None, True, False), reasoning_item_id_policy=self.one_of(None, "omit"))
        else:
            self.tried(record, history, conversations)
            session = self.moved(history, batch)
        kind = "conversations" if conversations else self.one_of("sqlite", "compaction")
        attached = None if self.chance(0.05) else {"id": session_id, "kind": kind, "items": session}
        count = self.rng.randrange(3)
        fault = self.one_of("before", "after") if self.chance(0.08) and attached and not conversations else None
        return {"record": record, "session": attached, "fault": fault, "count": count}

    def tried(self, record, history, conversations):
        size = len(record["items"]) + 1
        if self.chance(0.8):
            window = history[-size:] if self.chance(0.9) else self.items(0, 2)
            record["before"] = [digest(item, conversations) for item in window]
        if ACKNOWLEDGES and self.chance(0.4):
            record.update(response_id="resp_1", store=None, has_local_tool_outputs=self.chance(0.5))
            if record["before"] is not None and self.chance(0.4):
                record["append_acknowledged"] = True

    def moved(self, history, batch):
        """The session after an append that may have worked, and after whoever came next."""
        stored = self.one_of([], [], batch, batch, batch[: self.rng.randint(0, len(batch))], batch[:20], batch[:40])
        items = copy.deepcopy([*history, *stored])
        change = self.rng.randrange(8)
        if change == 0:
            items.append(self.item())
        elif change == 1 and items:
            items.pop(self.rng.randrange(len(items)))
        elif change == 2 and items:
            victim = self.rng.choice(items)
            key = self.one_of("created_by", "_agents_tool_title", "id", "status", "extra")
            victim[key] = self.one_of("x", None, 1, 1.0)
        elif change == 3:
            items = [dict(reversed(list(item.items()))) for item in items]
        return items


def digest(item, ignore_ids):
    text = persistence._fingerprint_or_repr(item, ignore_ids_for_matching=ignore_ids)
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


class Faulty(SQLiteSession):
    fault = None

    async def add_items(self, items):
        fault, self.fault = self.fault, None
        if fault == "before":
            raise RuntimeError("injected")
        await super().add_items(items)
        if fault == "after":
            raise RuntimeError("injected")


class Entry:
    def __init__(self, data):
        self.data = data

    def model_dump(self, exclude_unset=True):
        return copy.deepcopy(self.data)


class Service:
    """Stands in for the client of the Conversations service."""

    def __init__(self, items):
        self.stored = copy.deepcopy(items)
        self.conversations = self
        self.items = self

    def with_options(self, **_):
        return self

    def list(self, conversation_id, order):
        async def entries():
            for item in self.stored if order == "asc" else reversed(self.stored):
                yield Entry(item)

        return entries()

    async def create(self, conversation_id, items):
        for item in items:
            self.stored.append({"id": f"srv_{len(self.stored)}", **copy.deepcopy(item)})


async def open_session(case, folder):
    """(session or None, what reads all its items)"""
    spec = case["session"]
    if spec is None:
        return None, None
    if spec["kind"] == "conversations":
        service = Service(spec["items"])
        return OpenAIConversationsSession(conversation_id=spec["id"], openai_client=service), lambda: service.stored
    session = Faulty(spec["id"], os.path.join(folder, f"{random.getrandbits(48)}.db"))
    if spec["items"]:
        await session.add_items(spec["items"])
    session.fault = case["fault"]
    return (NotingSession(session) if spec["kind"] == "compaction" else session), None


def checkpoint_of(case):
    agent = Agent(name="writer")
    state = RunState(context=RunContextWrapper(context={}), original_input="go", starting_agent=agent, max_turns=10)
    data = state.to_json()
    data["current_step"] = {"type": "next_step_run_again"}
    data["current_turn_persisted_item_count"] = case["count"]
    data["pending_session_write"] = case["record"]
    return data


async def settle(case, folder):
    checkpoint = checkpoint_of(case)
    answer = {"checkpoint": copy.deepcopy(checkpoint), "session": copy.deepcopy(case["session"]), "fault": case["fault"], "error": None}
    state = await RunState.from_json(Agent(name="writer"), checkpoint)
    session, stored = await open_session(case, folder)
    try:
        await persistence.resume_pending_session_write(state, session)
    except Exception as error:
        answer["error"] = f"{type(error).__name__}: {error}"
    after = None if session is None else stored() if stored else await session.get_items(limit=1_000_000)
    answer.update(itemsAfter=after, recordAfter=state._pending_session_write, countAfter=state._current_turn_persisted_item_count)
    asked = getattr(session, "asked", [])
    answer.update(compaction=asked[-1] if asked else None)
    store = getattr(session, "underlying_session", session)
    if isinstance(store, SQLiteSession):
        store.close()
    return answer


async def main(seed, count):
    generator = Generator(seed)
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(count):
            print(json.dumps(await settle(generator.case(), folder)))


asyncio.run(main(int(sys.argv[1]), int(sys.argv[2])))
