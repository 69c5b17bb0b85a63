import { describe, expect, it } from "vitest";
import { readHl7 } from "../../../../shared/intake/hl7.ts";

const context = { today: "2026-11-22", dateOrder: "month-first" } as const;
const read = (...segments: readonly string[]) => readHl7(segments.join("\r"), context);
/** PID with these fields, by their numbers. */
const pid = (fields: Readonly<Record<number, string>>): string =>
  ["PID", ...Array.from({ length: 20 }, (_, at) => fields[at + 1] ?? "")].join("|");
const values = (fields: Readonly<Record<number, string>>) => read(pid(fields))?.values;

it("every field of a patient is where the standard has it, and what is left over is shown", () =>
  expect(
    read(
      pid({
        3: "A1^^^HOSP~A2",
        5: "DOE^JANE^MARIE^JR",
        7: "19840305",
        8: "F",
        11: "12 OAK ST&OAK^APT 2^PEORIA^IL^61602",
        13: "^PRN^PH^^1^217^5550199~(217)555-0100^WPN",
        14: "jane@example.com^NET~217 555 0101^^^b@c.co",
      }),
    ),
  ).toEqual({
    format: "hl7",
    values: {
      firstName: "JANE",
      lastName: "DOE",
      dob: "1984-03-05",
      gender: "Female",
      address: "12 OAK ST, APT 2",
      city: "PEORIA",
      state: "IL",
      zip: "61602",
      phone: "2175550199",
      email: "jane@example.com",
    },
    otherNames: "MARIE JR",
    rest: ["A1 HOSP", "A2", "(217)555-0100", "217 555 0101", "b@c.co"],
    odd: [],
  }));

describe("a field", () => {
  it.each([
    [
      "of parts of its own has the first",
      { 5: "de la Cruz&de la&Cruz^ANA" },
      { lastName: "de la Cruz", firstName: "ANA" },
    ],
    ["that says nothing on purpose is empty", { 5: '""^JANE' }, { firstName: "JANE" }],
    ["keeps quotation marks before a text", { 5: '""DOE' }, { lastName: '""DOE' }],
    ["keeps quotation marks behind a text", { 5: 'DOE""' }, { lastName: 'DOE""' }],
    ["is not of a repetition of blanks", { 5: " ^ ~ROE^BO" }, { lastName: "ROE", firstName: "BO" }],
    ["is a number alone", { 13: "5550199" }, { phone: "5550199" }],
    ["is an address alone", { 13: "^^^a@b.co" }, { email: "a@b.co" }],
    [
      "is a number behind an address in a number's place",
      { 13: "a@b.co", 14: "5550199" },
      { email: "a@b.co", phone: "5550199" },
    ],
    ["is not an address at the beginning of a text", { 13: "a@b.co now" }, { phone: "a@b.co now" }],
    [
      "begins with the first repetition that has anything",
      { 5: "^~ROE^BO" },
      { lastName: "ROE", firstName: "BO" },
    ],
    ["has no blanks around it", { 5: " DOE ^ JANE " }, { lastName: "DOE", firstName: "JANE" }],
    ["is the city alone of an address", { 11: "^^PEORIA" }, { city: "PEORIA" }],
    ["is the second line alone of an address", { 11: "^APT 2" }, { address: "APT 2" }],
    ["is the number without an area code", { 13: "^^^^^^5550199" }, { phone: "5550199" }],
    ["is the area code without a number", { 13: "^^^^^217" }, { phone: "217" }],
    ["is a number before its parts", { 13: "555^^^^^217" }, { phone: "555" }],
    ["is the address that a number's place has", { 13: "a@b.co^^^c@d.co" }, { email: "a@b.co" }],
    ["is a number with blanks and no address", { 13: "a b@c" }, { phone: "a b@c" }],
    ["is a number of another country", { 13: "^PRN^CP^^52^55^12345678" }, { phone: "+52 55 12345678" }],
    [
      "is a number of another country without an area",
      { 13: "^^^^+0044^^2079460000" },
      { phone: "+44 2079460000" },
    ],
    ["has the code of this country nowhere", { 13: "^^^^001^217^5550199" }, { phone: "2175550199" }],
    ["keeps an extension", { 13: "^WPN^PH^^1^217^5550199^12" }, { phone: "2175550199 x12" }],
    ["keeps an extension behind a number", { 13: "(217)555-0199^^^^^^^12" }, { phone: "(217)555-0199 x12" }],
    ["has an extension once", { 13: "(217)555-0199X12^^^^^^^12" }, { phone: "(217)555-0199X12" }],
    ["is no number of an extension alone", { 5: "DOE", 13: "^^^^1^^^12" }, { lastName: "DOE" }],
    ["is no fax", { 13: "(217)555-0001^WPN^FX~(217)555-0199^PRN^PH" }, { phone: "(217)555-0199" }],
    ["is no beeper", { 13: "5^BPN~6^^BP~7" }, { phone: "7" }],
    ["of a date has eight digits", { 5: "DOE", 7: "200112" }, { lastName: "DOE" }],
    ["of a date may have a time", { 7: "19840305120000-0600" }, { dob: "1984-03-05" }],
    ["is a number behind an at sign", { 13: "@ 5" }, { phone: "@ 5" }],
    ["is not an address within a text", { 13: "to a@b.co now" }, { phone: "to a@b.co now" }],
    ["that is no date and no gender is absent", { 5: "DOE", 7: "bad", 8: "U" }, { lastName: "DOE" }],
    [
      "has the signs that were escaped, and a blank for what only a printer knows",
      { 5: "A\\F\\B\\S\\C\\R\\D\\E\\E\\T\\F^J\\X0A\\K\\.br\\L\\Z01\\M\\toString\\N" },
      { lastName: "A|B^C~D\\E&F", firstName: "J K L M\\toString\\N" },
    ],
  ] as const)("%s", (_what, fields, found) => expect(values(fields)).toEqual(found));

  it("has an ampersand that was escaped in its text, not as the end of a part", () =>
    expect(values({ 11: "^^A \\T\\ B" })).toEqual({ city: "A & B" }));
});

