import { error, info, type Rule, warning } from "./rule.ts";

/** The text, the outermost value, the label, and what must be there at all (`RunState.from_string`, `from_json`). */
export const envelopeRules = {
  empty: error("from_string"),
  "not-utf8": error("from_string"),
  "byte-order-mark": error("from_string"),
  "not-json": error("from_string"),
  "integer-too-long": error("from_string"),
  "nested-too-deep": error("from_string"),
  "too-large": error("from_string"),
  "not-a-checkpoint": error("from_json"),
  "javascript-checkpoint": error("from_json"),
  "label-missing": error("_validate_run_state_schema_version"),
  "label-not-text": error("_validate_run_state_schema_version"),
  "label-unknown": error("_validate_run_state_schema_version"),
  "label-too-new": error("_validate_run_state_schema_version"),
  "label-never-released": info("_validate_run_state_schema_version"),
  "label-shortened": warning("_validate_run_state_schema_version"),
  "newer-than-label": warning("_build_run_state_from_json"),
  "repeated-key": warning("from_string"),
  "unknown-key": warning("_build_run_state_from_json"),
  "key-missing": error("_build_run_state_from_json"),
  "programmatic-calling-below-1-13": error("_run_state_uses_programmatic_tool_calling", {
    readers: { since: "0.19.0" },
    labels: { until: "1.12" },
    aboutLabel: true,
  }),
  "programmatic-item-type-unusable": error("_raw_item_uses_programmatic_tool_calling", {
    readers: { since: "0.19.0" },
    labels: { until: "1.12" },
  }),
} satisfies Record<string, Rule>;
