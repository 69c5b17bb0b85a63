import { describe, expect, it } from "vitest";
import { readFhir } from "../../../../shared/intake/fhir.ts";

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
    const [old, any, usual, official] = ["old", "temp", "usual", "official"].map((use) => ({
      use,
      family: use,
    }));
    expect(named(old, any, usual, official)).toEqual({ lastName: "official" });
    expect(named(old, any, usual)).toEqual({ lastName: "usual" });
    expect(named(old, any)).toEqual({ lastName: "temp" });
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

describe("of several names and addresses the one in use is filled in, and the others are shown", () => {
  const [maiden, nick, official] = [
    { use: "maiden", family: "Smith", given: ["Jane"] },
    { use: "nickname", given: ["JJ"] },
    { use: "official", family: "Doe", given: ["Jane"] },
  ];
  it.each([
    [[maiden, nick, official], { firstName: "Jane", lastName: "Doe" }, ["maiden Jane Smith", "nickname JJ"]],
    [[nick, { family: "Doe", given: ["Jane"] }], { firstName: "Jane", lastName: "Doe" }, ["nickname JJ"]],
    [[maiden, { use: "temp", family: "Roe" }], { lastName: "Roe" }, ["maiden Jane Smith"]],
    [[{ use: "anonymous", text: "No Body" }, nick], {}, ["anonymous No Body", "nickname JJ"]],
    [
      [
        { ...official, family: "Poe", period: { start: "2027" } },
        { use: "usual", family: "Doe" },
      ],
      { lastName: "Doe" },
      ["official Jane Poe"],
    ],
    [
      [
        { ...official, period: { start: "2026-11" } },
        { use: "usual", family: "Roe" },
      ],
      { firstName: "Jane", lastName: "Doe" },
      ["usual Roe"],
    ],
  ])("%j", (name, values, rest) => expect(read(patient({ name }))).toMatchObject({ values, rest }));

  it("a maiden name alone fills in nothing, and is shown", () =>
    expect(read(patient({ name: [maiden], gender: "female" }))).toMatchObject({
      values: { gender: "Female" },
      rest: ["maiden Jane Smith"],
    }));

  it("a name of two people is nobody's, and is shown", () =>
    expect(read(patient({ name: [{ text: "John and Mary Poe" }], gender: "female" }))).toMatchObject({
      values: { gender: "Female" },
      rest: ["John and Mary Poe"],
    }));

  it("an address to be visited at comes before one for letters, one of no use before the one at work", () => {
    const [mail, work, plain] = [
      { use: "home", type: "postal", line: ["PO Box 1"] },
      { use: "work", line: ["2 Work St"], city: "Elgin" },
      { line: ["3 Oak St"] },
    ];
    expect(read(patient({ address: [mail, work, plain] }))).toMatchObject({
      values: { address: "3 Oak St" },
      rest: ["home PO Box 1", "work 2 Work St, Elgin"],
    });
    expect(read(patient({ address: [mail] }))?.values).toEqual({ address: "PO Box 1" });
  });
});

describe("an address as one text", () => {
  const parts = { address: "12 Oak St", city: "Peoria", state: "IL", zip: "61602" };
  it.each([
    [{ text: "12 Oak St, Peoria, IL 61602" }, parts],
    [{ text: "12 Oak St\n Peoria, IL 61602\r\n" }, parts],
    [{ text: "12 Oak St\nPeoria, IL 61602\nUSA" }, parts],
    [
      { text: "12 Oak St, Peoria, IL 61602", city: "PEORIA", state: "IL", postalCode: "61602" },
      { ...parts, city: "PEORIA" },
    ],
    [
      { text: "1 Other St, Elgin, IL 60120", line: ["12 Oak St"], city: "Peoria" },
      { address: "12 Oak St", city: "Peoria" },
    ],
    [{ text: "The house at the lake" }, { address: "The house at the lake" }],
    [{ text: "The house at the lake", city: "Peoria" }, { city: "Peoria" }],
  ])("%j", (address, values) => expect(read(patient({ address: [address] }))?.values).toEqual(values));
});

