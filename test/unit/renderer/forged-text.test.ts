import { describe, expect, it } from "vitest";
import type { PatientRecord } from "../../../shared/patients/patient.ts";
import type { Item } from "../../../shared/outbox/item.ts";
import { describeBooking, formatFacts } from "../../../renderer/features/bookings/facts.ts";
import { createSlip, type Slip } from "../../../renderer/features/bookings/slip.ts";
import { describePatient, describePatientLine } from "../../../renderer/features/patients/describe.ts";
import { hostileTexts, unsafeText } from "../../support/hostile-texts.ts";
import { appointment, bookingItem, knownPatient } from "./builders.ts";

const sent = {
  address: "1 Main St",
  city: "Albany",
  state: "NY",
  zip: "12207",
  patientId: 101,
  serviceId: 12,
  appointmentDateTime: "2026-12-01T14:00:00-05:00",
  billingType: "Bill to Account",
};

/** All that is shown, copied and printed of one booking whose every text from outside holds that one. */
function saidWith(text: string): {
  readonly copied: string;
  readonly shown: readonly string[];
  readonly slip: Slip;
} {
  const settings = { services: [{ id: 12, name: `Eye ${text} test`, minutes: 30 }], currency: "USD" };
  const known = knownPatient();
  const patient: PatientRecord = {
    ...known,
    input: { ...known.input, firstName: `Ann ${text}`, phone: `217 ${text}` },
  };
  const answer = {
    ...appointment,
    status: `Pending ${text} x`,
    address: `1 Main St ${text} x`,
    billingType: `Bill ${text} x`,
    notes: `Ring ${text} x`,
  };
  const item: Extract<Item, { kind: "booking" }> = bookingItem({
    status: "done",
    payload: JSON.stringify(sent),
    result: { appointment: answer, bookedAt: "2026-11-20T15:00:00Z", markedByPerson: false },
  });
  const facts = describeBooking({ item, patient, settings });
  const slip = createSlip([{ item, patient, settings, isPractice: false }]);
  if (slip === null) throw new Error("There is no slip.");
  const line = describePatientLine(patient, "2026-12-01");
  const described = describePatient(patient);
  return {
    copied: formatFacts(facts),
    shown: [...Object.values(line), ...Object.values(described)],
    slip,
  };
}
const lines = (text: string): readonly string[] => text.split(/\r?\n/);
/** What comes before a line's first colon: its label. */
const labels = (text: string): readonly string[] => lines(text).map((line) => line.split(":")[0] ?? "");
const plain = saidWith("x");

describe.each(hostileTexts)("%s from outside", (_what, text) => {
  const said = saidWith(text);

  it("is not on the screen", () => {
    // Notes keep their lines and tabs, inside of their own place.
    for (const value of said.shown) expect(value.replaceAll(/[\n\t]/g, " ")).not.toMatch(unsafeText);
    expect(said.shown.filter((value) => /[\n\t]/.test(value) && !value.startsWith("Ring "))).toEqual([]);
  });

  it("is not on the clipboard, and makes no line there", () => {
    for (const line of lines(said.copied)) expect(line).not.toMatch(unsafeText);
    expect(labels(said.copied)).toEqual(labels(plain.copied));
  });

  it("is not on a slip, and makes no line there", () => {
    for (const line of lines(said.slip.text)) expect(line).not.toMatch(unsafeText);
    expect(labels(said.slip.text)).toEqual(labels(plain.slip.text));
  });

  it("is not in a calendar file, and makes no part of it", () => {
    // A line that is folded goes on with a blank (RFC 5545, 3.1).
    const unfolded = (calendar: string): string => calendar.replaceAll(/\r\n /g, "");
    const calendar = unfolded(said.slip.calendar ?? "");
    for (const line of lines(calendar)) expect(line).not.toMatch(unsafeText);
    expect(labels(calendar)).toEqual(labels(unfolded(plain.slip.calendar ?? "")));
  });
});
