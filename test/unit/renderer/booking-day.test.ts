import { describe, expect, test } from "vitest";
import { readBookingForm, type BookingForm } from "../../../shared/bookings/booking-form.ts";
import type { ListedBooking } from "../../../shared/outbox/item.ts";
import { selectAround, listDayBookings } from "../../../renderer/features/booking/day.ts";
import { listMonthDays } from "../../../renderer/features/booking/month.ts";
import { formatStepLine, describeStep } from "../../../renderer/features/booking/step-marks.ts";
import { labelDrafts } from "../../../renderer/features/booking/draft-labels.ts";
import { readBack } from "../../../renderer/features/booking/read-back.ts";
import {
  reduceBooking,
  createBookingState,
  type BookingState,
} from "../../../renderer/features/booking/state.ts";
import { words } from "../../../messages/words.ts";
import { settings as plain } from "../../component/kit.tsx";
import { bookingItem, bookingLine, filledBooking, knownPatient, uuid, zone } from "./builders.ts";

const ann = knownPatient(1);
const settings = { ...plain, services: [{ id: 12, name: "Eye test", minutes: 30 }] };
const today = "2026-11-20";
const context = { today, now: "2026-11-20T15:00:00Z", dateOrder: "month-first" } as const;

function made(form: Partial<BookingForm> = {}, state: Partial<BookingState> = {}) {
  const whole: BookingState = {
    ...createBookingState(zone),
    form: { ...filledBooking, ...form },
    patient: ann,
    ...state,
  };
  const read = readBookingForm(whole.form, { ...context, patient: whole.patient });
  return { state: whole, read, settings, today };
}

const listed = (change: Partial<BookingForm>): ListedBooking => {
  const { payload: _payload, form, ...item } = bookingItem({ id: uuid(1), status: "done" });
  const { notes: _notes, ...kept } = { ...form, ...change };
  return { ...item, form: kept, result: null, patient: { firstName: "Ann", lastName: "Smith" } };
};

describe("the bookings of a day", () => {
  // visit-6: The same patient at an overlapping time warns, by the length of the visit types
  test(
    "of the same patient, by record or by number, warn when they take some of the same time",
    { tags: ["visit-6"] },
    () => {
      const found = listDayBookings(
        [
          bookingLine(1, "2026-12-01T19:15:00.000Z"),
          bookingLine(2, "2026-12-01T18:40:00.000Z", { patientRecord: null }),
          bookingLine(3, "2026-12-01T19:00:00.000Z", { patientRecord: uuid(2), patientNumber: null }),
          bookingLine(4, "2026-12-01T19:30:00.000Z"),
        ],
        made(),
      );
      expect(found.map((each) => [each.time, each.isSamePatient, each.overlaps])).toEqual([
        ["14:15", true, true],
        ["13:40", true, true],
        ["14:00", false, false],
        ["14:30", true, false],
      ]);
    },
  );

  test("another patient's number is not taken for this one's", () => {
    const [other] = listDayBookings(
      [bookingLine(1, "2026-12-01T19:00:00.000Z", { patientRecord: null, patientNumber: "7" })],
      made(),
    );
    expect(other).toMatchObject({ isSamePatient: false, overlaps: false });
  });

  test("which the service will not hold warns of nothing", () => {
    const denied = { appointment: { id: 7, status: "Denied" }, markedByPerson: false, differs: false };
    const [other] = listDayBookings(
      [bookingLine(1, "2026-12-01T19:00:00.000Z", { status: "done", result: denied })],
      made(),
    );
    expect(other).toMatchObject({ isSamePatient: true, overlaps: false });
  });

  test("of many, those around the time that is typed are shown, and how many stand before and after them is known", () => {
    const one = listDayBookings([bookingLine(1, "2026-12-01T19:00:00.000Z")], made())[0];
    if (one === undefined) throw new Error("no booking");
    const all = ["08:00", "09:00", "10:00", "11:00", "12:00"].map((time) => ({ ...one, time }));
    const around = (at: string, count = 3) => {
      const { shown, earlier, later } = selectAround(all, at, count);
      return [earlier, shown.map(({ time }) => time).join(" "), later];
    };
    expect(around("00:00")).toEqual([0, "08:00 09:00 10:00", 2]);
    expect(around("10:00")).toEqual([1, "09:00 10:00 11:00", 1]);
    expect(around("23:00")).toEqual([2, "10:00 11:00 12:00", 0]);
    expect(around("10:00", 9)).toEqual([0, "08:00 09:00 10:00 11:00 12:00", 0]);
  });
});

