import { describe, expect, test } from "vitest";
import { emptyPatientForm, type PatientForm } from "../../../shared/patients/patient-form.ts";
import { isTypedOf } from "../../../main/db/stray-drafts.ts";
import { blankStore } from "../../support/blank-store.ts";
import {
  account,
  bookingItem,
  idOf,
  otherAccount,
  patientItem,
  patientRecord,
} from "../../support/store-records.ts";

const context = { today: "2026-11-22", dateOrder: "month-first" } as const;
const ann = patientRecord(1, { input: { phone: "217-555-0199", externalId: "MRN-1" } });
const typed = (form: Partial<PatientForm>): PatientForm => ({ ...emptyPatientForm, ...form });
const name = { firstName: "Ann", lastName: "Smith" };

describe("what was typed is of a patient", () => {
  test.each<[string, Partial<PatientForm>, boolean]>([
    ["nothing", {}, false],
    ["the whole name", name, true],
    ["the whole name and day", { ...name, dob: "3/5/84" }, true],
    ["a day that is not read", { ...name, dob: "x" }, true],
    ["another day", { ...name, dob: "3/6/84" }, false],
    ["the day alone", { dob: "3/5/84" }, false],
    ["the first name alone", { firstName: "Ann" }, false],
    ["the surname alone", { lastName: "Smith" }, false],
    ["a phone number", { phone: "(217) 555-0199" }, true],
    ["a phone number and the beginning of a name", { firstName: "An", phone: "2175550199" }, true],
    ["a phone number and the beginning of a surname", { lastName: "Smi", phone: "2175550199" }, true],
    ["a phone number and the end of a surname", { lastName: "ith", phone: "2175550199" }, false],
    ["a phone number and another first name", { firstName: "Anna", phone: "2175550199" }, false],
    ["a phone number and another surname", { lastName: "Smyth", phone: "2175550199" }, false],
    ["another phone number", { phone: "2175550198" }, false],
    ["an address", { email: "PATIENT1@example.com" }, true],
    ["another address", { email: "patient2@example.com" }, false],
    ["an external ID", { externalId: "mrn-1" }, true],
    ["another external ID", { externalId: "mrn-2" }, false],
  ])("%s", (_what, form, expected) => expect(isTypedOf(typed(form), ann, context)).toBe(expected));

  test("no short number is anybody's, and nobody is alike for what both lack", () => {
    const short = patientRecord(1, { input: { phone: "123456" } });
    expect(isTypedOf(typed({ phone: "123456" }), short, context)).toBe(false);
    const seven = patientRecord(1, { input: { phone: "1234567" } });
    expect(isTypedOf(typed({ phone: "1234567" }), seven, context)).toBe(true);
    const bare = patientRecord(1, { input: { email: "" } });
    expect(isTypedOf(typed({ firstName: "Ann" }), bare, context)).toBe(false);
  });
});

test("thrown away drafts are found of whom they are, and no items of other kinds, states, accounts or records", async () => {
  const store = await blankStore();
  const draft = (number: number, changes: Parameters<typeof patientItem>[1] = {}) =>
    patientItem(number, { status: "discarded", form: typed(name), ...changes });
  store.transaction(({ items }) => {
    items.insert(draft(1));
    items.insert(draft(2, { form: typed({ externalId: "MRN-7" }) }));
    items.insert(draft(3, { status: "draft" }));
    items.insert(draft(4, { accountId: otherAccount }));
    items.insert(draft(5, { patientRecordId: idOf(9) }));
    items.insert(draft(6, { form: typed({ firstName: "Bo", lastName: "Smith" }) }));
    items.insert(bookingItem(7, { status: "discarded" }));
  });
  const other = patientRecord(2, { input: { firstName: "Cy", externalId: "MRN-7" } });
  const of = (...patients: (typeof ann)[]) =>
    store.read(({ strayDrafts }) => strayDrafts.of(account, patients, context));
  expect([of(ann, other), of(other), of()]).toEqual([[idOf(1), idOf(2)], [idOf(2)], []]);
});
