import { describe, expect, it } from "vitest";
import { readCsvRow } from "../../../../shared/intake/csv.ts";

const context = { today: "2026-11-22", dateOrder: "month-first" } as const;
const read = (...rows: readonly string[]) => {
  const intake = readCsvRow(rows.join("\n"), context);
  return intake === null ? null : [intake.values, intake.rest];
};
const jane = { firstName: "Jane", lastName: "Doe" };

it("a row of more than two hundred cells is none", () => {
  const row = (count: number) =>
    ["Jane", "Doe", "62701", "F", ...Array.from({ length: count - 4 }, () => "x")].join(",");
  expect(read(row(200))?.[0]).toMatchObject({ ...jane, zip: "62701" });
  expect(read(row(201))).toBeNull();
});

describe("a row without heads", () => {
  it.each([
    ["Jane,Doe,62701,jane@example.com", { ...jane, zip: "62701", email: "jane@example.com" }, []],
    ["Jane,Doe,62701-1234,217 555 0199", { ...jane, zip: "62701-1234", phone: "217 555 0199" }, []],
    ["Jane Doe,1984-03-05T00:00,F,Aetna", { ...jane, dob: "1984-03-05", gender: "Female" }, ["Aetna"]],
    ['"Doe, Jane",3/5/84,male,IL', { ...jane, dob: "3/5/84", gender: "Male", state: "IL" }, []],
    ["A1,Jane,Doe,3/5/84,62701", { ...jane, dob: "3/5/84", zip: "62701" }, ["A1"]],
    [
      "Jane,Doe,12 Oak St,Springfield,IL,62701,more",
      { ...jane, address: "12 Oak St", city: "Springfield", state: "IL", zip: "62701" },
      ["more"],
    ],
    ["Jane,Doe,03051984,F", { ...jane, dob: "03051984", gender: "Female" }, []],
    [
      "A1,Mary Ann,Doe,62701,F",
      { firstName: "Mary Ann", lastName: "Doe", zip: "62701", gender: "Female" },
      ["A1"],
    ],
    ["62701,F,IL,12 Oak St", { zip: "62701", gender: "Female", state: "IL", address: "12 Oak St" }, []],
    // A number of any kind is no date, and of several dates the first is the day of birth.
    [
      "100234,Doe,Jane,F,3/5/1984",
      { firstName: "Doe", lastName: "Jane", gender: "Female", dob: "3/5/1984" },
      ["100234"],
    ],
    ["03051984,Jane,Doe,F,3/5/90", { ...jane, gender: "Female", dob: "3/5/90" }, ["03051984"]],
    [
      "3/1/2026,Jane Doe,3/5/1984,F,217 555 0199",
      { ...jane, dob: "3/5/1984", gender: "Female", phone: "217 555 0199" },
      ["3/1/2026"],
    ],
    [
      "10234,Jane,Doe,3/5/1984,F,12 Oak St,Springfield,IL,62701",
      {
        ...jane,
        dob: "3/5/1984",
        gender: "Female",
        address: "12 Oak St",
        city: "Springfield",
        state: "IL",
        zip: "62701",
      },
      ["10234"],
    ],
    ["Jane,Doe,3/5/84,il,F", { ...jane, dob: "3/5/84", gender: "Female" }, ["il"]],
    ["Jane,Doe,3/5/84,XX,F", { ...jane, dob: "3/5/84", gender: "Female" }, ["XX"]],
    ["Jane,Doe,IL,May,62701", { ...jane, state: "IL", zip: "62701" }, ["May"]],
    ["Jane,Doe,627011,62701,IL", { ...jane, zip: "62701", state: "IL" }, ["627011"]],
    ["Jane,Doe,1 62701,62701-12,62701,IL", { ...jane, zip: "62701", state: "IL" }, ["1 62701", "62701-12"]],
    [
      "Jane,Doe,12 Oak St,NEW YORK,NY,10001",
      { ...jane, address: "12 Oak St", city: "NEW YORK", state: "NY", zip: "10001" },
      [],
    ],
    ["Jane,Doe,IL,IN,62701", { ...jane, state: "IL", zip: "62701" }, ["IN"]],
    ["Jane,Doe,AIL,ILX,IL,62701", { ...jane, state: "IL", zip: "62701" }, ["AIL", "ILX"]],
    ["'=1,Jane,Doe,62701,F", { ...jane, zip: "62701", gender: "Female" }, ["=1"]],
    ["\n \nJane\tDoe\t62701\tF\n \n", { ...jane, zip: "62701", gender: "Female" }, []],
    [" Jane , Doe , 62701 , F ", { ...jane, zip: "62701", gender: "Female" }, []],
    ["Mary Ann,Doe,62701,F", { firstName: "Mary Ann", lastName: "Doe", zip: "62701", gender: "Female" }, []],
    [
      "Jane,62701,F,2175550199",
      { firstName: "Jane", zip: "62701", gender: "Female", phone: "2175550199" },
      [],
    ],
    ["12 Oak St,Peoria,Jane Doe,F", { ...jane, address: "12 Oak St", city: "Peoria", gender: "Female" }, []],
    ["12 Oak St,IL,Jane,Doe,3", { firstName: "Doe", address: "12 Oak St", city: "Jane", state: "IL" }, ["3"]],
  ])("%s", (row, values, rest) => expect(read(row)).toEqual([values, rest]));

  it.each([
    ["", "nothing"],
    ["Jane,Doe,62701", "too few cells"],
    ["62701,F,IL", "too few cells, whatever they show"],
    ["Jane,Doe,Al,62701", "one cell that shows what it is"],
    ["Jane,Doe,jane@example.com,bo@example.com", "one cell that shows what it is, and a second of its kind"],
    ['Jane,Doe,62701,"F', "quotation marks that end nowhere"],
  ])("is not in %j: %s", (row) => expect(read(row)).toBeNull());

  it("is the first of several as long, and the others are shown", () => {
    expect(read("Jane,Doe,62701,F", "Bo,Roe,61602,M")).toEqual([
      { ...jane, zip: "62701", gender: "Female" },
      ["Bo, Roe, 61602, M"],
    ]);
    expect(read("Jane,Doe,62701,F", "Bo,Roe,61602")).toBeNull();
  });
});

