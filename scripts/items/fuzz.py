"""Asks one installed SDK release about broken and odd item values; the answers are what the generated validators must say.

    python fuzz.py EXTRACT.json [CASES] [SEED] > cases.ndjson      (EXTRACT: made by extract.py in the same environment)

First line: {"release", "openai", "pydantic"}. Each other line: {"model", "value", "ok"}, with "at" (the place of the fault) when there is a single one, and "dropped" (the members that
validation took away) when the accepted value is a plain dict; for model "message" {"model", "value", "taken": "ok" | "unchecked" | "invalid"}, the answer of this
release's own _deserialize_message_output_item. Values are valid instances of the schema with one or two faults.
"""

import copy
import importlib.metadata
import json
import random
import sys
from typing import Any

from agents import run_state
from agents.util import _json
from openai.types import responses
from openai.types.responses import response_input_param as inputs
from openai.types.responses import response_output_item as outputs
from pydantic import TypeAdapter, ValidationError

extract = json.load(open(sys.argv[1]))
count = int(sys.argv[2]) if len(sys.argv) > 2 else 20_000
rng = random.Random(int(sys.argv[3]) if len(sys.argv) > 3 else 1)
definitions = extract["definitions"]

PACKAGES = {"release": "openai-agents", "openai": "openai", "pydantic": "pydantic"}
SCALARS: list[Any] = [
    None, True, False, 0, 1, 2, -1, 2.0, 1.0, 0.0, -0.0, 1.5, 12345678901234567890, 2.0**62, 2.0**63, -(2.0**63), 1e19, 1e300, 10**400,
    float("inf"), float("-inf"), float("nan"), "", "x", "12", " 7 ", "1.0", "1.5", "1e3", "1_0", "1__0", "0-1", "+3", "nan", "inf", "true",
    "False", "YES", "off", "on", "t", "2", "\ud800", "a\udfff", "é", "completed", "in_progress", "message", "function_call", "direct", "program",
]  # fmt: skip
SHAPES: list[Any] = [[], {}, [None], [{}], ["x"], {"x": 1}, {"type": "x"}, [[]], {"type": None}, {"type": []}, [1, "2", True]]
KEYS = ["extra", "async", "async_", "__proto__", "constructor", "\ud800", "type", "status", "id", "role", "content", "caller", ""]


def instance(node: dict[str, Any], depth: int = 0) -> Any:
    """A random value that the node accepts."""
    if "$ref" in node:
        return instance(definitions[node["$ref"]], depth)
    if "anyOf" in node:
        return instance(rng.choice(node["anyOf"]), depth)
    if "enum" in node:
        return rng.choice(node["enum"])
    if "lax" in node:
        choices = {"integer": [0, 7, "3", 2.0, True], "number": [0, 1.5, "2.5", -3], "boolean": [True, False, "yes", 1, 0.0]}
        return rng.choice(choices[node["lax"]])
    if "strictText" in node or node.get("type") == "string":
        return rng.choice(["text", "call_1", "é\U0001f600"])
    if node.get("type") == "null":
        return None
    if node.get("type") == "array" or node.get("iterable"):
        return [instance(node["items"], depth + 1) for _ in range(rng.choice([0, 1, 1, 2]))]
    if node.get("type") == "object":
        return mapping(node, depth)
    return rng.choice([None, 1, "any", {"a": [1]}, []])


def mapping(node: dict[str, Any], depth: int) -> dict[str, Any]:
    required = node.get("required", [])
    value = {
        key: instance(field, depth + 1)
        for key, field in node.get("properties", {}).items()
        if key in required or rng.random() < 0.4
    }
    if "properties" not in node:
        for key in rng.sample(["a", "b", "\ud800"], rng.randint(0, 2)):
            value[key] = instance(node.get("additionalProperties", {}), depth + 1)
    return value


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    found = [path]
    steps = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else []
    for step, inner in steps:
        found += places(inner, (*path, step))
    return found


def odd_value(old: Any) -> Any:
    kind = rng.randrange(6)
    if kind == 0:
        return [old]
    if kind == 1:
        return {"type": old}
    if kind == 2:
        return str(old)
    return copy.deepcopy(rng.choice(SCALARS if kind < 5 else SHAPES))


def mutate(value: Any) -> tuple[Any, list[Any]]:
    """One fault at a random place, and that place: a member gone, added, renamed or replaced, or the place itself replaced."""
    path = rng.choice(places(value))
    parent, place = None, value
    for step in path:
        parent, place = place, place[step]
    kind = rng.random()
    if isinstance(place, dict) and kind < 0.3:
        key = rng.choice(KEYS)
        place[key] = copy.deepcopy(rng.choice(SCALARS + SHAPES))
        return value, [*path, key]
    if isinstance(place, dict) and place and kind < 0.55:
        key = rng.choice(list(place))
        moved = place.pop(key)
        if kind < 0.35:
            place[rng.choice(KEYS)] = moved
        return value, [*path, key]
    if parent is None:
        return (odd_value(value) if kind > 0.9 else value), []
    parent[path[-1]] = odd_value(place)
    return value, [*path]


def as_read(value: Any) -> Any:
    """What the reader gets from a file: two halves of a pair that came together are one character."""
    return json.loads(json.dumps(value))


