import { describe, expect, it } from "vitest";
import { readVcard } from "../../../../shared/intake/vcard.ts";

const context = { today: "2026-11-22", dateOrder: "month-first" } as const;
const card = (...all: readonly string[]) =>
  readVcard(["BEGIN:VCARD", ...all, "END:VCARD"].join("\r\n"), context);
const jane = { firstName: "Jane", lastName: "Roe" };
const versions = ["2.1", "3.0", "4.0"] as const;
/** A preference from 1 on, as each version says it; null: none. */
const preferred = (version: (typeof versions)[number], at: number | null): string => {
  if (at === null) return "";
  return version === "4.0" ? `;PREF=${at}` : at === 1 ? { "2.1": ";PREF", "3.0": ";TYPE=pref" }[version] : "";
};

describe.each(versions)("version %s", (version) => {
  it("takes the preferred one, wherever it stands", () => {
    for (const at of [0, 1, 2]) {
      const all = [2, null, null].toSpliced(at, 0, 1).slice(0, 3);
      const lines = all.map((pref, place) => `TEL${preferred(version, pref)}:217-555-010${place}`);
      const found = card(`VERSION:${version}`, "N:Roe;Jane", ...lines);
      expect(found?.values.phone, lines.join()).toBe(`217-555-010${all.indexOf(1)}`);
      expect(found?.rest).toHaveLength(2);
    }
  });

  it("before one at home, and one at home before any", () => {
    const home = { "2.1": ";HOME", "3.0": ";TYPE=HOME", "4.0": ";TYPE=home" }[version];
    const lines = [`EMAIL:a@b.co`, `EMAIL${home}:c@d.co`];
    expect(card(`VERSION:${version}`, ...lines)?.values.email).toBe("c@d.co");
    expect(card(`VERSION:${version}`, ...lines, `EMAIL${preferred(version, 1)}:e@f.co`)?.values.email).toBe(
      "e@f.co",
    );
  });

  it("reads a line that goes on in the next", () => {
    // Version 2.1 breaks a line before a blank of its own, the others put one in.
    const address =
      version === "2.1"
        ? ["ADR:;;12 Oak", " Street;Peoria;IL;61602"]
        : ["ADR:;;12 O", " ak Str", "\teet;Peoria;IL;61602"];
    expect(card(`VERSION:${version}`, "N:Roe;Jane", ...address)?.values).toEqual({
      ...jane,
      address: "12 Oak Street",
      city: "Peoria",
      state: "IL",
      zip: "61602",
    });
  });

  it.each([
    ["1984-03-05", "1984-03-05"],
    ["19840305", "1984-03-05"],
    ["1984-03-05T00:00:00Z", "1984-03-05"],
    ["--0305", undefined],
    ["--03-05", undefined],
    ["---05", undefined],
    ["1984", undefined],
    ["1984-03", undefined],
    ["1604-03-05", undefined],
    ["16040305", undefined],
    ["1604-06-26T12:00:00", undefined],
    ["1066-10-14", undefined],
    ["circa 1800", undefined],
  ])("a birthday of %s is %s", (written, dob) => {
    const found = card(`VERSION:${version}`, "N:Roe;Jane", `BDAY:${written}`);
    expect(found?.values.dob).toBe(dob);
    expect(found?.rest).toEqual(dob === undefined ? [`BDAY: ${written}`] : []);
  });
});

it("PREF=1 comes before PREF=2, also behind it", () =>
  expect(
    card("VERSION:4.0", "TEL;PREF=2:1", "TEL;TYPE=home:2", "TEL;PREF=1:3", "TEL;PREF=100:4"),
  ).toMatchObject({
    values: { phone: "3" },
    rest: ["TEL: 1", "TEL: 2", "TEL: 4"],
  }));

it("Apple's year of none is none, whether it says so or not", () =>
  expect(card("N:Roe;Jane", "BDAY;value=date:1604-06-26")).toMatchObject({
    values: jane,
    rest: ["BDAY: 1604-06-26"],
  }));

