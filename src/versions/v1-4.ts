import { dropRequestIds } from "./steps/responses-down.ts";
import type { SchemaVersion } from "./version.ts";

export const v1_4: SchemaVersion = {
  label: "1.4",
  summary: "Every model response keeps the request id of the provider.",
  added: [
    { at: "/model_responses/*/request_id", kind: "string|null" },
    { at: "/last_model_response/request_id", kind: "string|null" },
  ],
  changed: [],
  gates: [],
  shape: ({ z }) => ({ modelResponse: { request_id: z.string().nullable() } }),
  down: [dropRequestIds],
};
