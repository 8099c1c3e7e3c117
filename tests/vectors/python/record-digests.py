"""Records nested-history digests with the installed openai-agents: python record-digests.py > RELEASE.json; the same rows in every release.
`merge` joins the files of several releases: python record-digests.py merge 0.19.4.json … > digests.json"""
import json
import logging
import random
import sys

rng = random.Random(7)
NUMBERS = ["0", "-0", "1", "1.0", "1e16", "1e-5", "123456789012345678901234567890", "1e400", "NaN", "0.5"]
TEXTS = ["", "x", "é", "\U0001f600", "\x7f\u2028/", "q\"\\"]
ID, CREATED = '"id":"i1"', ['"created_by":"srv"', '"created_by":null']
STATUS = ['"status":"completed"', '"status":null', '"status":"in_progress"', '"status":"incomplete"']
INTERNAL = ['"_agents_tool_title":"t"', '"_agents_tool_description":"d"', '"extra":%s', '"zeta":{"\U0001f600":%s,"\uff5e":[null,true]}', '"dup":1,"dup":%s']


def raw(kind):
    text = json.dumps(rng.choice(TEXTS), ensure_ascii=rng.random() < 0.5)
    number = rng.choice(NUMBERS)
    annotation = rng.choice(['{"type":"file_citation","file_id":"f","filename":"n","index":%s}' % rng.choice(["1", "1.0", '"1"', "true"]),
                             '{"type":"url_citation","start_index":0,"end_index":2.0,"title":"t","url":"u"}'])
    logprob = '{"token":"a","bytes":[1,2.0],"logprob":%s,"top_logprobs":[]}' % rng.choice(["0", "-1", "-0.5", '"-1"'])
    part = rng.choice([f'{{"type":"output_text","text":{text},"annotations":[]}}', f'{{"type":"output_text","text":{text},"annotations":[{annotation}],"logprobs":[{logprob}]}}',
                       f'{{"type":"refusal","refusal":{text},"odd":{number}}}'])
    outputs = rng.choice([text, f'[{{"type":"input_text","text":{text},"odd":{number}}},{{"type":"input_image","image_url":"u","detail":"auto","odd":1}}]'])
    made = {
        "message": [ID, '"role":"assistant"', f'"content":{rng.choice([text, f"[{part}]"])}'],
        "user": ['"role":"user"', f'"content":{text}'],
        "reasoning": [ID, f'"summary":[{{"type":"summary_text","text":{text}}}]'],
        "function_call": [ID, '"call_id":"c"', '"name":"n"', f'"arguments":{text}', rng.choice(['"async":true', '"async":null', '"caller":{"type":"direct","odd":1}', ID])],
        "function_call_output": ['"call_id":"c"', f'"output":{outputs}', rng.choice(['"caller":{"type":"program","caller_id":"p","odd":1}', ID])],
        "computer_call_output": ['"call_id":"c"', '"output":{"type":"computer_screenshot","image_url":"u","odd":1}', rng.choice(['"acknowledged_safety_checks":[{"id":"a","odd":1}]', ID])],
        "shell_call": [ID, '"call_id":"c"', f'"action":{{"commands":[{text}],"timeout_ms":{number}}}'],
        "shell_call_output": ['"call_id":"c"', f'"output":[{{"stdout":{text},"stderr":"","outcome":{{"type":"exit","exit_code":{number}}},{rng.choice(CREATED)}}},{number}]', '"shell_output":1', '"provider_data":{}', '"max_output_length":null'],
        "apply_patch_call_output": ['"call_id":"c"', f'"output":{text}'],
        "custom_tool_call_output": ['"call_id":"c"', f'"output":{text}'],
        "local_shell_call_output": [ID, '"call_id":"c"', f'"output":{text}'],
        "tool_search_call": [ID, f'"arguments":{{"q":{number}}}', '"execution":"server"'],
        "tool_search_output": [ID, '"tools":[]', '"execution":"client"'],
        "mcp_list_tools": [ID, '"server_label":"s"', f'"tools":[{{"name":"t","input_schema":{{"n":{number}}}}}]'],
        "mcp_approval_request": [ID, '"server_label":"s"', '"name":"n"', f'"arguments":{text}'],
        "mcp_approval_response": ['"approval_request_id":"r"', f'"approve":{rng.choice(["true", "0", chr(34) + "yes" + chr(34), "1.0"])}', rng.choice(['"caller":{"type":"direct"}', '"reason":null'])],
        "compaction": [ID, rng.choice([f'"encrypted_content":{text}', '"encrypted_content":null'])],
    }[kind]
    members = ([] if kind == "user" else [f'"type":"{kind}"']) + made
    members += [member % rng.choice(NUMBERS) if "%s" in member else member for member in INTERNAL if rng.random() < 0.15]
    if rng.random() < 0.35:
        members.append(rng.choice(CREATED))
    if rng.random() < 0.5:
        members.append(rng.choice(STATUS))
    if rng.random() < 0.06:
        members.append(rng.choice(['"status":[]', '"status":{}', '"type":[]', '"type":"other"']))
    rng.shuffle(members)
    return rng.choice(["{" + ",".join(members) + "}"] * 30 + ["null", '"text"', "[1.0]", number])


