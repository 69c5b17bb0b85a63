import { describe, expect, test } from "vitest";
import { normalizeForSearch, toLettersAndDigits, toSurnameKey } from "../../../main/db/fold.ts";
import { toPatientKeys } from "../../../main/db/search-query.ts";
import {
  createAccountSigns,
  getPrefixEnd,
  joinWithAnd,
  toPrefixQuery,
  joinWithOr,
  listIndexWords,
  toExactQuery,
  joinWords,
  toSecondWord,
  toSignedWord,
} from "../../../main/db/search-words.ts";
import { patientRecord } from "../../support/store-records.ts";

const wordsOf = (input: Parameters<typeof patientRecord>[1] = {}) =>
  listIndexWords("@", toPatientKeys(patientRecord(1, input)));

describe("the words of a patient", () => {
  test("are their names, pairs of them, and what else they are looked up by", () => {
    const { names, whole } = wordsOf({ input: { phone: "(555) 123-4567", externalId: "M 1" } });
    const sign = (text: string): string =>
      text.replace(/[^@\w]|_/g, (letter) => String.fromCharCode(0xe000 + letter.charCodeAt(0)));
    expect(names).toEqual(["@lsmith", "@fann"]);
    expect(whole.map(String)).toEqual([
      "@a",
      `@d${sign("1984-03-05")}`,
      `@epatient1${String.fromCharCode(0xe040)}example${sign(".")}com`,
      `@nsmith${sign("|")}ann`,
      `@nann${sign("|")}smith`,
      "@h5551234567",
      "@r7654321555",
      `@xm${sign(" ")}1`,
    ]);
  });

  test("hold nothing at which the tokenizer would part them", () => {
    const { names, whole } = wordsOf({
      input: {
        firstName: "Zoé 'Z' d’Or",
        lastName: "O'Brien-Łukasz",
        email: "a+b_c@x.example",
        externalId: "# 1/2",
      },
    });
    for (const one of [...names, ...whole]) expect(one).toMatch(/^[@a-z0-9\u0080-\uffff]+$/);
  });

  test("pair every two words of a double name", () => {
    const { names, whole } = wordsOf({ input: { lastName: "Smith-Jones" } });
    expect(names).toEqual(["@lsmithjones", "@fann", "@psmith", "@pjones"]);
    expect(whole.filter((one) => one.startsWith("@n"))).toHaveLength(12);
  });

  test("are each of them once, and pairs of the first eight words of a very long name", () => {
    const lastName = "b c d e f g h i j k";
    const { whole } = wordsOf({ input: { firstName: "a", lastName } });
    const pairs = whole.filter((one) => one.startsWith("@n"));
    expect(pairs).toHaveLength(8 * 7);
    expect(new Set(pairs).size).toBe(8 * 7);
    expect(
      wordsOf({ input: { firstName: "Lee", lastName: "Lee" } }).whole.filter((one) => one.startsWith("@n")),
    ).toEqual([]);
  });

  test("name neither a phone number nor an external ID of who has none", () => {
    expect(wordsOf().whole.map((one) => one.slice(0, 2))).toEqual(["@a", "@d", "@e", "@n", "@n"]);
  });

  test("begin with the sign that stands in every index since it was made", () => {
    expect(["account-one", "account-two"].map((id) => createAccountSigns()(id))).toEqual(["找", "蓶"]);
  });

  test("are asked for whole, by their beginning, one of several, or all together", () => {
    expect([toExactQuery("a"), toPrefixQuery("a"), joinWithOr(["x", "y"]), joinWithAnd(["x", "y"])]).toEqual([
      '"a"',
      '"a"*',
      "(x OR y)",
      "x AND y",
    ]);
    const between = String.fromCharCode(0xe000 + "|".charCodeAt(0));
    expect([joinWords("a", "b"), toSecondWord("b"), getPrefixEnd("a")]).toEqual([
      `a${between}b`,
      `${between}b`,
      "a\u{10ffff}",
    ]);
    expect(toSignedWord("@", "x", "a b\0\x7f")).toBe("@xa\ue020b\ue000\ue07f");
  });

  test("begin with a sign of their account, always the same", () => {
    const [one, other] = [createAccountSigns(), createAccountSigns()];
    expect(one("account-one")).toBe(other("account-one"));
    expect(one("account-one")).not.toBe(one("account-two"));
    expect(one("account-one")).toHaveLength(1);
  });
});

test.each([
  ["Smith, Jr.", "smith"],
  ["Smith III", "smith"],
  ["van der Berg", "vanderberg"],
  ["Ii", "ii"],
  ["O'Brien", "obrien"],
])("the surname %s is looked up as %s", (typed, expected) => {
  expect(toSurnameKey(typed)).toBe(expected);
});

test("letters that Unicode does not take apart are found as a plain keyboard writes them", () => {
  expect(toLettersAndDigits("Łukasz Sørensen Strauß Æther ıD")).toBe("lukaszsorensenstraussaetherid");
});

test("plain words fold to what all others would", () => {
  expect(normalizeForSearch(` ${"Word ".repeat(40)}\u00e9  X`)).toBe(`${"word ".repeat(40)}e x`);
  expect([
    normalizeForSearch("O'Brien-SMITH"),
    normalizeForSearch(""),
    normalizeForSearch("\u0041\u030a"),
  ]).toEqual(["o'brien-smith", "", "a"]);
});
