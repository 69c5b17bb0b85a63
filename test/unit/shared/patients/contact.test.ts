import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  formatPhone,
  formatZip,
  checkPhone,
  readState,
  listStatesOfZip,
  checkState,
  checkZip,
} from "../../../../shared/patients/contact.ts";
import { cpuTime } from "../../../support/cpu-time.ts";
import { worded } from "../../../support/told.ts";
import { postalStates as states } from "../../../../shared/patients/states.ts";

describe("phone numbers", () => {
  it.each([
    ["2125550123", "(212) 555-0123"],
    ["212-555-0123", "(212) 555-0123"],
    ["212.555.0123", "(212) 555-0123"],
    ["(212)5550123", "(212) 555-0123"],
    ["212 555 0123", "(212) 555-0123"],
    ["212–555–0123", "(212) 555-0123"],
    ["1 212 555 0123", "1 (212) 555-0123"],
    ["+1 212 555 0123", "+1 (212) 555-0123"],
    ["+12125550123", "+1 (212) 555-0123"],
    ["2125550123 x12", "(212) 555-0123 x12"],
    ["212-555-0123 ext. 4", "(212) 555-0123 ext. 4"],
    ["(212) 555-0123", "(212) 555-0123"],
    ["2125550123x12", "(212) 555-0123x12"],
    ["2125550123 ext 12", "(212) 555-0123 ext 12"],
    ["212-555-0123 extension 12", "(212) 555-0123 extension 12"],
    ["2125550123 #12", "(212) 555-0123 #12"],
    ["(212-555-0123) x12", "(212) 555-0123 x12"],
  ])("%s is written %s", (typed, formatted) => {
    expect(formatPhone(typed)).toBe(formatted);
    expect(checkPhone(formatted)).toBeNull();
  });

  it.each([
    "+44 20 7946 0958",
    "+212 555 0123 45",
    "+2125550123",
    "020 7946 0958",
    "555-0123",
    "1-800-FLOWERS",
    "ask for Ann",
    "212 555 0123 or 646 555 0199",
    "212 555 0123 (mother)",
    "2125550123 ext. 12 and more",
    "call Ann\n2125550123 x12",
    "2125550123 x12345678",
    "x12",
    "12345678901234567890",
    "",
  ])("%s is not understood and stays as typed", (typed) => {
    expect(formatPhone(typed)).toBe(typed);
    expect(formatPhone(`  ${typed} `)).toBe(typed);
  });

  it.each([
    ["", null],
    ["  ", null],
    ["+44 20 7946 0958", null],
    ["+44 20 7946 0951", null],
    ["+290 4567", null],
    ["+49 151 2345 6789 01", null],
    ["+49 151 2345 6789 012", "doesn’t look like"],
    ["555-0123", "area code"],
    ["125550", "This one has 6"],
    ["555 x12", "This one has 3"],
    ["212555012", "This one has 9"],
    ["21255501234", "This one has 11"],
    ["112 555 0123", "This one has 9"],
    ["0125550123", "US phone numbers don’t start like this"],
    ["2121550123", "US phone numbers don’t start like this"],
    ["+44 20", "doesn’t look like"],
    ["call mother", "doesn’t look like"],
    ["212 555 0123 (mother)", "doesn’t look like"],
    ["x12", "doesn’t look like"],
    ["-", "doesn’t look like"],
  ])("%s: warning %s", (typed, warning) => {
    if (warning === null) expect(checkPhone(typed)).toBeNull();
    else expect(worded(checkPhone(typed))).toContain(warning);
  });

  it.each(["2", "x", " ", "#", "2 x", "2 x 5 "])(
    "are read at once, also where somebody pasted a great many of %j",
    (sign) => {
      const text = `2${sign.repeat(100_000)}2`;
      expect(cpuTime(() => [formatPhone(text), checkPhone(text)])).toBeLessThan(1_000);
    },
  );

  // typing-11: Phone and ZIP code accept any signs and are written in the usual form
  it(
    "formatting loses no digit and no letter, and doing it twice changes nothing",
    { tags: ["typing-11"] },
    () => {
      const near = fc.string({ unit: fc.constantFrom(..."0123456789+()-. xetab#/".split("")) });
      const kept = (text: string): string => text.replace(/[^\p{L}\p{N}+#]/gu, "");
      fc.assert(
        fc.property(fc.oneof(near, fc.string()), (typed) => {
          const formatted = formatPhone(typed);
          expect(kept(formatted)).toBe(kept(typed));
          expect(formatPhone(formatted)).toBe(formatted);
          checkPhone(typed);
        }),
        { numRuns: 1_000 },
      );
    },
  );
});

describe("ZIP codes", () => {
  it.each([
    ["10001", "10001"],
    ["01001", "01001"],
    ["00501", "00501"],
    ["100011234", "10001-1234"],
    ["10001 1234", "10001-1234"],
    ["10001-1234", "10001-1234"],
    [" 02134 ", "02134"],
    ["SW1A 1AA", "SW1A 1AA"],
    ["IL 627011234", "IL 627011234"],
    ["10001-12345", "10001-12345"],
    ["1234", "1234"],
    ["", ""],
  ])("%s is written %s, its leading zeros kept", (typed, formatted) => {
    expect(formatZip(typed)).toBe(formatted);
  });

  it.each([
    ["10001", "NY"],
    ["10001-1234", "New York"],
    ["00501", "NY"],
    ["06390", "NY"],
    ["02134", "MA"],
    ["90210", "CA"],
    ["33101", "FL"],
    ["73301", "TX"],
    ["20001", "DC"],
    ["20101", "VA"],
    ["99501", "AK"],
    ["96813", "HI"],
    ["96799", "AS"],
    ["96910", "GU"],
    ["96950", "MP"],
    ["00901", "PR"],
    ["00801", "VI"],
    ["34001", "AA"],
    ["09012", "AE"],
    ["96201", "AP"],
    ["10001", "Ontario"],
    ["10001", ""],
    ["", "NY"],
  ])("%s in %s raises nothing", (zip, state) => {
    expect(checkZip(zip, state)).toBeNull();
  });

  it.each([
    ["10001", "CA", "New York"],
    ["90210", "ny", "California"],
    ["02134", "Connecticut", "Massachusetts"],
    ["33101", "AA", "Florida"],
    ["96201", "CA", "Armed Forces Pacific"],
    ["00000", "NY", "isn’t in New York"],
    ["1000", "NY", "5 digits"],
    ["SW1A 1AA", "NY", "5 digits"],
  ])("%s in %s warns with %s", (zip, state, words) => {
    expect(worded(checkZip(zip, state))).toContain(words);
  });
});

describe("the states of a ZIP code", () => {
  it.each([
    ["62701", "IL"],
    ["62701-1234", "IL"],
    [" 627011234 ", "IL"],
    ["00501", "NY"],
    ["00901", "PR"],
    ["00802", "VI"],
    ["20500", "DC"],
    ["34001", "AA"],
    ["09012", "AE"],
    ["96201", "AP"],
    ["99950", "AK"],
    ["96799", "HI AS"],
    ["96910", "GU MP UM"],
    ["83414", "ID WY"],
    ["06390", "CT NY"],
  ])("%s may be in %s", (zip, codes) => {
    expect(
      listStatesOfZip(zip)
        .map(({ code }) => code)
        .join(" "),
    ).toBe(codes);
  });

  it.each([
    ["35203", "AL"],
    ["85001", "AZ"],
    ["72201", "AR"],
    ["75502", "AR"],
    ["91001", "CA"],
    ["94102", "CA"],
    ["80202", "CO"],
    ["19801", "DE"],
    ["56901", "DC"],
    ["34102", "FL"],
    ["30303", "GA"],
    ["39817", "GA"],
    ["46204", "IN"],
    ["50309", "IA"],
    ["66603", "KS"],
    ["40202", "KY"],
    ["70112", "LA"],
    ["04101", "ME"],
    ["21201", "MD"],
    ["05501", "MA"],
    ["48226", "MI"],
    ["55401", "MN"],
    ["39201", "MS"],
    ["63101", "MO"],
    ["59601", "MT"],
    ["68102", "NE"],
    ["89101", "NV"],
    ["03301", "NH"],
    ["07102", "NJ"],
    ["87501", "NM"],
    ["27601", "NC"],
    ["58501", "ND"],
    ["44114", "OH"],
    ["73102", "OK"],
    ["97201", "OR"],
    ["19103", "PA"],
    ["02903", "RI"],
    ["29201", "SC"],
    ["57501", "SD"],
    ["37201", "TN"],
    ["75201", "TX"],
    ["88510", "TX"],
    ["84101", "UT"],
    ["05401", "VT"],
    ["05601", "VT"],
    ["23219", "VA"],
    ["98101", "WA"],
    ["25301", "WV"],
    ["53202", "WI"],
    ["82001", "WY"],
    ["00601", "PR"],
  ])("%s is a place in %s", (zip, state) => {
    expect(listStatesOfZip(zip).map(({ code }) => code)).toContain(state);
  });

  it.each(["", "6270", "627011", "K1A 0B6", "00000", "99999-"])("%j is none's", (zip) =>
    expect(listStatesOfZip(zip)).toEqual([]),
  );

  it("are those that raise no warning beside it, and no others", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99_999 }), (number) => {
        const zip = String(number).padStart(5, "0");
        const fitting = states.filter(({ code }) => checkZip(zip, code) === null);
        expect(listStatesOfZip(zip)).toEqual(fitting);
      }),
    );
  });
});

