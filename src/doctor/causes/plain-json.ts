import { inRange } from "../../readers/range.ts";
import type { Suspect } from "../cause.ts";
import { at } from "../evidence.ts";
import { errorMeans, type Facts, runOf } from "../facts.ts";

/** The text loads, and the program hid why its load failed: then `from_json` got values that no JSON has. From 0.20.0 on it takes the very types
 * that `json.loads` gives and no subclass of them (`_validate_run_state_json_value`). */
export function findPlainJson(facts: Facts): Suspect[] {
  if (runOf(facts) === null || !inRange(facts.reader.release, { since: "0.20.0" })) return [];
  if (!errorMeans(facts, "not-plain-json")) return [];
  return [
    {
      id: "not-plain-json",
      confidence: "possible",
      summary: `${facts.reader.release} loads this text. If the program gives from_json() a value from its store or framework, that value may hold what json.loads() never gives, and the load raises without a word about it.`,
      evidence: [at("", "the text loads: what fails is not in it")],
      advice: [
        "Give from_string() the text, or from_json() what json.loads() makes of it.",
        "A store that returns objects: Decimal (DynamoDB, simplejson), integers of its own (MongoDB), OrderedDict, tuples, bytes, dates or enums anywhere in it are refused, in the context too. Up to 0.19.4 most of them passed. Store the text of to_string() as text.",
      ],
    },
  ];
}
