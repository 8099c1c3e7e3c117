"""Records what Python's json module says about texts: json_texts.json, a list of {text, ok, dumped, ints}. Made with Python 3.11:
python3 make_json_texts.py > json_texts.json"""
import json
import random
import sys

draw = random.Random(20)
SCALARS = ["0", "-0", "1", "1.0", "-0.0", "1e5", "1E+2", "1e-7", "1e400", "-1e400", "12345678901234567890", "9" * 400, "0.1", "5e-324", "NaN",
           "Infinity", "-Infinity", "true", "false", "null", '""', '"a"', '"\\/"', '"\\u0041\\ud800"', '"é"', '"\\"]}"', '"\\\\"', '"東"', '"a,b:c"']
KEYS = ['"a"', '"b"', '"10"', '"2"', '"__proto__"', '"constructor"', '""', '"a/b~c"', '"\\u0061"', '"é"', '"some_long_key"']
BLANKS = ["", "", "", " ", "\n", "\r\n", "\t", "  \n  "]
NOISE = ["", ",", ":", "]", "}", "[", "{", '"', "'", "\\", "-", "+", "01", ".5", "1.", "1e", "tru", "nul", "NaNN", "-NaN", "+1", "0x1", "/* */", "//",
         "\u00a0", "\u2028", "\ufeff", "\x00", "\x1f", "\x0b", "\\u12", "\\x", "undefined", "None", "True", "\ud800", "\u0661"]


def blank():
    return draw.choice(BLANKS)


def value(depth):
    kind = draw.random()
    if depth == 0 or kind < 0.4:
        return draw.choice(SCALARS)
    if kind < 0.65:
        return "[" + ",".join(blank() + value(depth - 1) + blank() for _ in range(draw.randrange(4))) + "]"
    return "{" + ",".join(blank() + draw.choice(KEYS) + blank() + ":" + blank() + value(depth - 1) + blank() for _ in range(draw.randrange(4))) + "}"


def broken(text):
    at, end = draw.randrange(len(text) + 1), draw.randrange(3)
    return text[:at] + draw.choice(NOISE) + text[at + end:]


def pointers(node, path=""):
    if type(node) is int:
        yield path
    children = node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ()
    for key, child in children:
        yield from pointers(child, f"{path}/" + str(key).replace("~", "~0").replace("/", "~1"))


def told(text):
    try:
        node = json.loads(text)
    except (ValueError, RecursionError):
        return {"text": text, "ok": False}
    return {"text": text, "ok": True, "dumped": json.dumps(node), "ints": sorted(pointers(node))}


fixed = ["", " ", "\ufeff1", "\ufeff", "nan", "[NaN,]", '{"a":NaN,"a":1}', '{"a":1,"a":NaN}', '{"__proto__":NaN}', "[" * 5, '"\t"', '"\x7f"', '{"a":1,}', "[1 2]",
         "{1:2}", '{"a" 1}', "[-]", "[-I]", "Infinit", '["\\ud83d\\ude00"]', "1 2", "-", '"', '"\\', '"\\u', "[1,\n\n  x]", "٣", "1\u2003", "[1]\x0c"]
texts = fixed + [" " * draw.randrange(2) + blank() + value(4) + blank() for _ in range(300)]
texts += [broken(value(3)) for _ in range(700)]
json.dump([told(t) for t in dict.fromkeys(texts)], sys.stdout, indent=0)
