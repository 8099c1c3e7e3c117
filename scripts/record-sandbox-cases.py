"""Random sandboxes, and what the SDK's own cleaning makes of them: the cases behind tests/sandbox.

Run with the Python of an environment that has openai-agents 0.20.0 or later (0.20.0 ... 0.24.0 answer alike):

    python scripts/record-sandbox-cases.py SEED COUNT           every case, for a comparison of many
    python scripts/record-sandbox-cases.py SEED COUNT --sample  a small mixed sample, for tests/vectors/sandbox.ndjson

One JSON object a line: {"in": sandbox, "out": cleaned} or {"in": sandbox, "error": "envelope" | "manifest"}.
"""

import copy
import json
import random
import sys

from agents.sandbox import _mount_security as security

chance = random.Random(int(sys.argv[1]))
one_of = chance.choice

ODD = [None, True, False, 0, 1, 1.5, 0.0, -0.0, "", [], {}, "x", [1], {"a": 1}, ["a"], "0"]
URLS = [
    "https://h.example", "https://u:p@h.example", "https://h/x?y=1", "https://h/x?", "https://h/#?a", "h.example?x", "//[::1]/a",
    "//[::1/a", "https://[1.2.3.4]/", "https://[v1.x]/", "https://[vz]/", "https://[1:2:3:4:5:6:7:8]:80/", "https://[fe80::1%25eth]/",
    "https://[fe80::1%]/", "https://[::ffff:1.2.3.4]/", "https://[::ffff:01.2.3.4]/", "https://[:::]/", "https://[1::2::3]/",
    "https://[1:2:3:4:5:6:7::]/", "https://[::2:3:4:5:6:7:8]/", "https://[1:2:3:4:5:6:7:8::]/", "https://a\u2100b/", "https://a\uff20b/",
    "https://\ufb01/", "  https://x ? \n", "?\n", "?\t", "https:\n//u?", "a,b", "https://x,y", "x\ny", "x\ry", "", None, "https://[g::1]/",
    "https://[::1]x]/", "//a]b[c/", "1http://[x/", "\x01\x1f //[/", "https://[::]/", "https://[]/", "https://[12345::]/",
]
FILES = [
    "/workspace/cred.json", "cred.json", "./cred.json", "a/../cred.json", "dir/cred.json", "/etc/x", "", "..", "../..", "/", "//", "//x",
    "dir//cred.json", "dir/./cred.json", "dir/sub/k", "/workspace", "cred.json/",
]
NAMES = [
    "cred.json", "dir", "sub", "k", "a", "b", "/etc", "x", "..", ".", "", "dir/cred.json", "/workspace/dir", "//x", "./dir", "e/",
    "/workspace", "/", "__proto__", "constructor", "1", "0",
]
ARGUMENTS = [
    "--config", "--config=", "--config=cred.json", "-config", "--CONFIG", "--Config=/etc/x", "--con_fig", "--allow-other", "--allow_other",
    "--allow-other=1", "--buffer-size", "--buffer_size=3", "--uid", "5", "--gid=", "--gid=2", "x", "-", "--", "", "cred.json", None, 1,
    ["--config"], "---config", "--vfs-cache-mode=full", "--=", "-config=a=b",
]
ROOTS = ["/workspace", "/", "/workspace/dir", "work", "", "..", "/a/../workspace", None, 5, "//workspace", "."]
PATTERNS = {
    "fuse": ["allow_other", "cache_path"],
    "mountpoint": ["options"],
    "rclone": ["mode", "remote_name", "extra_args", "nfs_addr", "config_file_path"],
    "s3files": ["options"],
}
STRATEGIES = list(security._SERIALIZED_FIELDS_BY_STRATEGY_TYPE)
MOUNTS = {name: list(model.model_fields) for model, name in security._CANONICAL_MOUNT_TYPES}
MOUNTS |= {name: sorted(fields) for name, fields in security._SDK_EXTENSION_MOUNT_SERIALIZED_FIELDS_BY_TYPE.items()}

# Where a provider's own package is missing, the SDK refuses a mount of that provider once per process and takes it from then on: an
# accident of Python's imports, not a property of the sandbox.
for kind in STRATEGIES:
    security._trusted_strategy_class(kind)


def maybe(probability):
    return chance.random() < probability


def url():
    return one_of(ODD) if maybe(0.1) else one_of(URLS)


def arguments():
    return one_of(ODD) if maybe(0.12) else [one_of(ARGUMENTS) for _ in range(chance.randint(0, 4))]


def options():
    if maybe(0.2):
        return one_of(ODD)
    keys = ["prefix", "region", "endpoint_url", "mount_target_ip", "access_point", "extra_options", "other"]
    return {key: url() if key == "endpoint_url" else one_of(ODD) for key in keys if maybe(0.3)}


