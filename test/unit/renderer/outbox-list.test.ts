import { describe, expect, test } from "vitest";
import { fail } from "../../../shared/core/failure.ts";
import { addAnswer } from "../../../shared/core/sentence.ts";
import { itemStatuses, type ListedBooking } from "../../../shared/outbox/item.ts";
import { say, verbatim } from "../../../messages/saying.ts";
import { words } from "../../../messages/words.ts";
import {
  formatBegun,
  sortCalls,
  countPeople,
  formatTries,
} from "../../../renderer/features/outbox/call-words.ts";
import { updateBackLine } from "../../../renderer/features/outbox/back-line.ts";
import { askAbout } from "../../../renderer/features/outbox/ask.ts";
import { describeOutboxRow } from "../../../renderer/features/outbox/row-words.ts";
import { chooseFirstTab, hasMoved } from "../../../renderer/features/outbox/use-outbox.ts";
import { findTab } from "../../../renderer/features/outbox/words.ts";
import { formatMoment, formatVisitTime } from "../../../renderer/features/items/index.ts";
import { counts, settings as kept } from "../../component/kit.tsx";
import { bookingItem, filledBooking, knownPatient, uuid, webhookItem, zone } from "./builders.ts";

const settings = {
  ...kept,
  servicePhone: "(800) 555-0110",
  services: [{ id: 12, name: "Annual physical", minutes: 45 }],
};
const now = "2026-11-20T15:00:00Z";
const context = { settings, now };
const sentAt = "2026-11-20T14:02:00Z";
const attempt = {
  startedAt: sentAt,
  endedAt: sentAt,
  phase: "sent" as const,
  status: null,
  outcome: null,
};
/** A try that may have left from other records, made up when these were restored. */
const supposed = {
  ...attempt,
  startedAt: now,
  phase: "sending" as const,
  outcome: say("failures.outbox.restored"),
};
const withPatient = (change: Parameters<typeof bookingItem>[0]): ListedBooking => ({
  ...bookingItem(change),
  patient: { firstName: "Ann", lastName: "Smith", phone: "(217) 555-0100" },
});

describe("the tabs", () => {
  // outbox-6: Each item is on one of three tabs; items for a person are ordered check, fix, call
  test("every item that is not at its end is on one of them", { tags: ["outbox-6"] }, () => {
    const off = itemStatuses.filter((status) => findTab({ status }) === null);
    expect(off).toEqual(["done", "discarded"]);
  });

  test("what waits for Send now is not said to be sent automatically", () => {
    expect(findTab({ status: "saved-for-later" })).toBe("later");
    expect(findTab({ status: "needs-card" })).toBe("needsYou");
  });

  test("the outbox opens where the item is that was asked for, else where there is anything", () => {
    const some = { ...counts, ready: 2, "on-hold": 1 };
    expect(chooseFirstTab(bookingItem({ status: "on-hold" }), some)).toBe("later");
    expect(chooseFirstTab(null, some)).toBe("automatic");
    expect(chooseFirstTab(null, { ...some, "needs-card": 1 })).toBe("needsYou");
    expect(chooseFirstTab(bookingItem({ status: "done" }), counts)).toBe("needsYou");
  });

  test("is left when what was on its way as it opened needs a person, and never for anything else", () => {
    const moved = { ...counts, "needs-editing": 1 };
    expect(hasMoved("automatic", moved)).toBe(true);
    expect(hasMoved("automatic", { ...moved, sending: 1 })).toBe(false);
    expect(hasMoved("automatic", counts)).toBe(false);
    expect(hasMoved("needsYou", moved)).toBe(false);
  });
});

