import { expect, test } from "vitest";
import type { BookingItem } from "../../../shared/outbox/item.ts";
import { describeBooking, formatFacts } from "../../../renderer/features/bookings/facts.ts";
import { describeBookingDetail } from "../../../renderer/features/bookings/detail-facts.ts";
import { readBackOfItem } from "../../../renderer/features/booking/item-read-back.ts";
import { describeItem } from "../../../renderer/lib/item-kinds.ts";
import { settings as kept } from "../../component/kit.tsx";
import { appointment, bookingItem, filledBooking, knownPatient } from "./builders.ts";

// Nobody who runs these tests is likely to sit there: the computer's own zone would be seen.
const timeZone = "Pacific/Honolulu";
const now = "2026-11-20T17:00:00Z";
const settings = { ...kept, timeZone };
const patient = knownPatient();
const at = "2026-12-01T14:00:00-10:00";
const form = { ...filledBooking, timeZone, time: "2pm" };
const booked: BookingItem = bookingItem({
  status: "done",
  form,
  result: {
    appointment: { ...appointment, appointmentDateTime: at, appointmentTimeZone: timeZone },
    bookedAt: now,
    markedByPerson: false,
  },
});

/** Every place that says when a visit is, by what it says. */
function places(item: BookingItem): readonly (readonly [string, string])[] {
  const facts = describeBooking({ item, patient, settings, typedInstant: at });
  const isBooked = item.status === "done";
  const context = { item, patient, settings, facts, typedInstant: at, today: "2026-11-20", isBooked };
  return [
    ["the read-back", readBackOfItem(context).when],
    ["the booking's detail", describeBookingDetail({ item, patient }, settings, now).when],
    ["the slip", facts.when],
    ["a line", facts.whenShort],
    ["the copied text", formatFacts(facts)],
    ["the outbox", describeItem(item, { patient: patient.input, settings, now }).detail],
  ];
}

// visit-3: Every screen shows the same time and zone (Ottehr 2833) (Ottehr 3316)
test.each([
  ["booked", booked],
  ["not sent yet", bookingItem({ status: "ready", form })],
] as const)(
  "a visit that is %s has one time and the clinic's zone wherever it is told (Ottehr 2833, Ottehr 3316)",
  { tags: ["visit-3"] },
  (_, item) => {
    const told = places(item);
    expect(told.filter(([, text]) => !/2:00 PM,? (Hawaii|HST)/.test(text))).toEqual([]);
  },
);
