import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  readColumn,
  guessColumns,
  findHeadRow,
  noOrderSeen,
  chooseDateOrder,
  countDateOrder,
  type ColumnKind,
} from "../../../../shared/import/columns.ts";
import { listMissingFields, toPersonKey, readImportRow } from "../../../../shared/import/row.ts";
import { guessSeparator } from "../../../../shared/import/separator.ts";
import { unescapeCsvCell, formatCsvCell, formatCsvLine, readCsv } from "../../../../shared/text/csv.ts";
import { said } from "../../../../messages/saying.ts";

const context = { today: "2026-11-23", dateOrder: "month-first" } as const;
const guess = (heads: string | null, ...rows: string[]): readonly ColumnKind[] =>
  guessColumns({ heads: heads?.split(";") ?? null, rows: rows.map((row) => row.split(";")) }, context).map(
    ({ kind }) => kind,
  );

describe("what the columns of a file become", () => {
  it.each<[string, readonly ColumnKind[]]>([
    ["First Name;Last Name;DOB;Sex;ZIP", ["firstName", "lastName", "dob", "gender", "zip"]],
    [
      "Nombre;Apellidos;Fecha de nacimiento;Sexo;Código postal",
      ["firstName", "lastName", "dob", "gender", "zip"],
    ],
    ["Name;Last Name", ["firstName", "lastName"]],
    ["PATIENT_NAME;ADDR1;City ST Zip;MRN", ["name", "address", "place", "externalId"]],
    // One of a kind: the second phone stays out.
    ["Phone;Cell;Home phone", ["phone", "leave", "leave"]],
    ["Last visit;Balance;Provider", ["leave", "leave", "leave"]],
    ["constructor;__proto__;toString", ["leave", "leave", "leave"]],
  ])("is told by their heads: %s", (heads, kinds) => {
    expect(guess(heads, heads.replaceAll(/[^;]+/g, "a"))).toEqual(kinds);
  });

  it("a date, a phone or a number under an unknown head stays out", () => {
    expect(guess("Seen;Ref;Contact", "3/5/2024;62701;2175550199")).toEqual(["leave", "leave", "leave"]);
  });

  it("is told by what stands in them where there are no heads", () => {
    const row = "Jane;Doe;3/5/84;F;12 Oak St;Springfield;IL;62701;jane@example.com;2175550199";
    expect(guess(null, row, row)).toEqual(
      "firstName lastName dob gender address city state zip email phone".split(" "),
    );
    expect(guess(null, "DOE, JANE;mornings 9")).toEqual(["name", "leave"]);
  });

  it("a city column that holds state and ZIP code is all three", () => {
    expect(guess("City", "Springfield, IL 62701", "Newark, NJ 07102")).toEqual(["place"]);
  });

  it("says whether the first row names them", () => {
    const rows = (...all: string[]) => all.map((row) => row.split(","));
    expect(findHeadRow(rows("First name,DOB", "Jane,3/5/84"), context)).toBe(0);
    expect(findHeadRow(rows("A,B", "jane@example.com,3/5/84"), context)).toBe(0);
    expect(findHeadRow(rows("Jane,3/5/84", "Ann,3/6/84"), context)).toBeNull();
    expect(findHeadRow([], context)).toBeNull();
  });

  it("names what the service asks for and no column has", () => {
    expect(listMissingFields(["name", "dob", "place", "address"])).toEqual(["gender", "email"]);
  });
});

describe("the order of dates in a column", () => {
  const found = (...dates: string[]) => chooseDateOrder(dates.reduce(countDateOrder, noOrderSeen));
  it.each([
    [["25/12/1984", "3/5/84"], "day-first"],
    [["12/25/1984", "3/5/84"], "month-first"],
    // A slip does not turn the file round.
    [["12/25/1984", "11/30/51", "13/05/84"], "month-first"],
    [["3/5/84", "1984-12-25", "", "x"], null],
    [["45/45/84"], null],
  ])("of %j is %s", (dates, order) => {
    expect(found(...dates)).toBe(order);
  });
  it("is counted of those dates alone that show one", () => {
    expect(countDateOrder(noOrderSeen, "3/5/84")).toEqual(noOrderSeen);
    expect(countDateOrder(noOrderSeen, "25/12/1984")).toEqual({ "month-first": 0, "day-first": 1 });
  });
  it("is said of the column, and that Settings decide where nothing shows it", () => {
    expect(readColumn("dob", ["3/5/84"], null)).toBe("settings");
    expect(readColumn("dob", ["3/5/84"], "day-first")).toBe("day-first");
    expect(readColumn("dob", ["1984-03-05"], null)).toBe("read");
    expect(readColumn("name", ["DOE, JANE"], null)).toBe("comma");
    expect(readColumn("name", ["Jane Doe"], null)).toBe("space");
    expect(readColumn("phone", ["", " "], null)).toBe("empty");
  });
});

