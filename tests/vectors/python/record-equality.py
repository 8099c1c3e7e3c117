"""Records Python's == on pairs of values of one document: python record-equality.py > equality.json (any Python 3.11+)."""
import json
import random

rng = random.Random(5)
WORDS = ["0", "-0", "0.0", "1", "1.0", "true", "false", "null", '""', '"1"', "9007199254740992", "9007199254740993", "9007199254740992.0", "1e400", "Infinity", "NaN", "-Infinity",
         "123456789012345678901234567890", "123456789012345680000000000000.0", "1e22", "10000000000000000000000", "1" * 400, "1" * 399 + "2", "[]", "{}", '{"__proto__":1}']


def text(depth):
    if depth == 0 or rng.random() < 0.4:
        return rng.choice(WORDS)
    if rng.random() < 0.5:
        return "[" + ",".join(text(depth - 1) for _ in range(rng.randint(0, 3))) + "]"
    keys = rng.sample(["a", "b", "c"], rng.randint(0, 3))
    return "{" + ",".join(f'"{key}":{text(depth - 1)}' for key in keys) + "}"


rows = [f'[{{"v":{a}}},{{"v":{b}}}]' for a in WORDS for b in WORDS if rng.random() < 0.5]
for _ in range(150):
    a = text(2)
    b = a.replace("1.0", "1").replace("true", "1").replace("9007199254740993", "9007199254740992") if rng.random() < 0.7 else text(2)
    rows.append(f"[[{a}],[{b}]]")
made = []
for source in rows:
    a, b = json.loads(source)
    made.append([source, a == b])
print(json.dumps({"rows": made}, indent=0))