def pattern():
    if maybe(0.08):
        return one_of(ODD)
    kind = one_of(list(PATTERNS))
    made = {"type": kind if maybe(0.93) else one_of([*ODD, "nope"])} if maybe(0.93) else {}
    strange = ["remote_name", "extra_args", "config_file_path", "options"] if maybe(0.25) else []
    for key in dict.fromkeys([*PATTERNS[kind], *strange, *(["junk"] if maybe(0.1) else [])]):
        if maybe(0.5):
            made[key] = {
                "extra_args": arguments,
                "options": options,
                "config_file_path": lambda: one_of(FILES) if maybe(0.8) else one_of(ODD),
                "remote_name": lambda: one_of(["r", "r e", "r ", "-r", "", "a.b", "\u00e9", "a\n", "_", None, 5, " a", "a]"]),
            }.get(key, lambda: one_of(ODD))()
    return made


def strategy():
    if maybe(0.06):
        return one_of(ODD)
    kind = "in_container" if maybe(0.4) else one_of(STRATEGIES) if maybe(0.95) else one_of(["nope", "IN_CONTAINER"])
    made = {"type": kind if maybe(0.93) else one_of(ODD)} if maybe(0.95) else {}
    if maybe(0.6):
        made["pattern"] = pattern()
    for key in ["driver", "driver_options", "secret_name", "secret_environment_name", "junk"]:
        if maybe(0.15):
            made[key] = one_of(ODD)
    return made


def mount():
    kind = one_of(list(MOUNTS))
    made = {"type": kind}
    for key in MOUNTS[kind]:
        if key not in ("type", "mount_strategy") and maybe(0.3):
            if key in ("endpoint", "endpoint_url", "custom_domain"):
                made[key] = url()
            elif key in ("box_config_file", "service_account_file"):
                made[key] = one_of(FILES) if maybe(0.85) else one_of(ODD)
            elif key in ("account_id", "region", "client_id", "impersonate"):
                made[key] = one_of(["v", "a,b", "a\nb", None, 3, "a\r,b"])
            else:
                made[key] = one_of(ODD)
    if maybe(0.1):
        made[one_of(["junk", "children", "content", "src", "__proto__"])] = one_of(ODD)
    if maybe(0.85):
        made["mount_strategy"] = strategy()
    return made


def entry(depth):
    if maybe(0.01):
        return one_of(ODD)
    if maybe(0.5):
        return mount()
    made = {"type": one_of(["dir", "dir", "dir", "file", "file", "local_file", "local_dir", "git_repo", "unknown", "Dir"])}
    if maybe(0.02):
        made = {"type": one_of(ODD)} if maybe(0.5) else {}
    if maybe(0.6) and depth < 3:
        made["children"] = entries(depth + 1)
    if maybe(0.3):
        made["content"] = one_of([*ODD, "secret"])
    if maybe(0.4):
        made["src"] = one_of(ODD)
    if maybe(0.03):
        made["mount_strategy"] = strategy()
    return made


def entries(depth=0):
    if maybe(0.02):
        return one_of(ODD)
    return {one_of(NAMES): entry(depth) for _ in range(chance.randint(0, 3))}


def state():
    if maybe(0.03):
        return one_of(ODD)
    made = {"type": "unix_local"}
    if maybe(0.95):
        made["manifest"] = one_of(ODD) if maybe(0.03) else {"entries": entries()} if maybe(0.95) else {}
        if isinstance(made["manifest"], dict) and maybe(0.4):
            made["manifest"]["root"] = one_of(ROOTS)
    if maybe(0.2):
        made[security.REDACTED_MOUNT_AUTHORITY_KEY] = one_of([True, True, False, 1, None, "x"])
    if maybe(0.2):
        made[security.CREDENTIALLESS_MOUNT_AUTHORITY_KEY] = one_of([True, False, None])
    return made


def agent_session():
    if maybe(0.03):
        return one_of(ODD)
    return state() if maybe(0.4) else {"agent_name": "a", "session_state": state()}


def sandbox():
    if maybe(0.01):
        return one_of(ODD)
    made = {"session_state": state()} if maybe(0.7) else {}
    if maybe(0.4):
        names = [one_of(["a", "b", "__proto__", "2"]) for _ in range(chance.randint(0, 2))]
        made["sessions_by_agent"] = one_of(ODD) if maybe(0.05) else {name: agent_session() for name in names}
    return made


def answer(value):
    """What the SDK says about a sandbox as it comes out of a JSON text."""
    value = json.loads(json.dumps(value))
    try:
        cleaned, _ = security.sanitize_run_state_sandbox_mount_authority(copy.deepcopy(value))
    except ValueError as error:
        return {"in": value, "error": "envelope" if "envelope" in str(error) else "manifest"}
    return {"in": value, "out": cleaned}


def sample(cases, most_bytes=90_000):
    """Refused, changed and unchanged cases in turn, the long ones left out."""
    kept, room = [], {"error": 100, "changed": 130, "same": 20}
    for case in cases:
        kind = "error" if "error" in case else "same" if case["in"] == case["out"] else "changed"
        size = len(json.dumps(case))
        if room[kind] > 0 and size <= 900 and most_bytes - size > 0 and case not in kept:
            room[kind] -= 1
            most_bytes -= size
            kept.append(case)
    return kept


made = (answer(sandbox()) for _ in range(int(sys.argv[2])))
for line in sample(made) if "--sample" in sys.argv else made:
    print(json.dumps(line, separators=(",", ":")))
