"""Writes the value schemas of one installed `openai` package as JSON, read from pydantic's core schemas of the SDK's own types.

    python extract.py > openai-VERSION.json         (in an environment with one openai-agents release)

Output: {"openai", "pydantic", "models": {name: node}, "outputTypes": {tag: [name]}, "inputTypes": {tag: [name]},
"definitions": {name: node}}. A node is JSON
Schema cut down to what decides: type, properties, required, enum, items, additionalProperties, anyOf, $ref, and these keywords:
  lax: integer | number | boolean   pydantic's lax scalar
  iterable: true                    anything Python can iterate, elements unchecked until somebody consumes them
  open: true | false                whether unknown keys are kept (models) or dropped (TypedDicts)
  names: {field: key}               validated by name, the field's own name counts too when the key is absent
  strictText: N                     a well-formed string of at least N characters
Names are MODULE.CLASS within `openai.types.responses`. Descriptions, titles and defaults are left out.
"""

import importlib.metadata
import json
import sys
from typing import Any, get_args

from openai.types import responses
from openai.types.responses import response_input_param as inputs
from openai.types.responses import response_output_item as outputs
from pydantic import TypeAdapter

definitions: dict[str, Any] = {}
classes: dict[str, type] = {}
unresolved: dict[str, Any] = {}


def node(schema: dict[str, Any]) -> dict[str, Any]:
    kind = schema["type"]
    reduce = REDUCERS.get(kind)
    if reduce is None:
        sys.exit(f"no rule for core schema {kind}: {sorted(schema)}")
    return reduce(schema)


def nullable(schema: dict[str, Any]) -> dict[str, Any]:
    inner = node(schema["schema"])
    if inner == {}:
        return inner
    if "anyOf" in inner:
        return {"anyOf": [*inner["anyOf"], {"type": "null"}]}
    return {"anyOf": [inner, {"type": "null"}]}


def union(schema: dict[str, Any]) -> dict[str, Any]:
    members: list[Any] = []
    for choice in schema["choices"]:
        member = node(choice[0] if isinstance(choice, tuple) else choice)
        if member == {}:
            return member
        members.extend(member["anyOf"] if "anyOf" in member else [member])
    return {"anyOf": [member for index, member in enumerate(members) if member not in members[:index]]}


def text(schema: dict[str, Any]) -> dict[str, Any]:
    unknown = set(schema) - {"type", "strict", "min_length"}
    if unknown:
        sys.exit(f"no rule for string constraints {unknown}")
    return {"strictText": schema["min_length"]} if "min_length" in schema else {"type": "string"}


def sequence(schema: dict[str, Any]) -> dict[str, Any]:
    """`SequenceNotStr`: of JSON's values only a list is a Sequence that is no string."""
    check, validate = schema["python_schema"]["steps"]
    if check.get("cls_repr") != "Sequence" or validate["type"] != "function-wrap":
        sys.exit("no rule for this json-or-python schema")
    return node(validate["schema"])


def mapping(schema: dict[str, Any]) -> dict[str, Any]:
    values = node(schema["values_schema"])
    return {"type": "object", "additionalProperties": values} if values else {"type": "object"}


def structure(schema: dict[str, Any], fields: dict[str, Any], keeps_unknown_keys: bool) -> dict[str, Any]:
    name = class_name(schema["cls"])
    if classes.setdefault(name, schema["cls"]) is not schema["cls"]:
        sys.exit(f"two classes are called {name}")
    if name in definitions:
        return {"$ref": name}
    definitions[name] = {}
    properties, required, aliases = {}, [], {}
    for field_name, field in fields.items():
        inner = field["schema"]
        optional = inner["type"] == "default" or field.get("required") is False
        key = field.get("validation_alias", field_name)
        if key != field_name:
            aliases[field_name] = key
        properties[key] = node(inner)
        if not optional:
            required.append(key)
    reduced: dict[str, Any] = {"type": "object", "open": keeps_unknown_keys}
    if properties:
        reduced["properties"] = properties
    if required:
        reduced["required"] = required
    if aliases:
        reduced["names"] = aliases
    definitions[name] = reduced
    return {"$ref": name}


def model(schema: dict[str, Any]) -> dict[str, Any]:
    fields = schema["schema"]
    if fields["type"] != "model-fields" or schema["root_model"] or schema["custom_init"]:
        sys.exit(f"no rule for model {schema['cls']}")
    return structure(schema, fields["fields"], schema["config"]["extra_fields_behavior"] == "allow")


