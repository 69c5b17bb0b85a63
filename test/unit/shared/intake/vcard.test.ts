import { describe, expect, it } from "vitest";
import { readVcard } from "../../../../shared/intake/vcard.ts";

const context = { today: "2026-11-22", dateOrder: "month-first" } as const;
const lines = (...all: readonly string[]) =>
  readVcard(["BEGIN:VCARD", ...all, "END:VCARD"].join("\n"), context);
const values = (...all: readonly string[]) => lines(...all)?.values;
const jane = { firstName: "Jane", lastName: "Doe" };
/** What a contact of that name has besides it. */
const beside = (...all: readonly string[]) => {
  const { firstName, lastName, ...others } = values("N:Doe;Jane", ...all) ?? {};
  expect({ firstName, lastName }).toEqual(jane);
  return others;
};

describe("a name", () => {
  it("has what stands in no field of the form beside it, without the title", () =>
    expect(lines("N:Doe;Jane;Marie;Dr.;Jr.", "FN:x")).toEqual({
      format: "vcard",
      values: jane,
      otherNames: "Marie Jr.",
      rest: [],
      odd: [],
    }));

  it("is read of the whole where its parts say nothing", () => {
    expect(values("FN:Dr. Jane Doe")).toEqual(jane);
    expect(values("N:;;;;", "FN:Doe\\, Jane")).toEqual(jane);
    expect(values("N:Doe", "FN:Bo Roe")).toEqual({ lastName: "Doe" });
    expect(values("N:;Jane", "FN:Bo Roe")).toEqual({ firstName: "Jane" });
  });

  it("of blanks says nothing", () => expect(values("N: ; ", "FN:Jane Doe")).toEqual(jane));

  it("alone has nothing beside it", () => expect(lines("N:Doe;Jane")?.otherNames).toBe(""));

  it("is the first of several, and the others are shown", () =>
    expect(
      lines(
        "N:Doe;Jane",
        "N:Roe;Bo",
        "FN:a",
        "FN:b",
        "BDAY:1984-03-05",
        "BDAY:1990-01-01",
        "GENDER:F",
        "GENDER:M",
      ),
    ).toMatchObject({
      values: { ...jane, dob: "1984-03-05", gender: "Female" },
      rest: ["N: Roe, Bo", "FN: b", "BDAY: 1990-01-01", "GENDER: M"],
    }));
});

describe("of several of a kind", () => {
  it.each([
    ["the preferred one", ["TEL;TYPE=CELL:1", "TEL;PREF=1:2", "TEL:3"], "2"],
    ["one at home", ["TEL:1", "TEL;TYPE=HOME:2"], "2"],
    ["one that is carried", ["TEL:1", "TEL;TYPE=CELL:2"], "2"],
    ["the first, where none is", ["TEL:1", "TEL:2"], "1"],
    ["none at work where there is another", ["TEL;TYPE=WORK,PREF:1", "TEL:2"], "2"],
    ["one at work where there is no other", ["TEL;TYPE=WORK:1", "TEL;TYPE=FAX:2"], "1"],
    ["none that is no phone", ["TEL;TYPE=FAX:1", "TEL;TYPE=PAGER;PREF=1:2", "TEL:3"], "3"],
    ["no word that only begins like it", ["TEL:1", "TEL;TYPE=preference:2"], "1"],
  ])("%s is filled in", (_what, phones, phone) => expect(beside(...phones)).toEqual({ phone }));

  it("the others are shown", () =>
    expect(
      lines("N:Doe;Jane", "TEL;TYPE=fax:1", "TEL:2", "EMAIL:a@b.co", "EMAIL;PREF=1:c@d.co"),
    ).toMatchObject({
      values: { phone: "2", email: "c@d.co" },
      rest: ["TEL: 1", "EMAIL: a@b.co"],
    }));
});

