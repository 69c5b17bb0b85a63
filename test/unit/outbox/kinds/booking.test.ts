import { beforeEach, describe, expect, it } from "vitest";
import { fail } from "../../../../shared/core/failure.ts";
import type { BookingItem, BookingResult } from "../../../../shared/outbox/item.ts";
import { appointment } from "../../../../shared/service-api/appointment.ts";
import { booking } from "../../../../main/features/outbox/kinds/booking.ts";
import { say } from "../../../../messages/saying.ts";
import { deskTime, kindDesk, refused, succeeded, type KindDesk } from "../../../support/kind-desk.ts";
import { bookingItem, idOf, otherAccount } from "../../../support/store-records.ts";

let at: KindDesk;
beforeEach(async () => {
  at = await kindDesk();
});

const answer = (id: number, change: object = {}) =>
  appointment.parse({ id, city: "Springfield", notes: "Rings twice", ...change });
const numbered = (number: number, status: BookingItem["status"], id: number): BookingItem =>
  bookingItem(number, {
    status,
    result: { appointment: answer(id), bookedAt: deskTime, markedByPerson: false },
  });

describe("one number", () => {
  it("is taken when the service answered another booking of this account with it", () => {
    at.put(numbered(1, "done", 31));
    const second = at.put(bookingItem(2, { status: "sending" }));
    expect(booking.takenNumber(second, succeeded(answer(31)), at.desk)).toBe(31);
    expect(booking.takenNumber(second, succeeded(answer(32)), at.desk)).toBeNull();
  });

  it("is nobody's when the answer made no booking, or is of another account", () => {
    at.put(numbered(1, "done", 31));
    const second = at.put(bookingItem(2, { status: "sending" }));
    expect(booking.takenNumber(second, refused(), at.desk)).toBeNull();
    expect(booking.takenNumber(second, succeeded({ status: "queued" }), at.desk)).toBeNull();
    const elsewhere = { ...second, accountId: otherAccount };
    expect(booking.takenNumber(elsewhere, succeeded(answer(31)), at.desk)).toBeNull();
  });

  it("is its own when it was answered with it before", () => {
    const again = at.put(numbered(1, "sending", 31));
    expect(booking.takenNumber(again, succeeded(answer(31)), at.desk)).toBeNull();
    expect(booking.failed?.(again, succeeded(answer(31)), at.desk)).toEqual([]);
  });

  it("throws doubt on every booking that stands as booked under it, and on no other", () => {
    at.put(numbered(1, "done", 31));
    at.put(numbered(2, "needs-checking", 31));
    at.put(numbered(3, "done", 32));
    const last = at.put(bookingItem(4, { status: "sending" }));
    expect(booking.failed?.(last, succeeded(answer(31)), at.desk)).toEqual([idOf(1)]);
    expect(at.item(idOf(1))).toMatchObject({
      status: "needs-checking",
      problem: fail("unclear", say("failures.outbox.sharedNumber", { number: 31 })),
      updatedAt: deskTime,
    });
    expect(at.item(idOf(2))?.problem).toBeNull();
    expect(at.item(idOf(3))?.status).toBe("done");
  });

  it("throws doubt on nothing when the attempt made no booking", () => {
    at.put(numbered(1, "done", 31));
    const last = at.put(bookingItem(2, { status: "sending" }));
    expect(booking.failed?.(last, refused(), at.desk)).toEqual([]);
  });
});

describe("a booking that was made", () => {
  const complete = (payload: string | null, value: unknown): BookingResult | null => {
    const item = at.put(bookingItem(1, { status: "done", payload }));
    expect(booking.complete(item, succeeded(value), at.desk)).toEqual([]);
    const kept = at.item(item.id);
    return kept?.kind === "booking" ? kept.result : expect.fail("it is not kept");
  };
  const sent = JSON.stringify({ city: "Springfield", notes: "Rings twice" });

  it("keeps the answer and when it came", () => {
    const value = answer(5);
    expect(complete(sent, value)).toEqual({ appointment: value, bookedAt: deskTime, markedByPerson: false });
  });

  it("says that something was recorded otherwise than it was sent", () => {
    expect(complete(sent, answer(5, { city: "Chicago" }))).toMatchObject({ differs: true });
  });

  it.each([
    ["the body that was sent cannot be read", "{", answer(5)],
    ["no body is kept", null, answer(5)],
    ["the answer cannot be read", sent, { city: "Chicago" }],
  ])("says nothing of differences where %s", (_, payload, value) => {
    expect(complete(payload, value)).not.toHaveProperty("differs");
  });
});

describe("in lists", () => {
  it("stands without its long texts, which are kept beside it", () => {
    const item = numbered(1, "done", 5);
    const whole = { ...item, form: { ...item.form, notes: "Rings twice" } };
    const listed = booking.listed(whole);
    expect(listed).not.toHaveProperty("form.notes");
    expect(listed).not.toHaveProperty("payload");
    expect(listed).toMatchObject({ result: { appointment: { id: 5, city: "Springfield" } } });
    expect(listed).not.toHaveProperty("result.appointment.notes");
    expect(booking.longTexts(whole)).toEqual({ notes: '"Rings twice"', answer: JSON.stringify(answer(5)) });
  });

  it("stands with no answer where a person said that it was booked, or it was not sent", () => {
    const marked = bookingItem(1, {
      result: { appointment: null, bookedAt: deskTime, markedByPerson: true },
    });
    expect(booking.listed(marked)).toMatchObject({ result: { appointment: null, markedByPerson: true } });
    expect(booking.longTexts(marked).answer).toBe("null");
    expect(booking.listed(bookingItem(2))).toMatchObject({ result: null });
    expect(booking.longTexts(bookingItem(2)).answer).toBeNull();
  });
});

it.each([
  ["long ago", "2026-03-01T09:00:00-05:00", true],
  ["still to come", "2026-03-02T09:00:00-05:00", false],
  ["no text", 2020, false],
  ["no time", "soon", false],
])("a frozen body whose time is %s has passed: %s", (_, appointmentDateTime, isPast) => {
  expect(booking.expired({ appointmentDateTime }, new Date(deskTime))).toBe(isPast);
});
