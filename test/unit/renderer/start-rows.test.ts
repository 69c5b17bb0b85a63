import { expect, test } from "vitest";
import { toCallRow, listDraftRows, toRecentRow } from "../../../renderer/features/start/start-rows.ts";
import { emptySeries } from "../../../shared/bookings/series-form.ts";
import { labelDrafts } from "../../../renderer/features/booking/draft-labels.ts";
import { describeOutboxRow } from "../../../renderer/features/outbox/row-words.ts";
import { settings } from "../../support/settings.ts";
import { bookingItem, filledBooking, knownPatient, patientItem, uuid } from "./builders.ts";

const context = { settings, now: "2026-11-24T16:00:00Z" };

test("a patient stands with age, phone and number, so that two of one name are told apart", () => {
  const known = knownPatient(1, 5);
  const patient = { ...known, input: { ...known.input, phone: "(217) 555-0199" } };
  expect(toRecentRow({ patient, at: "2026-11-24T14:12:00Z", how: "booked" }, context)).toEqual({
    id: uuid(1),
    name: "Ann Smith",
    detail: "Mar 5, 1984 (42) · (217) 555-0199 · #5",
    meta: "booked 9:12 AM",
  });
  // Of another day the day; a number the service has not given yet is left out.
  const fresh = toRecentRow(
    { patient: knownPatient(1, null), at: "2026-11-20T15:00:00Z", how: "added" },
    context,
  );
  expect([fresh.detail, fresh.meta]).toEqual(["Mar 5, 1984 (42)", "added Fri, Nov 20"]);
});

test("a draft says how far it got, one saved for later that it is complete, a patient whose it is", () => {
  const patient = { firstName: "Linh", lastName: "Nguyen" };
  const held = {
    ...bookingItem({ status: "on-hold", form: { ...filledBooking, step: "billing" } }),
    patient,
  };
  const later = { ...bookingItem({ id: uuid(51), status: "saved-for-later" }), patient };
  const empty = bookingItem({ id: uuid(52), form: { ...filledBooking, patient: null, date: "", time: "" } });
  const typed = patientItem({ by: "Rosa" });
  const rows = listDraftRows(
    [held, later, empty, { ...typed, form: { ...typed.form, lastName: "Smith" } }],
    context,
  );
  expect(rows.map(({ name, detail, meta }) => [name, detail, meta])).toEqual([
    ["Linh Nguyen", "Tue Dec 1, 2:00 PM, stopped at Billing", "Paused"],
    ["Linh Nguyen", "Tue Dec 1, 2:00 PM, complete", "Saved for later"],
    ["No patient yet", "started Fri, Nov 20, stopped at Patient", "Draft"],
    ["New patient: Smith…", "started Fri, Nov 20 by Rosa", "Draft"],
  ]);
});

// keeping-9: Similar drafts show their difference
test("drafts that read alike say when each was begun", { tags: ["keeping-9"] }, () => {
  const one = bookingItem({ createdAt: "2026-11-24T14:00:00Z" });
  const other = bookingItem({ id: uuid(51), createdAt: "2026-11-24T15:00:00Z" });
  const [first, second] = listDraftRows([one, other], context).map(({ detail }) => detail);
  expect(first).toContain("started 9:00 AM");
  expect(second).toContain("started 10:00 AM");
});

test("who is to be called stands with the number, or that there is none, and what about", () => {
  const item = bookingItem({ status: "needs-card" });
  const patient = { firstName: "Ann", lastName: "Sample" };
  expect(toCallRow({ ...item, patient: { ...patient, phone: "(217) 555-0100" } }, context).detail).toBe(
    "(217) 555-0100 · about Tue Dec 1, 2:00 PM",
  );
  expect(toCallRow({ ...item, patient }, context).detail).not.toContain("217");
});

// booking-46: A repeated draft shows its number of visits in every list
test(
  "a draft that is repeated says of how many visits it is, wherever it is listed",
  { tags: ["booking-46"] },
  () => {
    const of = (times: string, changes: readonly { readonly of: string }[] = []) =>
      bookingItem({
        status: "saved-for-later",
        form: {
          ...filledBooking,
          series: {
            ...emptySeries,
            every: "2",
            times,
            changes: changes.map((each) => ({
              ...each,
              date: "",
              time: "",
              repeatedHour: null,
              isRemoved: true,
            })),
          },
        },
      });
    const told = (item: ReturnType<typeof of>) => [
      listDraftRows([item], context)[0]?.detail,
      labelDrafts([item], { today: "2026-11-24", settings })[0],
      describeOutboxRow(item, context).visit,
    ];
    for (const text of told(of("6"))) expect(text).toContain("2:00 PM (6 appointments)");
    for (const text of told(of("6", [{ of: "2026-12-15" }]))) expect(text).toContain("(5 appointments)");
    // One visit, and a rule that cannot be read, are no more than what is typed.
    for (const text of [...told(of("1")), ...told(of("x"))]) expect(text).not.toContain("visits");
  },
);
