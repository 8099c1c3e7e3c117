import type { RuleName } from "../rules/index.ts";

const check = "runstate corpus check checkpoints/";
const down = "runstate migrate --to 1.4 --keep-dropped kept.ndjson";
const up = "runstate migrate --to 1.21 --restore kept.ndjson --dry-run";
const manifest = "checkpoints/manifest.json";
const listed = "checkpoints/features/earlier.json";

/** What brings a rule about that no single file shows. Run by a test where `checkpoint.json`, `earlier.json` and the corpus `checkpoints/`
 * are, which lists the second. */
export const ruleCommands: Readonly<Partial<Record<RuleName, readonly string[]>>> = {
  "corpus-digest": [`echo >> ${listed}`, check],
  "corpus-file-missing": [`rm ${listed}`, check],
  "corpus-file-unlisted": ["cp checkpoint.json checkpoints/", check],
  "corpus-label": [`sed -i 's/"schema": "1[.0-9]*"/"schema": "1.0"/' ${manifest}`, check],
  "corpus-verdict": [`sed -i 's/"accepted"/"rejected"/' ${manifest}`, check],
  "corpus-reader-unknown": [`sed -i 's/"0.9.0"/"0.9.99"/' ${manifest}`, check],
  "corpus-outlook": [`sed -i 's/"verdicts"/"resume": {"0.24.0": "fails"}, "verdicts"/' ${manifest}`, check],
  "corpus-relabelled": [
    `sed -i 's/handmade/relabelled/; s/"sha256": \\(.*\\),/& "emittedVersion": "1.20", "emittedSha256": \\1,/' ${manifest}`,
    check,
  ],
  "corpus-secret-left": [
    "mkdir -p sdk/security && cp checkpoint.json sdk/security/v1_21_mail.json",
    'echo \'[{"fixture": "security/v1_21_mail.json", "version": "1.21", "sentinels": ["Mail Ann"]}]\' > list.json',
    'echo "{\\"cases\\": $(cat list.json)}" > sdk/sources.json',
    "runstate corpus check sdk/",
  ],
  "guardrail-tripwire-odd": [
    `sed 's/"input_guardrail_results": \\[/&{"guardrail": {"type": "input", "name": "g"}, "output": {"tripwireTriggered": "no"}}/' checkpoint.json > odd.json`,
    "runstate validate odd.json",
  ],
  "secret-personal": ["runstate inspect checkpoint.json"],
  "restored-whole": [`${down} checkpoint.json > old.json`, `${up} old.json`],
  "restore-piece-kept": [`${down} checkpoint.json > old.json`, "echo >> old.json", `${up} old.json`],
  "restore-piece-lost": [
    `${down} checkpoint.json > old.json`,
    `sed -i 's/"current_turn": 2/"current_turn": 3/' old.json`,
    `${up} old.json`,
  ],
  "restore-no-record": [
    "runstate migrate --to 1.21 --keep-dropped kept.ndjson checkpoint.json > same.json",
    "runstate migrate --to 1.4 earlier.json > old.json",
    `${up} old.json`,
  ],
  "restore-ambiguous": [
    `sed 's/"pending_input": \\[/& /' checkpoint.json > other.json`,
    `${down} --out-dir old checkpoint.json other.json`,
    "cp old/other.json lost.json",
    `${up} lost.json`,
  ],
};