describe("quoted-printable", () => {
  const quoted = (line: string) => card("VERSION:2.1", line);
  it.each([
    [
      "N;ENCODING=QUOTED-PRINTABLE;CHARSET=UTF-8:Mu=C3=B1oz;Jos=C3=A9",
      { firstName: "José", lastName: "Muñoz" },
    ],
    ["N;QUOTED-PRINTABLE;CHARSET=ISO-8859-1:Mu=F1oz;Jos=E9", { firstName: "José", lastName: "Muñoz" }],
    [
      'N;CHARSET="utf-8";ENCODING=quoted-printable:=C5=BB=C3=B3=C5=82=C4=87;=C5=81ukasz',
      { firstName: "Łukasz", lastName: "Żółć" },
    ],
    // A separator that is quoted is a letter of its part.
    [
      "ADR;ENCODING=QUOTED-PRINTABLE:;;12 Oak St=3B Apt 2;Peoria;IL;61602",
      { address: "12 Oak St; Apt 2", city: "Peoria", state: "IL", zip: "61602" },
    ],
    [
      "ADR;ENCODING=QUOTED-PRINTABLE:;;12 Oak St=0D=0AApt 2;Peoria;IL;61602",
      { address: "12 Oak St, Apt 2", city: "Peoria", state: "IL", zip: "61602" },
    ],
    ["N;ENCODING=QUOTED-PRINTABLE:Ro=\r\ne;Ja=\r\n=6E=65", jane],
    ["N;ENCODING=QUOTED-PRINTABLE:Roe;Mary=\r\n Ann", { firstName: "Mary Ann", lastName: "Roe" }],
  ])("%j", (line, values) => expect(quoted(line)?.values).toEqual(values));

  it.each([
    "N;ENCODING=QUOTED-PRINTABLE;CHARSET=KOI8-R:=EA=F7;Jane",
    "N;ENCODING=BASE64:Um9lO0phbmU=",
    "N;ENCODING=b:Um9lO0phbmU=",
  ])("of letters that are not known here, and another coding, is shown and put nowhere: %s", (line) => {
    const found = card("VERSION:2.1", line, "TEL:5");
    expect(found?.values).toEqual({ phone: "5" });
    expect(found?.rest[0]).toMatch(/^N: /);
  });
});

describe("parts", () => {
  it.each([
    ["N:Roe;Jane;Marie,Ann;;", jane, "Marie Ann"],
    ["N:Roe\\;Poe;Jane", { firstName: "Jane", lastName: "Roe;Poe" }, ""],
    ["N:Roe\\\\;Jane", { firstName: "Jane", lastName: "Roe\\" }, ""],
    ["N:Jane Roe\r\nFN:Jane Roe", jane, ""],
    ["N:De la Cruz\r\nFN:Ana", { lastName: "De la Cruz" }, ""],
    ["N:Roe;;;;\r\nFN:Roe", { lastName: "Roe" }, ""],
  ])("%j", (lines, values, otherNames) => expect(card(lines)).toMatchObject({ values, otherNames }));

  it("a name of two people is nobody's, and is shown", () =>
    expect(card("FN:John & Mary Poe", "TEL:5")).toMatchObject({
      values: { phone: "5" },
      rest: ["FN: John & Mary Poe"],
    }));

  it.each([
    ["ADR:;;12 Oak St, Peoria, IL 61602;;;;", "12 Oak St"],
    ["ADR:;;12 Oak St\\nPeoria, IL 61602;;;;", "12 Oak St"],
    ["LABEL;TYPE=home:12 Oak St\\nPeoria, IL 61602", "12 Oak St"],
  ])("an address all in one is read: %s", (line, address) =>
    expect(card("N:Roe;Jane", line)).toMatchObject({
      values: { ...jane, address, city: "Peoria", state: "IL", zip: "61602" },
      rest: [],
    }),
  );
});

describe("what a group is called by", () => {
  it("tells a number of somebody else, and a fax", () =>
    expect(
      card(
        "N:Roe;Jane",
        "item1.TEL;TYPE=pref:217-555-0111",
        "item1.X-ABLabel:Mother",
        "item2.TEL:217-555-0122",
        "item2.X-ABLabel:_$!<HomeFAX>!$_",
        "item3.TEL:217-555-0199",
        "item3.X-ABLabel:_$!<Mobile>!$_",
      ),
    ).toMatchObject({
      values: { ...jane, phone: "217-555-0199" },
      rest: ["TEL (mother): 217-555-0111", "TEL (homefax): 217-555-0122"],
    }));

  it.each(["_$!<Other>!$_", "_$!<Main>!$_", "Apple Watch"])("%s is a way to reach the same person", (label) =>
    expect(card("N:Roe;Jane", "item1.TEL:217-555-0199", `item1.X-ABLabel:${label}`)?.values).toMatchObject({
      ...jane,
      phone: "217-555-0199",
    }),
  );

  it.each(["Other mom", "Tom", "_$!<School>!$_", "_$!<Sister>!$_"])("%s is no way to reach them", (label) =>
    expect(card("N:Roe;Jane", "item1.TEL:217-555-0199", `item1.X-ABLabel:${label}`)).toMatchObject({
      values: jane,
      rest: [expect.stringContaining("217-555-0199")],
    }),
  );

  it("an agent, a relation and an assistant are somebody else", () =>
    expect(
      card(
        "N:Roe;Jane",
        "AGENT:BEGIN:VCARD\\nN:Poe\\;Al\\nTEL:5\\nEND:VCARD",
        "RELATED;VALUE=text:Bo Roe",
        "X-ASSISTANT:Al",
      ),
    ).toMatchObject({ values: jane }));
});
