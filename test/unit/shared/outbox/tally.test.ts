import { readFileSync } from "node:fs";
import { globSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { itemStatuses, type ItemStatus } from "../../../../shared/outbox/item.ts";
import {
  countNeedingPerson,
  countImportRows,
  tallyKinds,
  tallyCounts,
  formatTally,
  sumTally,
  countWaiting,
} from "../../../../shared/outbox/tally.ts";
import { words } from "../../../../messages/words.ts";
import { countsOf } from "../../../support/counts-of.ts";

const still = { moments: [], rowsToTake: 0, isStopped: false, isUnshared: false };

describe("the counts that sentences say", () => {
  it("put each open status in one kind, and what is over in none", () => {
    const kindsOf = (status: ItemStatus): readonly string[] =>
      tallyKinds.filter((kind) => tallyCounts(countsOf({ [status]: 1 }), still)[kind] > 0);
    expect(Object.fromEntries(itemStatuses.map((status) => [status, kindsOf(status)]))).toEqual({
      draft: ["drafts"],
      "on-hold": ["onHold"],
      "saved-for-later": ["savedForLater"],
      "waiting-for-patient": ["waiting"],
      ready: ["waiting"],
      sending: ["sending"],
      "needs-card": ["needsCard"],
      "needs-editing": ["needsEditing"],
      "needs-checking": ["needsChecking"],
      elsewhere: ["elsewhere"],
      done: [],
      discarded: [],
    });
  });

  it("never change the number in flight, whatever stands beside it", () => {
    const stands = fc.constantFrom("draft" as const, "saved-for-later" as const, "needs-editing" as const);
    const beside = fc.record({
      moments: fc.array(fc.record({ visits: fc.integer({ min: 1, max: 52 }), stands }), { maxLength: 5 }),
      rowsToTake: fc.nat(500),
      isStopped: fc.boolean(),
      isUnshared: fc.boolean(),
    });
    const counts = fc.tuple(...itemStatuses.map(() => fc.nat(60)));
    const check = fc.property(counts, beside, (numbers, more) => {
      const by = countsOf(Object.fromEntries(itemStatuses.map((status, at) => [status, numbers[at] ?? 0])));
      const tally = tallyCounts(by, more);
      expect(tally.sending).toBe(by.sending);
      const toSend = by.ready + by["waiting-for-patient"] + more.rowsToTake;
      expect(countWaiting(tally)).toBe(toSend);
      // All of them are of one kind: no sentence says of some that they go out by themselves while none of the others do.
      const kind = more.isUnshared ? "unshared" : more.isStopped ? "stopped" : "waiting";
      expect(tally[kind]).toBe(toSend);
      expect(tally.aboutToSend).toBe(more.moments.reduce((sum, { visits }) => sum + visits, 0));
      expect(Math.min(...Object.values(tally))).toBeGreaterThanOrEqual(0);
    });
    fc.assert(check, { seed: 20261127 });
  });

  it("count a series that is about to be sent by its visits, and not as the draft that stands for it", () => {
    const moments = [
      { visits: 3, stands: "draft" as const },
      { visits: 1, stands: "needs-editing" as const },
    ];
    const tally = tallyCounts(countsOf({ draft: 2, "needs-editing": 1 }), { ...still, moments });
    expect(tally).toMatchObject({ aboutToSend: 4, drafts: 1, needsEditing: 0 });
    expect(countNeedingPerson(tally)).toBe(0);
  });

  it("take a moment from its own status alone, and need a person for three of the kinds", () => {
    const moments = [{ visits: 1, stands: "saved-for-later" as const }];
    const each = { draft: 2, "saved-for-later": 2, "needs-checking": 1, "needs-editing": 2, "needs-card": 4 };
    const tally = tallyCounts(countsOf(each), { ...still, moments });
    expect(tally).toMatchObject({ savedForLater: 1, drafts: 2, needsEditing: 2 });
    expect(countNeedingPerson(tally)).toBe(7);
  });

  it("are said one kind after another, and nothing of a kind of which there is none", () => {
    const tally = tallyCounts(countsOf({ sending: 1, ready: 3, "needs-checking": 4 }), still);
    expect(formatTally(tally, tallyKinds)).toBe(
      [
        words.items.tally.sending({ count: 1 }),
        words.items.tally.waiting({ count: 3 }),
        words.items.tally.needsChecking({ count: 4 }),
      ].join(" "),
    );
    expect(formatTally(tallyCounts(null, still), tallyKinds)).toBe("");
    expect(sumTally(tally, ["sending", "waiting"])).toBe(4);
  });

  it("have the rows of an import that are not in the outbox yet", () => {
    expect(countImportRows({ left: 9 }, countsOf({ ready: 3, sending: 1 }))).toBe(5);
    expect(countImportRows(null, countsOf({ ready: 3 }))).toBe(0);
  });
});

it("no other file reads a status of its own out of the counts, but what is done and whom to call", () => {
  const root = join(import.meta.dirname, "../../../..");
  const files = globSync("{main,renderer,shared}/**/*.{ts,tsx}", { cwd: root });
  const own =
    /\bcounts\??(?:\.|\.?\[")(draft|on-hold|saved-for-later|waiting-for-patient|ready|sending|needs-editing|needs-checking|elsewhere)\b/;
  const found = files.filter((file) => own.test(readFileSync(join(root, file), "utf8")));
  expect(files.length).toBeGreaterThan(500);
  expect(found).toEqual([]);
});
