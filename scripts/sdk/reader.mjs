// A released reader in a process of its own, asked line by line.
import { spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";

const script = join(import.meta.dirname, "oracle.py");

/** Starts the reader. `ask(cases)` takes `[{text, viaText}]` and gives `[{ok, error, cause, cause_in}]`; with `depends` a rejection
 * also says whether another graph of agents would load the document (`"graph"`). */
export function openReader(python) {
  const child = spawn(python, [script], { stdio: ["pipe", "pipe", "pipe"] });
  const waiting = [];
  let stderr = "";
  child.stderr.on("data", (chunk) => {
    stderr = (stderr + chunk).slice(-2000);
  });
  createInterface({ input: child.stdout }).on("line", (line) => waiting.shift()?.resolve(JSON.parse(line)));
  child.stdin.on("error", () => {}); // said by "close"
  child.on("close", () => {
    for (const { reject } of waiting.splice(0)) reject(new Error(`the reader ended: ${stderr}`));
  });
  const askOne = ({ text, viaText }, depends) =>
    new Promise((resolve, reject) => {
      waiting.push({ resolve, reject });
      child.stdin.write(`${JSON.stringify({ text, viaText, depends })}\n`);
    });
  return {
    ask: (cases, depends = false) => Promise.all(cases.map((one) => askOne(one, depends))),
    close: () => child.stdin.end(),
  };
}
