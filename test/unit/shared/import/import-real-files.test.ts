import { describe, expect, it, test } from "vitest";
import {
  guessColumns,
  findHeadRow,
  findDateOrderProof,
  type ColumnKind,
} from "../../../../shared/import/columns.ts";
import { asBirth } from "../../../../shared/import/midnight.ts";
import { toAlikeKey, isSeveral } from "../../../../shared/import/people.ts";
import { readImportRow } from "../../../../shared/import/row.ts";
import {
  guessSeparator,
  readDeclaredSeparator,
  stripSeparatorLine,
} from "../../../../shared/import/separator.ts";

/** What files of real systems and spreadsheets hold, by kinds: what is not sure is asked about, never placed. */
const context = { today: "2026-11-23", dateOrder: "month-first" } as const;
const read = (kinds: readonly ColumnKind[], ...cells: readonly string[]) =>
  readImportRow(cells, { columns: { kinds, genderHead: "Sex" }, context });
const whyOf = (kind: ColumnKind, cell: string): string | undefined => read([kind], cell).errors[kind]?.id;

describe("a cell with two people", () => {
  const several = [
    "John & Jane Doe",
    "John and Mary Poe",
    "Mr. and Mrs. Sam Roe",
    "Mr. & Mrs. Roe",
    "DOE, JOHN & JANE",
    "Doe, John and Jane",
    "JOHN AND MARY POE",
    "María y Juan Pérez",
    "Ana e Inés Roe",
    "Jane Roe Jr & Sr",
    "Dr. and Mrs. Roe",
    "MARIA Y JUAN PEREZ",
    "Hans und Ute Bauer",
    "Sam or Pat Lee",
    "Ann + Bob Roe",
    "Ann plus one",
    "Roe, Jane; Roe, John",
    "Jane Roe\nJohn Roe",
    "Jane Roe, John Roe",
    "The Roe Family",
    "Roe household",
    "Familia Pérez",
    "La familia López",
    "Drs. Roe",
    "Sres. Pérez",
  ];
  test.each(several)("is asked about, and nobody is made of it: %j", (name) => {
    expect(whyOf("name", name)).toBe("import.row.people");
    expect(read(["name"], name).form.firstName).toBe("");
  });

  test.each([
    "John & Jane",
    "John and Mary",
    "María y Juan",
    "MARIA Y JUAN",
    "Ann or Bob",
    "Ann; Bob",
    "Ann/Bob",
    "Ann / Bob",
    "ANN, BOB",
  ])("is asked about in a column of first names too: %s", (name) =>
    expect(whyOf("firstName", name)).toBe("import.row.people"),
  );

  test.each(["William, Jr.", "William, III", "Jane, A.", "Jane, PhD", "Jo-Ann"])(
    "is none in a first name with a suffix, an initial or a degree: %s",
    (name) => expect(whyOf("firstName", name)).toBeUndefined(),
  );

  test("is none where pronouns stand beside a first name", () =>
    expect(whyOf("firstName", "Jane (she/her)")).toBe("import.row.name"));

  test.each(["Roe & Poe", "Roe and Poe", "Roe/Poe"])(
    "is asked about in a column of surnames too: %s",
    (name) => expect(whyOf("lastName", name)).toBe("import.row.people"),
  );

  test.each([
    "Jane Y Roe",
    "JANE Y ROE",
    "Jane E Ingram",
    "JANE E INGRAM",
    "Baby Boy Roe",
    "Lee, Or",
    "Ann Truston",
    "Andy Rowland",
    "Or Cohen",
    "Orlando Anderson",
    "Sandra Randall",
    "And, Jane",
    "Jane Plus",
    "Jeurys Familia",
    "Jane Family-Roe",
    "García López, Ana María",
    "Roe, Jane",
    "Roe, Jane Ann",
    "de la Cruz, Juan",
    "Jane Ann Roe, RN",
    "Mary Ann O'Neil",
    "Yolanda Ybarra",
    "Ms. Jane Roe",
  ])("is none where one person is called so: %s", (name) => {
    expect(whyOf("name", name)).toBeUndefined();
    expect(read(["name"], name).form).toMatchObject({
      firstName: expect.stringMatching(/./),
      lastName: expect.stringMatching(/./),
    });
  });

  it("is none in a surname of two, nor in the first name Y.", () => {
    expect(isSeveral("Ortega y Gasset", "lastName")).toBe(false);
    expect(isSeveral("Jane Y", "firstName")).toBe(false);
    expect(isSeveral("E+2", "lastName")).toBe(false);
  });
});

