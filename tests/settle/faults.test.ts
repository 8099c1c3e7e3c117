import { describe, expect, it } from "vitest";
import { call, checkpointWith, output, play, sessionOf, user } from "./play.ts";

const record = { session_id: "sess_1", items: [call, output], before: null, persisted_count: 2 };
const held = { ...record, held: true, current_response: { turn: 0, start: 0 } };
const resume = (write: object, words: string[] = []) =>
  play(checkpointWith({ ...record, ...write }), sessionOf([user], "sess_1"), ["--fault", "read", ...words]);

// Played with 0.22.3, 0.23.1 and 0.24.0 on a SQLiteSession whose get_items() raises once.
describe("a session that cannot be read", () => {
  it("keeps an ordinary write as it is, whether it was tried or not", () => {
    for (const before of [null, []])
      expect(resume({ before })).toMatchObject({ row: "O9", outcome: "error", appended: [], recordAfter: { before } });
  });

  it("makes a held write an ordinary one that was not tried yet", () => {
    const result = resume(held);
    expect(result).toMatchObject({ row: "H7", outcome: "error", appended: [], recordAfter: { before: null } });
    expect(result.recordAfter).not.toHaveProperty("held");
  });
});
