import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { cleanLine, cleanLines, shownAtMost, withoutHidden } from "../../../domain/clean-text.ts";

/** What was found to be shown and sent as it came, or could be: the text, and all that may be left of it. */
const hostile: readonly (readonly [what: string, text: string, shown: string])[] = [
  ["right-to-left override", "Ann\u202Ehtims", "Annhtims"],
  ["left-to-right override", "\u202DAnn\u202C", "Ann"],
  ["embeddings", "\u202AAnn\u202B Smith\u202C", "Ann Smith"],
  ["isolates", "\u2066Ann\u2067 \u2068Smith\u2069", "Ann Smith"],
  ["direction marks", "\u200EAnn\u200F\u061C", "Ann"],
  ["zero-width space", "An\u200Bn", "Ann"],
  ["zero-width joiner in Latin", "An\u200Dn", "Ann"],
  ["zero-width non-joiner in Latin", "An\u200Cn", "Ann"],
  ["joiners in a run", "An\u200D\u200C\u200Dn", "Ann"],
  ["joiner at the end of Persian", "می\u200C", "می"],
  ["joiner between Persian and Latin", "می\u200Ca", "میa"],
  ["byte order mark", "\uFEFFAnn", "Ann"],
  ["word joiner", "An\u2060n", "Ann"],
  ["invisible operators", "A\u2061n\u2062n\u2063\u2064", "Ann"],
  ["soft hyphen", "An\u00ADn", "Ann"],
  ["combining grapheme joiner", "An\u034Fn", "Ann"],
  ["Mongolian vowel separator", "An\u180En", "Ann"],
  ["Mongolian variation selector", "An\u180Bn", "Ann"],
  ["annotation", "A\uFFF9n\uFFFAn\uFFFB", "Ann"],
  ["object replacement", "Ann\uFFFC", "Ann"],
  ["language tags", "Ann\u{E0001}\u{E0041}\u{E007F}", "Ann"],
  ["variation selector on a letter", "A\uFE0Fn\uFE00n", "Ann"],
  ["hidden bytes in variation selectors", "Ann\u{E0100}\u{E01EF}", "Ann"],
  ["deprecated format characters", "A\u206An\u206Fn", "Ann"],
  ["shorthand controls", "A\u{1BCA0}nn", "Ann"],
  ["musical beams", "A\u{1D173}nn", "Ann"],
  ["Hangul filler", "Ann\u3164Smith", "Ann Smith"],
  ["half-width Hangul filler", "Ann\uFFA0", "Ann"],
  ["Hangul jamo fillers", "\u115FAnn\u1160", "Ann"],
  ["empty Braille cell", "Ann\u2800", "Ann"],
  ["NUL", "Ann\u0000Smith", "Ann Smith"],
  ["backspace", "Anx\u0008n", "Anx n"],
  ["escape sequence", "\u001B[31mAnn", "[31mAnn"],
  ["bell", "Ann\u0007", "Ann"],
  ["delete", "Ann\u007F", "Ann"],
  ["C1 control", "Ann\u009B31m", "Ann 31m"],
  ["line break", "Denied\nStatus: Booked", "Denied Status: Booked"],
  ["carriage return", "Denied\rBooked", "Denied Booked"],
  ["CRLF", "Denied\r\nPrice: $0", "Denied Price: $0"],
  ["next line", "Denied\u0085Booked", "Denied Booked"],
  ["line separator", "Denied\u2028Booked", "Denied Booked"],
  ["paragraph separator", "Denied\u2029Booked", "Denied Booked"],
  ["vertical tab and form feed", "A\vB\fC", "A B C"],
  ["tab", "A\t\tB", "A B"],
  ["many blanks", `Ann${" ".repeat(300)}Smith`, "Ann Smith"],
  ["no-break blanks", "Ann\u00A0\u202F\u2007Smith", "Ann Smith"],
  ["wide blanks", "Ann\u3000\u2003Smith", "Ann Smith"],
  ["ogham blank", "Ann\u1680Smith", "Ann Smith"],
  ["half of a pair", "Ann\uD800", "Ann\uFFFD"],
  ["the other half", "\uDC00Ann", "\uFFFDAnn"],
  ["no character", "Ann\uFFFF\uFDD0", "Ann\uFFFD\uFFFD"],
  ["marks that cover other lines", `A${"\u0301".repeat(90)}nn`, `A${"\u0301".repeat(8)}nn`],
  ["only what cannot be seen", "\u200B\u202E\u0000", ""],
  ["markup stays text", "<b>Booked</b>", "<b>Booked</b>"],
];

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
];

/** Nothing of these may be in any text on the screen, on paper or on the wire. */
const unsafe = /[\p{Cc}\p{Cs}\u2028\u2029\u202A-\u202E\u2066-\u2069\u200B\u200E\u200F\u061C\uFEFF]/u;

describe("a text from outside, on one line", () => {
  test.each(hostile)("with %s shows nothing that is not there", (_, text, shown) => {
    expect(cleanLine(text)).toBe(shown);
    expect(cleanLine(text)).not.toMatch(unsafe);
  });

  test.each(names)("%s stays as it is", (name) => {
    expect(cleanLine(name)).toBe(name);
    expect(withoutHidden(name)).toBe(name);
  });

  it("is cut, with a sign that it was, and never inside a character", () => {
    expect(cleanLine("x".repeat(1_000_000), 10)).toBe("xxxxxxxxx…");
    expect(cleanLine("😀".repeat(9), 4)).toBe("😀…");
    expect(cleanLine(`${"\u200B".repeat(5_000)}Booked`)).toBe("…");
    expect(cleanLine("0123456789", 10)).toBe("0123456789");
  });
});

describe("notes from outside", () => {
  it("keep their lines, and are not drawn out over a page", () => {
    expect(cleanLines("Ring\r\ntwice\u2028please")).toBe("Ring\ntwice\nplease");
    expect(cleanLines(`a${"\n".repeat(500)}b`)).toBe("a\n\n\nb");
    expect(cleanLines("x".repeat(1_048_576))).toHaveLength(shownAtMost.notes);
  });
});

describe("what was typed", () => {
  it("loses what nobody sees, such as the marks around a number copied from an address book", () => {
    expect(withoutHidden("\u202A(217) 555-0100\u202C")).toBe("(217) 555-0100");
    expect(withoutHidden("12 Oak St\nApt 3")).toBe("12 Oak St Apt 3");
    expect(withoutHidden("A\u0000B")).toBe("AB");
  });

  it("keeps the lines of notes, whatever the computer breaks them with", () => {
    expect(withoutHidden("Ring\r\n\ttwice\rplease\u0007", "lines")).toBe("Ring\n\ttwice\nplease");
  });

  it("is never cut, and once clean it stays as it is", () => {
    expect(withoutHidden("é ".repeat(500_000))).toHaveLength(1_000_000);
    const unit = fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom(...hostile.map(([, text]) => text)));
    fc.assert(
      fc.property(fc.array(unit, { maxLength: 5 }), (parts) => {
        for (const clean of [withoutHidden, cleanLine]) {
          const once = clean(parts.join(""));
          expect(once).not.toMatch(unsafe);
          expect(clean(once)).toBe(once);
        }
      }),
    );
  });
});
