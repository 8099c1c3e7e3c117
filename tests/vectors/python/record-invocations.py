"""Records what the installed openai-agents (0.24.0) computes as identities of calls: python record-invocations.py > invocations.json"""
import json
import random

from agents import run_state
from agents._tool_invocation import tool_invocation_identity_and_scope, tool_output_identity

rng = random.Random(24)
NUMBERS = ["0", "-0", "1", "1.0", "-0.0", "1e16", "1E5", "1e-5", "0.0001", "123456789012345678901234567890", "1e400", "2.5e300",
           "9007199254740993", "1e22", "0.1", "100000000000000000.0", "5e-324", "-1e-7", "12.50", "9" * 400]
STRINGS = ["", "x", "a/b", "\u00e9", "\u2028\u007f\u0007", "\U0001f600", "\uff5e", "q\"\\n", "tab\t", "\ue000"]
ODD = NUMBERS + ["NaN", "Infinity", "-Infinity", "01", "1.", "nul", "'x'", "\"\x01\"", "\"\\x\"", "\"\\ud800\"", "\"\\ud83d\\ude00\"", "[1,]", "{\"a\":1,}", "", " ", "\ufeff1"]

LONE = ["{}", '{"a":"\\ud800"}', '{"\\udc00":1}', '{"a":"\\ud800","a":1}', '"\ud83d\\ude00"', "[\ud800"]


def text(depth, numbers):
    kind = rng.random()
    if depth == 0 or kind < 0.35:
        return rng.choice([rng.choice(numbers), json.dumps(rng.choice(STRINGS)), json.dumps(rng.choice(STRINGS), ensure_ascii=False),
                           "null", "true", "false", "[]", "{}"])
    gap = rng.choice(["", " ", "\n"])
    if kind < 0.6:
        return "[" + f",{gap}".join(text(depth - 1, numbers) for _ in range(rng.randint(1, 3))) + "]"
    keys = rng.choices(["a", "b", "c", "1", "10", "2", "\uff5e", "\U0001f600", "__proto__", "\u00e9", "\ue000"], k=rng.randint(1, 4))
    return "{" + ",".join(f"{json.dumps(key)}:{gap}{text(depth - 1, numbers)}" for key in keys) + "}"


def members(kind):
    """(key, JSON text) pairs of a raw item, at random complete or not."""
    made = {
        "function_call": [("call_id", '"c1"'), ("name", rng.choice(['"danger"', '"danger"', '"\u00e9"', '""', "5", '"\\ud800"'])), ("arguments", None)],
        "custom_tool_call": [("call_id", '"c1"'), ("name", '"cust"'), ("input", rng.choice(['"abc"', "null", "[1.0]"]))],
        "shell_call": [("call_id", '"c1"'), ("action", '{"commands":["ls"],"timeout_ms":%s,"max_output_length":null,"z":{"n":null}}'
                        % rng.choice(["1000", "1000.0", '"1000"', "true", "null", '" 7 "', '"1_000"', "1e3", '"+5"', '"007"', '"12.0"']))],
        "local_shell_call": [("call_id", '"c1"'), ("action", '{"command":["ls"],"env":{"B":"1","A":"2"},"type":"exec","timeout_ms":%s}' % rng.choice(["5", "5.0", "null", "false"]))],
        "apply_patch_call": [("call_id", '"c1"'), ("operation", '{"type":"create_file","path":"a","diff":"+x","n":%s}' % rng.choice(NUMBERS))],
        "computer_call": [("call_id", '"c1"'), ("pending_safety_checks", "[]"), ("action", rng.choice([
            '{"type":"click","x":1.0,"y":"2","button":"left"}', '{"type":"drag","path":[{"x":1,"y":2.0},{"x":"3","y":true,"x2":1.0}]}',
            '{"type":"screenshot","x":1.0}', '{"type":"scroll","scroll_x":-0.0,"scroll_y":0,"x":-0,"y":3,"keys":null}', "null", '{"type":"wait"}'])),
            ("actions", rng.choice(["null", '[{"type":"move","x":2.0,"y":"4"},{"type":"keypress","keys":["a"]}]']))],
        "mcp_approval_request": [("id", rng.choice(['"m1"', '""', "5"])), ("name", '"look"'), ("server_label", rng.choice(['"s"', '""'])), ("arguments", None)],
        "hosted_tool_call": [("call_id", '"c1"'), ("name", '"outer"'), ("provider_data", '{"type":"%s",%s"server_label":"s","arguments":"{\\"a\\":1.0}"%s}' % (
            rng.choice(["mcp_approval_request", "other"]), rng.choice(["", '"id":"m1",', '"id":5,']), rng.choice(["", ',"name":"look"', ',"name":""'])))],
        "web_search_call": [("call_id", '"c1"')],
    }[kind]
    pairs = [("type", json.dumps(kind)), ("id", '"i1"'), ("status", '"completed"')] + made
    pairs = [(key, json.dumps(rng.choice([text(3, ODD), text(2, NUMBERS), text(2, NUMBERS), *LONE])) if value is None else value) for key, value in pairs]
    pairs = [pair for pair in pairs if rng.random() > 0.04]
    for key in ("namespace", "caller", "environment", "operations", "actions", "raw_item"):
        if rng.random() < 0.08:
            pairs.append((key, rng.choice(['"danger"', '"ns"', '{"type":"program","caller_id":"p"}', '{"type":"direct","extra":[1.0,null]}', "null", text(2, NUMBERS)])))
    rng.shuffle(pairs)
    return "{" + ",".join(f'"{key}":{value}' for key, value in pairs) + "}"


def answer(call):
    try:
        return call()
    except UnicodeEncodeError:
        return "unencodable"
    except TypeError:
        return "unhashable"


def identity(raw, key, name, role):
    found = answer(lambda: tool_invocation_identity_and_scope(raw, tool_lookup_key=key, tool_name=name, invocation_role=role))
    return dict(zip(("type", "callId", "scope", "fingerprint"), found)) if isinstance(found, tuple) else found


rows = []
kinds = ["function_call"] * 6 + ["custom_tool_call", "shell_call", "shell_call", "local_shell_call", "apply_patch_call", "computer_call", "computer_call",
                                 "mcp_approval_request", "hosted_tool_call", "hosted_tool_call", "web_search_call"]
while len(rows) < 320:
    kind = rng.choice(kinds)
    source = members(kind)
    raw = json.loads(source)
    key = rng.choice([None, None, None, ("bare", "b"), ("namespaced", "n", "b"), ("deferred_top_level", "b")])
    name = rng.choice([None, None, "tool", ""])
    role = rng.choice([None, None, "handoff"])
    row = {"raw": source, "lookupKey": key, "toolName": name, "role": role, "plain": identity(raw, key, name, role)}
    if kind not in ("function_call", "hosted_tool_call"):
        try:
            typed = run_state._deserialize_model_responses([{"usage": {}, "output": [raw], "response_id": None}])[0].output[0]
            row["typed"] = identity(typed, key, name, role)
        except Exception:
            pass
    if kind == "function_call":
        row["typed"] = identity(run_state._deserialize_tool_call_raw_item(raw), key, name, role)
    rows.append(row)
print(json.dumps({"release": "0.24.0", "rows": rows}, indent=0))
