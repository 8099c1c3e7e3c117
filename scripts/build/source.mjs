// What scripts ask of the sources, which are TypeScript: Node 20 does not read that.
import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { root } from "./bundling.mjs";

/** What a module of the sources exports; `path` is from the root. Packages are found where they are installed. */
export async function importSource(path) {
  const place = mkdtempSync(join(root, "node_modules", ".source-"));
  try {
    const outfile = join(place, "module.mjs");
    const entryPoints = [join(root, path)];
    await build({ entryPoints, outfile, bundle: true, platform: "node", format: "esm", packages: "external" });
    return await import(pathToFileURL(outfile).href);
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}