test.each([
  "Estate of Jane Roe",
  "The Estate of Jane Roe",
  "Roe Family Trust",
  "Jane Roe Estate",
  "Jane Roe c/o Mary Roe",
])("what is no person, or more than one's name, is asked about: %s", (name) => {
  expect(whyOf("name", name)).toBe("import.row.name");
  expect(read(["name"], name).form.firstName).toBe("");
});

describe("a date of birth with a time", () => {
  test.each([
    "1984-03-05 00:00:00",
    "1984-03-05 00:00",
    "1984-03-05 0:00",
    "1984-03-05T00:00:00",
    "1984-03-05T00:00:00Z",
    "1984-03-05T00:00:00.000Z",
    "1984-03-05T00:00:00-05:00",
    "1984-03-05 00:00:00.0000000",
    "1984-03-05 00:00:00 +00:00",
    "1984-03-05 00:00:00 UTC",
    "3/5/1984 0:00",
    "3/5/1984 0:00:00",
    "03/05/1984 12:00:00 AM",
    "3/5/1984, 12:00:00 AM",
    "3/5/84 12:00 am",
    "Mar  5 1984 12:00:00:000AM",
    "3/5/1984 12:00:00 a. m.",
    "3/5/1984 12:00:00 a.m.",
    "Mar 5, 1984 12:00AM",
    "March 5, 1984 00:00:00",
    "05-Mar-1984 00:00:00",
    "03.05.1984 00:00",
    "1984/03/05 0:00:00",
    "1984-03-05 00:00:00.000 -0600",
    "Monday, March 5, 1984 12:00:00 AM",
  ])("of midnight is that day: %s", (text) => {
    const { form, errors } = read(["dob"], text);
    expect([errors["dob"]?.id, asBirth(text, context) === ""]).toEqual([undefined, false]);
    expect(
      readImportRow([text], { columns: { kinds: ["dob"], genderHead: "" }, context }).form.dob,
    ).not.toContain(":");
    expect(form.dob).not.toContain("12:00");
  });

  test.each([
    "1984-03-05 13:30:00",
    "1984-03-05T05:00:00Z",
    "1984-03-05T05:00:00.000Z",
    "3/5/1984 9:15 AM",
    "3/5/1984 12:00:00 PM",
    "3/5/1984 12:00",
    "3/5/1984 0:01",
    "3/5/1984 00:00:01",
    "3/5/1984 12:00 p. m.",
    "3/5/1984 24:00",
    "1984-03-05T04:00:00.000Z",
  ])("of another time is asked about, and kept as it is: %s", (text) => {
    const { form, errors } = read(["dob"], text);
    expect([errors["dob"]?.id, form.dob]).toEqual(["import.row.time", text]);
  });

  it("is read once a row is otherwise right", () => {
    const kinds = ["name", "dob", "gender", "address", "place", "email"] as const;
    const cells = [
      "Roe, Jane",
      "3/5/1984 12:00:00 AM",
      "F",
      "1 Oak St",
      "Springfield, IL 62701",
      "j@example.com",
    ];
    expect(read(kinds, ...cells)).toMatchObject({ errors: {}, form: { dob: "1984-03-05" } });
  });

  it("makes its column one of dates where no heading says so", () => {
    const kinds = guessColumns(
      { heads: null, rows: [["1984-03-05 00:00:00"], ["1990-11-30 00:00:00"]] },
      context,
    );
    expect(kinds).toEqual([{ kind: "dob", from: "cells" }]);
  });

  it("of a cell that is longer than any date costs no time", () => {
    const begun = process.cpuUsage().user;
    read(["dob"], `3/5/1984${" ".repeat(200_000)}x`);
    expect(process.cpuUsage().user - begun).toBeLessThan(1_000_000);
  });
});

