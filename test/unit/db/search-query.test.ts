import { describe, expect, test } from "vitest";
import type { PatientRecord } from "../../../shared/patients/patient.ts";
import {
  isEmptyQuery,
  isLike,
  toPatientKeys,
  isMatch,
  parsePatientQuery,
  type Likeness,
} from "../../../main/db/search-query.ts";
import { account, patientRecord } from "../../support/store-records.ts";

const parse = (text: string) => parsePatientQuery(text, { today: "2026-11-22", dateOrder: "month-first" });
const jose = (input: Partial<PatientRecord["input"]> = {}, patientId: number | null = 42): PatientRecord =>
  patientRecord(1, {
    patientId,
    input: {
      firstName: "José María",
      lastName: "Van Dyke, Jr.",
      dob: "1990-07-04",
      phone: "+1 (555) 123-4567",
      email: "Jose@Clinic.example",
      externalId: "2024-0001",
      ...input,
    },
  });

describe("the text of a search field", () => {
  test("is words as they are compared, a day of birth and a number", () => {
    expect(parse("José O'Brien 7/4/1990 (555) 123")).toEqual({
      terms: [
        { typed: "jose", squeezed: "jose" },
        { typed: "o'brien", squeezed: "obrien" },
      ],
      dob: "1990-07-04",
      number: { typed: "(555) 123", digits: "555123", isPatientNumber: false, orBorn: null },
    });
    expect(parse("#81").number).toEqual({ typed: "81", digits: "81", isPatientNumber: true, orBorn: null });
    expect(parse("70490").number).toMatchObject({ typed: "70490", orBorn: "1990-07-04" });
  });

  test.each([
    ["", true],
    ["  '-", true],
    ["x", false],
    ["7/4/1990", false],
    ["5", false],
  ])("%j asks for nothing: %s", (text, isEmpty) => expect(isEmptyQuery(parse(text))).toBe(isEmpty));
});

describe("a patient meets a search", () => {
  test.each([
    "van",
    "dyke",
    "vandyke",
    "jr",
    "jos",
    "maria",
    "josemaria",
    "jose@cl",
    "van mar",
    "7/4/1990",
    "dyke 7/4/1990",
    "42",
    "#42",
    "2024-0001",
    "2024-0",
    "5551234567",
    "555",
    "567",
    "dyke 4567",
    "70490",
  ])("that says %s", (text) => expect(isMatch(toPatientKeys(jose()), parse(text))).toBe(true));

  test.each([
    "ike",
    "van smith",
    "se@clinic",
    "7/5/1990",
    "smith 7/4/1990",
    "dyke 7/5/1990",
    "43",
    "#555",
    "#4567",
    "4",
    "67",
    "55",
    "1234",
    "024-0001",
    "20",
    "smith 4567",
    "70590",
  ])("but not one that says %s", (text) => expect(isMatch(toPatientKeys(jose()), parse(text))).toBe(false));

  test("by two digits only where they are all there is, and by none where there is no phone", () => {
    expect(isMatch(toPatientKeys(jose({ phone: "67" })), parse("67"))).toBe(true);
    expect(isMatch(toPatientKeys(jose({ phone: "" })), parse("4567"))).toBe(false);
    expect(isMatch(toPatientKeys(jose({ phone: "" }, null)), parse("-"))).toBe(true);
    expect(isMatch(toPatientKeys(patientRecord(1)), parse("2024-0001"))).toBe(false);
  });

  test("by an external ID: its beginning, and of two digits all of it", () => {
    const met = (externalId: string, text: string): boolean =>
      isMatch(toPatientKeys(jose({ externalId, phone: "" }, null)), parse(text));
    expect([met("mrn-0077", "MRN-00"), met("mrn-0077", "0077"), met("mrn-0077", "-0077")]).toEqual([
      true,
      false,
      false,
    ]);
    expect([met("12", "12"), met("123", "12"), met("123-77", "123-7")]).toEqual([true, false, true]);
  });

  test("by a number without digits nobody is met who has no phone", () => {
    const number = { typed: "x", digits: "", isPatientNumber: false, orBorn: null };
    expect(isMatch(toPatientKeys(jose({ phone: "" }, null)), { terms: [], dob: null, number })).toBe(false);
  });
});

describe("a known patient may be the person who is described", () => {
  const nobody: Likeness = {
    accountId: account,
    firstName: "",
    lastName: "",
    dob: null,
    phone: "",
    email: "",
  };
  const name = { firstName: "jose maria", lastName: "VANDYKE" };
  test.each([
    ["nothing is said", {}, false],
    ["name and day of birth", { ...name, dob: "1990-07-04" }, true],
    ["the name alone", name, false],
    ["another day", { ...name, dob: "1990-07-05" }, false],
    ["another first name", { ...name, firstName: "Jose", dob: "1990-07-04" }, false],
    ["another surname", { ...name, lastName: "Dyke", dob: "1990-07-04" }, false],
    ["the phone number", { phone: "555.123.4567" }, true],
    ["a part of it", { phone: "1234567" }, false],
    ["the address", { email: " jose@clinic.EXAMPLE" }, true],
    ["another address", { email: "maria@clinic.example" }, false],
  ])("%s", (_what, said, expected) =>
    expect(isLike(toPatientKeys(jose()), { ...nobody, ...said })).toBe(expected),
  );

  test("a number of seven digits tells who it is, and a shorter one does not", () => {
    const of = (phone: string): boolean => isLike(toPatientKeys(jose({ phone })), { ...nobody, phone });
    expect([of("1234567"), of("123456")]).toEqual([true, false]);
  });

  test("nobody is like another because both have no phone or no address", () => {
    expect(isLike(toPatientKeys(jose({ phone: "", email: "" })), nobody)).toBe(false);
  });
});