describe("a value", () => {
  it.each([
    [
      "has no scheme before a phone number",
      ["TEL;VALUE=uri:tel:+1-217-555-0199;ext=123"],
      { phone: "+1-217-555-0199 x123" },
    ],
    ["has nothing behind a phone number but its extension", ["TEL:TEL:5;phone-context=x"], { phone: "5" }],
    ["keeps tel in a phone number's own text", ["TEL:hotel:5"], { phone: "hotel:5" }],
    ["may stand behind a blank", ["TEL: tel:5", "EMAIL: mailto:a@b.co"], { phone: "5", email: "a@b.co" }],
    ["begins a line with its name", ["see also TEL:5"], {}],
    ["has no scheme before an email address", ["EMAIL:MAILTO:a@b.co"], { email: "a@b.co" }],
    ["keeps mailto in an email address", ["EMAIL:x-mailto:a@b.co"], { email: "x-mailto:a@b.co" }],
    [
      "of an address has the street, then the flat, then the box",
      ["ADR:Box 5;Apt 2;12 Oak St;Peoria;IL;61602;USA"],
      { address: "12 Oak St, Apt 2, Box 5", city: "Peoria", state: "IL", zip: "61602" },
    ],
    [
      "has the signs that were escaped",
      ["ADR:;;12 Oak\\; St\\nRear\\\\A;Pe\\,oria"],
      { address: "12 Oak; St, Rear\\A", city: "Pe,oria" },
    ],
    ["has its line ends as commas", ["EMAIL:a\\Nb"], { email: "a, b" }],
    ["is of a property in a group, in small letters", ["item1.tel;type=cell:217"], { phone: "217" }],
    ["begins behind a colon in quotation marks", ['TEL;X="a:b":217'], { phone: "217" }],
    ["goes on in the next line behind a blank or a tab", ["TEL:21", " 7 55", "\t5"], { phone: "217 555" }],
    ["is a gender by its letter or its word", ["GENDER:F;it is said"], { gender: "Female" }],
    ["is a gender of before there was one", ["X-GENDER:Male"], { gender: "Male" }],
    ["is no gender of before where there is one", ["X-GENDER:Male", "GENDER:F"], { gender: "Female" }],
  ] as const)("%s", (_what, all, found) => expect(beside(...all)).toEqual(found));

  it("that cannot be read stays to be seen", () =>
    expect(lines("N:Doe;Jane", "BDAY:bad", "GENDER:O")).toMatchObject({
      values: jane,
      rest: ["BDAY: bad", "GENDER: O"],
    }));
});

it("a year that Apple writes where it knows none is no year", () => {
  expect(lines("N:Doe;Jane", "BDAY;X-APPLE-OMIT-YEAR=1604:1604-03-05")).toMatchObject({
    values: jane,
    rest: ["BDAY: 1604-03-05"],
  });
  expect(values("N:Doe;Jane", "BDAY;X-APPLE-OMIT-YEAR=1604:1604-03-05")?.dob).toBeUndefined();
  expect(values("N:Doe;Jane", "BDAY;X-APPLE-OMIT-YEAR=1604:1984-03-05")?.dob).toBe("1984-03-05");
});

