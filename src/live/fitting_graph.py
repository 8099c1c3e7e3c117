"""The most accommodating agent graph for a checkpoint: every agent and every tool that the document mentions, as stubs.

A verdict must not hang on the program: where a graph exists under which the reader takes the document, this is meant to be it.
"""
from __future__ import annotations

import copy
from typing import Any, Iterator

import agents
from agents import Agent, handoff

MAX_DUPLICATES = 32  # "name#33" and above are treated as literal agent names


# --------------------------------------------------------------------------------------------
# 1. What does the document mention?
# --------------------------------------------------------------------------------------------


def _dict(value: Any) -> dict:
    return value if isinstance(value, dict) else {}


def _dicts(value: Any) -> Iterator[dict]:
    for entry in value if isinstance(value, list) else ():
        if isinstance(entry, dict):
            yield entry


def _text(value: Any) -> str | None:
    return value if isinstance(value, str) and value else None


ITEM_LISTS = ("generated_items", "session_items")
GUARDRAIL_LISTS = ("input_guardrail_results", "output_guardrail_results")


def states_of(doc: dict, depth: int = 0) -> Iterator[dict]:
    """The document and every nested agent-as-tool state inside it."""
    yield doc
    if depth > 20:
        return
    for entry in _dicts(_dict(doc.get("last_processed_response")).get("functions")):
        if isinstance(entry.get("agent_run_state"), dict):
            yield from states_of(entry["agent_run_state"], depth + 1)


def _step_interruptions(state: dict) -> list[dict]:
    step = _dict(state.get("current_step"))
    return [*_dicts(_dict(step.get("data")).get("interruptions")), *_dicts(step.get("interruptions"))]


def items_of(state: dict) -> Iterator[dict]:
    processed = _dict(state.get("last_processed_response"))
    for key in ITEM_LISTS:
        yield from _dicts(state.get(key))
    for key in ("new_items", "interruptions"):
        yield from _dicts(processed.get(key))
    yield from _step_interruptions(state)


def agent_refs(state: dict) -> Iterator[tuple[str | None, str | None]]:
    """(name, identity) of every agent reference of one state."""

    def pair(ref: Any) -> Iterator[tuple[str | None, str | None]]:
        if isinstance(ref, str):
            yield ref, None
        elif isinstance(ref, dict):
            name, identity = ref.get("name"), ref.get("identity")
            yield (name if isinstance(name, str) else None, _text(identity))

    yield from pair(state.get("current_agent"))
    for item in items_of(state):
        for key in ("agent", "source_agent", "target_agent"):
            yield from pair(item.get(key))
    for key in GUARDRAIL_LISTS:
        for entry in _dicts(state.get(key)):
            yield from pair(entry.get("agent"))
    for entry in _dicts(_dict(state.get("context")).get("function_tool_approvals")):
        yield from pair(entry.get("agent"))
    for key in _dict(state.get("tool_use_tracker")):
        base, mark, number = key.rpartition("#")
        yield (base, key) if mark and base and number.isdigit() else (key, None)


# --------------------------------------------------------------------------------------------
# 2. Stub tools
# --------------------------------------------------------------------------------------------

ALL_CALLERS = ["direct", "programmatic"]


async def _never(*_a: Any, **_k: Any) -> str:
    raise RuntimeError("stub tool")


def _make(cls_name: str, **fields: Any) -> Any:
    """Build one SDK object, dropping the fields this release does not know; None if it cannot."""
    cls = getattr(agents, cls_name, None) or getattr(agents.tool, cls_name, None)
    if cls is None:
        return None
    known = getattr(cls, "__dataclass_fields__", {})
    try:
        return cls(**{k: v for k, v in fields.items() if k in known})
    except Exception:
        return None


def _function_tool(name: str, namespace: str | None, deferred: bool, about: dict, agent: Agent | None) -> Any:
    schema = about.get("paramsJsonSchema")
    tool = _make(
        "FunctionTool",
        name=name,
        description=about.get("description") if isinstance(about.get("description"), str) else "",
        params_json_schema=copy.deepcopy(schema) if isinstance(schema, dict) else {"type": "object", "properties": {}},
        on_invoke_tool=_never,
        strict_json_schema=False,
        defer_loading=deferred,
        allowed_callers=list(ALL_CALLERS),
    )
    if tool is None:
        return None
    if namespace:
        tool._tool_namespace = namespace
        tool._tool_namespace_description = namespace
    if agent is not None:
        tool._is_agent_tool = True
        tool._agent_instance = agent
    return tool


