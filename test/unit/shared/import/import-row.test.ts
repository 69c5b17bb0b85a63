import { describe, expect, test } from "vitest";
import type { ColumnKind } from "../../../../shared/import/columns.ts";
import { cardNumberFound } from "../../../../shared/cards/card-number.ts";
import {
  isEmptyRow,
  listMissingFields,
  toPersonKey,
  readImportForm,
  readImportRow,
} from "../../../../shared/import/row.ts";
import { guessSeparator } from "../../../../shared/import/separator.ts";
import { emptyPatientForm, type PatientForm } from "../../../../shared/patients/patient-form.ts";

const context = { today: "2026-11-23", dateOrder: "month-first" } as const;
const whole: PatientForm = {
  firstName: "Jane",
  lastName: "Doe",
  dob: "3/5/84",
  gender: "Female",
  address: "12 Oak St",
  city: "Springfield",
  state: "IL",
  zip: "62701",
  email: "j@example.com",
  phone: "",
  externalId: "",
};
const read = (kinds: readonly ColumnKind[], ...cells: readonly string[]) =>
  readImportRow(cells, { columns: { kinds, genderHead: "Sex" }, context });
const whyOf = (kinds: readonly ColumnKind[], ...cells: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(read(kinds, ...cells).errors).map(([field, { id, values }]) => [field, [id, values]]),
  );

/** Each of the cells under each of the heads, with what is wrong with it there. */
const wrongs = (
  kinds: readonly ColumnKind[],
  cells: readonly string[],
  id: string,
): [readonly ColumnKind[], readonly string[], string, unknown][] =>
  kinds.flatMap((kind) =>
    cells.map((cell): [readonly ColumnKind[], readonly string[], string, unknown] => [
      [kind],
      [cell],
      kind,
      [id, {}],
    ]),
  );
/** As spreadsheets write what they cannot show. */
const spoilt = "#N/A #REF! #value! #DIV/0! #¡VALOR! #N/D ## ######## 1.23457E+11 1,2E+09".split(" ");
/** As names of a Mac and of MS-DOS look in Windows' letters. */
const strayed = "Nu–ez JosŽ MŸller Jesœs MU¥OZ Garc¡a Le¢n Jos‚ M\u0081ller K”ln Ram—n µlvaro".split(" ");

