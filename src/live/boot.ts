import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Where the Python files lie: the build copies them to dist/live; the tests run from here. */
const folders = ["live", "../live", "."];
const modules = ["fitting_graph", "reader"] as const;

/** Oldest Python that the program can be handed to; no release of the SDK runs on an older one. */
export const oldestPython = [3, 9] as const;

/** What `python -c` is given. It must say its version on any Python, so it is written for all of them. The folder that the
 * user stands in is left out of the search: an `agents` folder there is not the SDK, and nothing of it shall run. */
export const bootProgram = `
import sys
sys.path[:] = [place for place in sys.path if place]
import json, types
sys.stdout.write("\\n" + json.dumps({"python": list(sys.version_info[:3])}) + "\\n")
sys.stdout.flush()
if sys.version_info[:2] < (${oldestPython.join(", ")}): sys.exit(0)
sources = json.loads(sys.stdin.buffer.readline())
def load(name):
    module = sys.modules[name] = types.ModuleType(name)
    exec(compile(sources[name], name + ".py", "exec"), module.__dict__)
    return module
reader = load("reader")
if reader.open_sdk():
    load("fitting_graph")
    reader.serve()
`;

/** The first line of the program's standard input: the source of its modules. */
export function programLine(): string {
  return `${JSON.stringify(Object.fromEntries(modules.map((name) => [name, sourceOf(name)])))}\n`;
}

function sourceOf(name: string): string {
  for (const folder of folders) {
    const file = join(__dirname, folder, `${name}.py`);
    if (existsSync(file)) return readFileSync(file, "utf8");
  }
  throw new Error(`${name}.py is missing: the build copies it to dist/live`);
}