describe("ways to reach somebody", () => {
  const phone = (more: object) => ({ system: "phone", value: "1", ...more });
  it.each([
    [[phone({ use: "work", value: "2" }), phone({ value: "3" })], "3"],
    [[phone({ use: "mobile" }), phone({ use: "work", value: "2", rank: 1 })], "2"],
    [[phone({ rank: 2 }), phone({ value: "2", rank: 1 })], "2"],
    [[phone({ use: "old", rank: 1 }), phone({ value: "2" })], "2"],
    [[phone({ period: { start: "2027-01-01" } }), phone({ value: "2", use: "work" })], "2"],
    [[phone({ value: " " }), phone({ value: "tel:+1-217-555-0199", use: "work" })], "+1-217-555-0199"],
    [[{ system: "sms", value: "4" }, phone({ rank: "x" })], "1"],
  ])("%j is reached at %s", (telecom, value) => expect(read(patient({ telecom }))?.values.phone).toBe(value));
});

it("a part of a date is none, and is shown", () =>
  expect(read(patient({ name: [doe], birthDate: "1984-03" }))).toMatchObject({
    values: { firstName: "Jane", lastName: "Doe" },
    rest: ["1984-03"],
  }));

describe("a patient among other records", () => {
  const jane = patient({ id: "j", name: [doe] });
  const bo = patient({ id: "b", name: [{ text: "Bo Roe" }] });
  const bundle = (...all: readonly object[]) => ({ resourceType: "Bundle", entry: all });
  const found = { firstName: "Jane", lastName: "Doe" };
  it.each([
    ["contained", { resourceType: "ServiceRequest", contained: [jane], subject: { reference: "#j" } }],
    ["contained in a list", [{ resourceType: "Observation", contained: [null, 5, jane] }]],
    ["in a Bundle in a Bundle", bundle({ resource: bundle({ resource: jane }) })],
    ["in Parameters", { resourceType: "Parameters", parameter: [{ name: "x", resource: jane }] }],
    [
      "whom the other record is of",
      bundle(
        { resource: bo },
        { resource: jane },
        { resource: { resourceType: "Encounter", subject: { reference: "Patient/j" } } },
      ),
    ],
    [
      "by where it stands",
      bundle(
        { fullUrl: "urn:uuid:1", resource: bo },
        { fullUrl: "urn:uuid:2", resource: patient({ name: [doe] }) },
        { resource: { resourceType: "Coverage", beneficiary: { reference: "urn:uuid:2" } } },
      ),
    ],
    [
      "by its whole address, of any version",
      bundle(
        { fullUrl: "https://x.example/Patient/b", resource: bo },
        { fullUrl: "https://x.example/Patient/j", resource: jane },
        {
          resource: {
            resourceType: "Appointment",
            participant: [{ actor: { reference: "https://x.example/Patient/j/_history/2" } }],
          },
        },
      ),
    ],
    [
      "that no other has taken the place of",
      [patient({ name: [{ text: "Bo Roe" }], link: [{ type: "replaced-by" }] }), jane],
    ],
    ["that is in use", [patient({ name: [{ text: "Bo Roe" }], active: false }), jane]],
  ])("%s", (_what, json) => expect(read(json)?.values).toEqual(found));

  it("is the first where the others are of two", () =>
    expect(
      read(
        bundle(
          { resource: bo },
          { resource: jane },
          { resource: { resourceType: "Encounter", subject: { reference: "Patient/j" } } },
          { resource: { resourceType: "Encounter", subject: { reference: "Patient/b" } } },
        ),
      ),
    ).toMatchObject({ values: { firstName: "Bo", lastName: "Roe" }, rest: ["Jane Doe"] }));

  it("is nobody whom a patient's own record holds: a relation, a doctor, a contact", () => {
    const others = {
      contact: [{ name: { family: "Poe" }, telecom: [{ system: "phone", value: "5" }] }],
      contained: [
        {
          resourceType: "RelatedPerson",
          name: [{ family: "Poe" }],
          telecom: [{ system: "phone", value: "5" }],
        },
        bo,
      ],
    };
    expect(read({ ...jane, ...others })).toMatchObject({
      values: found,
      rest: ["contact Poe 5"],
    });
    expect(read({ resourceType: "RelatedPerson", name: [doe] })).toBeNull();
    expect(read(bundle({ resource: { resourceType: "Practitioner", name: [doe] } }))).toBeNull();
  });

  it("is not looked for without end", () => {
    let deep: object = jane;
    for (let level = 0; level < 50; level += 1)
      deep = { resourceType: "Bundle", entry: [{ resource: deep }] };
    expect(read(deep)).toBeNull();
  });
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
