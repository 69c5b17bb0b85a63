import { describe, expect, it } from "vitest";
import {
  readTypedPerson,
  readPatientText,
  splitFullName,
} from "../../../../shared/patients/patient-query.ts";
import { cpuTime } from "../../../support/cpu-time.ts";

const context = { today: "2026-11-22", dateOrder: "month-first" } as const;
const read = (text: string) => readPatientText(text, context);
const nothing = { words: [], surnameWords: null, dob: null, number: null };
const nobody = { firstName: "", lastName: "", dob: "", phone: "", email: "" };
const person = (text: string) => readTypedPerson(text, context);
const split = (text: string) => splitFullName(text, context);

// patients-2: One parser reads a search: names in both orders, dates, phone, number
describe("what is typed to find a patient", { tags: ["patients-2"] }, () => {
  it.each(["", "  ", " , ,"])("asks for nothing in %j", (text) => expect(read(text)).toEqual(nothing));

  it.each([" ", "\n", "1", "("])("is read at once, also where somebody pasted a great many of %j", (sign) => {
    expect(cpuTime(() => read(`${sign.repeat(100_000)}x`))).toBeLessThan(1_000);
  });

  it("is read at once, also where it is a great many words", () => {
    expect(cpuTime(() => read("a1 ".repeat(2_000)))).toBeLessThan(1_000);
  });

  it("has the words of a name in their order, and where the comma stood", () => {
    expect(read("jane doe")).toEqual({ ...nothing, words: ["jane", "doe"] });
    for (const text of ["Doe, Jane", "Doe,Jane", "Doe , Jane"])
      expect([text, read(text)]).toEqual([text, { ...nothing, words: ["Doe", "Jane"], surnameWords: 1 }]);
  });

  it.each([
    "3/5/84",
    "3-5-1984",
    "1984-03-05",
    "5 Mar 1984",
    "March 5, 1984",
    "5 de marzo de 1984",
    "3 5 84",
  ])("reads the date of birth in %j, before and after a name", (text) => {
    for (const all of [text, `doe ${text}`, `${text} doe`, `Doe, ${text} jane`])
      expect([all, read(all).dob?.date]).toEqual([all, "1984-03-05"]);
    expect(read(`${text} doe`).words).toEqual(["doe"]);
  });

  it.each(["30584", "030584", "3051984", "03051984", "19840305"])(
    "takes %j as a date of birth or a number",
    (text) =>
      expect(read(text)).toEqual({
        ...nothing,
        number: { typed: text, isPatientNumber: false, orBorn: "1984-03-05" },
      }),
  );

  it("reads the same digits in the other order of day and month", () =>
    expect(readPatientText("50384", { ...context, dateOrder: "day-first" }).number?.orBorn).toBe(
      "1984-03-05",
    ));

  it.each([
    ["#5", "5"],
    ["# 5", "5"],
    ["#   5", "5"],
    ["#217", "217"],
  ])("takes %j as that patient's number alone", (text, typed) =>
    expect(read(text)).toEqual({ ...nothing, number: { typed, isPatientNumber: true, orBorn: null } }),
  );

  it.each([
    ["#1234567890123456", "1234567890123456"],
    ["#5 555-0199", "5 555-0199"],
    ["#5 #6", "5 6"],
  ])("takes %j as no patient's number, but as digits of any", (text, typed) =>
    expect(read(text)).toEqual({ ...nothing, number: { typed, isPatientNumber: false, orBorn: null } }),
  );

  it.each(["2024-A7", "4th", "MRN#5", "#5a"])("takes %j, which is more than digits, as a word", (text) =>
    expect(read(text)).toEqual({ ...nothing, words: [text] }),
  );

  it("takes one date of two as that of birth: the one of more words, of these the first", () => {
    expect(read("3-5-84 4-6-85")).toEqual({
      ...nothing,
      dob: { typed: "3-5-84", date: "1984-03-05" },
      number: { typed: "4-6-85", isPatientNumber: false, orBorn: null },
    });
    expect(read("3 5 84 doe 4/6/85")).toEqual({
      ...nothing,
      words: ["doe", "4/6/85"],
      dob: { typed: "3 5 84", date: "1984-03-05" },
    });
  });

  it.each(["(217) 555-0199", "217 555 0199", "+12175550199", "555-12-3456", "2024-0001", "99999"])(
    "takes %j as a number and no date",
    (text) =>
      expect(read(text)).toEqual({
        ...nothing,
        number: { typed: text, isPatientNumber: false, orBorn: null },
      }),
  );

  it("takes everything of one line apart", () =>
    expect(read("Doe, Jane 3/5/1984 (217) 555-0199 jane@example.com MRN-7")).toEqual({
      words: ["Doe", "Jane", "jane@example.com", "MRN-7"],
      surnameWords: 1,
      dob: { typed: "3/5/1984", date: "1984-03-05" },
      number: { typed: "(217) 555-0199", isPatientNumber: false, orBorn: null },
    }));
});