test("a month has whole weeks from Sunday, and every day of it once", () => {
  const days = listMonthDays("2026-11-01");
  expect([days[0], days.at(-1), days.length]).toEqual(["2026-11-01", "2026-12-05", 35]);
  expect(listMonthDays("2026-02-01")).toHaveLength(28);
  expect(listMonthDays("2026-12-01")[0]).toBe("2026-11-29");
});

describe("the tabs", () => {
  test("show what was chosen", () => {
    const booking = made({ step: "review" });
    const line = (step: "patient" | "visit" | "billing" | "review") =>
      formatStepLine(describeStep(step, booking));
    expect([line("patient"), line("visit"), line("billing"), line("review")]).toEqual([
      "",
      "Tue Dec 1, 2:00 PM",
      "Bill to Account",
      "",
    ]);
  });

  // visit-9: A step is not judged while it is filled in or before it was seen
  test("judge no step that is being filled in or was never seen", { tags: ["visit-9"] }, () => {
    const wrong = { step: "visit", time: "25:99" } as const;
    expect(describeStep("visit", made(wrong)).state).toBeNull();
    expect(describeStep("visit", made({ ...wrong, step: "billing" })).state).toBeNull();
    const left = made({ ...wrong, step: "billing" }, { left: ["visit"] });
    expect(describeStep("visit", left).state).toBe("attention");
    expect(formatStepLine(describeStep("visit", left))).toBe(words.booking.stepStates.attention);
    expect(
      describeStep("billing", made({ step: "review", billingType: null }, { left: ["billing"] })).state,
    ).toBe("incomplete");
  });

  test("going on marks the step that was left, and nothing goes on while it is sent", () => {
    const { state } = made({ step: "visit" });
    const gone = reduceBooking(state, { type: "went", step: "billing" });
    expect(gone.left).toEqual(["visit"]);
    const sending = reduceBooking(state, { type: "sending" });
    expect(reduceBooking(sending, { type: "went", step: "billing" })).toBe(sending);
  });
});

describe("the read-back", () => {
  // booking-31: The read-back starts with patient and time, with the age, and without service numbers
  test("says when and who first, the age, and no number of a service", { tags: ["booking-31"] }, () => {
    const shown = readBack(made());
    expect(shown).toMatchObject({
      when: "Tuesday, December 1, 2:00 PM Eastern",
      name: "Ann Smith",
      born: "March 5, 1984, age 42",
    });
    expect(shown.rows.map(({ label, value, more }) => [label, value, more])).toEqual([
      ["Visit type", "Eye test · 30 min", undefined],
      ["Address", "1 Main St, Albany, NY 12207", words.booking.readBack.same],
      ["Billing", "Bill to Account", undefined],
    ]);
    expect(JSON.stringify(shown)).not.toContain("(12)");
  });

  // booking-32: Missing facts about a patient tell people to ask
  test("says the year where it is another, and what is not known", { tags: ["booking-32"] }, () => {
    const byNumber = made({ date: "1/5/2027", patient: { kind: "number", text: "7" } }, { patient: null });
    expect(readBack(byNumber)).toMatchObject({
      when: "Tuesday, January 5, 2027, 2:00 PM Eastern",
      name: "Patient #7",
      born: words.booking.readBack.ask,
    });
    expect(readBack(made({ date: "" })).when).toBe(words.booking.readBack.noDay);
  });

  test("names the zone in full in the hour that comes twice", () => {
    const twice = made({ date: "10/31/2027", time: "1:30am", repeatedHour: "later" });
    const autumn = made({ date: "11/7/2027", time: "1:30am", repeatedHour: "later" });
    expect(readBack(twice).when).toContain("Eastern");
    expect(readBack(autumn).when).toBe("Sunday, November 7, 2027, 1:30 AM Eastern Standard Time");
  });
});

test("bookings on hold read as what they are, and those alike say when they were begun", () => {
  const one = listed({ step: "billing" });
  const held = { ...one, status: "on-hold" as const };
  const at = { today, settings };
  expect(labelDrafts([held], at)).toEqual(["Ann Smith – Tue Dec 1, 2:00 PM, stopped at Billing"]);
  const twins = labelDrafts([held, { ...held, createdAt: "2026-11-20T16:00:00Z" }], at);
  expect(new Set(twins).size).toBe(2);
});
