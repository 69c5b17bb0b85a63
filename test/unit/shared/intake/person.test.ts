import { describe, expect, it } from "vitest";
import {
  asDob,
  asGender,
  asGenderOf,
  isEmail,
  isNameLike,
  isPhone,
  readName,
} from "../../../../shared/intake/person.ts";

const context = { today: "2026-11-22", dateOrder: "month-first" } as const;

it.each([
  ["Jane Doe", "Jane", "Doe"],
  ["Doe, Jane", "Jane", "Doe"],
  ["Dr. Jane Doe", "Jane", "Doe"],
  ["Mrs Jane Doe", "Jane", "Doe"],
  ["don Juan Perez", "Juan", "Perez"],
  ["MISS MARY SMITH", "Mary", "Smith"],
  ["Sra.  Ana Lopez", "Ana", "Lopez"],
  ['Jane "JJ" Doe', "Jane JJ", "Doe"],
  ["Jane (JJ) Doe", "Jane JJ", "Doe"],
  ["Jane(JJ) Doe", "Jane JJ", "Doe"],
  ["Jane Dr. Doe", "Jane Dr.", "Doe"],
  ["Don", "", "Don"],
  ["Don Lee Smith", "Don Lee", "Smith"],
  ["DON MICHAEL JOHNSON", "Don Michael", "Johnson"],
  ["don smith", "Don", "Smith"],
  ["Doña Ana Lopez", "Ana", "Lopez"],
  ["Dona Ana Lopez", "Dona Ana", "Lopez"],
  ["Drew Doe", "Drew", "Doe"],
])("the name %s is %s and %s: what people are called by before it is no name", (text, firstName, lastName) =>
  expect(readName(text, context)).toEqual({ firstName, lastName }),
);

it.each([
  ["Jane Doe, RN", "Jane", "Doe"],
  ["Jane Doe, R.N., MSN", "Jane", "Doe"],
  ["JANE DOE, DO", "Jane", "Doe"],
  ["Doe, Jane, PhD", "Jane", "Doe"],
  ["Doe, Jane MD", "Jane", "Doe"],
  ["Jane Doe MD PhD", "Jane", "Doe"],
  ["Jane Doe, Jr., MD", "Jane", "Doe Jr."],
  ["Jane Doe (she/her)", "Jane", "Doe"],
  // Somebody's own name, or initials.
  ["Nguyen, Do", "Do", "Nguyen"],
  ["Rahman, Md", "Md", "Rahman"],
  ["Jane Do", "Jane", "Do"],
  ["Ann MBA", "Ann", "MBA"],
  ["Smith, Esq. Jane", "Esq. Jane", "Smith"],
  ["John & Jane Doe", "", ""],
  ["DOE JANE Q", "", ""],
  ["Doe, Jane Q", "Jane Q", "Doe"],
  // Nobody's first name is among them: a person is asked.
  ["Smith, MD", "", "Smith"],
])("%s is %s and %s: what somebody may do is no name", (text, firstName, lastName) =>
  expect(readName(text, context)).toEqual({ firstName, lastName }),
);

describe("a date of birth", () => {
  it.each([
    ["1984-03-05", "1984-03-05"],
    ["19840305", "1984-03-05"],
    ["1984-0305", "1984-03-05"],
    ["19840305000000", "1984-03-05"],
    ["1984-03-05T00:00:00Z", "1984-03-05"],
    [" 1984-03-05 ", "1984-03-05"],
    [" 3/5/84 ", "3/5/84"],
    ["1984-03-05 00:00:00", "1984-03-05"],
    ["1984-03-05 00:00:00.000000", "1984-03-05"],
    ["1984-03-05 00:00:00+00:00", "1984-03-05"],
    ["3/5/1984 0:00", "3/5/1984"],
    ["3/5/1984 12:00:00 AM", "3/5/1984"],
    ["3/5/1984, 12:00 a.m.", "3/5/1984"],
    ["3/5/1984 12:00:00:000AM", "3/5/1984"],
    ["5 Mar 1984 00:00", "5 Mar 1984"],
    ["03051984", "03051984"],
  ])("%j goes into the form as %s", (text, dob) => expect(asDob(text, context)).toBe(dob));

  it.each([
    "",
    "198403",
    "3/5/1984 14:20",
    "3/5/1984 12:00",
    "3/5/1984 12:00 PM",
    "00:00",
    "1984-03-056",
    "x1984-03-05",
    "2/30/1984",
    "2026-11-23",
    "Jane",
  ])("is not in %j", (text) => expect(asDob(text, context)).toBe(""));
});

describe("gender", () => {
  it.each([
    ["Male", "m male MAN masculino hombre varón masc"],
    ["Female", "f female Woman femenino mujer femenina fem"],
    ["", "x other constructor"],
  ])("%s is what these words say: %s", (gender, words) => {
    for (const word of words.split(" ")) expect(asGender(word)).toBe(gender);
    for (const word of words.split(" ").filter(({ length }) => length > 1))
      expect(asGenderOf(word, true)).toBe(gender);
  });

  it("as a letter is read by the label's language: M is nobody's in Spanish", () => {
    expect(["h", " H ", "f", "M", "x"].map((letter) => asGenderOf(letter, true))).toEqual([
      "Male",
      "Male",
      "Female",
      "",
      "",
    ]);
    expect(["h", "f", "M"].map((letter) => asGenderOf(letter, false))).toEqual(["", "Female", "Male"]);
  });
});

describe("by its look", () => {
  it.each(["a@b.co", "jane.doe+x@mail.example.com"])("%s is an email address", (text) =>
    expect(isEmail(text)).toBe(true),
  );
  it.each([
    "a@b",
    "a b@c.de",
    "<a@b.co>",
    "a@b.co.",
    "a@b.co, x",
    "x a@b.co",
    "@b.co",
    "a@.co",
    "a@@b.co",
    "a@b. co",
  ])("%s is none", (text) => expect(isEmail(text)).toBe(false));

  it.each([
    "217-555-0199",
    "+1 217 555 0199",
    "(217) 555/0199",
    "217.555.0199",
    "217\u2011555\u20130199",
    " 2175550199 ",
    "217 555 0199 x12",
    "217 555 0199 X 123456",
    "217 555 0199 ext. 5",
    "217 555 0199 ext5",
  ])("%s is a phone number", (text) => expect(isPhone(text)).toBe(true));
  it.each([
    "555-0199",
    "117 555 0199",
    "217 555 0199 y",
    "call 217 555 0199",
    "217 555 0199 x",
    "217 555 0199 x1234567",
    "12345678901234567890123456",
    `217${" ".repeat(20)}555 0199`,
  ])("%s is none", (text) => expect(isPhone(text)).toBe(false));

  it.each([
    "Jane Doe",
    "O’Brien-Smith, Jr.",
    "á",
    "Ana María de la Cruz",
    "A'b",
    "Jane  Doe",
    "Ana  María  de  la  Cruz",
    "x".repeat(80),
  ])("%s may be a name", (text) => expect(isNameLike(text)).toBe(true));
  it.each(["", "1 Jane", "Jane 1", "-Jane", "Jane_Doe", "a b c d e f", "x".repeat(81)])(
    "%j is none",
    (text) => expect(isNameLike(text)).toBe(false),
  );
});
