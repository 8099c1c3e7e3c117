"""Records what pydantic's lax int, float and bool take: one line for each value, [value, "int float bool" as far as they take it].
A long text is an object of its repeated parts: {"parts": [[text, times], ...]}.

python lax.py > tests/vectors/items/lax.ndjson
"""

import itertools
import json
import random
from typing import Any

from pydantic import TypeAdapter, ValidationError

rng = random.Random(3)
ADAPTERS = {"int": TypeAdapter(int), "float": TypeAdapter(float), "bool": TypeAdapter(bool)}

VALUES: list[Any] = [
    None, True, False, 0, 1, 2, -1, 0.0, -0.0, 1.0, 2.0, 1.5, [], {}, 2.0**62, 2.0**63, -(2.0**63), 2.0**63 - 1024, 1e300, 2**63, 10**400,
    -(10**400), float("inf"), float("-inf"), float("nan"),
]  # fmt: skip
WORDS = ["true", "TRUE", "tRuE", " true", "yes", "no", "y", "n", "t", "f", "on", "off", "oN", "true ", "ye\u017f", "\ufb00", "o\ufb00", "\u212a"]
NUMBERS = ["nan", "+nan", " NaN ", "inf", "-Infinity", "i_nf", "infinit", "1e400", "1e1_0", "1_e5", "0x10", "1d5", "1,5", "1\x00", "\ud800", "1\ud800"]
SPACES = ["\t", "\n", "\x0b", "\x0c", "\r", "\x1c", "\x1f", "\x85", "\xa0", "\u1680", "\u2003", "\u2028", "\u202f", "\u205f", "\u3000", "\ufeff", "\u200b"]
DIGITS = ["\u0661", "\uff11\uff12", "\u00b2", "\u2460"]
LONG = [
    [["1", 4300]], [["1", 4301]], [["0", 4400], ["1", 1]], [["-", 1], ["1", 4300]], [["-", 1], ["1", 4301]], [["0-", 1], ["1", 4300]],
    [["1", 4300], [".0", 1]], [["1_", 4299], ["1", 1]], [["1_", 4300], ["1", 1]],
]  # fmt: skip


def takes(adapter: TypeAdapter[Any], value: Any) -> bool:
    try:
        adapter.validate_python(value)
        return True
    except ValidationError:
        return False


def texts() -> list[str]:
    short = ["".join(letters) for size in range(4) for letters in itertools.product("+-_01.", repeat=size)]
    longer = ["".join(rng.choices("+-_01. ", k=rng.randint(4, 8))) for _ in range(500)]
    decimals = ["".join(rng.choices("+-_1.eE ", k=rng.randint(3, 6))) for _ in range(250)]
    return [*short, *longer, *decimals, *WORDS, *NUMBERS, *(f"{space}12{space}" for space in SPACES), *DIGITS]


def print_row(value: Any, shown: Any) -> None:
    print(json.dumps([shown, " ".join(name for name, adapter in ADAPTERS.items() if takes(adapter, value))]))


for each in [*VALUES, *texts()]:
    print_row(each, each)
for parts in LONG:
    print_row("".join(text * times for text, times in parts), {"parts": parts})