describe("the cells of a row", () => {
  test.each<[readonly ColumnKind[], readonly string[], Partial<PatientForm>]>([
    [["name"], ["Doe, Jane"], { firstName: "Jane", lastName: "Doe" }],
    [["name"], ["Doe 4"], { firstName: "", lastName: "Doe 4" }],
    [["firstName", "name"], ["Ann", "Doe, Jane"], { firstName: "Ann", lastName: "Doe" }],
    [["lastName", "name"], ["Lee", "Doe, Jane"], { firstName: "Jane", lastName: "Lee" }],
    [["name", "lastName"], ["", "Lee"], { firstName: "", lastName: "Lee" }],
    [["place"], ["Springfield, IL 62701"], { address: "", city: "Springfield", state: "IL", zip: "62701" }],
    [["place"], ["Washington, DC 20001"], { city: "Washington", state: "DC", zip: "20001" }],
    [["place"], ["somewhere"], { address: "", city: "somewhere", state: "", zip: "" }],
    [["place"], ["12 Oak St, Springfield, IL 62701"], { address: "12 Oak St", city: "Springfield" }],
    [["address", "place"], ["Box 4", "12 Oak St, Springfield, IL 62701"], { address: "Box 4" }],
    [["place", "address"], ["Springfield, IL 62701", "12 Oak St"], { address: "12 Oak St" }],
    [["city", "place"], ["Newark", "Springfield, IL 62701"], { city: "Newark", state: "IL", zip: "62701" }],
    [["address", "address2"], ["12 Oak St", "Apt 4"], { address: "12 Oak St, Apt 4" }],
    [["address2", "address"], ["Apt 4", "12 Oak St"], { address: "12 Oak St, Apt 4" }],
    [["address", "address2"], ["12 Oak St", ""], { address: "12 Oak St" }],
    [["address", "address2"], ["", "Apt 4"], { address: "Apt 4" }],
    [["address2"], ["Apt 4"], { address: "Apt 4" }],
    [["lastName2", "lastName"], ["López", "Pérez"], { lastName: "Pérez López" }],
    [["lastName", "lastName2"], ["Pérez", ""], { lastName: "Pérez" }],
    [["gender"], ["f"], { gender: "Female" }],
    [["gender"], ["unsaid"], { gender: "unsaid" }],
    [["dob"], ["soon"], { dob: "soon" }],
    // As programs write a day with the time of midnight.
    [["dob"], ["1984-03-05T00:00:00"], { dob: "1984-03-05" }],
    [["phone", "phone"], ["", "217"], { phone: "217" }],
    [["phone", "phone"], ["1", "217"], { phone: "1" }],
    [["leave", "city"], ["x", "Newark"], { city: "Newark" }],
    [["externalId"], ['="00417"'], { externalId: "00417" }],
    [["externalId"], ['x="00417"'], { externalId: 'x="00417"' }],
    [["externalId"], [" \u200B00417 "], { externalId: "00417" }],
    [["city", "zip"], ["Newark"], { city: "Newark", zip: "" }],
    // A spreadsheet took the zeros away; only that state's own are put back.
    [["zip", "state"], ["2139", "MA"], { zip: "02139" }],
    [["state", "zip"], ["PR", "601"], { zip: "00601" }],
    [["state", "zip"], ["New Jersey", "7102-1234"], { zip: "07102-1234" }],
    [["state", "zip"], ["NY", "2139"], { zip: "2139" }],
    [["state", "zip"], ["MA", "213"], { zip: "213" }],
    [["state", "zip"], ["", "2139"], { zip: "2139" }],
    [["dob"], ["030584"], { dob: "1984-03-05" }],
    [["dob"], ["19840305"], { dob: "1984-03-05" }],
    [["dob"], ["30746"], { dob: "30746" }],
  ])("under %j, %j, are of a person %j", (kinds, cells, form) => {
    expect(read(kinds, ...cells).form).toMatchObject(form);
  });

  test("under a head that is left out are in no field, whatever they are", () => {
    const { form, errors } = read(["leave"], "=1\uFFFD");
    expect(form).toEqual(emptyPatientForm);
    expect(errors).not.toHaveProperty("leave");
  });

  test.each<[readonly ColumnKind[], readonly string[], string, unknown]>([
    [["city"], ["New\uFFFDark"], "city", ["import.row.signs", {}]],
    [["city"], ["=1+1"], "city", ["import.row.formula", {}]],
    [["externalId"], ['="00417"&A1'], "externalId", ["import.row.formula", {}]],
    [["name"], ["Doe 4"], "name", ["import.row.name", {}]],
    [["name"], ["=Doe 4"], "name", ["import.row.formula", {}]],
    [["name"], ["Jane Doe (she/her)"], "name", ["import.row.name", {}]],
    [["name"], ["Jane (JJ) Doe"], "name", ["import.row.name", {}]],
    [["name"], ['Jane "JJ" Doe'], "name", ["import.row.name", {}]],
    [["name"], ["Jane Doe - Smith"], "name", ["import.row.name", {}]],
    [["name"], ["Jane/John Doe"], "name", ["import.row.name", {}]],
    [["place"], ["somewhere"], "place", ["import.row.place", {}]],
    [["place"], ["=somewhere"], "place", ["import.row.formula", {}]],
    ...wrongs(["city", "phone", "externalId", "name"], spoilt, "import.row.spoilt"),
    ...wrongs(["dob"], ["30746", "20123", "0", "3051984"], "import.row.noDate"),
    ...wrongs(["lastName", "city", "address"], strayed, "import.row.signs"),
    ...wrongs(["lastName"], ["Mart’nez", "M\u00A0rquez"], "import.row.signs"),
    [["phone"], ["555-0199"], "phone", ["fields.phone.areaCode", {}]],
    [["state", "zip"], ["IL", "02139"], "zip", ["fields.zip.other", expect.anything()]],
    [["state"], ["Ilinois"], "state", ["fields.state", {}]],
    [["dob"], ["1/1/1900"], "dob", ["fields.dob.old", expect.anything()]],
    [["city"], ["Newark", "x"], "row", ["import.row.cells", { count: 2, columns: 1 }]],
    [["city"], ["c".repeat(2_001)], "city", ["fields.tooLong", {}]],
  ])("under %j, %j, have this wrong with them, at %s: %j", (kinds, cells, field, why) => {
    expect(whyOf(kinds, ...cells)[field]).toEqual(why);
  });

  test.each([
    "Žižek",
    "Lebœuf",
    "O’Brien",
    "D’angelo",
    "Núñez",
    "Smith–Jones",
    "Šimić",
    "Jane\u00A0Doe",
    "L’Haÿ",
    "#4",
    "E+2",
  ])("that a name may have are no signs of other letters: %s", (name) =>
    expect(read(["lastName"], name).errors).not.toHaveProperty("lastName"),
  );

  test.each(["#4", "# 12", "1E10", "12E+1 St", "½ Main St", "Kalaniana’ole Hwy", "“The Oaks”"])(
    "that a street may have are no signs of a spreadsheet's: %s",
    (address) => expect(read(["address"], address).errors).not.toHaveProperty("address"),
  );

  test("that are empty have nothing wrong with the name or the place as such", () => {
    const errors = whyOf(["name", "place"], "", "");
    expect(Object.keys(errors)).not.toContain("name");
    expect(Object.keys(errors)).not.toContain("place");
    expect(errors).toMatchObject({
      firstName: ["fields.missing.firstName", {}],
      city: ["fields.missing.city", {}],
    });
  });

  test("of a name or a place that cannot be read name that alone, and not its parts", () => {
    expect(Object.keys(whyOf(["name"], "Doe 4"))).not.toContain("firstName");
    expect(Object.keys(whyOf(["place"], "somewhere"))).toEqual(
      expect.not.arrayContaining(["city", "state", "zip"]),
    );
    expect(Object.keys(whyOf(["place"], "1 Oak\uFFFD St IL 62701"))).not.toContain("city");
    expect(Object.keys(whyOf(["city"], ""))).toEqual(expect.arrayContaining(["city", "state", "zip"]));
  });

  test("of a name or a place that hold a card number say so at the field in which it now stands", () => {
    expect(read(["name"], "4242 4242 4242 4242").errors["lastName"]).toEqual(cardNumberFound);
    expect(read(["place"], "4242 4242 4242 4242").errors["city"]).toEqual(cardNumberFound);
  });

  test("behind the last head may be blank", () => {
    expect(whyOf(["city"], "Newark", " ", "")).not.toHaveProperty("row");
  });
});