describe("a row", () => {
  const kinds: ColumnKind[] = [
    "name",
    "dob",
    "gender",
    "address",
    "address2",
    "place",
    "email",
    "phone",
    "externalId",
  ];
  const columns = { kinds, genderHead: "Sex" };
  const good = [
    "DOE, JANE",
    "3/5/84",
    "f",
    "12 Oak St",
    "Apt 4",
    "Springfield IL 62701",
    "j@example.com",
    "2175550199",
    "A-1",
  ];
  const read = (change: Readonly<Record<number, string>> = {}) =>
    readImportRow(Object.assign([...good], change), { columns, context });
  const wrongs = (change: Readonly<Record<number, string>>) => Object.keys(read(change).errors);

  it("is the form of a patient, its name and its place taken apart", () => {
    expect(read()).toEqual({
      errors: {},
      meant: null,
      form: {
        firstName: "Jane",
        lastName: "Doe",
        dob: "1984-03-05",
        gender: "Female",
        address: "12 Oak St, Apt 4",
        city: "Springfield",
        state: "IL",
        zip: "62701",
        email: "j@example.com",
        phone: "2175550199",
        externalId: "A-1",
      },
    });
  });

  it.each<[string, Readonly<Record<number, string>>, readonly string[]]>([
    ["a card number", { 8: "4242 4242 4242 4242" }, ["externalId"]],
    ["a formula", { 3: '=HYPERLINK("http://x")' }, ["address"]],
    ["a full-width formula", { 3: "＝1+1" }, ["address"]],
    ["signs that the encoding does not have", { 3: "12 R\uFFFDo" }, ["address"]],
    ["more than a name", { 0: "DOE, JANE 2175550199" }, ["name"]],
    ["a place that cannot be told apart", { 5: "somewhere" }, ["place"]],
    ["a date in the future", { 1: "3/2/2029" }, ["dob"]],
    ["a cell under no head", { 9: "shifted" }, ["row"]],
    ["a text without end", { 3: "x".repeat(3_000) }, ["address"]],
    ["no name", { 0: "" }, ["firstName", "lastName"]],
  ])("names what is wrong: %s", (_what, change, fields) => {
    expect(wrongs(change)).toEqual(fields);
  });

  it("says the day that may be meant", () => {
    expect(read({ 1: "13/05/84" })).toMatchObject({ meant: "1984-05-13", errors: { dob: {} } });
    expect(said(read({ 1: "13/05/84" }).errors["dob"] ?? { id: "", values: {} })).toContain("13");
  });

  it("is without what nobody sees, and keeps digits that a spreadsheet would turn into a number", () => {
    expect(read({ 3: "12\u202E Oak\u200B\0 St", 8: '="00417"' }).form).toMatchObject({
      address: "12 Oak St, Apt 4",
      externalId: "00417",
    });
  });

  it("in Spanish has M for a woman nowhere: the person chooses", () => {
    const spanish = { kinds, genderHead: "Sexo" };
    for (const genderHead of ["Sexo", "Sexo del paciente", "Sexo (H/M)", "Género biológico"])
      expect(
        readImportRow(Object.assign([...good], { 2: "M" }), { columns: { kinds, genderHead }, context })
          .errors,
      ).toHaveProperty("gender");
    expect(
      readImportRow(Object.assign([...good], { 2: "H" }), { columns: spanish, context }).form.gender,
    ).toBe("Male");
  });

  it("is read whatever stands in it", () => {
    const cell = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.constantFrom(...good, "=1", "\uFFFD", "constructor"),
    );
    const kind = fc.constantFrom<ColumnKind>(
      ...kinds,
      "leave",
      "city",
      "zip",
      "state",
      "firstName",
      "lastName",
    );
    fc.assert(
      fc.property(fc.array(cell, { maxLength: 14 }), fc.array(kind, { maxLength: 12 }), (cells, kinds) => {
        const { form, errors } = readImportRow(cells, { columns: { kinds, genderHead: "Sex" }, context });
        for (const text of Object.values(form)) {
          expect(typeof text).toBe("string");
          if (Object.keys(errors).length === 0) expect(text).not.toMatch(/[\0\u202E\uFFFD]/);
        }
      }),
    );
  });

  it("is the same person by name and day, however written", () => {
    const form = read().form;
    expect(toPersonKey(form)).toBe(toPersonKey({ ...form, firstName: "JANE ", lastName: "D\u00F6e" }));
    expect(toPersonKey(form)).not.toBe(toPersonKey({ ...form, dob: "1984-03-06" }));
  });
});

describe("what parts the columns", () => {
  it.each([
    ["a,b,c\n1,2,3", ","],
    ["a;b;c\n1,5;2;3\n4;5,1;6", ";"],
    ["a\tb\n1\t2", "\t"],
    ["a|b\n1|2", "|"],
    ['"a;b;c;d",x\n"1;2",y', ","],
    ["alone\nand alone", ","],
    ["", ","],
    ['"never closed;;;;,', ","],
  ])("of %j is %j", (text, separator) => {
    expect(guessSeparator(text)).toBe(separator);
  });
});

describe("a cell that is written", () => {
  it("never begins a formula, and reads as it was", () => {
    const hostile = fc.oneof(
      fc.string(),
      fc.string({ unit: "binary" }),
      fc
        .tuple(fc.constantFrom(..."=+-@\t\r＝＋－＠\u200B\uFEFF '"), fc.string())
        .map((parts) => parts.join("")),
    );
    fc.assert(
      fc.property(hostile, (text) => {
        const cell = formatCsvCell(text);
        const shown = cell.startsWith('"') ? cell.slice(1) : cell;
        expect(shown).not.toMatch(/^[\s\p{Cf}\p{Cc}]*[=+\-@＝＋－＠]/u);
        if (!/[\0\r\n\uFEFF]/.test(text) && text !== "" && text.trim() !== "" && !text.startsWith("'")) {
          const [row] = readCsv(formatCsvLine([text, "x"])).rows ?? [];
          expect(unescapeCsvCell(row?.cells[0] ?? "")).toBe(text);
        }
      }),
    );
  });
});
