import { describe, expect, test } from "vitest";
import {
  readColumn,
  guessColumns,
  findHeadRow,
  detectDateOrder,
  type ColumnKind,
} from "../../../../shared/import/columns.ts";

const context = { today: "2026-11-23", dateOrder: "month-first" } as const;
const table = (rows: readonly string[]): string[][] => rows.map((row) => row.split(";"));
const guess = (heads: string | null, ...rows: readonly string[]): readonly ColumnKind[] =>
  guessColumns({ heads: heads?.split(";") ?? null, rows: table(rows) }, context).map(({ kind }) => kind);

describe("a head", () => {
  test.each<[ColumnKind, string]>([
    ["name", "pt name;Patient Full Name;Name (Last, First);Last, First;last name, first name"],
    ["firstName", "First Name (Legal);patient first name;PT_FIRST_NAME;fname;given"],
    ["lastName", "patient last name;pt last name;LNAME;family"],
    ["dob", "patient dob;Pt. DOB;Date of Birth (MM/DD/YYYY);birth;fecha de nac."],
    ["gender", "patient sex;legal sex;birth sex;Sex at birth;patient gender"],
    ["address", "addr;addr1;addr 1;street 1;mailing street;home street"],
    ["address2", "addr2;addr 2;street 2;street2;apt/unit;Apt #;apartment/unit"],
    ["city", "home city;mailing city"],
    ["state", "ST;home state;mailing state;st/prov"],
    ["zip", "zip/postal;postal;zip5;home zip;mailing zip"],
    ["place", "city st zip;City, ST ZIP;city/st/zip;ciudad, estado zip"],
    ["phone", "cellphone;cellular;mobile number;primary phone;phone 1;telephone number;cell number"],
    ["email", "email 1;patient email;e mail;E__MAIL"],
    ["externalId", "mrn;Medical record number:;patient_id;chart;account number;expediente"],
  ])("of %s may be any of %j", (kind, heads) => {
    expect(heads.split(";").map((head) => [head, guess(head, "x")])).toEqual(
      heads.split(";").map((head) => [head, [kind]]),
    );
  });

  test("of a phone at work leaves the field to the phone at home behind it", () =>
    expect(guess("PatientLast;Work Phone;Home Phone", "Roe;217 555 0199;217 555 0100")).toEqual([
      "lastName",
      "leave",
      "phone",
    ]));

  test("that is unknown, or too long for one, says nothing", () => {
    expect(guess(`mrn${"_".repeat(57)};fname${"_".repeat(56)};Notes`, "x;x;x")).toEqual([
      "externalId",
      "leave",
      "leave",
    ]);
  });

  test("that is unknown stands over email addresses where most of what stands there is one", () => {
    expect(guess("Contact", "a@b.org", "c@d.org", "e@f.org", "g@h.org", "none")).toEqual(["email"]);
    expect(guess("Contact", "a@b.org", "c@d.org", "e@f.org", "none", "none")).toEqual(["leave"]);
    expect(guess("Contact;Other", "a@b.org;c@d.org")).toEqual(["email", "leave"]);
    expect(guess("Contact", "", " ")).toEqual(["leave"]);
    // Rows that end before it say nothing of it.
    expect(guess("Notes;Contact", "x;a@b.org", "x", "x")).toEqual(["leave", "email"]);
  });

  test("that says name is of the first name only beside a surname alone", () => {
    expect(guess("Name;Last Name", "x;x")).toEqual(["firstName", "lastName"]);
    // Beside both it may be who pays, or a clinic.
    expect(guess("Client;First name;Last Name", "x;x;x")).toEqual(["leave", "firstName", "lastName"]);
    expect(guess("First name;Patient name;Last Name", "x;x;x")).toEqual(["firstName", "leave", "lastName"]);
    expect(guess("Name", "x")).toEqual(["name"]);
  });

  test("of a second surname is one of its own, and of somebody else's is none", () => {
    const heads = "Apellido paterno;Apellido materno;Nombre";
    expect(guess(heads, "Pérez;López;Ana")).toEqual(["lastName", "lastName2", "firstName"]);
    expect(guess("Guarantor DOB;Mother's name;Maiden name", "x;x;x")).toEqual(["leave", "leave", "leave"]);
  });

  test("of a home's street goes with a city that has no street of its own, and two addresses are never mixed", () => {
    expect(guess("Home street address;City", "1 Oak St;Peoria")).toEqual(["address", "city"]);
    expect(guess("Address;City;Mailing address 2", "1 Oak St;Peoria;Box 4")[2]).toBe("leave");
    expect(guess("City;State;Home address;Mailing address", "Peoria;IL;1 Oak St;Box 4")).toEqual([
      "city",
      "state",
      "leave",
      "leave",
    ]);
  });

  test("of somebody else's email leaves the column out, whatever stands in it", () => {
    expect(guess("Parent Email;Contact", "a@b.org;c@d.org")).toEqual(["leave", "email"]);
  });

  test.each([
    "ParentEmail",
    "Parent1Email",
    "EmailParent",
    "PARENTEMAIL",
    "EMERGENCYCONTACTEMAIL",
    "guardian-email",
  ])("of somebody else's email leaves the column out also where it is run together: %s", (head) =>
    expect(guess(head, "a@b.org")).toEqual(["leave"]),
  );

  test.each(["WorkEmail", "EmailAddress1", "ContactEmail", "PATIENTEMAIL"])(
    "of an email that says of nobody else keeps it: %s",
    (head) => expect(guess(head, "a@b.org")).toEqual(["email"]),
  );

  test("that says city is of all of a place only where all of it stands there and has no column of its own", () => {
    const place = "Springfield, IL 62701";
    expect(guess("City", place)).toEqual(["place"]);
    expect(guess("City", "Springfield")).toEqual(["city"]);
    expect(guess("City;State", `${place};IL`)).toEqual(["city", "state"]);
    expect(guess("City;ZIP", `${place};62701`)).toEqual(["city", "zip"]);
    expect(guess("Address", place)).toEqual(["address"]);
  });
});