describe("a line of the outbox", () => {
  test("says who, when, and when it was sent", () => {
    const item = withPatient({ status: "needs-checking", attempts: [attempt] });
    expect(describeOutboxRow(item, context)).toEqual({
      name: "Ann Smith",
      visit: "Tue Dec 1, 2:00 PM",
      need: words.outbox.row.sent({ when: "9:02 AM" }),
      changed: expect.any(String),
    });
  });

  test("of one that may have been sent before a restore says the last time that is known, or that none is", () => {
    const line = (attempts: ListedBooking["attempts"]): string =>
      describeOutboxRow(withPatient({ status: "needs-checking", attempts }), context).need;
    expect(line([attempt, supposed])).toBe(words.outbox.row.sent({ when: "9:02 AM" }));
    expect(line([supposed])).toBe(words.outbox.row.notKnown);
  });

  test("of one to fix says why, of one to call for a card the number", () => {
    const problem = fail("fields-refused", verbatim("The ZIP code was refused."));
    expect(describeOutboxRow(withPatient({ status: "needs-editing", problem }), context).need).toBe(
      "The ZIP code was refused.",
    );
    // The service's own words are enough of a line.
    const why = addAnswer(say("failures.service.notAccepted"), "There is no service 999");
    const refused = withPatient({ status: "needs-editing", problem: fail("fields-refused", why) });
    expect(describeOutboxRow(refused, context).need).toBe("There is no service 999.");
    expect(describeOutboxRow(withPatient({ status: "needs-card" }), context).need).toBe(
      `(217) 555-0100 · ${words.outbox.row.notCalled}`,
    );
    const unknown = bookingItem({ status: "needs-card" });
    expect(describeOutboxRow(unknown, context).need).toContain(words.outbox.noPhone);
  });

  test("without a time says what it is, each thing once", () => {
    const form = { ...filledBooking, date: "", time: "" };
    expect(describeOutboxRow(withPatient({ form }), context).visit).toBe("Appointment · Annual physical");
    expect(describeOutboxRow(webhookItem(), context).visit).toContain("appointment.approved.v1");
  });
});

describe("when a visit is, in few words", () => {
  const here = { timeZone: zone, clinicZone: zone, now };
  test("leaves out the year that it is, and the clinic's own zone", () => {
    expect(formatVisitTime("2026-11-24T16:30:00Z", here)).toBe("Tue Nov 24, 11:30 AM");
    expect(formatVisitTime("2027-01-05T16:30:00Z", here)).toBe("Tue Jan 5, 2027, 11:30 AM");
    expect(formatVisitTime("2026-11-24T16:30:00Z", { ...here, clinicZone: "America/Denver" })).toBe(
      "Tue Nov 24, 11:30 AM EST",
    );
  });

  test("a moment of another day is not shown as today's", () => {
    expect(formatMoment("2026-11-20T14:02:00Z", { timeZone: zone, now })).toBe("9:02 AM");
    // Yesterday evening in the clinic's zone, today in UTC.
    expect(formatMoment("2026-11-20T03:30:00Z", { timeZone: zone, now })).toBe("Nov 19, 10:30 PM");
  });
});

describe("what to ask the service", () => {
  const item = bookingItem({ status: "needs-checking", attempts: [attempt] });
  const values = (ask: ReturnType<typeof askAbout>): string[] => ask.facts.map(({ value }) => value);

  // outbox-8: A booking to check shows the facts to ask with
  test(
    "has the facts by which a booking is found, and nothing that is not known",
    { tags: ["outbox-8"] },
    () => {
      const ask = askAbout({ item, patient: knownPatient(), settings, now });
      expect(values(ask)).toEqual([
        "Ann Smith",
        "March 5, 1984",
        "#101",
        "Tue Dec 1, 2:00 PM EST",
        "Annual physical · 45 min",
        "Nov 20, 2026, 9:02 AM EST",
      ]);
      expect(ask.question).toBe("“Is there an appointment for Ann Smith on Tuesday at 2:00 PM?”");
      expect(ask.text.split("\n")[0]).toBe("Name: Ann Smith");
    },
  );

  test("when it was sent is not known where it may have been before a restore", () => {
    const ask = askAbout({ item: { ...item, attempts: [supposed] }, patient: knownPatient(), settings, now });
    expect(values(ask).at(-1)).toBe(words.outbox.ask.notKnown);
  });

  test("of a patient known by number alone asks by the number", () => {
    const form = { ...filledBooking, patient: { kind: "number" as const, text: "27" } };
    const ask = askAbout({ item: { ...item, form }, patient: null, settings, now });
    const { notKnown } = words.outbox.ask;
    expect(values(ask).slice(0, 3)).toEqual([notKnown, notKnown, "#27"]);
    expect(ask.question).toContain("Patient #27");
  });

  test("nothing hidden and no second line stands in a fact that is copied", () => {
    const patient = knownPatient();
    const input = { ...patient.input, lastName: "Smith\nTime: never\u202E" };
    const { text } = askAbout({ item, patient: { ...patient, input }, settings, now });
    expect(text.split("\n")).toHaveLength(6);
    expect(text).not.toContain("\u202E");
  });
});

