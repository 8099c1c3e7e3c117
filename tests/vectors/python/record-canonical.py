"""Records json.dumps of json.loads for random JSON texts: python record-canonical.py > canonical.json (any Python 3.11+)."""
import json
import random

rng = random.Random(3)
NUMBERS = ["0", "-0", "1", "-1", "1.0", "-0.0", "0.0", "0e5", "1e16", "9999999999999998.0", "1e15", "123456789012345.678", "1e-5", "0.0001", "0.00012345", "1E+2", "1e400", "-1e400",
           "5e-324", "1.7976931348623157e308", "123456789012345678901234567890", "9007199254740993", "9007199254740993.0", "1e21", "1e22", "2.5e-7",
           "NaN", "Infinity", "-Infinity", "1.10", "100e-2", "-12.5e+300"]
STRINGS = ['"a"', '""', '"\u00e9"', '"\\u00e9"', '"\\ud83d\\ude00"', '"\U0001f600"', '"\\ud800"', '"\\udc00x"', '"\\u0000\\u007f"', '"\x7f\u2028"', '"\\/\\b\\f\\n\\r\\t\\"\\\\"', '"\uffff\ue000"', '"\\uD83D\\u0041"']
BAD = ['"\x01"', '"\\x"', '"\\u12g4"', "01", "1.", "+1", ".5", "nan", "tru", "'a'", "{,}", "[1,]", '{"a" 1}', '{a:1}', "", "-", '"a', "[1", "1 2", "\u00a01", "\ufeff1"]


def text(depth):
    kind = rng.random()
    space = rng.choice(["", "", " ", "\n\t", "\r\n"])
    if depth == 0 or kind < 0.3:
        return space + rng.choice(NUMBERS + STRINGS + ["null", "true", "false", "{}", "[ ]"] + (BAD if rng.random() < 0.1 else [])) + space
    if kind < 0.55:
        return "[" + ",".join(text(depth - 1) for _ in range(rng.randint(0, 4))) + space + "]"
    keys = rng.choices(['"a"', '"\\u0061"', '"b"', '"10"', '"9"', '"\uff5e"', '"\U0001f600"', '"\\ud83d"', '"\ue000"', '"__proto__"', '""', '"\\u0000"'], k=rng.randint(0, 5))
    return "{" + ",".join(f"{space}{key}{space}:{text(depth - 1)}" for key in keys) + "}"


rows = []
for source in ["9" * 4300, "9" * 4301, "1" * 400 + ".5", *NUMBERS] + STRINGS + BAD + [text(rng.randint(1, 3)) for _ in range(250)]:
    if len(source) > 5000:
        continue
    try:
        value = json.loads(source)
        compact = json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
        rows.append([source, compact, json.dumps(value, sort_keys=True)])
    except ValueError:
        rows.append([source, None, None])
print(json.dumps({"rows": rows}, indent=0))
