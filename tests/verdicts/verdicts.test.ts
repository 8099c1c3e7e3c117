import { describe, expect, it } from "vitest";
import { type Reader, releases } from "../../src/readers/releases.ts";
import { type SingleFault, singleFaults } from "./mutation.ts";
import { ask, disagreements, readRows, type Verdicts } from "./recorded.ts";

/** One release on one text; `first` is the place of the reader's own error, where there are several. */
interface Found {
  readonly release: string;
  readonly ok: boolean;
  readonly kind: string;
  readonly text: string;
  readonly first?: string;
}

const faults = singleFaults();
/** The newest release that was asked. */
const newest = releases.findLast(({ release }) => faults.some(({ fault }) => release in fault.verdicts)) as Reader;
const found = readRows<Found>("found.ndjson");

describe("recorded verdicts of released readers", () => {
  it("agrees on every single fault", () => {
    const cases = faults.map(({ fault, text }) => ({
      text,
      kind: `${fault.base}: ${fault.fault} at ${fault.pointer}`,
      verdicts: fault.verdicts,
    }));
    expect(disagreements(cases)).toEqual([]);
  }, 60_000);

  it("agrees on a small document for each rule of the newest reader, in every release", () => {
    const cases = readRows<{ text: string; verdicts: Verdicts }>("rule-probes.ndjson.gz");
    expect(disagreements(cases.map((one) => ({ ...one, kind: one.text.slice(0, 200) })))).toEqual([]);
  }, 60_000);

  it("agrees on what a live comparison found wrong once", () => {
    const cases = found.map((one) => ({ ...one, verdicts: { [one.release]: one.ok } }));
    expect(disagreements(cases)).toEqual([]);
  });

  it("meets several errors in the order of the reader", () => {
    const told = found.filter(({ first }) => first !== undefined);
    expect(told.map(({ release, text }) => ask(release, text).errors[0])).toEqual(told.map(({ first }) => first));
  });
});

describe("error findings of the newest reader", () => {
  const rejected = faults.filter(({ fault }) => fault.verdicts[newest.release] === false);
  const answers = rejected.map(({ fault, text }) => ({ fault, ...ask(newest.release, text) }));

  it("point to the fault first, in 95 of 100", () => {
    const placed = answers.filter(({ fault }) => fault.places !== undefined);
    const away = placed.filter(({ fault, errors }) => !isNear(errors[0], fault));
    expect(away.length / placed.length).toBeLessThanOrEqual(0.05);
  });

  it("are one finding for one cause, in 90 of 100", () => {
    const single = answers.filter(({ errors }) => errors.length === 1);
    expect(single.length / answers.length).toBeGreaterThanOrEqual(0.9);
  });
});

/** At the fault, directly above it, or below it. */
function isNear(pointer: string | undefined, { places = [], root }: SingleFault): boolean {
  if (pointer === undefined || (pointer === "" && root !== true)) return false;
  return places.some(
    (place) =>
      pointer === place || pointer === place.slice(0, place.lastIndexOf("/")) || pointer.startsWith(`${place}/`),
  );
}
