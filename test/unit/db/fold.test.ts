import { describe, expect, test } from "vitest";
import {
  normalizeForSearch,
  toPhoneDigits,
  reverseDigits,
  listSearchWords,
  toLettersAndDigits,
  toSurnameKey,
} from "../../../main/db/fold.ts";

describe("text is compared without accents, case and needless blanks", () => {
  test.each([
    ["  Ann   Smith ", "ann smith"],
    ["Ann\tSmith", "ann smith"],
    ["ÉCOLE  \u00a0x", "ecole x"],
    [" José\n\n", "jose"],
    ["ﬁrst", "first"],
    ["ÉÈ", "ee"],
    ["e\u0301\u0323tage", "etage"],
    ["~ A!", "~ a!"],
    ["", ""],
  ])("%j is %j", (text, folded) => expect(normalizeForSearch(text)).toBe(folded));
});

describe("letters and digits alone are what a name is looked up by", () => {
  test.each([
    ["O'Brien-Smith 2", "obriensmith2"],
    ["Łódź", "lodz"],
    ["đðħŧıæœßþø", "ddhtiaeoesstho"],
    ["李 小龍", "李小龍"],
    ["'-", ""],
  ])("%j is %j", (text, squeezed) => expect(toLettersAndDigits(text)).toBe(squeezed));
});

describe("a search may begin with any word of a name", () => {
  test.each([
    ["Anne-Marie", ["annemarie", "anne", "marie"]],
    ["Ann  Smith", ["ann", "smith"]],
    ["Ann Ann", ["ann"]],
    ["O'Brien", ["obrien", "o", "brien"]],
    ["Łu-Łu", ["lulu", "lu"]],
    ["- ann", ["ann"]],
    ["", []],
  ])("%j begins with %j", (text, words) => expect(listSearchWords(text)).toEqual(words));
});

describe("a surname is looked up without what tells a son from his father", () => {
  test.each([
    ["Smith Jr", "smith"],
    ["Smith,Sr.", "smith"],
    ["Smith II", "smith"],
    ["Smith iv.", "smith"],
    ["Smith , III", "smith"],
    // A name of its own, a part of one, and what only looks like it.
    ["Jr", "jr"],
    ["Smith Jrx", "smithjrx"],
    ["Smith xjr", "smithxjr"],
    ["Smith V", "smithv"],
    ["de la Cruz", "delacruz"],
    [",Smith", "smith"],
    [", Jr", "jr"],
  ])("%j is %j", (text, key) => expect(toSurnameKey(text)).toBe(key));
});

describe("a telephone number is its digits, without North America's 1", () => {
  test.each([
    ["+1 (555) 123-4567", "5551234567"],
    ["15551234567", "5551234567"],
    ["25551234567", "25551234567"],
    ["115551234567", "115551234567"],
    ["1555123456", "1555123456"],
    ["５５５-1", "5551"],
    ["none", ""],
  ])("%j is %j", (text, digits) => expect(toPhoneDigits(text)).toBe(digits));
});

test("digits from their end are those digits turned round", () => {
  expect(reverseDigits("12345")).toBe("54321");
});