it("what is no phone and no date is shown", () =>
  expect(read(pid({ 5: "DOE", 7: "200112", 13: "5^WPN^FX~6^BPN" }))?.rest).toEqual([
    "FX 5",
    "BPN 6",
    "200112",
  ]));

it("in which order dates are written here says nothing of a message's", () =>
  expect(
    readHl7(pid({ 5: "DOE", 7: "200112" }), { ...context, dateOrder: "day-first" })?.values.dob,
  ).toBeUndefined());

it("of little there is no more than that", () =>
  expect(read(pid({ 5: "DOE" }))).toEqual({
    format: "hl7",
    values: { lastName: "DOE" },
    otherNames: "",
    rest: [],
    odd: [],
  }));

describe("the signs between", () => {
  it("are those that the message's head says", () =>
    expect(read("MSH#!*/&#", "PID#####DOE/S/X!JANE*ROE#")?.values).toEqual({
      lastName: "DOE!X",
      firstName: "JANE",
    }));

  it.each(["MSH", "MSH#", "MSH#!*", "XMSH#!*/&#"])(
    "are the usual ones where the head says too few: %s",
    (head) =>
      expect(read(head, pid({ 5: "DOE^JANE" }))?.values).toEqual({ lastName: "DOE", firstName: "JANE" }),
  );
});

it("a message comes in its frame, with blanks before its lines and any line ends", () => {
  const found = { lastName: "DOE", firstName: "JANE" };
  expect(readHl7("\u000bMSH|^~\\&|\rPID|||||DOE^JANE\u001c\r", context)?.values).toEqual(found);
  expect(readHl7("MSH|^~\\&|\n\n  PID|||||DOE^JANE\u001cZZ1|x", context)?.values).toEqual(found);
});

it("a line also ends with the sign that a frame begins with", () =>
  expect(readHl7("MSH|^~\\&|\u000bPID|||||DOE^JANE", context)?.values.lastName).toBe("DOE"));

it("of several patients the first is filled in, and the others are shown", () =>
  expect(read(pid({ 5: "DOE^JANE" }), pid({ 5: "ROE^BO^X" }), pid({ 5: "POE" }))).toMatchObject({
    values: { lastName: "DOE", firstName: "JANE" },
    rest: ["ROE, BO", "POE"],
  }));

it.each(["", "PIDX|||||DOE", "x PID|||||DOE", "MSH|^~\\&|", "PID"])("%j has none", (text) =>
  expect(readHl7(text, context)).toBeNull(),
);

describe("escapes are read behind the signs between", () => {
  it.each([
    ["5TH \\T\\ OAK AVE", "5TH & OAK AVE"],
    ["5TH \\T\\ OAK&OAK", "5TH & OAK"],
    ["A\\S\\B", "A^B"],
    ["BLDG \\X41\\", "BLDG A"],
    ["CAF\\XC389\\", "CAFÉ"],
    ["CAF\\XC9\\", "CAFÉ"],
    ["\\H\\12\\N\\ OAK", "12 OAK"],
    ["12\\.sp2\\OAK", "12 OAK"],
    ["12 OAK \\P\\2", "12 OAK #2"],
    // No escape: the sign itself.
    ["12 OAK\\ELM", "12 OAK\\ELM"],
    ["12 OAK \\", "12 OAK \\"],
    ["12\\XZZ\\OAK", "12\\XZZ\\OAK"],
    ["A\\B\\T\\C", "A\\B&C"],
    ["\\T\\\\T\\", "&&"],
    ["&OAK AVE&12", "12 OAK AVE"],
  ])("the street %s is %s", (written, address) => expect(values({ 11: written })).toEqual({ address }));

  it("also with signs of the message's own", () =>
    expect(read("MSH#!*/@#", "PID###########5TH /T/ OAK@OAK!APT /F/2!PEORIA")?.values).toEqual({
      address: "5TH @ OAK, APT #2",
      city: "PEORIA",
    }));

  it("and a message that has no sign for parts has none", () =>
    expect(read("MSH|^~\\|", "PID|||||DOE&X^JANE \\T\\ BO")?.values).toEqual({
      lastName: "DOE&X",
      firstName: "JANE & BO",
    }));
});