def _lookup_key(data: Any) -> tuple[str, ...] | None:
    data = _dict(data)
    kind, name, namespace = data.get("kind"), _text(data.get("name")), _text(data.get("namespace"))
    if name and kind in ("bare", "deferred_top_level"):
        return (kind, name)
    if name and kind == "namespaced" and namespace and namespace != name:
        return (kind, namespace, name)
    return None


def _key_of(name: Any, namespace: Any) -> tuple[str, ...] | None:
    name, namespace = _text(name), _text(namespace)
    if not name:
        return None
    if namespace == name:
        return ("deferred_top_level", name)
    return ("namespaced", namespace, name) if namespace else ("bare", name)


class _Computer:
    """Just enough of a computer for a ComputerTool to exist."""

    environment = "browser"
    dimensions = (1024, 768)

    def __getattr__(self, name: str) -> Any:
        # One with `create` would pass for a factory of computers.
        if name.startswith("__") or name in ("create", "dispose"):
            raise AttributeError(name)
        return _never


def _computer() -> Any:
    from agents.computer import AsyncComputer

    cls = type("StubComputer", (AsyncComputer,), dict(_Computer.__dict__))
    cls.__abstractmethods__ = frozenset()
    return cls()


def tools_for(states: list[dict], agent_named: Any) -> list[Any]:
    """Every tool the document mentions, as a stub that lets every kind of caller in."""
    functions: dict[tuple[str, ...], dict] = {}
    customs: dict[str, str] = {}
    shells: dict[str, str] = {}
    patches: dict[str, str] = {}
    servers: dict[str, dict] = {}
    computer = local_shell = program = False

    for state in states:
        processed = _dict(state.get("last_processed_response"))
        for entry in _dicts(processed.get("functions")):
            tool, call = _dict(entry.get("tool")), _dict(entry.get("tool_call"))
            for key in (
                _lookup_key(tool.get("lookupKey")),
                _key_of(call.get("name"), call.get("namespace")),
                _key_of(tool.get("name"), tool.get("namespace")),
            ):
                if key is not None:
                    about = functions.setdefault(key, {})
                    if key[-1] == tool.get("name"):
                        about.update({k: v for k, v in tool.items() if k not in about})
                    if isinstance(entry.get("agent_run_state"), dict):
                        about.setdefault("_nested", entry["agent_run_state"])
        for field, wrapper, names, default in (
            ("custom_tool_actions", "custom_tool", customs, None),
            ("shell_actions", "shell", shells, "shell"),
            ("apply_patch_actions", "apply_patch", patches, "apply_patch"),
        ):
            for entry in _dicts(processed.get(field)):
                name = _text(_dict(entry.get(wrapper)).get("name")) or default
                if name:
                    about = _dict(entry.get(wrapper)).get("description")
                    names[name] = about if isinstance(about, str) else ""
        computer = computer or any(True for _ in _dicts(processed.get("computer_actions")))
        local_shell = local_shell or any(True for _ in _dicts(processed.get("local_shell_actions")))
        for entry in _dicts(processed.get("mcp_approval_requests")):
            raw = _dict(_dict(entry.get("request_item")).get("raw_item"))
            config = _dict(_dict(entry.get("mcp_tool")).get("tool_config"))
            label = _text(raw.get("server_label")) or _text(config.get("server_label")) or "stub"
            if label not in servers:
                servers[label] = {**copy.deepcopy(config), "type": "mcp", "server_label": label}
                if raw.get("caller") is not None:
                    servers[label]["allowed_callers"] = list(ALL_CALLERS)
        for raw in sdk_raw_items(state):
            kind = raw.get("type")
            caller = _dict(raw.get("caller")).get("type")
            program = program or kind in ("program", "program_output") or caller == "program"
            computer = computer or kind in ("computer_call", "computer_call_output")
            local_shell = local_shell or kind in ("local_shell_call", "local_shell_call_output")
            if kind in ("shell_call", "shell_call_output") and not shells:
                shells["shell"] = ""
            if kind in ("apply_patch_call", "apply_patch_call_output") and not patches:
                patches["apply_patch"] = ""
            if kind == "custom_tool_call" and _text(raw.get("name")):
                customs.setdefault(raw["name"], "")

    tools: list[Any] = []
    qualified: set[str] = set()
    for key, about in functions.items():
        namespace = key[1] if key[0] == "namespaced" else None
        dotted = f"{namespace}.{key[2]}" if namespace else key[1]
        if dotted in qualified and (namespace or "." in dotted):
            continue  # the SDK refuses a tool list with two owners of one dotted name
        qualified.add(dotted)
        nested = about.get("_nested")
        owner = agent_named(_dict(nested).get("current_agent")) if nested is not None else None
        tools.append(_function_tool(key[-1], namespace, key[0] == "deferred_top_level", about, owner))
    shared = {"allowed_callers": list(ALL_CALLERS), "on_invoke_tool": _never}
    tools += [_make("CustomTool", name=name, description=about, **shared) for name, about in customs.items()]
    tools += [_make("ShellTool", name=name, executor=_never, **shared) for name in shells]
    tools += [_make("ApplyPatchTool", name=name, editor=_Computer(), **shared) for name in patches]
    if computer:
        tools.append(_make("ComputerTool", computer=_computer()))
    if local_shell:
        tools.append(_make("LocalShellTool", executor=_never))
    tools += [_make("HostedMCPTool", tool_config=config) for config in servers.values()]
    if program:
        tools.append(_make("ProgrammaticToolCallingTool"))
    return [tool for tool in tools if tool is not None]