describe("the new patient that was typed into a search", () => {
  it.each([
    ["jane doe", { firstName: "Jane", lastName: "Doe" }],
    ["Doe, Jane", { firstName: "Jane", lastName: "Doe" }],
    ["jonson", { lastName: "Jonson" }],
    [
      "Doe, Jane 3/5/1984 2175550199",
      { firstName: "Jane", lastName: "Doe", dob: "3/5/1984", phone: "(217) 555-0199" },
    ],
    ["jane doe 30584", { firstName: "Jane", lastName: "Doe", dob: "30584" }],
    ["jane doe ann@example.com", { firstName: "Jane", lastName: "Doe", email: "ann@example.com" }],
    ["mary ann de la cruz", { firstName: "Mary Ann", lastName: "de la Cruz" }],
    ["john smith jr", { firstName: "John", lastName: "Smith Jr" }],
    ["Smith, Jr., John", { firstName: "John", lastName: "Smith Jr." }],
    ["van nguyen", { firstName: "Van", lastName: "Nguyen" }],
    ["ann@example.com Doe, Jane", { firstName: "Jane", lastName: "Doe", email: "ann@example.com" }],
    ["jane doe ann@b@example.com", { firstName: "Jane", lastName: "Doe" }],
    ["217-555-0199", { phone: "(217) 555-0199" }],
    ["3/5/84", { dob: "3/5/84" }],
    // What is written before a date or a number is no name, and not every number is a phone's.
    ["Jane Roe, DOB 3/5/1984, MRN 00123456", { firstName: "Jane", lastName: "Roe", dob: "3/5/1984" }],
    [
      "Roe, Jane dob: 3/5/84 tel. 217-555-0199",
      { firstName: "Jane", lastName: "Roe", dob: "3/5/84", phone: "(217) 555-0199" },
    ],
    ["jane roe born 3/5/84 acct# 2175550199", { firstName: "Jane", lastName: "Roe", dob: "3/5/84" }],
    ["Jane Roe, 217-555-0199", { firstName: "Jane", lastName: "Roe", phone: "(217) 555-0199" }],
    ["jane roe 00123456", { firstName: "Jane", lastName: "Roe" }],
    ["jane roe +44 20 7946 0000", { firstName: "Jane", lastName: "Roe", phone: "+44 20 7946 0000" }],
    ["Jane Chart", { firstName: "Jane", lastName: "Chart" }],
    ["García López, 3/5/84", { firstName: "García", lastName: "López", dob: "3/5/84" }],
  ])("%j fills in %j", (text, expected) => expect(person(text)).toEqual({ ...nobody, ...expected }));

  it.each(["", "#5", "5", "102", "30584", "MRN-7"])("%j describes nobody", (text) =>
    expect(person(text)).toBeNull(),
  );
});

describe("a full name in one field", () => {
  it.each([
    [
      "Doe, Jane 3/5/1984 (217) 555-0199",
      { firstName: "Jane", lastName: "Doe", dob: "3/5/1984", phone: "(217) 555-0199" },
    ],
    ["Jane Doe", { firstName: "Jane", lastName: "Doe" }],
    ["  jane   doe ", { firstName: "Jane", lastName: "Doe" }],
    ["jane 3/5/84", { lastName: "Jane", dob: "3/5/84" }],
    ["doe 555-0199", { lastName: "Doe", phone: "555-0199" }],
    ["doe ann@example.com", { lastName: "Doe", email: "ann@example.com" }],
  ])("%j is split", (text, expected) => expect(split(text)).toEqual({ ...nobody, ...expected }));

  it.each([
    "",
    "Jane",
    "  jane ",
    "Anne-Marie",
    "Jane Doe MRN-7",
    "Jane Doe #5",
    "Jane Doe 555-01",
    "Jane Doe 3/5/84 30584",
    "Jane Doe ann@b@example.com",
    "5",
    "3/5/84",
    "217-555-0199",
  ])("%j is not", (text) => expect(split(text)).toBeNull());
});
