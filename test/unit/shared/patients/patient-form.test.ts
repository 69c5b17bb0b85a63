import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cardNumberFound } from "../../../../shared/cards/card-number.ts";
import {
  toSentName,
  patientFields,
  readPatientForm,
  emptyPatientForm,
  type PatientForm,
} from "../../../../shared/patients/patient-form.ts";
import { toSentPlace, checkPlace } from "../../../../shared/patients/place-fields.ts";
import { words } from "../../../../messages/words.ts";
import { patientInput } from "../../../../shared/service-api/patient.ts";
import { worded } from "../../../support/told.ts";

const context = { today: "2026-11-20", dateOrder: "month-first" } as const;
const full: PatientForm = {
  firstName: "Ann",
  lastName: "Lee",
  dob: "3/5/84",
  address: "1 Main St",
  city: "New York",
  state: "NY",
  zip: "10001",
  email: "ann@example.com",
  phone: "2125550123",
  gender: "Female",
  externalId: "MRN-1",
};
const read = (changes: Partial<PatientForm> = {}) => readPatientForm({ ...full, ...changes }, context);

describe("what a screen shows of a form", () => {
  it("of a place and a name is what is sent of them, and nothing of what is missing", () => {
    const typed = {
      ...full,
      firstName: "An\u0007n ",
      lastName: "van  Dyke",
      address: " 1 Main\u200B St",
      city: "Troy ",
      state: "new york",
      zip: "122071234",
    };
    const { input } = readPatientForm(typed, context);
    expect(input).toMatchObject({ ...toSentName(typed), ...toSentPlace(typed) });
    expect(toSentPlace(typed)).toMatchObject({ state: "NY", zip: "12207-1234" });
    const none = { address: "", city: " ", state: "", zip: "" };
    expect(toSentPlace(none)).toEqual({ address: "", city: "", state: "", zip: "" });
    expect(toSentName({ firstName: "", lastName: " " })).toEqual({ firstName: "", lastName: "" });
  });
});

