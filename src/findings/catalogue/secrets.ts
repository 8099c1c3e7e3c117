import type { SecretRule } from "../../rules/secrets.ts";
import type { Sentences } from "../sentences.ts";

const stored =
  "The SDK writes context, items, arguments and outputs into the checkpoint word for word, in every release; whoever reads the file reads the secret.";
const keepOut =
  "Keep it out of the run (pass a reference and look it up in the tool), and change it if the file has left the house. `runstate redact FILE` makes a copy that can be shared; `--allow POINTER` accepts what is there on purpose.";

function stands(what: string, why = stored, fix = keepOut): Sentences {
  return {
    title: `The checkpoint holds ${what}`,
    message: (args) => `Here stands ${args.what}.`,
    why,
    fix,
  };
}

export const secretSentences = (): Record<SecretRule, Sentences> => ({
  "secret-private-key": stands("a private key"),
  "secret-connection-string": stands("a URL that grants access: with a password, or signed"),
  "secret-token": stands("a text of the shape of a well-known token or API key"),
  "secret-by-name": stands("a value whose name says that it is secret"),
  "secret-card-number": stands("the number of a payment card"),
  "secret-trace-key": stands(
    "the API key for exporting traces",
    "It is written only with include_tracing_api_key=True. The reader keeps it in memory; the next save without that option drops it, and its hash stays.",
    "Save without include_tracing_api_key and set the key in the environment. Change the key if the file has left the house.",
  ),
  "secret-mcp-config": stands(
    "what authorizes a hosted MCP server",
    "Beside each MCP approval request the SDK writes the tool's whole configuration, headers and authorization included, in every release. The reader asks only whether it is there and finds the tool by server_label.",
    "The values can be removed without effect on the resume, as long as tool_config stays a non-empty object.",
  ),
  "secret-mount": stands(
    "the credentials of a sandbox mount",
    "Releases before 0.20.0 write and keep them. Since 0.20.0 they are removed on loading and on saving, but the file at hand keeps them until it is saved again.",
    "`runstate migrate` removes them as the reader does; the resumed run then takes them from the program's own manifest. Runs nested in this one are not cleaned by any reader.",
  ),
  "secret-environment": stands(
    "a secret variable of a sandbox environment",
    "The SDK stores the environment of a sandbox word for word and, unlike mounts, never cleans it.",
    "Set the variable when the sandbox starts instead of in the stored environment, and change the secret if the file has left the house.",
  ),
  "secret-personal": {
    title: "The checkpoint holds personal data",
    message: (args) =>
      `Here stands ${args.what}${Number(args.places) > 1 ? `; the same text stands in ${args.places} places` : ""}.`,
    why: stored,
    fix: "`runstate redact FILE` makes a copy that can be shared.",
  },
});