describe("a row with heads", () => {
  it("goes where they say, and what stands under others is shown with them", () =>
    expect(read("Insurance,First,Last,DOB,Plan", "Aetna,Jane,Doe,3/5/84,", "Cigna,Bo,Roe,1/2/90,B")).toEqual([
      { ...jane, dob: "3/5/84" },
      ["Insurance: Aetna", "Cigna, Bo, Roe, 1/2/90, B"],
    ]));

  it("is told as one of a spreadsheet", () =>
    expect(readCsvRow("First,Last,DOB,Sex\nJane,Doe,3/5/84,F", context)).toEqual({
      format: "csv",
      values: { ...jane, dob: "3/5/84", gender: "Female" },
      otherNames: "",
      rest: [],
      odd: [],
    }));

  it("shows what else stands under the head of a name", () =>
    expect(read("Name,DOB,Sex,Plan", "Jane Doe 217-555-0199,3/5/84,F,")).toEqual([
      { ...jane, dob: "3/5/84", gender: "Female" },
      ["217-555-0199"],
    ]));

  it("of which one cannot be read shows that", () =>
    expect(read("First,Last,DOB,Sex", "Jane,Doe,soon,F")).toEqual([
      { ...jane, gender: "Female" },
      ["DOB: soon"],
    ]));

  it("takes a name beside a surname for the first name, and a whole one else", () => {
    expect(read("Name,Surname,DOB,Sex", "Mary Ann,Doe,3/5/84,")).toEqual([
      { firstName: "Mary Ann", lastName: "Doe", dob: "3/5/84" },
      [],
    ]);
    expect(read("Name,Surname,DOB,Sex", "Jane Doe,,3/5/84,")).toEqual([{ ...jane, dob: "3/5/84" }, []]);
  });

  it.each([
    ["last", ["First\tLast\tDOB\tPlan", "Jane\tDoe\t3/5/84\t"]],
    ["first", ["\tFirst\tLast\tDOB", "\tJane\tDoe\t3/5/84"]],
  ])("is as it was copied where its %s cell is empty", (_which, rows) =>
    expect(read(...rows)).toEqual([{ ...jane, dob: "3/5/84" }, []]),
  );

  it("needs two that are known, and a row below", () => {
    expect(read("Name,Foo,Bar,Baz", "1,2,3,4")).toBeNull();
    expect(read("First,Last,DOB,Phone")).toBeNull();
    expect(read("First,Last,Foo,Bar", "Jane,Doe,1,2")).toEqual([jane, ["Foo: 1", "Bar: 2"]]);
  });
});

it("of many rows only the first are looked at", () => {
  const rows = Array.from({ length: 49 }, () => "Bo,Roe,61602,M");
  expect(readCsvRow(["Jane,Doe,62701,F", ...rows, "odd"].join("\n"), context)?.rest).toHaveLength(49);
  const long = `Jane,Doe,62701,F\n${"Bo,Roe,61602,M\n".repeat(10_000)}"`;
  expect(readCsvRow(long, context)).not.toBeNull();
});
