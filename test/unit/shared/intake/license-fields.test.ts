import { describe, expect, it } from "vitest";
import { readDeclaredLength, readLicense } from "../../../../shared/intake/license.ts";
import { type Elements, licenseText } from "../../../support/license-cards.ts";

const card = (elements: Elements, version = 9): string =>
  licenseText({ issuer: "636000", version, elements });
const intake = (text: string) => {
  const found = readLicense(text);
  return found.kind === "read" ? found.intake : null;
};
const values = (elements: Elements) => intake(card(elements))?.values;
/** A card with enough lines, and a name and more on it. */
const jane: Elements = { DCS: "DOE", DAC: "JANE", DBB: "03051984", DAG: "12 OAK ST" };

describe("a name", () => {
  it.each([
    ["of parts", { DCS: "DOE", DAC: "JANE", DAD: "MARIE", DCU: "JR" }, "Jane", "Doe", "Marie Jr"],
    ["of the oldest parts", { DAB: "DOE", DAC: "JANE", DAD: "MARIE", DAE: "SR" }, "Jane", "Doe", "Marie Sr"],
    [
      "with all given names together",
      { DCS: "DOE", DCT: "JANE,MARIE  ANN", DCU: "III" },
      "Jane",
      "Doe",
      "Marie Ann III",
    ],
    ["with a comma behind two", { DCS: "DOE", DCT: "MARY ANN,LOUISE" }, "Mary Ann", "Doe", "Louise"],
    ["with blanks alone between them", { DCS: "DOE", DCT: "MARY ANN LOUISE" }, "Mary", "Doe", "Ann Louise"],
    ["with a surname of two letters", { DCS: "NG", DAC: "JD" }, "JD", "Ng", ""],
    ["with a comma and a blank between them", { DCS: "DOE", DCT: "JANE, MK" }, "Jane", "Doe", "MK"],
    ["in one, with commas", { DAA: "DOE,JANE,MARIE,ANN", DAE: "JR" }, "Jane", "Doe", "Marie Ann Jr"],
    ["in one, with commas and blanks", { DAA: "DE LA CRUZ, JANE" }, "Jane", "De la Cruz", ""],
    ["in one, with other signs", { DAA: "DOE@JANE$MARIE" }, "Jane", "Doe", "Marie"],
    ["in one, with blanks", { DAA: "DOE JANE MARIE" }, "Jane", "Doe", "Marie"],
    ["in one, with several blanks", { DAA: "DOE   JANE  MARIE" }, "Jane", "Doe", "Marie"],
    ["in one beside its surname", { DAA: "ROE,JANE", DCS: "DOE" }, "Jane", "Doe", ""],
    [
      "of which the first alone is kept in part",
      { DAC: "JANE", DCT: "BO", DAA: "ROE,AL" },
      "Jane",
      undefined,
      "",
    ],
    ["of initials", { DCS: "MCDONALD", DAC: "JD", DAD: "TJR" }, "JD", "McDonald", "Tjr"],
    ["of two letters that are none", { DCS: "LY", DAC: "JO", DAD: "BOB" }, "Jo", "Ly", "Bob"],
  ] as const)("%s", (_what, elements, firstName, lastName, others) => {
    const read = intake(card({ ...elements, DAY: "BRO", DAJ: "IL", DAI: "PEORIA" }));
    expect([read?.values.firstName, read?.values.lastName, read?.otherNames]).toEqual([
      firstName,
      lastName,
      others,
    ]);
  });

  it.each(["NONE", "UNAVL", "UNAVAIL", "UNKNOWN", "UNK", "N/A", "  "])(
    "is none where %j stands for it",
    (word) => expect(intake(card({ ...jane, DAD: word, DCU: word }))?.otherNames).toBe(""),
  );

  it.each(["NONESUCH", "ANONE"])("is one where it only begins or ends like that: %s", (word) =>
    expect(intake(card({ ...jane, DAD: word }))?.otherNames.toUpperCase()).toBe(word),
  );
});