describe("repetitions", () => {
  it("of a name: the legal one, then one of no other kind; a maiden name, an alias and one that is over are shown", () => {
    const all = ["SMITH^JANE^^^^^M", "ROE^JJ^^^^^N", "DOE^JANE^A^^^^L", "POE^JO^^^^^D"];
    expect(read(pid({ 5: all.join("~") }))).toMatchObject({
      values: { lastName: "DOE", firstName: "JANE" },
      otherNames: "A",
      rest: ["SMITH, JANE", "ROE, JJ", "POE, JO"],
    });
    expect(values({ 5: "SMITH^JANE^^^^^M~DOE^JANE" })).toEqual({ lastName: "DOE", firstName: "JANE" });
    expect(values({ 5: "SMITH^JANE^^^^^L^^^^^^20200101~DOE^JANE^^^^^D" })).toMatchObject({ lastName: "DOE" });
    expect(read(pid({ 5: "SMITH^JANE^^^^^M", 8: "F" }))).toMatchObject({
      values: { gender: "Female" },
      rest: ["SMITH, JANE"],
    });
  });

  it("of an address: no bad one, none of birth and none that is over; at home before elsewhere, a firm's last", () => {
    const [bad, birth, work, home, mail, old] = [
      "1 BAD^^ELGIN^IL^60120^^BA",
      "2 BORN^^ELGIN^IL^60120^^N",
      "3 WORK^^ELGIN^IL^60120^^B",
      "4 HOME^^PEORIA^IL^61602^^H",
      "5 MAIL^^PEORIA^IL^61602^^M",
      "6 OLD^^PEORIA^IL^61602^^H^^^^^^^20200101",
    ];
    const address = (...all: readonly string[]) => values({ 11: all.join("~") })?.address;
    expect(address(bad, birth, work, mail, old, home)).toBe("4 HOME");
    expect(address(bad, work, mail, old)).toBe("5 MAIL");
    expect(address(bad, birth, work)).toBe("3 WORK");
    expect(address(bad, birth, old)).toBeUndefined();
    expect(read(pid({ 5: "DOE", 11: `${bad}~${home}` }))?.rest).toEqual(["1 BAD, ELGIN, IL, 60120"]);
  });

  it("of a phone: not one at work where there is another, and nobody's for emergencies", () => {
    expect(read(pid({ 13: "217-555-0111^EMR^PH~217-555-0100^WPN^PH~217-555-0199^PRN^CP" }))).toMatchObject({
      values: { phone: "217-555-0199" },
      rest: ["217-555-0100", "PH 217-555-0111"],
    });
    expect(values({ 14: "217-555-0100^WPN^PH" })).toEqual({ phone: "217-555-0100" });
  });

  it("of a number that others know: all are shown, each once, by who gave it", () =>
    expect(
      read(
        pid({
          2: "7^^^OLD",
          3: "A1^^^HOSP&1.2.3&ISO^MR~A2^^^LAB^PI~A1^^^HOSP^MR",
          4: "B9",
          5: "DOE",
          18: "V5^^^HOSP",
        }),
      )?.rest,
    ).toEqual(["7 OLD", "A1 HOSP", "A2 LAB", "B9", "V5 HOSP"]));
});

it("of other segments nothing is taken: next of kin, guarantor, insurance, provider", () =>
  expect(
    read(
      "MSH|^~\\&|",
      pid({ 5: "DOE^JANE" }),
      "PD1||||7^POE^AL",
      "NK1|1|ROE^BO|SPO|5 ELM ST^^PEORIA|2175550111",
      "GT1|1||ROE^BO||5 ELM ST^^PEORIA|2175550111||19500102|M",
      "IN1|1|PPO|7|AETNA|PO BOX 1",
    ),
  ).toEqual({
    format: "hl7",
    values: { lastName: "DOE", firstName: "JANE" },
    otherNames: "",
    rest: [],
    odd: [],
  }));

it("a message that lost its line ends is read by the names of its segments", () =>
  expect(
    readHl7("MSH|^~\\&|ADT|H EVN|A04| PID|1||7||DOE^JANE||19840305|F NK1|1|ROE^BO PV1|1|O", context)?.values,
  ).toEqual({ lastName: "DOE", firstName: "JANE", dob: "1984-03-05", gender: "Female" }));
