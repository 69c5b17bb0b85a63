import { describe, expect, it, test } from "vitest";
import { fail } from "../../../../shared/core/failure.ts";
import {
  itemStatuses,
  type Attempt,
  type BookingItem,
  type ItemStatus,
} from "../../../../shared/outbox/item.ts";
import {
  computeCut,
  getCutInForce,
  isOver,
  getKeptYears,
  mayGo,
  movesOnBy,
} from "../../../../shared/keeping/keeping.ts";
import { say } from "../../../../messages/saying.ts";
import { bookingItem } from "../../../support/store-records.ts";

const today = "2026-11-27";
const before = "2019-11-27T05:00:00.000Z";
const old = "2019-11-27T04:59:59.999Z";
const young = before;
const alone = { heir: null, isWaitedFor: false };
const result = { appointment: null, bookedAt: old, markedByPerson: false };
const unclear: Attempt = {
  startedAt: old,
  endedAt: old,
  phase: "sent",
  status: null,
  outcome: null,
};

describe("a booking goes", () => {
  const ages = [
    ["old", old],
    ["young", young],
  ] as const;
  const visits = [
    ["no", null],
    ["an old", old],
    ["a young", young],
    ["a future", "2030-01-01T15:00:00.000Z"],
  ] as const;
  const cases = itemStatuses.flatMap((status) =>
    ages.flatMap(([age, updatedAt]) =>
      visits.map(([when, visit]) => ({ status, age, updatedAt, when, visit })),
    ),
  );
  it.each(cases)("or stays: $status, $age, with $when visit", ({ status, age, updatedAt, when, visit }) => {
    const isEnd = status === "done" || status === "discarded";
    const expected = isEnd && age === "old" && (when === "no" || when === "an old");
    expect(mayGo(bookingItem(1, { status, updatedAt }), { visit, ...alone }, before)).toBe(expected);
  });

  const item = (status: ItemStatus, change: Partial<BookingItem> = {}): BookingItem =>
    bookingItem(1, { status, updatedAt: old, ...change });
  const goes = (it: BookingItem, more: Partial<Parameters<typeof mayGo>[1]> = {}): boolean =>
    mayGo(it, { visit: old, ...alone, ...more }, before);

  it("not where the service made it twice, and a person has to say which one stands", () => {
    expect(goes(item("done", { result }))).toBe(true);
    expect(goes(item("done", { result: { ...result, twice: [7, 8] } }))).toBe(false);
    expect(goes(item("discarded", { result: { ...result, twice: [7, 8] } }))).toBe(false);
  });

  it("not where it was thrown away and may have been made", () => {
    expect(goes(item("discarded", { attempts: [unclear] }))).toBe(false);
    expect(goes(item("discarded", { problem: fail("unclear", say("failures.outbox.notHere")) }))).toBe(false);
    // A person has said that none of these tries made it, or that one did.
    expect(goes(item("discarded", { attempts: [unclear], resends: 1 }))).toBe(true);
    expect(goes(item("done", { attempts: [unclear] }))).toBe(true);
  });

  it("not while something outside of it is open, nor while what took its place is", () => {
    expect(goes(item("done"), { isWaitedFor: true })).toBe(false);
    for (const heir of itemStatuses)
      expect([heir, goes(item("discarded"), { heir })]).toEqual([heir, isOver(heir)]);
  });
});

describe("the cut", () => {
  it("is so many years ago to the day; everything is kept where none are said", () => {
    expect(computeCut(today, 7)).toBe("2019-11-27");
    expect(computeCut("2028-02-29", 3)).toBe("2025-02-28");
    expect(computeCut(today, 0)).toBeNull();
  });

  const agreed = { years: 7, upTo: "2019-11-27" };
  test.each([
    ["nobody agreed", undefined, null, null],
    ["nobody agreed to what is set", 7, null, null],
    ["a person agreed", undefined, agreed, "2019-11-27"],
    ["a person wants everything kept", 7, { years: 0, upTo: today }, null],
    ["the organization wants everything kept", 0, agreed, null],
    ["the organization wants it kept longer", 10, agreed, "2016-11-27"],
    ["the organization wants it kept shorter, and nobody agreed to that", 6, agreed, "2019-11-27"],
  ])("where %s", (_name, set, agreement, expected) => {
    expect(getCutInForce({ set, agreed: agreement, today })).toBe(expected);
  });

  it("moves on by itself, and never jumps: a clock that is years ahead takes nothing", () => {
    const on = (day: string) => getCutInForce({ set: undefined, agreed, today: day });
    expect(movesOnBy).toBe(31);
    expect(on("2026-12-28")).toBe("2019-12-28");
    expect(on("2026-12-29")).toBeNull();
    expect(on("2036-11-27")).toBeNull();
    // One that is behind takes less.
    expect(on("2020-01-01")).toBe("2013-01-01");
  });
});

describe("how long it is kept", () => {
  const agreed = { years: 7, upTo: "2019-11-27" };
  test.each([
    ["nothing is said", undefined, null, { years: 0, isAsked: false }],
    ["a person agreed", undefined, agreed, { years: 7, isAsked: false }],
    ["a person wants everything", undefined, { years: 0, upTo: today }, { years: 0, isAsked: false }],
    ["it is set, and nobody agreed", 7, null, { years: 7, isAsked: true }],
    ["it is set, and a person wanted everything", 7, { years: 0, upTo: today }, { years: 7, isAsked: true }],
    ["it is set, and a person agreed to that", 7, agreed, { years: 7, isAsked: false }],
    ["it is set shorter than a person agreed to", 6, agreed, { years: 6, isAsked: true }],
    ["it is set longer than a person agreed to", 10, agreed, { years: 10, isAsked: false }],
    ["everything is set", 0, agreed, { years: 0, isAsked: false }],
    ["the cut would jump", undefined, { years: 7, upTo: "2019-01-01" }, { years: 7, isAsked: true }],
  ])("where %s", (_name, set, agreement, expected) => {
    expect(getKeptYears({ set, agreed: agreement, today })).toEqual(expected);
  });
});