describe("what parts names may stand behind the last one", () => {
  it.each([
    [{ DCS: "TESTER,", DAC: "ANN," }, "Ann", "Tester", ""],
    [{ DCS: "SAMPLE , ;", DAC: ", BO ;" }, "Bo", "Sample", ""],
    [{ DCS: "SAMPLE,JR", DAC: "MARIE, CLAUDE", DAD: "ROSE," }, "Marie", "Sample", "Claude Rose Jr"],
    [{ DCS: "DOE,", DCT: "JANE,MARIE," }, "Jane", "Doe", "Marie"],
    [{ DAA: "DOE,JANE,," }, "Jane", "Doe", ""],
  ] as const)("%j", (names, firstName, lastName, otherNames) =>
    expect(intake(card({ ...names, DBB: "03051984", DAG: "123 ELM ST E,", DAI: "PEORIA," }))).toMatchObject({
      values: { firstName, lastName, address: "123 Elm St E", city: "Peoria" },
      otherNames,
      odd: [],
    }),
  );
});

describe("a whole name without anything between", () => {
  const named = (names: Elements) => {
    const read = intake(card({ ...names, DBB: "03051984", DAG: "12 OAK ST", DAI: "PEORIA" }));
    return [read?.values.firstName, read?.values.lastName, read?.otherNames, read?.odd];
  };
  it.each([
    // An initial stands in the middle, or last.
    ["JANE Q ROE", "Jane", "Roe", "Q"],
    ["ROE JANE Q", "Jane", "Roe", "Q"],
    // Else it is the standard's order.
    ["ROE JANE MARIE", "Jane", "Roe", "Marie"],
    ["ROE JANE", "Jane", "Roe", ""],
  ])("is guessed at, and that is said: %s", (DAA, first, last, others) =>
    expect(named({ DAA })).toEqual([first, last, others, ["names"]]),
  );

  it.each([
    [{ DAA: "JANE Q ROE", DAB: "ROE" }, "Jane", "Roe", "Q"],
    [{ DAA: "DE LA CRUZ ANA", DAB: "DE LA CRUZ" }, "Ana", "De la Cruz", ""],
    [{ DAA: "ROE,JANE" }, "Jane", "Roe", ""],
    [{ DAA: "ROE$JANE$Q" }, "Jane", "Roe", "Q"],
  ] as const)(
    "is sure where its surname stands for itself, or signs part it: %j",
    (names, first, last, others) => expect(named(names)).toEqual([first, last, others, []]),
  );

  it("of part of a card is both", () =>
    expect(intake(card({ DAA: "ROE JANE", DBB: "03051984", DAI: "PEORIA", DAJ: "IL" }))?.odd).toEqual([
      "part",
      "names",
    ]));
});

describe("a card of before, or of a state with ways of its own", () => {
  it.each([
    ["06-27-1951", "1951-06-27"],
    ["06/27/1951", "1951-06-27"],
    ["1951-06-27", "1951-06-27"],
    ["06-27/1951", undefined],
    ["6-27-1951", undefined],
  ])("has signs in its date: %s", (DBB, dob) => {
    expect(values({ ...jane, DBB })?.dob).toBe(dob);
    if (dob !== undefined)
      expect(intake(card({ ...jane, DBB }).replace(/\p{Cc}/gu, ""))?.values).toMatchObject({
        dob,
        lastName: "Doe",
      });
  });

  it.each([
    ["96826     0", "96826"],
    ["96826      ", "96826"],
    ["96826-    ", "96826"],
    ["96826    1", "96826 1"],
  ])("has blanks in its ZIP code: %j", (DAK, zip) => expect(values({ ...jane, DAK })?.zip).toBe(zip));

  it("has no letters of its subfile before the first element", () => {
    expect(
      intake("@\n\u001E\rANSI 636000090001DL00290060DAQ1\nDCSDOE\nDACJANE\nDAG1 A ST\r")?.values,
    ).toMatchObject({
      firstName: "Jane",
      address: "1 A St",
    });
    expect(readLicense("@ANSI 636000090001DL0029006DAQ1\nDCSDOE\nDACJANE\nDAG1 A ST").kind).toBe("unread");
  });

  it.each(["|", "<LF>", "\u001D"])("may have %j for its line ends", (end) =>
    expect(intake(card(jane).replaceAll("\n", end))).toMatchObject({ values: { lastName: "Doe" }, odd: [] }),
  );
});