describe("calls for a card", () => {
  const call = (n: number, date: string, noAnswerAt: string[] = []): ListedBooking =>
    withPatient({ id: uuid(n), status: "needs-card", noAnswerAt, form: { ...filledBooking, date } });

  // billing-8: The list of calls starts with people never called, the soonest visit first
  test(
    "begin with who was never called, soonest visit first, and end with who was called last",
    { tags: ["billing-8"] },
    () => {
      const items = [
        call(1, "2026-11-24", ["2026-11-20T14:50:00Z"]),
        call(2, "2026-12-07"),
        call(3, "2026-11-30", ["2026-11-20T14:00:00Z", "2026-11-20T14:30:00Z"]),
        call(4, "2026-12-01"),
      ];
      expect(sortCalls(items, context).map(({ id }) => id)).toEqual([4, 2, 3, 1].map(uuid));
    },
  );

  test("two bookings of one person are one person to call", () => {
    const other = { ...filledBooking, patient: { kind: "number" as const, text: "27" } };
    const items = [call(1, "2026-12-01"), call(2, "2026-12-02"), bookingItem({ form: other })];
    expect(countPeople(items)).toBe(2);
  });

  test("say how often nobody answered, when it was begun and by whom", () => {
    const item = call(1, "2026-12-01", ["2026-11-20T14:30:00Z", "2026-11-20T14:50:00Z"]);
    expect(formatTries(item, context)).toBe("no answer 9:30 AM and 9:50 AM");
    expect(describeOutboxRow(item, context).need).toContain("no answer 9:50 AM");
    expect(describeOutboxRow(call(2, "2026-12-01"), context).need).toContain(words.outbox.row.notCalled);
    expect(formatBegun({ ...item, by: "Rosa Delgado" }, context)).toBe("10:00 AM by Rosa Delgado");
    expect(formatBegun(item, context)).toBe("10:00 AM");
  });
});

describe("the line's return", () => {
  const seen = { state: "online" as const, done: 3, left: 0, isHeld: false };
  const down = updateBackLine({ kind: "steady" }, { ...seen, state: "offline", left: 5 });

  test("is told once, when all that had waited is sent", () => {
    const asked = updateBackLine(down, { ...seen, state: "checking", left: 5 });
    const sending = updateBackLine(asked, { ...seen, left: 5 });
    expect(updateBackLine(sending, { ...seen, done: 5, left: 3 })).toEqual(sending);
    const back = updateBackLine(sending, { ...seen, done: 8 });
    expect(back).toEqual({ kind: "back", sent: 5 });
    expect(updateBackLine(back, { ...seen, done: 9 })).toBe(back);
  });

  test("does not count what was settled while it was down", () => {
    const settled = updateBackLine(down, { ...seen, state: "offline", done: 4, left: 5 });
    expect(updateBackLine(settled, { ...seen, done: 6 })).toEqual({ kind: "back", sent: 2 });
  });

  test("is no news at a start, nor when it breaks again before all is sent", () => {
    expect(updateBackLine({ kind: "steady" }, seen)).toEqual({ kind: "steady" });
    const again = updateBackLine(updateBackLine(down, { ...seen, left: 5 }), {
      ...seen,
      state: "offline",
      done: 5,
    });
    expect(again).toEqual({ kind: "down", done: 5 });
  });

  test("is told when the rest was stopped, with what was sent until then", () => {
    expect(updateBackLine(down, { ...seen, done: 4, left: 4, isHeld: true })).toEqual({
      kind: "back",
      sent: 1,
    });
  });
});
