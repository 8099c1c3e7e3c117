import manifest from "../package.json" with { type: "json" };

/** Name and version as reports and `--version` print them. */
export const tool = { name: manifest.name, version: manifest.version } as const;