describe("the headings of a file", () => {
  const rows = (...lines: readonly string[]): string[][] => lines.map((line) => line.split(","));
  const jane = "Jane,Roe,3/5/1984,F,62701";
  test.each<[readonly string[], number | null]>([
    [["First name,Last name,DOB,Sex,ZIP", jane], 0],
    [["Springfield East", "First name,Last name,DOB,Sex,ZIP", jane], 1],
    [["Springfield East,,,,", "Run on 11/26/2026,,,,", "First name,Last name,DOB,Sex,ZIP", jane], 2],
    [["Patients,of,Springfield", "Nombre,Apellido,Fecha de nacimiento,Sexo,CP", jane], 1],
    [["Clinic,1 Oak St,Springfield,IL,62701", "First name,Last name,DOB,Sex,ZIP", jane], 1],
    [["Report of patients", "Pt,Fam,Came,Kind,Area", jane], 1],
    [["Pt,Fam,Came,Kind,Area", jane], 0],
    [[jane, "Ann,Poe,3/6/1984,F,62702"], null],
    // Two patients called as headings are, below others.
    [[jane, "Ann,Poe,3/6/1984,F,62702", "First,Last,3/6/1984,F,62702"], null],
    [["Springfield East", jane, jane, jane], null],
    [["Total patients: 2", "Name,DOB", "Ann Roe,1/2/1970", "Bob Poe,3/4/1980"], 1],
    [
      ["PATIENT LIST", "Printed 11/27/2026 8:01 AM by jdoe", "Last,First,MI,DOB,Sex", "Roe,Ann,B,1/2/1970,F"],
      2,
    ],
    [["Clinic of Springfield,217-555-0000,1 Oak St", "First,Last,DOB", "Ann,Roe,1/2/1970"], 1],
  ])("of %j stand in its row %j", (lines, at) => {
    expect(findHeadRow(rows(...lines), context)).toBe(at);
  });

  it("are not looked for further down than titles go", () => {
    const titles = Array.from({ length: 11 }, () => "Title");
    expect(findHeadRow(rows(...titles.slice(1), "First name,Last name,DOB", jane), context)).toBe(10);
    expect(findHeadRow(rows(...titles, "First name,Last name,DOB", jane), context)).not.toBe(11);
  });

  test.each(["M", "F", "P", "T", "C", "E", "m.", "c:", "*P", "#"])(
    "of one letter says nothing: %s",
    (head) => {
      expect(guessColumns({ heads: [head], rows: [["2175550199"]] }, context)).toEqual([
        { kind: "leave", from: "nothing" },
      ]);
    },
  );

  it("of one letter over email addresses is one by what stands there", () => {
    expect(guessColumns({ heads: ["E"], rows: [["a@b.org"]] }, context)).toEqual([
      { kind: "email", from: "cells" },
    ]);
  });
});

describe("an empty column beside a full one of the same kind", () => {
  const guess = (heads: string, ...lines: readonly string[]) =>
    guessColumns({ heads: heads.split(";"), rows: lines.map((line) => line.split(";")) }, context).map(
      ({ kind, from }) => `${kind} ${from}`,
    );
  it("gives way to it", () => {
    expect(guess("home_phone;cell_phone", ";2175550199", " ;2175550198")).toEqual([
      "leave taken",
      "phone head",
    ]);
    expect(guess("cell phone;home phone;mobile", ";;2175550199")).toEqual([
      "leave taken",
      "leave taken",
      "phone head",
    ]);
    expect(guess("Email;Email address", ";a@b.org")).toEqual(["leave taken", "email head"]);
    expect(guess("Chart;MRN", ";417")).toEqual(["leave taken", "externalId head"]);
  });
  it("keeps its place where both are empty, or both are full", () => {
    expect(guess("home_phone;cell_phone", ";")).toEqual(["phone head", "leave taken"]);
    expect(guess("home_phone;cell_phone", "2175550199;2175550198")).toEqual(["phone head", "leave taken"]);
    expect(guess("home_phone;cell_phone", "2175550199;", ";2175550198")).toEqual([
      "phone head",
      "leave taken",
    ]);
  });
  it("gives way to a whole name, or a whole place", () => {
    expect(guess("First name;Last name;Patient", ";;Roe, Jane")).toEqual([
      "leave taken",
      "leave taken",
      "name head",
    ]);
    expect(guess("City;State;ZIP", "Springfield, IL 62701;;")).toEqual([
      "place cells",
      "leave taken",
      "leave taken",
    ]);
    expect(guess("City;State;ZIP", "Springfield;IL;62701")).toEqual(["city head", "state head", "zip head"]);
  });
});