describe("an element of later cards comes before its older one, which is read where that says nothing", () => {
  it.each([
    ["DAG", "DAL", "address", "1 A ST", "2 B ST", "1 A St", "2 B St"],
    ["DAI", "DAN", "city", "PEORIA", "ELGIN", "Peoria", "Elgin"],
    ["DAJ", "DAO", "state", "IL", "IN", "IL", "IN"],
    ["DAK", "DAP", "zip", "61602", "60120", "61602", "60120"],
    ["DCS", "DAB", "lastName", "DOE", "ROE", "Doe", "Roe"],
  ] as const)("%s before %s", (later, older, field, first, second, asFirst, asSecond) => {
    const { [later]: _none, ...rest }: Elements = jane;
    const three = { ...rest, DAY: "BRO", DAW: "150", DAU: "066 IN" };
    expect(values({ ...three, [older]: second, [later]: first })?.[field]).toBe(asFirst);
    expect(values({ ...three, [older]: second, [later]: "NONE" })?.[field]).toBe(asSecond);
    expect(values({ ...three, [older]: second })?.[field]).toBe(asSecond);
  });

  it("also of the second line of an address", () => {
    expect(values({ ...jane, DAH: "APT 2", DAM: "APT 3" })?.address).toBe("12 Oak St, Apt 2");
    expect(values({ ...jane, DAM: "APT 3" })?.address).toBe("12 Oak St, Apt 3");
  });
});

describe("a field", () => {
  it.each([
    ["12311999", "1999-12-31"],
    ["12011999", "1999-12-01"],
    ["19991231", "1999-12-31"],
    ["01011850", "1850-01-01"],
    ["12311849", undefined],
    ["13011999", undefined],
    ["02301984", undefined],
    ["0305198", undefined],
    ["030519844", undefined],
    ["03/05/84", undefined],
  ])("date of birth %s is %s", (digits, dob) => expect(values({ ...jane, DBB: digits })?.dob).toBe(dob));

  it.each([
    ["1", "Male"],
    ["2", "Female"],
    ["M", "Male"],
    ["F", "Female"],
    ["9", undefined],
  ])("gender %s is %s", (code, gender) => expect(values({ ...jane, DBC: code })?.gender).toBe(gender));

  it.each([
    ["62701", "62701"],
    ["627010000", "62701"],
    ["627011234", "62701-1234"],
    ["62701-1234", "62701-1234"],
    ["62701 1234", "62701-1234"],
    ["62701-0000", "62701"],
    ["62701-", "62701"],
    ["K1A0B6", "K1A 0B6"],
    ["K1A 0B6", "K1A 0B6"],
    ["XK1A0B6", "XK1A0B6"],
    ["K1A0B6X", "K1A0B6X"],
    ["6270", "6270"],
    ["6270112345", "6270112345"],
    ["A62701", "A62701"],
  ])("ZIP code %s is %s", (code, zip) => expect(values({ ...jane, DAK: code })?.zip).toBe(zip));

  it.each([
    ["12 NW 4TH ST APT 2B", "12 NW 4th St Apt 2B"],
    ["1ST AND 2ND ST 3RD FLOOR", "1st And 2nd St 3rd Floor"],
    ["PO BOX 77", "PO Box 77"],
    ["8801 FM 1960 RR 2 US 30", "8801 FM 1960 RR 2 US 30"],
    ["5 N MAIN ST E #B", "5 N Main St E #B"],
    ["5 W OAK ST UNIT 12C #12CD", "5 W Oak St Unit 12C #12CD"],
    ["A12 S ELM SE UNIT C3D", "A12 S Elm SE Unit C3D"],
    ["12 PINE LANE", "12 Pine Lane"],
    ["12 SOUTH POST", "12 South Post"],
    ["X4TH 21STX", "X4th 21stx"],
    ["12   OAK    ST", "12 Oak St"],
    ["AB12 12AB #", "Ab12 12ab #"],
    ["EAST WAY NO", "East Way No"],
  ])("address %s is %s", (line, address) => expect(values({ ...jane, DAG: line })?.address).toBe(address));
});

