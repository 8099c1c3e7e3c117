import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { newestReader } from "../../src/readers/releases.ts";
import { runCli } from "../cli/run-cli.ts";
import { temporaryFolder } from "../temporary.ts";
import { fakePython } from "./fake-python.ts";

const sample = "corpus/minimal/1.0.json";
const folder = temporaryFolder();

/** Runs with a file of this name and content. */
async function expectFrom(name: string, content: string, ...more: string[]) {
  const path = join(folder, name);
  writeFileSync(path, content);
  const ran = await runCli("validate", "--format", "json", "--expect-sdk-from", path, ...more, sample);
  return { ...ran, sdk: ran.code === 2 ? undefined : JSON.parse(ran.out).sdk };
}

describe("exact pins", () => {
  const lock = (name: string) =>
    `version = 1\n[[package]]\nname = "openai"\nversion = "3.57.0"\n\n[[package]]\nname = "${name}"\nversion = "0.22.3"\n`;
  it.each([
    ["requirements.txt", "openai==3.57.0\nopenai-agents==0.22.3\n"],
    [
      "requirements.txt",
      "# openai-agents==0.1\nOpenAI_Agents [litellm, voice] == 0.22.3 ; python_version >= '3.10' \\\n  --hash=sha256:00 \\\n  --hash=sha256:11\n",
    ],
    ["constraints.in", "openai.agents===0.22.3 # because\r\n"],
    ["requirements.txt", "openai-agents @ git+https://github.com/openai/openai-agents-python@v0.22.3\n"],
    ["requirements.txt", "-e git+https://github.com/openai/openai-agents-python.git@v0.22.3#egg=openai-agents\n"],
    ["requirements.txt", "./wheels/openai_agents-0.22.3-py3-none-any.whl\n"],
    ["requirements.txt", "openai-agents==0.22.3+local.1\n"],
    ["uv.lock", lock("openai-agents")],
    ["poetry.lock", lock("openai-agents")],
    ["pdm.lock", lock("openai-agents")],
    ["pylock.toml", lock("openai-agents").replaceAll("[[package]]", "[[packages]]")],
    ["Pipfile.lock", '{"_meta":{},"default":{"openai-agents":{"hashes":[],"version":"==0.22.3"}},"develop":{}}'],
    ["Pipfile.lock", '{"default":{},"develop":{"openai-agents":{"version":"==0.22.3"}}}'],
    ["pyproject.toml", '[project]\nname = "x"\ndependencies = ["openai>=2", "openai-agents[litellm]==0.22.3"]\n'],
    ["pyproject.toml", '[project.optional-dependencies]\nagents = ["openai-agents==0.22.3"]\n'],
    ["pyproject.toml", '[dependency-groups]\ndev = [{include-group = "x"}, "openai-agents==0.22.3"]\n'],
    ["pyproject.toml", '[tool.poetry.dependencies]\npython = "^3.10"\nopenai-agents = "0.22.3"\n'],
    [
      "pyproject.toml",
      '[tool.poetry.group.ai.dependencies]\nopenai-agents = {version = "0.22.3", extras = ["litellm"]}\n',
    ],
    ["pyproject.toml", '[tool.poetry.dependencies]\nopenai-agents = {git = "https://x", tag = "v0.22.3"}\n'],
    ["Pipfile", '[packages]\nopenai-agents = "==0.22.3"\n'],
    [
      "pyproject.toml",
      '[project]\ndependencies = ["openai-agents"]\n[tool.uv]\nconstraint-dependencies = ["openai-agents==0.22.3"]\n',
    ],
    [
      "pyproject.toml",
      '[project]\ndependencies = ["openai-agents==0.24.0"]\n[tool.uv]\noverride-dependencies = ["openai-agents==0.22.3"]\n',
    ],
    ["environment.yml", "dependencies:\n  - python=3.11\n  - openai-agents=0.22.3  # conda-forge\n"],
    ["environment.yml", "dependencies:\n  - pip:\n    - 'openai-agents[litellm]==0.22.3'\n"],
  ])("%s %#", async (name, content) => {
    const { code, sdk, err } = await expectFrom(name, content);
    expect({ code, sdk, err }).toEqual({ code: 0, sdk: "0.22.3", err: "" });
  });

  it("follows -r and -c, also around in a circle", async () => {
    writeFileSync(join(folder, "pins.txt"), "-r outer.txt\nopenai-agents==0.21.0\n");
    const { sdk } = await expectFrom("outer.txt", "-c https://example.org/c.txt\n-r pins.txt\nopenai-agents>=0.20\n");
    expect(sdk).toBe("0.21.0");
  });
});