describe("a column without a head", () => {
  test.each<[string, ColumnKind]>([
    ["jane@example.com", "email"],
    ["62701", "zip"],
    ["62701-1234", "zip"],
    ["62701-12", "leave"],
    ["217-555-0199", "phone"],
    ["3/5/1984", "dob"],
    ["30584", "zip"],
    // Digits alone may be a number of any kind.
    ["030584", "leave"],
    ["F", "gender"],
    ["m", "gender"],
    ["Female", "gender"],
    ["X", "firstName"],
    ["NY", "state"],
    // Initials, and a name that is a state's too.
    ["JD", "firstName"],
    ["GEORGIA", "firstName"],
    ["Adam", "firstName"],
    ["Springfield, IL 62701", "place"],
    ["12 Oak St", "address"],
    ["Doe, Jane", "name"],
    ["Doe, Jane, 4", "leave"],
    ["Doe, Jane, Ann", "firstName"],
    ["Jane", "firstName"],
    ["?", "leave"],
    ["", "leave"],
  ])("in which %j stands is %s", (cell, kind) => {
    expect(guess(null, cell)).toEqual([kind]);
  });

  test("is what most of it looks like, blanks not counted", () => {
    expect(guess(null, " 62701 ", "62702", "62703", "62704", "?", "")).toEqual(["zip"]);
    expect(guess(null, "62701", "62702", "62703", "?", "?")).toEqual(["leave"]);
    expect(guess(null, "Jane", "Ann", "Mary", "Lee", "4")).toEqual(["firstName"]);
    expect(guess(null, "Jane", "Ann", "4", "5")).toEqual(["leave"]);
  });

  test("is told by the first fifty rows", () => {
    const names = Array.from({ length: 50 }, () => "Jane");
    expect(guess(null, ...names, ...names.map(() => "62701"))).toEqual(["firstName"]);
    expect(guess(null, ...names.slice(1).map(() => "62701"), ...names)).toEqual(["zip"]);
  });

  test("is one of a kind, the names before the street and the city behind it", () => {
    expect(guess(null, "Jane;Doe;Lee;12 Oak St;Springfield;Newark")).toEqual([
      "firstName",
      "lastName",
      "leave",
      "address",
      "city",
      "leave",
    ]);
    expect(guess(null, "Doe, Jane;Ann;62701;62702")).toEqual(["name", "leave", "zip", "leave"]);
    expect(guess(null, "12 Oak St;Springfield, IL 62701;Newark")).toEqual(["address", "place", "leave"]);
  });
});

test.each([
  [["Phone;Email", "x;y"], true],
  [["Phone;x", "Email;y"], false],
  [["Phone;x", "62701;y"], true],
  [["A;B", " 62701 ;x"], true],
  [["A;B", " IL ;x"], true],
  [["A; 62702 ", "62701;x"], false],
  [["A;B"], false],
  [["A;B", "C;D"], false],
])("of %j the first row names the columns: %s", (rows, has) => {
  expect(findHeadRow(table(rows), context)).toBe(has ? 0 : null);
});

test.each([
  ["25/12/1984", "day-first"],
  ["31/1/84", "day-first"],
  ["13-12-84", "day-first"],
  [" 13.1.1984 09:00", "day-first"],
  ["12/25/1984", "month-first"],
  ["1/31/84", "month-first"],
  ["12 13 1984", "month-first"],
  ["12/12/84", null],
  ["1/1/84", null],
  ["32/1/84", null],
  ["1/32/84", null],
  ["13/13/84", null],
  ["13/0/84", null],
  ["0/13/84", null],
  ["25/12/19845", null],
  ["born 25/12/1984", null],
  ["", null],
] as const)("%j can be read in one order alone: %j", (text, order) => {
  expect(detectDateOrder(text)).toBe(order);
});

test.each([
  ["leave", ["x"], "left"],
  ["leave", [], "left"],
  ["city", ["", " "], "empty"],
  ["name", ["Doe, Jane", "Ann Lee", "Lee, Ann"], "comma"],
  ["name", ["Doe, Jane", "Ann Lee"], "space"],
  ["place", ["Springfield, IL 62701"], "three"],
  ["city", ["Springfield"], "read"],
  ["dob", ["1984-03-05", "19840305", " 1984-3"], "settings"],
  ["dob", ["1984-03-05", " 19840305", "", "1984-0305"], "read"],
  ["dob", ["x1984-03-05"], "settings"],
  ["dob", ["1984-03-5"], "settings"],
] as const)("a column of %s with %j is shown as %s", (kind, cells, shown) => {
  expect(readColumn(kind, cells, null)).toBe(shown);
});