def sdk_raw_items(state: dict) -> Iterator[dict]:
    for key in ("original_input", "pending_input"):
        yield from _dicts(state.get(key))
    for response in _dicts(state.get("model_responses")):
        yield from _dicts(response.get("output"))
    for item in items_of(state):
        if isinstance(item.get("raw_item"), dict):
            yield item["raw_item"]
    processed = _dict(state.get("last_processed_response"))
    for key, entries in processed.items():
        if key.endswith("_actions") or key in ("functions", "handoffs"):
            for entry in _dicts(entries):
                if isinstance(entry.get("tool_call"), dict):
                    yield entry["tool_call"]


# --------------------------------------------------------------------------------------------
# 3. The agent graph
# --------------------------------------------------------------------------------------------


def _agent(name: str, index: int) -> Agent:
    # Distinct instructions keep same-name agents distinguishable (and their "#2" order stable).
    return Agent(name=name, instructions=f"stub {index:04d}")


def graph_for(doc: Any, mode: str) -> tuple[Agent, list[Agent]]:
    """The most accommodating graph for `doc`. Modes: full, no-tools, bare (one agent, no tools)."""
    doc = _dict(doc)
    states = list(states_of(doc))
    current = doc.get("current_agent")
    root_name = current if isinstance(current, str) else _dict(current).get("name")
    root_name = root_name if isinstance(root_name, str) else None

    copies: dict[str, int] = {}
    identities: list[str] = []
    if root_name is not None:
        copies[root_name] = 1
    if mode != "bare":
        for state in states:
            for name, identity in agent_refs(state):
                if name:
                    copies.setdefault(name, 1)
                if identity:
                    identities.append(identity)
        for identity in identities:
            base, mark, number = identity.rpartition("#")
            if mark and base in copies and number.isdigit() and 2 <= int(number[:6]) <= MAX_DUPLICATES:
                copies[base] = max(copies[base], int(number[:6]))
            else:
                copies.setdefault(identity, 1)
    if not copies:
        copies["oracle-root"] = 1

    pool: list[Agent] = []
    for name, count in copies.items():
        pool += [_agent(name, len(pool) + n) for n in range(count)]
    root = pool[0]

    def agent_named(ref: Any) -> Agent:
        name = ref if isinstance(ref, str) else _dict(ref).get("name")
        return next((a for a in pool if a.name == name), root)

    if mode != "bare":
        # Everyone can reach everyone, so any of them can be the root of a nested state.
        links = [
            handoff(a, tool_name_override=f"oracle_link_{i}", tool_description_override="stub")
            for i, a in enumerate(pool)
            if a.name
        ]
        wanted: dict[str, None] = {}
        for state in states:
            for entry in _dicts(_dict(state.get("last_processed_response")).get("handoffs")):
                tool_name = _text(_dict(entry.get("handoff")).get("tool_name"))
                if tool_name:
                    wanted[tool_name] = None
        named = [handoff(root, tool_name_override=n, tool_description_override="stub") for n in wanted]
        tools = tools_for(states, agent_named) if mode == "full" else []
        for member in pool:
            member.handoffs = [*links, *named]
            member.tools = list(tools)
    return root, pool
