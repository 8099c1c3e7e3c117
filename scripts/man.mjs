// Writes man/runstate.1 from the command table (src/cli/rows.ts), which is also the source of --help and of the completions.
// `--check` writes nothing and fails when the committed page differs.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./build/bundling.mjs";
import { importSource } from "./build/source.mjs";

const { commandRows } = await importSource("src/cli/rows.ts");
const { anyRefusal, exitTexts } = await importSource("src/cli/exit-texts.ts");
const page = join(root, "man/runstate.1");

/** Text for roff: no escapes, no line that begins as a request, dashes that can be copied. */
function roff(text) {
  return text
    .replaceAll("\\", "\\e")
    .replaceAll("-", "\\-")
    .replace(/^(?=[.'])/gm, "\\&");
}

function optionText({ flags, text, choices }) {
  const [flag, value] = flags.split(/ (?=<)/);
  const head = value === undefined ? `.B ${roff(flag)}` : `.BI "${roff(flag)} " ${roff(value.replace(/[<>]/g, ""))}`;
  const one = choices === undefined ? "" : ` (${choices.join(", ")})`;
  return `.TP\n${head}\n${roff(text + one)}\n`;
}

function commandText(row, before = "runstate") {
  const name = `${before} ${row.name}`;
  if (row.children !== undefined) return row.children.map((child) => commandText(child, name)).join("");
  const operands = row.operands.map(([notation]) => ` ${notation.replace(/[<>]/g, "")}`).join("");
  const examples = row.examples.map((example) => `${roff(example)}\n`).join("");
  return [
    `.SS ${roff(`${name}${operands}`)}\n${roff(row.summary.replace(/[^?]$/, "$&."))}\n`,
    ...row.options.map(optionText),
    row.refuses === undefined ? "" : `.PP\nExit status 1: ${roff(row.refuses)}.\n`,
    `.PP\n.nf\n${examples}.fi\n`,
  ].join("");
}

function pageText(rows, { version, description }) {
  return `.\\" Made by scripts/man.mjs from src/cli/rows.ts.
.TH RUNSTATE 1 "" "runstate ${roff(version)}"
.SH NAME
runstate \\- inspect, validate and migrate RunState checkpoints
.SH SYNOPSIS
.B runstate
.I command
.RI [ options ]
.RI [ paths ]
.SH DESCRIPTION
${roff(description)}
.PP
Inputs are files, folders (walked for *.json), quoted globs, or standard input. Results go to standard output, everything else to
standard error. Values of a document are not printed unless
.B \\-\\-show\\-values
is given.
.PP
The file of
.B \\-\\-output
keeps what it holds until there is a result; it is packed when its name ends in .gz, and refused when it is one that the run reads.
.SH COMMANDS
${rows.map((row) => commandText(row)).join("")}.SH EXIT STATUS
${exitTexts(`${anyRefusal}; each command above says when`)
  .map(([code, text]) => `.TP\n.B ${code}\n${text}\n`)
  .join("")}.SH ENVIRONMENT
.TP
.B RUNSTATE_SDK
the release to ask when no option names one
.TP
.BR NO_COLOR ", " FORCE_COLOR
no colours, or colours also where the output is no terminal
.SH FILES
.TP
.B .runstaterc.json
settings of a project (sdk, ignore, baseline, agents, allow), also under
.B runstate
in package.json; the nearest one upwards counts
.SH SEE ALSO
.B runstate explain
has every rule; the folder docs of the package has a page for each command.
`;
}

const text = pageText(commandRows, JSON.parse(readFileSync(join(root, "package.json"), "utf8")));
if (!process.argv.includes("--check")) {
  mkdirSync(join(root, "man"), { recursive: true });
  writeFileSync(page, text);
} else if (readFileSync(page, "utf8") !== text) {
  console.error("man/runstate.1 differs: run `npm run man`");
  process.exitCode = 1;
}
