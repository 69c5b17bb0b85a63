import { describe, expect, it } from "vitest";
import { fail } from "../../../shared/core/failure.ts";
import type { Attempt, BookingItem, Item, PatientItem } from "../../../shared/outbox/item.ts";
import type { LedgerEntry } from "../../../mock/ledger.ts";
import { addUp, judgeRecords as judge, spotless } from "../../faults/oracle.ts";
import { bookingItem, patientItem } from "../../support/store-records.ts";
import { verbatim } from "../../../messages/saying.ts";

const attempt: Attempt = {
  startedAt: "2026-03-02T09:00:00.000Z",
  endedAt: "2026-03-02T09:00:01.000Z",
  phase: "answered",
  status: 201,
  outcome: verbatim("Done."),
};
const payload = JSON.stringify({ patientId: 7 });
const booked = { appointment: null, bookedAt: attempt.startedAt, markedByPerson: false };
const unclear = fail("unclear", verbatim("It may have been made."));
const refused = fail("fields-refused", verbatim("Nothing was created."));

const booking = (change: Partial<BookingItem>): BookingItem =>
  bookingItem(1, { payload, attempts: [attempt], ...change });
const patient = (change: Partial<PatientItem>): PatientItem =>
  patientItem(2, { payload: JSON.stringify({ externalId: "FD-2" }), attempts: [attempt], ...change });

const entryOf = (item: Item, change: Partial<LedgerEntry> = {}): LedgerEntry => ({
  at: attempt.startedAt,
  account: "one",
  kind: item.kind === "booking" ? "appointment" : item.kind,
  id: 7,
  idempotencyKey: item.idempotencyKey,
  externalId: item.kind === "patient" ? item.generatedExternalId : null,
  body: JSON.parse(item.payload ?? "null"),
  ...change,
});
const judgeOne = (item: Item, ledger: readonly LedgerEntry[]) =>
  judge({ ledger, items: [item], expected: [item.id] });
const fine = spotless;

describe("what is as promised", () => {
  it.each([
    ["a booking that was made", booking({ status: "done", result: booked }), 1],
    ["a patient that was made", patient({ status: "done", result: { patientId: 7 } }), 1],
    [
      "a booking that a person says was made",
      booking({ status: "done", result: { ...booked, markedByPerson: true } }),
      0,
    ],
    ["a patient that was made and is asked for again", patient({ status: "ready" }), 1],
    ["a booking under way", booking({ status: "sending", attempts: [{ ...attempt, endedAt: null }] }), 1],
    ["a refused booking", booking({ status: "needs-editing", problem: refused }), 0],
    ["a booking that waits", booking({ status: "ready", attempts: [], payload: null }), 0],
    ["a booking that a person sent twice", booking({ status: "done", result: booked, resends: 1 }), 2],
  ])("finds nothing wrong with %s", (_what, item, made) => {
    const ledger = Array.from({ length: made }, () => entryOf(item));
    expect(judgeOne(item, ledger)).toEqual(fine);
  });

  it("counts a booking that may have been made as undecided, whether it was or not", () => {
    const item = booking({ status: "needs-checking", problem: unclear });
    expect(judgeOne(item, [])).toEqual({ ...fine, undecided: 1 });
    expect(judgeOne(item, [entryOf(item)])).toEqual({ ...fine, undecided: 1 });
  });
});

describe("planted violations", () => {
  it("counts an item that is gone from the store as lost", () => {
    expect(judge({ ledger: [], items: [], expected: ["a"] })).toMatchObject({
      lost: 1,
      problems: [expect.any(String)],
    });
  });

  it.each([
    ["a booking that is done and was never made", booking({ status: "done", result: booked }), 0],
    ["a patient that is done and was never made", patient({ status: "done", result: { patientId: 7 } }), 0],
    ["a patient with the number of another one", patient({ status: "done", result: { patientId: 8 } }), 1],
    ["a patient that is done without its number", patient({ status: "done", result: null }), 1],
    [
      "a booking that was made and is said to be refused",
      booking({ status: "needs-editing", problem: refused }),
      1,
    ],
    ["a booking that was made and is a draft", booking({ status: "draft" }), 1],
    ["a booking that was made and needs a card", booking({ status: "needs-card" }), 1],
    ["a booking that was made and waits for its patient", booking({ status: "waiting-for-patient" }), 1],
  ])("counts %s as lost", (_what, item, made) => {
    const verdict = judgeOne(
      item,
      Array.from({ length: made }, () => entryOf(item)),
    );
    expect(verdict).toMatchObject({ lost: 1, doubled: 0, problems: [expect.stringContaining(item.id)] });
  });

  it("counts a booking that was made once more than a person asked for as doubled", () => {
    const once = booking({ status: "done", result: booked });
    expect(judgeOne(once, [entryOf(once), entryOf(once)])).toMatchObject({ doubled: 1, lost: 0 });
    const again = booking({ status: "done", result: booked, resends: 1 });
    expect(judgeOne(again, [entryOf(again), entryOf(again), entryOf(again)])).toMatchObject({ doubled: 1 });
  });

  it("counts a patient that was made twice under one external ID as doubled, whatever its keys", () => {
    const item = patient({ status: "done", result: { patientId: 7 } });
    const other = entryOf(item, { id: 8, idempotencyKey: "another" });
    expect(judgeOne(item, [entryOf(item), other])).toMatchObject({ doubled: 1 });
  });

  it.each([
    ["a made booking that will be sent again by itself", booking({ status: "ready" }), {}],
    [
      "another content than the frozen one",
      booking({ status: "done", result: booked }),
      { body: { patientId: 8 } },
    ],
    ["a send without an attempt", booking({ status: "done", result: booked, attempts: [] }), {}],
    [
      "an attempt that never ended",
      booking({ status: "done", result: booked, attempts: [{ ...attempt, endedAt: null }] }),
      {},
    ],
    ["a check without a reason", booking({ status: "needs-checking", problem: null }), {}],
  ])("names %s", (_what, item, change) => {
    expect(judgeOne(item, [entryOf(item, change)]).problems).toHaveLength(1);
  });

  it("names what the service made and no item asked for", () => {
    const stray = entryOf(booking({}), { idempotencyKey: "nobody's" });
    expect(judge({ ledger: [stray], items: [], expected: [] }).problems).toHaveLength(1);
  });
});

it("lets a booking be repeated by itself where the service recognises its key", () => {
  const item = booking({ status: "ready" });
  const verdict = judge({ ledger: [entryOf(item)], items: [item], expected: [], trustsIdempotencyKey: true });
  expect(verdict).toEqual(fine);
});

it("adds verdicts up and keeps the names of their cases", () => {
  const bad = { ...spotless, lost: 1, doubled: 2, undecided: 3, falseWords: 1, problems: ["it is gone"] };
  expect(
    addUp([
      { name: "one", ...bad, requestsASecond: 0.5 },
      { name: "two", ...bad, requestsASecond: 2 },
      { name: "three", ...spotless },
    ]),
  ).toEqual({
    lost: 2,
    doubled: 4,
    undecided: 6,
    falseWords: 2,
    requestsASecond: 2,
    problems: ["one: it is gone", "two: it is gone"],
  });
});