describe("what a column was guessed from", () => {
  it("is said of each", () => {
    const heads = ["Name", "Last name", "City", "Notes", "E"];
    const rows = [["Jane", "Roe", "Springfield, IL 62701", "x", "a@b.org"]];
    expect(guessColumns({ heads, rows }, context)).toEqual([
      { kind: "firstName", from: "place" },
      { kind: "lastName", from: "head" },
      { kind: "place", from: "cells" },
      { kind: "leave", from: "nothing" },
      { kind: "email", from: "cells" },
    ]);
    expect(guessColumns({ heads: null, rows: [["Jane", "Roe", "62701", "62702", "?"]] }, context)).toEqual([
      { kind: "firstName", from: "place" },
      { kind: "lastName", from: "place" },
      { kind: "zip", from: "cells" },
      { kind: "leave", from: "taken" },
      { kind: "leave", from: "nothing" },
    ]);
  });
  it("of the order of dates is the first that shows it", () => {
    expect(findDateOrderProof(["3/5/84", "3/25/84", "4/26/84"], "month-first")).toBe("3/25/84");
    expect(findDateOrderProof(["3/5/84"], "month-first")).toBeNull();
  });
});

describe("a line that says the separator", () => {
  test.each([
    ["sep=,\r\na;b;c,d", ","],
    ["sep=;\na,b;c", ";"],
    ["SEP=|\na,b", "|"],
    ["sep=\t\r\na,b", "\t"],
    ['"sep=;"\r\na,b', ";"],
    ["\uFEFFsep=;\r\na,b", ";"],
    ["sep=;", ";"],
  ])("decides: %j", (text, separator) => {
    expect([readDeclaredSeparator(text), guessSeparator(text)]).toEqual([separator, separator]);
  });
  test.each([
    ["sep=,\r\na,b", "a,b"],
    ["sep=;\na", "a"],
    ["sep=,,,,\r\na,b", "a,b"],
    ['"sep=,",,\ra', "a"],
    ["sep=", ""],
    ["sep=x\na", "sep=x\na"],
    ["sep,=\na", "sep,=\na"],
    ["Sepúlveda\na", "Sepúlveda\na"],
    ["a\nsep=,\nb", "a\nsep=,\nb"],
  ])("is no row: of %j stays %j", (text, rows) => {
    expect(stripSeparatorLine(text)).toBe(rows);
  });
});

test.each([
  ["żołc|łukasz|1984-03-05", "zolc|lukasz|1984-03-05"],
  ["muller|jorg|1984-03-05", "mueller|joerg|1984-03-05"],
  ["soren|bjørn|1984-03-05", "soeren|bjorn|1984-03-05"],
  ["straße|ida|1984-03-05", "strasse|ida|1984-03-05"],
  ["đặng|an|1984-03-05", "dặng|an|1984-03-05"],
])("%s and %s are alike", (one, other) => {
  expect(toAlikeKey(one.normalize("NFKD").replace(/\p{M}/gu, ""))).toBe(
    toAlikeKey(other.normalize("NFKD").replace(/\p{M}/gu, "")),
  );
});

test("others are not alike", () => {
  expect(toAlikeKey("roe|jane|1984-03-05")).not.toBe(toAlikeKey("poe|jane|1984-03-05"));
  expect(toAlikeKey("roe|jane|1984-03-05")).not.toBe(toAlikeKey("roe|jane|1984-03-06"));
});