describe("a card", () => {
  it("is whole with a name, a date of birth and an address, and else a part", () => {
    expect(intake(card(jane))).toMatchObject({ format: "license", odd: [] });
    for (const code of Object.keys(jane)) {
      const others = Object.entries(jane).filter(([key]) => key !== code);
      expect(intake(card({ ...Object.fromEntries(others), DAY: "BRO" }))?.odd).toEqual(["part"]);
    }
  });

  it("without line ends is said to be so only when it is whole", () => {
    const joined = (elements: Elements) => intake(card(elements).replace(/\p{Cc}/gu, ""))?.odd;
    expect(joined(jane)).toEqual(["joined"]);
    expect(joined({ DCS: "DOE", DAC: "JANE" })).toEqual(["part"]);
  });

  it("that says nothing of a patient is not read", () =>
    expect(readLicense(card({ DAY: "BRO", DAW: "150", DAU: "066 IN", DCG: "USA" })).kind).toBe("unread"));

  it.each(["ID", "EN", "DL"])("may call its subfile %s", (subfile) =>
    expect(intake(card(jane).replaceAll("DL", subfile))?.values.lastName).toBe("Doe"),
  );

  it.each([
    ["AAMVA", "none"],
    ["ANSI", "read"],
    ["AAMVA ", "none"],
  ])("has a head: %j", (name) => {
    const text = card(jane).replace("ANSI ", name);
    expect(intake(text)?.values.lastName).toBe("Doe");
    expect(readLicense(text.replace("636000", "63600X")).kind).toBe("none");
    expect(readLicense(`X${text.slice(4)}`).kind).toBe("none");
  });

  it("may begin with its head: a scanner left out what stands before", () => {
    const text = card(jane);
    expect(intake(text.slice(text.indexOf("ANSI")))?.values.lastName).toBe("Doe");
  });

  it.each(["DLDABDOEDACJANE", "DLDABDOEDACJANEDBB19840305"])(
    "whose head says no version is one of the oldest: %s",
    (body) =>
      expect(intake(`@ANSI 636000${body}`)?.values).toMatchObject({ firstName: "Jane", lastName: "Doe" }),
  );

  it("is looked for in the first 8,000 letters alone", () => {
    expect(readLicense(`${" ".repeat(7_000)}${card(jane)}`).kind).toBe("read");
    expect(readLicense(`${" ".repeat(8_000)}${card(jane)}`).kind).toBe("none");
  });
});

describe("two cards", () => {
  const bo = { ...jane, DAC: "BO" };
  it("of two people are nobody's, and of one person that person's", () => {
    expect(readLicense(card(jane) + card(bo)).kind).toBe("two");
    expect(intake(card(jane) + card(jane))?.values.firstName).toBe("Jane");
  });

  it("of which one is cut off are the whole one, whichever came first", () => {
    const half = card(jane).slice(0, -12);
    expect(intake(half + card(jane))).toMatchObject({ odd: [], values: { address: "12 Oak St" } });
    expect(intake(card(jane) + half)).toMatchObject({ odd: [], values: { address: "12 Oak St" } });
    expect(readLicense(half + card(bo)).kind).toBe("two");
  });

  it("do not take the first sign of the next into the last field of the one before", () => {
    const ends = { ...jane, DAQ: "1", DAI: "PEORIA" };
    const first = card(ends).trimEnd();
    expect(intake(`${first}@${card(ends).slice(1)}`)?.values.city).toBe("Peoria");
    expect(intake(`${first}"\n${card(ends).slice(1)}`)?.values.city).toBe("Peoria");
  });
});

describe("the length that a head says", () => {
  it.each([
    ["ANSI 636000090001DL00410278DL", 319],
    ["ansi 636000090001id00410278id", 319],
    ["ANSI 636000090001EN00410278EN", 0],
    ["", 0],
    [`${" ".repeat(72)}DL00410278`, 0],
    [`${" ".repeat(70)}DL00410278`, 319],
  ])("%j is %i", (text, length) => expect(readDeclaredLength(text)).toBe(length));

  it.each([
    [8, "Peoria"],
    [9, undefined],
  ])("may count %i signs that the scanner left out: the last city is %s", (missing, city) => {
    const text = (length: number): string =>
      `\nANSI 636000090001DL0000${String(length).padStart(4, "0")}DLDCSDOE\nDACJANE\nDAG1 OAK ST\nDAIPEORIA`;
    expect(intake(text(text(0).length + missing))?.values.city).toBe(city);
  });

  it("says that what stands after the last line end was cut off, unless all of it is there", () => {
    const text = card({ ...jane, DAI: "PEORIA" });
    expect(intake(text.trimEnd())?.values.city).toBe("Peoria");
    expect(intake(text.slice(0, -9))?.values).toMatchObject({ firstName: "Jane", address: "12 Oak St" });
    expect(intake(text.slice(0, -9))?.values.city).toBeUndefined();
    expect(intake(text.slice(0, text.indexOf("OAK") + 3))?.values.address).toBeUndefined();
  });
});
