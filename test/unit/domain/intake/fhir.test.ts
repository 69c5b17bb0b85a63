import { describe, expect, it } from "vitest";
import { readFhir } from "../../../../domain/intake/fhir.ts";

const context = { today: "2026-11-22", dateOrder: "month-first" } as const;
const patient = (more: object) => ({ resourceType: "Patient", ...more });
const read = (json: unknown) => readFhir(JSON.stringify(json), context);
const named = (...name: readonly unknown[]) => read(patient({ name }))?.values;
const doe = { family: "Doe", given: ["Jane"] };

describe("a name", () => {
  it("has its middle names and what stands behind it in no field", () => {
    const intake = read(patient({ name: [{ ...doe, given: ["Jane", "Marie", " "], suffix: ["Jr"] }] }));
    expect([intake?.values, intake?.otherNames]).toEqual([
      { firstName: "Jane", lastName: "Doe" },
      "Marie Jr",
    ]);
  });

  it("is the official one, else the usual one, else the first; never one of the past", () => {
    const [old, any, usual, official] = ["old", "nickname", "usual", "official"].map((use) => ({
      use,
      family: use,
    }));
    expect(named(old, any, usual, official)).toEqual({ lastName: "official" });
    expect(named(old, any, usual)).toEqual({ lastName: "usual" });
    expect(named(old, any)).toEqual({ lastName: "nickname" });
    expect(named(old)).toEqual({});
  });

  it("that is one text alone is not lost", () => {
    expect(named({ text: "Jane Doe" })).toEqual({ firstName: "Jane", lastName: "Doe" });
    expect(named({ text: "Bo Roe", family: "Doe" })).toEqual({ lastName: "Doe" });
    expect(named({ text: "Bo Roe", given: ["Jane"] })).toEqual({ firstName: "Jane" });
  });

  it("that is none is passed over, as is what is no text in it", () =>
    expect(named(null, 5, { family: "Doe", given: "Jane", use: 7 })).toEqual({ lastName: "Doe" }));
});

it("the address is the one at home, with its lines in one", () => {
  const work = { use: "work", city: "Chicago" };
  const home = {
    use: "home",
    line: ["12 Oak St", "", " ", "Apt 2"],
    city: "Peoria",
    state: "IL",
    postalCode: "61602",
  };
  expect(read(patient({ address: [work, home] }))?.values).toEqual({
    address: "12 Oak St, Apt 2",
    city: "Peoria",
    state: "IL",
    zip: "61602",
  });
  expect(read(patient({ address: [{ use: "old", city: "Elgin" }, work] }))?.values).toEqual({
    city: "Chicago",
  });
});

describe("what is in use no more is passed over", () => {
  const mounds = (line: string, period: unknown) => ({ line: [line], city: "MOUNDS", state: "OK", period });
  it("as the address that US Core's own example ended in 2020", () =>
    expect(
      read(
        patient({
          address: [
            mounds("49 MEADOW ST", { start: "2016-12-06", end: "2020-07-22" }),
            mounds("183 MOUNTAIN VIEW ST", { start: "2020-07-22" }),
          ],
        }),
      )?.values.address,
    ).toBe("183 MOUNTAIN VIEW ST"));

  it.each([
    ["2020", false],
    ["2026-10", false],
    ["2026-11-21T23:59:59Z", false],
    ["2026-11-22", true],
    ["2026", true],
    ["2026-11", true],
    ["2030-01-01", true],
    ["soon", true],
    ["", true],
  ])("where its end is %j: in use is %s", (end, isUsed) => {
    const address = [mounds("12 OAK ST", { end })];
    expect(read(patient({ address }))?.values.city).toBe(isUsed ? "MOUNDS" : undefined);
    expect(named({ ...doe, period: { end } })?.lastName).toBe(isUsed ? "Doe" : undefined);
    const telecom = [{ system: "phone", value: "1", period: { end } }];
    expect(read(patient({ telecom }))?.values.phone).toBe(isUsed ? "1" : undefined);
  });

  it("and a period that is none says nothing", () =>
    expect(named({ ...doe, period: 5 })?.lastName).toBe("Doe"));
});

it("of several ways to reach one fills in a mobile phone before one at home, and shows the others", () => {
  const mobile = { system: "phone", value: "3", use: "mobile" };
  const telecom = [
    { system: "phone", value: "1" },
    { system: "phone", value: "2", use: "home" },
    null,
    { system: "fax", value: "4" },
    { system: "email", value: "a@b.co" },
    { system: "email", value: "c@d.co", use: "home" },
  ];
  expect(read(patient({ telecom: [...telecom, mobile] }))).toEqual({
    format: "fhir",
    values: { phone: "3", email: "c@d.co" },
    otherNames: "",
    rest: ["phone 1", "phone 2", "fax 4", "email a@b.co"],
    odd: [],
  });
  expect(read(patient({ telecom }))?.values.phone).toBe("2");
});

it("no fax and no email address is a phone number", () =>
  expect(
    read(
      patient({
        telecom: [
          { system: "email", value: "a@b.co" },
          { system: "fax", value: "4", use: "mobile" },
          { system: "phone", value: "1" },
        ],
      }),
    )?.values,
  ).toEqual({ email: "a@b.co", phone: "1" }));

it("what other systems know a patient by is shown", () =>
  expect(
    read(patient({ identifier: [null, { system: "urn:x", value: "7" }, { value: "8" }, { system: " " }] }))
      ?.rest,
  ).toEqual(["urn:x 7", "8"]));

it("a date and a gender that are none are absent", () => {
  expect(read(patient({ birthDate: "1984-03-05", gender: "female" }))?.values).toEqual({
    dob: "1984-03-05",
    gender: "Female",
  });
  expect(read(patient({ birthDate: 5, gender: "unknown" }))?.values).toEqual({});
});

describe("several patients", () => {
  const all = [
    { name: [doe] },
    { name: [{ text: "Bo Roe" }] },
    { name: [{ given: ["Al", ""], family: "Poe" }] },
    {},
  ];

  it("are in a bundle, among whatever else is there: the first is filled in, the others are shown", () => {
    const entry: unknown[] = [
      null,
      5,
      { resource: { resourceType: "Observation" } },
      ...all.map((one) => ({ resource: patient(one) })),
    ];
    expect(read({ resourceType: "Bundle", entry })).toMatchObject({
      values: { firstName: "Jane", lastName: "Doe" },
      rest: ["Bo Roe", "Al Poe"],
    });
  });

  it("are shown by the names that they are called by", () => {
    const other = (...uses: readonly string[]) =>
      patient({ name: uses.map((use) => ({ use, text: `${use} name` })) });
    expect(
      read([patient({ name: [doe] }), other("nickname", "usual", "official"), other("nickname", "usual")])
        ?.rest,
    ).toEqual(["official name", "usual name"]);
  });

  it("are in a list", () =>
    expect(read(all.map(patient))).toMatchObject({
      values: { firstName: "Jane", lastName: "Doe" },
      rest: ["Bo Roe", "Al Poe"],
    }));
});

it("blanks may stand before it", () =>
  expect(readFhir(` \n${JSON.stringify(patient({ name: [doe] }))}`, context)).not.toBeNull());

it.each([
  "",
  "{",
  "[1]",
  "null",
  "{}",
  '{"resourceType":"Bundle"}',
  '{"resourceType":"Person"}',
  "x {}",
  '"{"',
])("%s is none", (text) => expect(readFhir(text, context)).toBeNull());