KINDS = {
    "message_output_item": ["message"], "reasoning_item": ["reasoning"], "handoff_call_item": ["function_call"],
    "tool_call_item": ["function_call", "shell_call", "mcp_list_tools"],
    "tool_call_output_item": ["function_call_output", "computer_call_output", "shell_call_output", "apply_patch_call_output", "custom_tool_call_output", "local_shell_call_output"],
    "tool_search_call_item": ["tool_search_call"], "tool_search_output_item": ["tool_search_output"], "mcp_list_tools_item": ["mcp_list_tools"],
    "mcp_approval_request_item": ["mcp_approval_request"], "mcp_approval_response_item": ["mcp_approval_response"],
    "handoff_output_item": ["function_call_output", "compaction"], "compaction_item": ["compaction"],
    "input_item": ["user", "message", "tool_search_call", "shell_call_output", "function_call"], "tool_approval_item": ["function_call"],
}


def rows():
    made = []
    for kind, types in KINDS.items():
        for _ in range(12 if len(types) == 1 else 24):
            source = raw(rng.choice(types))
            made.append({"session": f'{{"type":"{kind}","agent":{{"name":"a"}},"source_agent":{{"name":"a"}},"target_agent":{{"name":"a"}},"input_id":"n","raw_item":{source}}}'})
    for _ in range(40):
        made.append({"input": raw(rng.choice([kind for types in KINDS.values() for kind in types]))})
    return made


def record():
    from agents import Agent, run_state
    from agents.run_internal.items import digest_input_item, run_item_to_input_item

    logging.disable(logging.CRITICAL)
    agent = Agent(name="a")
    answers = []
    for row in rows():
        try:
            if "input" in row:
                answers.append({"sha256": digest_input_item(json.loads(row["input"]))})
                continue
            items = run_state._deserialize_items([json.loads(row["session"])], {"a": agent})
            if not items:
                answers.append("dropped")
                continue
            item = run_item_to_input_item(items[0])
            answers.append({"sha256": None if item is None else digest_input_item(item)})
        except Exception as error:
            answers.append({"raises": "unhashable" if isinstance(error, TypeError) else "not-an-object"})
    print(json.dumps(answers))


def merge(files):
    made = rows()
    for file in files:
        with open(file) as handle:
            for row, answer in zip(made, json.load(handle)):
                row.setdefault("digests", {})[file.split("/")[-1].removesuffix(".json")] = answer
    print(json.dumps({"rows": made}, indent=0, ensure_ascii=True))


merge(sys.argv[2:]) if sys.argv[1:2] == ["merge"] else record()
