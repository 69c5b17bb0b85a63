import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { cleanLine, cleanLines, shownAtMost, stripHidden } from "../../../../shared/text/clean-text.ts";
import { hostileTexts, unsafeText } from "../../../support/hostile-texts.ts";

/** What looks odd and is somebody's name. */
const names: readonly string[] = [
  "Zoë Müller-O’Brien",
  "Nguyễn Thị Ánh",
  "محمد",
  "می\u200Cنژاد",
  "שרה כהן",
  "क्\u200Dष",
  "ශ්\u200Dරී",
  "ကြွှေ့်း",
  "葛\u{E0100}城",
  "李小龙",
  "김철수",
  "👩\u200D⚕️ Dr. Wu",
  "5\uFE0F\u20E3 Doe",
];

describe("a text from outside, on one line", () => {
  test.each(hostileTexts)("with %s shows nothing that is not there", (_, text, shown) => {
    expect(cleanLine(text)).toBe(shown);
    expect(cleanLine(text)).not.toMatch(unsafeText);
  });

  test("is tried with sixty of them", () => {
    expect(new Set(hostileTexts.map(([, text]) => text)).size).toBeGreaterThanOrEqual(60);
  });

  test.each(names)("%s stays as it is", (name) => {
    expect(cleanLine(name)).toBe(name);
    expect(stripHidden(name)).toBe(name);
  });

  it("is cut, with a sign that it was, and never inside a character", () => {
    expect(cleanLine("x".repeat(1_000_000), 10)).toBe("xxxxxxxxx…");
    expect(cleanLine("😀".repeat(9), 4)).toBe("😀…");
    expect(cleanLine(`${"\u200B".repeat(5_000)}Booked`)).toBe("…");
    expect(cleanLine("0123456789", 10)).toBe("0123456789");
    expect(cleanLine("0123456789a", 10)).toBe("012345678…");
    expect(cleanLine("Call back later", 6)).toBe("Call…");
  });
});

describe("notes from outside", () => {
  it("keep their lines, and are not drawn out over a page", () => {
    expect(cleanLines("Ring\r\ntwice\u2028please")).toBe("Ring\ntwice\nplease");
    expect(cleanLines(`a${"\n".repeat(500)}b`)).toBe("a\n\n\nb");
    expect(cleanLines("x".repeat(1_048_576))).toHaveLength(shownAtMost.notes);
    expect(cleanLines(" \n\nRing twice\n")).toBe("Ring twice");
  });

  it("are read a few times as far as they are shown, and say that there is more", () => {
    expect(cleanLines(`Ring${"\u200B".repeat(50)}twice`, 10)).toBe("Ring…");
  });
});

describe("what was typed", () => {
  it("loses what nobody sees, such as the marks around a number copied from an address book", () => {
    expect(stripHidden("\u202A(217) 555-0100\u202C")).toBe("(217) 555-0100");
    expect(stripHidden("12 Oak St\nApt 3")).toBe("12 Oak St Apt 3");
    expect(stripHidden("12 Oak St\r\nApt 3")).toBe("12 Oak St Apt 3");
    expect(stripHidden("12 Oak St\vApt 3")).toBe("12 Oak St Apt 3");
    expect(stripHidden("A\u0000B")).toBe("AB");
    expect(stripHidden("\u200B\u202E")).toBe("");
    expect(stripHidden("\u200B\u202E", "lines")).toBe("");
  });

  it("keeps the lines of notes, whatever the computer breaks them with", () => {
    expect(stripHidden("Ring\r\n\ttwice\rplease\u0007", "lines")).toBe("Ring\n\ttwice\nplease");
    expect(stripHidden("Ring\vtwice\fplease", "lines")).toBe("Ring\ntwice\nplease");
  });

  it("is never cut, and once clean it stays as it is", () => {
    expect(stripHidden("é ".repeat(500_000))).toHaveLength(1_000_000);
    const unit = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.constantFrom(...hostileTexts.map(([, text]) => text)),
    );
    fc.assert(
      fc.property(fc.array(unit, { maxLength: 5 }), (parts) => {
        for (const clean of [stripHidden, cleanLine]) {
          const once = clean(parts.join(""));
          expect(once).not.toMatch(unsafeText);
          expect(clean(once)).toBe(once);
        }
      }),
    );
  });
});