describe("ranges: the newest known release inside, and a notice", () => {
  it.each([
    [">=0.22,<0.23", "0.22.3"],
    ["~=0.22.1", "0.22.3"],
    ["~=0.22", newestReader.release],
    ["==0.19.*", "0.19.4"],
    ["<0.24,!=0.23.1", "0.22.3"],
    [">=0.18.0, !=0.19.*, <0.20", "0.18.3"],
    ["<=0.22.1", "0.22.1"],
    [">0.22.2,<0.24.0rc1", "0.23.1"],
    ["", newestReader.release],
  ])("openai-agents%s", async (range, release) => {
    const { code, sdk, err } = await expectFrom("requirements.txt", `openai-agents${range}\n`);
    expect({ code, sdk }).toEqual({ code: 0, sdk: release });
    expect(err).toContain(`judged by ${release}, the newest known release in it`);
  });

  it.each([
    ["^0.22.1", "0.22.3"],
    ["^0.0.1 || ^0.9.0", "0.9.3"],
    ["~0.22.0", "0.22.3"],
    ["~0.19", "0.19.4"],
    ["~0", newestReader.release],
    ["^1.2 || 0.15.*", "0.15.3"],
    [">=0.15 <0.17", "0.16.1"],
    ["*", newestReader.release],
  ])("poetry: %s", async (range, release) => {
    const { sdk } = await expectFrom("pyproject.toml", `[tool.poetry.dependencies]\nopenai-agents = "${range}"\n`);
    expect(sdk).toBe(release);
  });

  it("takes several lines together, and those with a marker as alternatives", async () => {
    expect((await expectFrom("requirements.txt", "openai-agents>=0.19\nopenai-agents<0.21\n")).sdk).toBe("0.20.0");
    const lines = "openai-agents==0.19.4; python_version<'3.10'\nopenai-agents==0.22.3; python_version>='3.10'\n";
    const { sdk, err } = await expectFrom("requirements.txt", lines);
    expect(sdk).toBe("0.22.3");
    expect(err).toContain("openai-agents==0.19.4, openai-agents==0.22.3");
  });
});

describe("exit 2 with one sentence", () => {
  it.each([
    [
      "requirements.txt",
      "openai==2\nopenai-agents-extra==0.22.3\n",
      /names no openai-agents: looked for it in its requirements/,
    ],
    ["uv.lock", '[[package]]\nname = "openai"\nversion = "2"\n', /looked for it in its locked packages/],
    ["pyproject.toml", "[project]\n", /looked for it in the dependencies of the project, its extras and its groups/],
    ["Pipfile.lock", "{}", /looked for it in its sections default and develop/],
    ["pyproject.toml", "[project\n", /is not valid TOML/],
    ["Pipfile.lock", "{", /is not a valid lock file/],
    ["requirements.txt", "openai-agents==0.22.99\n", /no release 0\.22\.99 .* the nearest is 0\.22\.3/],
    ["requirements.txt", "openai-agents>=0.99\n", /asks for openai-agents>=0\.99, and no release known here fits/],
    ["requirements.txt", "openai-agents @ git+https://example.org/fork\n", /does not say which release/],
    ["pyproject.toml", '[tool.poetry.dependencies]\nopenai-agents = {path = "../x"}\n', /does not say which release/],
  ])("%s %#", async (name, content, sentence) => {
    const { code, out, err } = await expectFrom(name, content);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toMatch(/^runstate: .+\n$/);
    expect(err).toMatch(sentence);
  });

  it("a file that is missing, and two releases at once", async () => {
    expect((await runCli("validate", "--expect-sdk-from", join(folder, "none.txt"), sample)).code).toBe(2);
    const both = await expectFrom("requirements.txt", "openai-agents==0.22.3\n", "--sdk", "0.22.3");
    expect(both.err).toContain("give one of them");
  });
});

it("with --live: the environment must hold what will be deployed", async () => {
  const python = fakePython(folder, "python", { found: { release: "0.24.0", openai: "3.57.0", pydantic: "2.14.4" } });
  const { code, err } = await expectFrom("requirements.txt", "openai-agents==0.22.3\n", "--live", python);
  expect(code).toBe(2);
  expect(err).toContain("has openai-agents 0.24.0, not 0.22.3");
});

it("wins over RUNSTATE_SDK", async () => {
  process.env.RUNSTATE_SDK = "0.19.4";
  try {
    expect((await expectFrom("requirements.txt", "openai-agents==0.22.3\n")).sdk).toBe("0.22.3");
  } finally {
    delete process.env.RUNSTATE_SDK;
  }
});