describe("a form that a person corrected", () => {
  test("has its date as it was read once nothing is wrong", () => {
    expect(readImportForm(whole, context)).toEqual({
      form: { ...whole, dob: "1984-03-05" },
      errors: {},
      meant: null,
    });
    expect(readImportForm({ ...whole, email: "x" }, context).form.dob).toBe("3/5/84");
  });

  test("may be odd where the form only warns of it: the person has seen it, and nobody sees a row", () => {
    const odd = { ...whole, phone: "555-0199", zip: "02139", state: "Ilinois" };
    expect(readImportForm(odd, context).errors).toEqual({});
    const kinds = ["phone", "zip", "state"] as const;
    expect(Object.keys(whyOf(kinds, odd.phone, odd.zip, odd.state))).toEqual(
      expect.arrayContaining(["phone", "state"]),
    );
  });

  test("is not odd in Canada, where the form knows neither provinces nor codes", () => {
    const kinds = ["phone", "zip", "state"] as const;
    const odd = (phone: string, zip: string, state: string): readonly string[] =>
      Object.keys(whyOf(kinds, phone, zip, state)).filter((field) =>
        ["phone", "zip", "state"].includes(field),
      );
    expect(odd(whole.phone, "K1A 0B1", "ON")).toEqual([]);
    expect(odd(whole.phone, "h2x1y4", "Québec")).toEqual([]);
    expect(odd("555-0199", "K1A 0B1", "ON")).toEqual(["phone"]);
    expect(odd(whole.phone, "62701", "ON")).toEqual(["state"]);
    expect(odd(whole.phone, "K1A 0B1", "IL")).toEqual(["zip"]);
  });

  test("with a day that does not exist offers the one that may be meant", () => {
    expect(readImportForm({ ...whole, dob: "13/5/84" }, context).meant).toBe("1984-05-13");
    expect(readImportForm({ ...whole, dob: "13/13/84" }, context).meant).toBeNull();
  });

  test("may have texts as long as everywhere", () => {
    expect(readImportForm({ ...whole, externalId: "x".repeat(2_000) }, context).errors).toEqual({});
  });
});

test.each<[readonly ColumnKind[], readonly string[]]>([
  [[], ["firstName", "lastName", "dob", "gender", "address", "city", "state", "zip", "email"]],
  [
    ["name", "place"],
    ["dob", "gender", "address", "email"],
  ],
  [["firstName", "lastName", "dob", "gender", "address", "city", "state", "zip", "email"], []],
])("columns of %j lack %j", (kinds, missing) => {
  expect(listMissingFields(kinds)).toEqual(missing);
});

test("two rows are one person by name and day, however they are written", () => {
  expect(toPersonKey({ ...whole, dob: "1984-03-05" })).toBe("doe|jane|1984-03-05");
  expect(toPersonKey({ ...whole, firstName: "Mary-Ann 2", lastName: "O'Néil", dob: "" })).toBe(
    "oneil|maryann2|",
  );
});

test.each([
  [[], true],
  [["", " "], true],
  [["", "x"], false],
])("the row %j is empty: %s", (cells, isEmpty) => {
  expect(isEmptyRow(cells)).toBe(isEmpty);
});

test.each([
  // Equally often in most lines goes before often.
  ["a;b,1,2,3\na;b\na;b", ";"],
  ["a,b;c\na,b;c;d;e\na,b\na,b;;", ","],
  // Of two that are alike, the one with more columns.
  ["a,b;c;d\na,b;c;d", ";"],
  ["a;b,c,d\na;b,c,d", ","],
  ["\n\n \na|b\n\na|b", "|"],
  [`${"a;b\n".repeat(30)}${"a,b,c\n".repeat(200)}`, ";"],
  [`${"\n".repeat(10)}${"a;b\n".repeat(3)}`, ";"],
  ["one\ntwo\na;b", ","],
  ["a;b\na;b\nx\na;b", ";"],
  ["a;b\n  \n  \n\t", ";"],
  ['a;"x\ny,z,,,"\nb;c', ";"],
  // Titles in quotation marks above the columns.
  ['"Patients, all"\n"Clinic, Springfield"\na;b', ";"],
  ["a\rb;c\rb;c", ";"],
])("what parts the columns of %j is %j", (text, separator) => {
  expect(guessSeparator(text)).toBe(separator);
});