describe("quoted letters", () => {
  it("are read, also where a percent sign stands among them", () =>
    expect(
      values(
        "N;ENCODING=QUOTED-PRINTABLE;CHARSET=UTF-8:Mu=C3=B1oz;Jos=c3=a9",
        "ADR;ENCODING=QUOTED-PRINTABLE:;;50% off=20St",
      ),
    ).toEqual({ firstName: "José", lastName: "Muñoz", address: "50% off St" }));

  it.each([
    ["50%20 off=20St", "50%20 off St"],
    ["100%Ale=20House", "100%Ale House"],
    ["2+2=4 Oak=20St", "2+2=4 Oak St"],
  ])("are two letters behind an equals sign alone: %s", (written, address) =>
    expect(values(`ADR;ENCODING=QUOTED-PRINTABLE:;;${written}`)).toEqual({ address }),
  );

  it("that are no text stay as they are", () =>
    expect(values("N;ENCODING=QUOTED-PRINTABLE:=FF=FE;Jane")).toEqual({
      firstName: "Jane",
      lastName: "=FF=FE",
    }));

  it.each([
    ["ISO-8859-1", "=FA", "ú"],
    ["iso-8859-1", "50% =E9", "50% é"],
    ["WINDOWS-1252", "=D1", "Ñ"],
    ["UTF-8", "=C3=BA", "ú"],
    ["US-ASCII", "=41", "A"],
  ])("are of the set that they say, %s: %s is %s", (charset, written, city) =>
    expect(values(`ADR;CHARSET=${charset};ENCODING=QUOTED-PRINTABLE:;;;${written}`)).toEqual({ city }),
  );

  it.each([
    ["GB2312", "=FA=F1"],
    ["UTF-8", "=FA=F1"],
    // A sign that is another one in Windows than in the standard.
    ["ISO-8859-1", "=93x"],
    ["constructor", "=FA"],
  ])("of a set that cannot be read here, %s, are shown and put nowhere: %s", (charset, written) =>
    expect(lines(`N;CHARSET=${charset};ENCODING=QUOTED-PRINTABLE:${written};Jo`, "TEL:5")).toMatchObject({
      values: { phone: "5" },
      rest: [`N: ${written}, Jo`],
    }),
  );

  it("go on in the next line after an equals sign, which ends nothing elsewhere", () => {
    expect(lines("N:Doe;Jane", "NOTE;ENCODING=QUOTED-PRINTABLE:a=", "b=", "=63", "TEL:1")).toMatchObject({
      values: { phone: "1" },
      rest: ["NOTE: abc"],
    });
    expect(lines("N:Doe;Jane", "NOTE:a=", "TEL:1")).toMatchObject({
      values: { phone: "1" },
      rest: ["NOTE: a="],
    });
  });
});

it("what is no part of a patient is shown, but for what nobody would read", () =>
  expect(
    lines(
      "N:Doe;Jane",
      "TITLE:Manager",
      "NOTE:a\\, b;;c",
      "X-FOO:1",
      "UID:9",
      "VERSION:3.0",
      "PHOTO:abc",
      "no colon",
    )?.rest,
  ).toEqual(["TITLE: Manager", "NOTE: a, b, c"]));

it("of what only begins or ends like something that nobody would read, nothing is hidden", () =>
  expect(lines("N:Doe;Jane", "MYKEY:1", "KEYRING:2", "NOTE:not the END:VCARD")?.rest).toEqual([
    "MYKEY: 1",
    "KEYRING: 2",
    "NOTE: not the END:VCARD",
  ]));

it("of a long line only its beginning is looked at", () => {
  expect(values(`N:${"x".repeat(3_997)};Jane`)?.firstName).toBeUndefined();
  expect(values(`N:${"x".repeat(3_993)};Jane`)?.firstName).toBe("Jane");
});

describe("a contact", () => {
  it("ends where it ends, and others are shown by their names", () =>
    expect(
      readVcard(
        "x\nBEGIN:VCARD\nN:Doe;Jane\nEND:VCARD\nTEL:1\nBEGIN:VCARD\nN:Roe;Bo\nFN:Bo\\, Roe\nEND:VCARD\nBEGIN:VCARD\nTEL:2",
        context,
      ),
    ).toMatchObject({ values: jane, rest: ["Bo, Roe"] }));

  it("begins in letters of any size, with any line end", () =>
    expect(
      readVcard("begin:vcard \t\r\nn:Doe;Jane\r\nTEL:1\rEMAIL:a@b.co\r\nend:vcard", context)?.values,
    ).toEqual({
      ...jane,
      phone: "1",
      email: "a@b.co",
    }));

  it.each(["", "N:Doe;Jane", "xBEGIN:VCARD\nN:Doe;Jane", "BEGIN:VCARDS\nN:Doe;Jane"])(
    "is not in %j",
    (text) => expect(readVcard(text, context)).toBeNull(),
  );
});
