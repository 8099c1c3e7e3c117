import { buildValidators } from "../scripts/items/validators.mjs";

/** The validators of model items are build output: made anew when they are older than their schemas, so that no test needs a build. */
export function setup() {
  buildValidators("dist/items");
}