def judges() -> dict[str, Any]:
    def adapter(tp: Any) -> Any:
        return TypeAdapter(tp).validate_python

    def construct(cls: Any) -> Any:
        return lambda value: cls(**value)

    call = responses.ResponseFunctionToolCall
    computer = adapter(inputs.ComputerCallOutput)
    found: dict[str, Any] = {
        "ResponseOutputMessage": construct(responses.ResponseOutputMessage),
        "ResponseFunctionToolCall": construct(call),
        "ResponseFunctionToolCallByName": lambda value: call.model_validate(value, by_name=True),
        "ResponseReasoningItem": construct(responses.ResponseReasoningItem),
        "ResponseComputerToolCall": construct(responses.ResponseComputerToolCall),
        "ResponseCustomToolCall": construct(responses.ResponseCustomToolCall),
        "LocalShellCall": adapter(outputs.LocalShellCall),
        "McpListTools": construct(outputs.McpListTools),
        "McpApprovalRequest": adapter(outputs.McpApprovalRequest),
        "McpApprovalResponse": adapter(inputs.McpApprovalResponse),
        "FunctionCallOutput": adapter(inputs.FunctionCallOutput),
        "ComputerCallOutput": computer,
        "ComputerCallOutputConsumed": lambda value: _json._to_dump_compatible(computer(value)),
        "LocalShellCallOutput": adapter(inputs.LocalShellCallOutput),
    }
    for name in ("ResponseToolSearchCall", "ResponseToolSearchOutputItem"):
        if hasattr(responses, name):
            found[name] = getattr(responses, name).model_validate
    for name in ("Program", "ProgramOutput"):
        if hasattr(outputs, name):
            found[name] = construct(getattr(outputs, name))
    if hasattr(run_state, "_LocalShellCallOutputPayload"):
        found["LocalShellCallOutputPayload"] = adapter(run_state._LocalShellCallOutputPayload)
    return found


def accepts(judge: Any, value: Any) -> bool:
    """Only a refusal by validation (or of a value that is no mapping) counts; anything else is a fault of this script."""
    try:
        judge(value)
        return True
    except ValidationError:
        return False
    except TypeError:
        if isinstance(value, dict):
            raise
        return False


def dropped(value: Any, kept: Any, path: tuple[Any, ...] = ()) -> list[list[Any]]:
    """Paths of the members of `value` that validation took away; what is still a lazy iterator is not looked into."""
    found: list[list[Any]] = []
    if isinstance(value, dict) and isinstance(kept, dict):
        for key, inner in value.items():
            found += dropped(inner, kept[key], (*path, key)) if key in kept else [[*path, key]]
    elif isinstance(value, list) and isinstance(kept, list):
        for index, (inner, other) in enumerate(zip(value, kept)):
            found += dropped(inner, other, (*path, index))
    return found


def drops(judge: Any, value: Any) -> dict[str, Any]:
    """{"dropped": paths} for a value that validates to a plain dict."""
    kept = judge(copy.deepcopy(value))
    return {"dropped": dropped(value, kept)} if type(kept) is dict else {}


def message_taken(value: Any) -> str:
    try:
        run_state._deserialize_message_output_item(value)
    except ValidationError:
        return "invalid"
    return "ok" if accepts(lambda each: responses.ResponseOutputMessage(**each), value) else "unchecked"


def root_of(model: str) -> dict[str, Any]:
    return extract["models"][model.removesuffix("ByName").removesuffix("Consumed")]


def main() -> None:
    known = judges()
    output = TypeAdapter(responses.ResponseOutputItem).validate_python
    tags = extract["outputTypes"]
    tasks = [(name, root_of(name), judge) for name, judge in known.items()]
    tasks += [("OutputItem", {"$ref": names[0]}, output) for names in tags.values()]
    union = TypeAdapter(responses.ResponseInputItemParam).validate_python
    tasks += [("InputItem", {"$ref": rng.choice(names)}, union) for names in extract["inputTypes"].values()]
    has_messages = hasattr(run_state, "_deserialize_message_output_item")
    print(json.dumps({name: importlib.metadata.version(package) for name, package in PACKAGES.items()}))
    for index in range(count):
        name, node, judge = tasks[index % len(tasks)]
        value = instance(node)
        places_hit = []
        for _ in range(rng.choice([0, 1, 1, 1, 2])):
            value, hit = mutate(value)
            places_hit.append(hit)
        value = as_read(value)
        case = {"model": name, "value": value, "ok": accepts(judge, value)}
        if case["ok"]:
            case.update(drops(judge, value))
        print(json.dumps({**case, "at": places_hit[0]} if len(places_hit) == 1 else case))
        if has_messages and name == "ResponseOutputMessage":
            for _ in range(4):
                print_message(instance(node))


def print_message(value: Any) -> None:
    if rng.random() < 0.7:
        value.pop("status", None) if rng.random() < 0.7 else value.update(status=None)
    for _ in range(rng.choice([0, 1, 1, 2])):
        value, _ = mutate(value)
    value = as_read(value)
    if isinstance(value, dict):
        print(json.dumps({"model": "message", "value": value, "taken": message_taken(copy.deepcopy(value))}))


main()