def typed_dict(schema: dict[str, Any]) -> dict[str, Any]:
    if schema.get("extra_behavior", "ignore") != "ignore":
        sys.exit(f"no rule for the unknown keys of {schema['cls']}")
    return structure(schema, schema["fields"], False)


def with_definitions(schema: dict[str, Any]) -> dict[str, Any]:
    unresolved.update({definition["ref"]: definition for definition in schema["definitions"]})
    return node(schema["schema"])


def class_name(cls: type) -> str:
    module = cls.__module__.removeprefix("openai.types.").removeprefix("responses.")
    return f"{module}.{cls.__name__}"


REDUCERS: dict[str, Any] = {
    "any": lambda _: {},
    "str": text,
    "int": lambda _: {"lax": "integer"},
    "float": lambda _: {"lax": "number"},
    "bool": lambda _: {"lax": "boolean"},
    "literal": lambda schema: {"enum": list(schema["expected"])},
    "nullable": nullable,
    "default": lambda schema: node(schema["schema"]),
    "list": lambda schema: {"type": "array", "items": node(schema["items_schema"])},
    "generator": lambda schema: {"iterable": True, "items": node(schema["items_schema"])},
    "dict": mapping,
    "json-or-python": sequence,
    "union": union,
    "model": model,
    "typed-dict": typed_dict,
    "definitions": with_definitions,
    "definition-ref": lambda schema: node(unresolved[schema["schema_ref"]]),
}


def roots() -> dict[str, Any]:
    """The types that the readers validate, by the name under which `models.ts` knows them."""
    found: dict[str, Any] = {
        "ResponseOutputMessage": responses.ResponseOutputMessage,
        "ResponseFunctionToolCall": responses.ResponseFunctionToolCall,
        "ResponseReasoningItem": responses.ResponseReasoningItem,
        "ResponseComputerToolCall": responses.ResponseComputerToolCall,
        "ResponseCustomToolCall": responses.ResponseCustomToolCall,
        "LocalShellCall": outputs.LocalShellCall,
        "McpListTools": outputs.McpListTools,
        "McpApprovalRequest": outputs.McpApprovalRequest,
        "McpApprovalResponse": inputs.McpApprovalResponse,
        "FunctionCallOutput": inputs.FunctionCallOutput,
        "ComputerCallOutput": inputs.ComputerCallOutput,
        "LocalShellCallOutput": inputs.LocalShellCallOutput,
    }
    for name in ("ResponseToolSearchCall", "ResponseToolSearchOutputItem"):
        if hasattr(responses, name):
            found[name] = getattr(responses, name)
    for name in ("Program", "ProgramOutput"):
        if hasattr(outputs, name):
            found[name] = getattr(outputs, name)
    from agents import run_state

    payload = getattr(run_state, "_LocalShellCallOutputPayload", None)
    if payload is not None:
        found["LocalShellCallOutputPayload"] = payload
    return found


def reduce_type(tp: Any) -> dict[str, Any]:
    unresolved.clear()
    return node(dict(TypeAdapter(tp).core_schema))


def tags(name: str) -> list[str]:
    """The values of `type` that lead to a member of a union; "" stands for an absent type."""
    tag = definitions[name]["properties"]["type"]
    values = tag["enum"] if "enum" in tag else tag["anyOf"][0]["enum"]
    return [*values] if "type" in definitions[name]["required"] else [*values, ""]


def members_by_tag(members: Any) -> dict[str, list[str]]:
    by_tag: dict[str, list[str]] = {}
    for member in members:
        name = reduce_type(member)["$ref"]
        for tag in tags(name):
            by_tag.setdefault(tag, []).append(name)
    return by_tag


def main() -> None:
    models = {name: reduce_type(tp) for name, tp in roots().items()}
    result = {
        "openai": importlib.metadata.version("openai"),
        "pydantic": importlib.metadata.version("pydantic"),
        "models": models,
        "outputTypes": members_by_tag(get_args(get_args(responses.ResponseOutputItem)[0])),
        "inputTypes": members_by_tag(get_args(responses.ResponseInputItemParam)),
        "definitions": definitions,
    }
    json.dump(result, sys.stdout, indent=1)


main()
