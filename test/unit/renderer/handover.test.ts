import { describe, expect, test } from "vitest";
import { fail } from "../../../shared/core/failure.ts";
import { verbatim } from "../../../messages/saying.ts";
import { words } from "../../../messages/words.ts";
import {
  formatHandover,
  countByPerson,
  listHandoverRows,
} from "../../../renderer/features/handover/handover.ts";
import { settings as kept } from "../../component/kit.tsx";
import { bookingItem, filledBooking, patientItem, uuid } from "./builders.ts";

const context = {
  settings: { ...kept, services: [{ id: 12, name: "Annual physical", minutes: 45 }] },
  now: "2026-11-20T17:00:00Z",
};
const at = (n: number, date: string, change: Parameters<typeof bookingItem>[0] = {}) =>
  bookingItem({ id: uuid(n), status: "needs-card", form: { ...filledBooking, date }, ...change });

describe("the handover", () => {
  test("has the soonest visit first, and what has no time last, the oldest before the newer", () => {
    const items = [
      patientItem({ id: uuid(4), createdAt: "2026-11-20T12:00:00Z" }),
      patientItem({ id: uuid(3), createdAt: "2026-11-19T12:00:00Z" }),
      at(2, "2026-12-07"),
      at(1, "2026-11-24"),
    ];
    expect(listHandoverRows(items, context).map(({ item }) => item.id)).toEqual([1, 2, 3, 4].map(uuid));
  });

  test("says what is to be done, when it was begun and by whom", () => {
    const problem = fail("fields-refused", verbatim("The ZIP code was refused."));
    const items = [
      at(1, "2026-11-24", { status: "needs-checking", by: "Rosa" }),
      at(2, "2026-11-25", { status: "needs-editing", problem }),
      at(3, "2026-11-26", {
        status: "on-hold",
        form: { ...filledBooking, date: "2026-11-26", step: "billing" },
      }),
    ];
    const [first, second, third] = listHandoverRows(items, context);
    expect(first).toMatchObject({
      when: "Tue Nov 24, 2:00 PM",
      what: `${words.handover.what.check} · started 10:00 AM by Rosa`,
    });
    expect(second?.what).toContain("The ZIP code was refused.");
    expect(third?.what).toContain(words.handover.what.stopped({ step: words.booking.steps.billing }));
  });

  test("counts by person, those in Settings first, and what nobody is named for", () => {
    const items = [
      at(1, "2026-11-24", { by: "Rosa" }),
      at(2, "2026-11-24", { by: "Rosa", status: "draft" }),
      at(3, "2026-11-24", { by: "Temp", status: "needs-editing" }),
      at(4, "2026-11-24", { by: null, status: "needs-checking" }),
    ];
    expect(countByPerson(items, ["Sam", "Rosa"])).toEqual([
      { name: "Sam", check: 0, card: 0, fix: 0, hold: 0 },
      { name: "Rosa", check: 0, card: 1, fix: 0, hold: 1 },
      { name: "Temp", check: 0, card: 0, fix: 1, hold: 0 },
      { name: null, check: 1, card: 0, fix: 0, hold: 0 },
    ]);
  });

  test("is copied a line an item, whatever stands in it", () => {
    const form = { ...patientItem().form, firstName: "Ann\nSmith: Booked" };
    const text = formatHandover(listHandoverRows([patientItem({ form }), at(1, "2026-11-24")], context));
    expect(text.split("\n")).toHaveLength(2);
  });
});
