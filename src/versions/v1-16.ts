import { completeCustomActions } from "./steps/custom-actions.ts";
import { resetStoredCount } from "./steps/fields-down.ts";
import { warnStickyBesideList } from "./steps/old-authority.ts";
import { refuseNetworkIsolation } from "./steps/sandbox.ts";
import { dropStickyAgainstList } from "./steps/sticky-down.ts";
import type { SchemaVersion } from "./version.ts";

export const v1_16: SchemaVersion = {
  label: "1.16",
  summary: "Docker network isolation; a decision on one call beats the sticky decision on its tool.",
  added: [{ at: "/sandbox/**/session_state/network_mode", kind: "'none' | null (docker)" }],
  changed: ["/context/approvals/*: meaning of a list next to a sticky boolean"],
  gates: [],
  up: [warnStickyBesideList],
  down: [refuseNetworkIsolation, dropStickyAgainstList, completeCustomActions, resetStoredCount],
};