describe("states", () => {
  // typing-12: States are accepted by code and name, with territories and military codes; other text warns
  it(
    "are the 50, DC, the territories and the armed forces' three, each once",
    { tags: ["typing-12"] },
    () => {
      const codes = states.map((state) => state.code);
      expect(new Set(codes).size).toBe(60);
      expect(codes).toHaveLength(60);
      for (const code of ["DC", "AS", "GU", "MP", "PR", "VI", "UM", "AA", "AE", "AP"])
        expect(codes).toContain(code);
    },
  );

  it("every code and name is read, in any case and spacing", () => {
    for (const state of states) {
      for (const text of [
        state.code,
        state.code.toLowerCase(),
        state.name,
        ` ${state.name.toUpperCase()} `,
      ]) {
        expect(readState(text)).toEqual(state);
        expect(checkState(text)).toBeNull();
      }
    }
  });

  it.each([
    ["N.Y.", "NY"],
    ["Washington, D.C.", "DC"],
    ["washington", "WA"],
    ["Virgin Islands", "VI"],
    ["United States Virgin Islands", "VI"],
    ["Commonwealth of the Northern Mariana Islands", "MP"],
    ["US Minor Outlying Islands", "UM"],
    ["new  york", "NY"],
  ])("%s is %s", (text, code) => {
    expect(readState(text)?.code).toBe(code);
  });

  it.each(["Ontario", "XX", "New", "N", "constructor", "__proto__", `NY${" ".repeat(100)}or NJ`])(
    "%s is taken, with a warning",
    (text) => {
      expect(readState(text)).toBeNull();
      expect(worded(checkState(text))).toContain("sent as typed");
    },
  );

  it("nothing typed warns of nothing", () => {
    expect(checkState(" ")).toBeNull();
  });
});
