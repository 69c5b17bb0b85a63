import fc from "fast-check";
import { expect, it } from "vitest";
import {
  countAttempts,
  isSupposed,
  isUncertain,
  isUnsettled,
  getLastTriedAt,
  pruneAttempts,
  wasUncertain,
} from "../../../shared/outbox/attempts.ts";
import { item as schema, itemUpgrades, phases, type Attempt } from "../../../shared/outbox/item.ts";
import { readStored, stampVersion } from "../../../shared/core/stored.ts";
import { countUnreadable } from "../../../main/features/outbox/attempts.ts";
import { say, verbatim } from "../../../messages/saying.ts";
import { patientItem } from "../../support/store-records.ts";

const begin = Date.parse("2026-03-02T09:00:00.000Z");
const at = (number: number): string => new Date(begin + number * 60_000).toISOString();
type End = Pick<Attempt, "phase" | "status" | "outcome">;
const tried = (ends: readonly End[]): Attempt[] =>
  ends.map((end, number) => ({ ...end, startedAt: at(number), endedAt: at(number + 0.5) }));
const refused503: End = { phase: "answered", status: 503, outcome: verbatim("503") };
const cut: End = { phase: "connecting", status: null, outcome: verbatim("cut") };
const limited: End = { phase: "answered", status: 429, outcome: verbatim("429") };

const anyEnd: fc.Arbitrary<End> = fc.record({
  phase: fc.constantFrom(...phases),
  status: fc.option(fc.integer({ min: 200, max: 599 })),
  outcome: fc.constantFrom(verbatim("x"), say("failures.outbox.restored")),
});
const manyEnds = fc.array(anyEnd, { maxLength: 400, size: "max" });

/** All that is decided and said by an item's attempts. */
const meaningOf = (attempts: Attempt[]) => ({
  count: countAttempts(attempts),
  mayHaveArrived: countAttempts(attempts.filter(isUncertain)),
  unread: countUnreadable(attempts),
  supposed: countAttempts(attempts.filter(isSupposed)),
  wasUncertain: wasUncertain(attempts),
  unsettled: [0, 1, 5, 50, 399].map((resends) => isUnsettled({ attempts, resends })),
  first: attempts[0]?.startedAt,
  last: attempts.slice(-16),
  firstUncertain: attempts
    .filter(isUncertain)
    .slice(0, 16)
    .map(({ more: _more, ...one }) => one),
  lastTriedAt: getLastTriedAt({ attempts }),
});

it("keeps what any attempts mean, at once or as they come, and few of them", () => {
  fc.assert(
    fc.property(manyEnds, (ends) => {
      const all = tried(ends);
      const asTheyCame = all.reduce<Attempt[]>((before, next) => pruneAttempts([...before, next]), []);
      for (const kept of [pruneAttempts(all), asTheyCame]) {
        expect(meaningOf(kept)).toEqual(meaningOf(all));
        expect(kept.length).toBeLessThanOrEqual(48);
      }
    }),
  );
});

it("keeps few attempts as they are", () => {
  const few = tried(Array.from({ length: 32 }, () => refused503));
  expect(pruneAttempts(few)).toEqual(few);
});

it("keeps the first of each kind that did not arrive, with how many like it came after it and until when", () => {
  const all = tried(Array.from({ length: 100 }, (_, number) => (number % 4 === 1 ? cut : limited)));
  const [first, second, ...rest] = pruneAttempts(all);
  expect(first).toEqual({ ...all[0], more: { count: 62, until: at(83) } });
  expect(second).toEqual({ ...all[1], more: { count: 20, until: at(81) } });
  expect(rest).toEqual(all.slice(-16));
});

it("keeps each that may have arrived among any number that did not", () => {
  const isOne = (number: number): boolean => number % 600 === 1;
  const all = tried(Array.from({ length: 2_457 }, (_, number) => (isOne(number) ? refused503 : limited)));
  expect(pruneAttempts(all).filter(isUncertain)).toEqual(all.filter(isUncertain));
});

it("counts further ones that may have arrived with the last of their kind that is kept before them", () => {
  const kept = pruneAttempts(tried(Array.from({ length: 100 }, () => refused503)));
  expect(kept).toHaveLength(32);
  expect(kept[15]).toMatchObject({ startedAt: at(15), more: { count: 68, until: at(83) } });
});

/** A page of a proxy's in a script of three bytes a letter is the longest that is kept of an answer. */
const page = { contentType: "x".repeat(100), firstWords: "\u4e00".repeat(300) };

it("stays small whatever was answered", () => {
  const statuses = Array.from({ length: 400 }, (_, number) => 400 + (number % 200));
  const all = tried(statuses.map((status) => ({ ...refused503, status, outcome: verbatim("x") })));
  const kept = pruneAttempts(all.map((one) => ({ ...one, evidence: page })));
  expect(JSON.stringify(kept).length).toBeLessThan(32_000);
});

it("makes one of today of an item that was kept with every attempt", () => {
  const all = tried(Array.from({ length: 2_457 }, () => refused503));
  const kept = { v: itemUpgrades.length, ...patientItem(1, { attempts: all }) };
  const read = readStored({ schema, upgrades: itemUpgrades }, kept);
  if (typeof read === "string") throw new Error(read);
  expect(read.attempts).toHaveLength(32);
  expect(countAttempts(read.attempts)).toBe(2_457);
  expect(JSON.stringify(stampVersion({ upgrades: itemUpgrades }, read)).length).toBeLessThan(32_000);
});