describe("a patient's form", () => {
  it("sends nothing that nobody sees, such as the marks around a pasted phone number", () => {
    const { input, errors } = read({
      firstName: "An\u200Bn\u202E",
      lastName: "Le\u0000e\n",
      address: "1 Main St\r\nApt 2",
      phone: "\u202A2125550123\u202C",
      externalId: "MRN\uFEFF-1",
      email: "ann@example.com\u200B",
    });
    expect(errors).toEqual({});
    expect(input).toMatchObject({
      firstName: "Ann",
      lastName: "Lee",
      address: "1 Main St Apt 2",
      phone: "(212) 555-0123",
      externalId: "MRN-1",
      email: "ann@example.com",
    });
  });

  it("asks for a name that nobody can see", () => {
    expect(worded(read({ firstName: "\u200B\u3164" }).errors["firstName"])).toBe(
      words.fields.missing.firstName,
    );
  });

  it("complete: all eleven fields, the date of birth as a plain date", () => {
    const { input, errors, warnings, readings } = read();
    expect({ errors, warnings }).toEqual({ errors: {}, warnings: {} });
    expect(input).toEqual({ ...full, dob: "1984-03-05", phone: "(212) 555-0123" });
    expect(readings.dob).toMatchObject({ echo: "March 5, 1984, age 42" });
  });

  it("values are trimmed, and optional ones that are empty are absent, never an empty text", () => {
    const { input } = read({ firstName: "  Ann ", city: "\tNew York\u00a0", phone: "  ", externalId: "" });
    expect(input).toMatchObject({ firstName: "Ann", city: "New York" });
    expect(Object.keys(input ?? {})).not.toContain("phone");
    expect(Object.keys(input ?? {})).not.toContain("externalId");
  });

  it("a form never left field by field (an import) is written the same: state code, ZIP code, phone", () => {
    expect(read({ state: "new york", zip: "100011234", phone: "212.555.0123" }).input).toMatchObject({
      state: "NY",
      zip: "10001-1234",
      phone: "(212) 555-0123",
    });
  });

  // typing-16: All missing fields are named, and nothing else
  it("empty: every required field is named, and only those", { tags: ["typing-16"] }, () => {
    const { input, errors } = readPatientForm(emptyPatientForm, context);
    expect(input).toBeNull();
    expect(Object.keys(errors).toSorted()).toEqual(
      ["address", "city", "dob", "email", "firstName", "gender", "lastName", "state", "zip"].toSorted(),
    );
  });

  it("empty: each required field has a sentence of its own", () => {
    const { errors } = readPatientForm(emptyPatientForm, context);
    expect(Object.fromEntries(Object.entries(errors).map(([field, { id }]) => [field, id]))).toEqual({
      firstName: "fields.missing.firstName",
      lastName: "fields.missing.lastName",
      dob: "fields.missing.dob",
      gender: "fields.missing.gender",
      address: "fields.missing.address",
      city: "fields.missing.city",
      state: "fields.missing.state",
      zip: "fields.missing.zip",
      email: "fields.missing.email",
    });
    expect(read({ gender: "female" }).errors["gender"]?.id).toBe("fields.missing.gender");
  });

  it("a date of birth with day and month swapped offers the one that was meant, a day to come offers none", () => {
    expect(read({ dob: "13/5/84" }).readings.dob).toMatchObject({ kind: "wrong", meant: "1984-05-13" });
    expect(read({ dob: "11/21/2026" }).readings.dob).toMatchObject({ kind: "wrong", meant: undefined });
  });

  it("a patient is searched for by the names", () => {
    const searched = Object.entries(patientFields).filter(([, { isSearched }]) => isSearched === true);
    expect(searched.map(([name]) => name)).toEqual(["firstName", "lastName"]);
  });

  it("a ZIP code is looked at beside a state that is missing, and a state beside no ZIP code", () => {
    expect(read({ state: "" }).warnings).toEqual({});
    expect(read({ zip: "" }).warnings).toEqual({});
    expect(checkPlace({ state: undefined, zip: "123" }).zip?.id).toBe("fields.zip.digits");
    expect(checkPlace({ state: "NY", zip: undefined }).zip).toBeNull();
  });

  it.each([
    ["dob", "2/30/84", "There is no February 30."],
    ["dob", "11/21/2026", "November 21, 2026 is in the future."],
    ["dob", "soon", "Couldn’t read this date"],
    ["email", "ann", words.fields.email],
    ["email", "ann@", words.fields.email],
    ["email", "a b@example.com", words.fields.email],
    ["gender", "female", words.fields.missing.gender],
    ["gender", "Other", words.fields.missing.gender],
    ["firstName", "   ", words.fields.missing.firstName],
  ] as const)("%s %j blocks: %s", (field, text, message) => {
    const { input, errors } = read({ [field]: text });
    expect(input).toBeNull();
    expect(Object.keys(errors)).toEqual([field]);
    expect(worded(errors[field])).toContain(message);
  });

  it.each([
    ["zip", "90210"],
    ["zip", "SW1A 1AA"],
    ["state", "Ontario"],
    ["phone", "12"],
    ["dob", "1/1/1900"],
  ] as const)("%s %j warns and does not block: the interface has no such rule", (field, text) => {
    const { input, errors, warnings } = read({ [field]: text });
    expect(errors).toEqual({});
    expect(warnings[field]).toBeDefined();
    expect(input).not.toBeNull();
  });

  it("an error goes away with its cause", () => {
    expect(read({ email: "ann" }).errors["email"]).toBeDefined();
    expect(read({ email: "ann@example.com" }).errors).toEqual({});
  });

  it.each([
    "firstName",
    "lastName",
    "dob",
    "address",
    "city",
    "state",
    "zip",
    "email",
    "phone",
    "externalId",
  ] as const)("a card number in %s is refused with the reason", (field) => {
    const { input, errors } = read({ [field]: "4242 4242 4242 4242" });
    expect(input).toBeNull();
    expect(errors).toEqual({ [field]: cardNumberFound });
  });

  it("every field has its label", () => {
    const { label } = words.patients;
    expect(Object.keys(label).toSorted()).toEqual(Object.keys(emptyPatientForm).toSorted());
    expect(label).toMatchObject({ zip: "ZIP code", dob: "Date of birth", externalId: "External ID" });
  });

  it("for any texts: an input exactly when there is no error, and one the service's schema takes", () => {
    const text = fc.oneof(
      fc.string(),
      fc.constantFrom(" ", "3/5/84", "NY", "10001", "ann@example.com", "Male"),
    );
    const keys = Object.keys(emptyPatientForm);
    const forms = fc.tuple(fc.subarray(keys), text).map(([changed, value]) => ({
      ...full,
      ...Object.fromEntries(changed.map((key) => [key, value])),
    }));
    fc.assert(
      fc.property(forms, (form) => {
        const { input, errors } = readPatientForm(form, context);
        expect(input !== null).toBe(Object.keys(errors).length === 0);
        if (input !== null) expect(patientInput.safeParse(input).success).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });
});
