import { describe, expect, test } from "vitest";
import { z } from "zod";
import {
  asLines,
  asTyped,
  toBody,
  findCardNumbers,
  findFirstBad,
  isBlankField,
  isBlankForm,
  type Form,
  readField,
  readFormFields,
  defineTextField,
  normalizeField,
  typedText,
} from "../../../../shared/core/form.ts";
import { empty, readAs, toWrong } from "../../../../shared/core/reading.ts";
import { say } from "../../../../messages/saying.ts";

const [odd, lacks, bad] = [say("fields.state"), say("fields.missing.city"), say("fields.email")];
const fields = {
  name: defineTextField({ missing: lacks, tidy: (typed) => typed.toUpperCase() }),
  note: defineTextField({}),
  code: defineTextField({ read: (typed) => (typed === "x" ? toWrong(bad) : readAs(typed)), warn: () => odd }),
  state: defineTextField({ warn: (typed) => (typed === "?" ? odd : null) }),
  kinds: readField({
    schema: z.array(typedText),
    blank: [],
    missing: null,
    read: (typed) => (typed.length === 0 ? empty : readAs(typed)),
  }),
};
const blank: Form<typeof fields> = { name: "", note: "", code: "", state: "", kinds: [] };
const readWith = (form: Partial<typeof blank>, more: Partial<Parameters<typeof readFormFields>[2]> = {}) =>
  readFormFields(fields, { ...blank, ...form }, { context: null, across: () => ({}), ...more });

describe("a field", () => {
  test.each([
    ["name", "", true],
    ["name", "  ", true],
    ["name", " a ", false],
    ["kinds", [], true],
    ["kinds", [" ", ""], true],
    ["kinds", ["a", " "], false],
    ["kinds", null, false],
  ] as const)("%s with %j is blank: %s", (name, typed, isBlank) => {
    expect(isBlankField(fields[name], typed)).toBe(isBlank);
  });

  test("that has something keeps its form from being blank", () => {
    expect(isBlankForm(fields, { ...blank, note: " " })).toBe(true);
    expect(isBlankForm(fields, { ...blank, note: "n" })).toBe(false);
  });

  test("is tidied once it is left; where nothing changes the form stays the same one", () => {
    const form = { ...blank, name: "ann", note: "n" };
    expect(normalizeField(fields, form, "name")).toEqual({ ...form, name: "ANN" });
    expect(normalizeField(fields, form, "note")).toBe(form);
    expect(normalizeField(fields, form, "kinds")).toBe(form);
  });

  test("of several texts is searched through for a card number side by side", () => {
    expect(findCardNumbers(fields, { ...blank, kinds: ["4242 4242", "4242 4242"] })).toHaveProperty("kinds");
    expect(findCardNumbers(fields, { ...blank, kinds: ["4242424242424242", "1"] })).toHaveProperty("kinds");
    expect(findCardNumbers(fields, { ...blank, kinds: [4242] })).toEqual({});
  });

  test("that holds no text has nothing to search through, and is blank as long as nothing is chosen", () => {
    const isNew = readField({
      schema: z.boolean(),
      blank: false,
      missing: null,
      read: (typed) => readAs(typed),
    });
    expect(isNew.texts(true)).toEqual([]);
    expect([false, true].map((typed) => isBlankField(isNew, typed))).toEqual([true, false]);
  });

  test("of several texts is blank where all of them are", () => {
    const pair = readField({
      schema: z.tuple([typedText, typedText]),
      blank: ["", ""],
      missing: null,
      read: (typed) => readAs(typed),
      texts: (typed) => typed,
    });
    expect(isBlankField(pair, [" ", "  "])).toBe(true);
    expect(isBlankField(pair, [" ", "a"])).toBe(false);
  });

  test.each([
    ["on one line", {}, " Ring\r\ntwice\n", readAs("Ring twice")],
    ["with its lines", { clean: asLines }, " Ring\r\ntwice\n", readAs("Ring\ntwice")],
    ["as it is", { clean: asTyped }, " a ", readAs(" a ")],
    ["as nothing where it is blank, also as it is", { clean: asTyped }, "  ", empty],
  ])("of text is taken %s", (_, row, typed, reading) => {
    expect(defineTextField(row).read(typed, null)).toEqual(reading);
  });

  test("takes 2,000 signs, and says of more that it is too long", () => {
    expect(typedText.safeParse("a".repeat(2_000)).success).toBe(true);
    expect(typedText.safeParse("a".repeat(2_001)).error?.issues[0]?.message).toBe("fields.tooLong");
  });
});

test("the first field with an error is the first of the table", () => {
  expect(findFirstBad(fields, { state: bad, note: bad })).toBe("note");
  expect(findFirstBad(fields, { price: bad })).toBeNull();
  expect(findFirstBad(fields, {})).toBeNull();
});

describe("a form that is read", () => {
  test("has its values, what is missing, what is wrong and what is odd, each by field", () => {
    expect(readWith({ code: "x", state: "?" })).toMatchObject({
      values: { name: undefined, note: undefined, code: undefined, state: "?", kinds: undefined },
      errors: { name: lacks, code: bad },
      warnings: { state: odd },
      missing: ["name"],
    });
    expect(readWith({ name: " ann ", kinds: ["a"] })).toMatchObject({
      values: { name: "ANN", kinds: ["a"] },
      missing: [],
    });
    const { errors, warnings } = readWith({ name: "ann", code: "y", state: "NY" });
    expect({ errors, warnings }).toEqual({ errors: {}, warnings: {} });
  });

  test("does not ask for a field in whose place nothing is read, and reads what stands there instead", () => {
    expect(readWith({ code: "x" }, { instead: { name: null, code: null } })).toMatchObject({
      errors: {},
      missing: [],
    });
    expect(readWith({ code: "x" }, { instead: { name: "bob", code: "y" } })).toMatchObject({
      values: { name: "BOB", code: "y" },
      errors: {},
    });
  });

  test("has what spans fields before what a field says alone, and its warnings behind", () => {
    const across = () => ({ errors: { code: odd, note: null }, warnings: { state: bad, note: bad } });
    expect(readWith({ name: "ann", code: "x", state: "?" }, { across })).toMatchObject({
      errors: { code: odd },
      warnings: { state: odd, note: bad },
    });
  });
});

test("a body has what was read by its names in the service, without what is empty or part of another", () => {
  const table = {
    name: defineTextField({}),
    patient: defineTextField({ wire: "patientId" }),
    zone: defineTextField({ wire: null }),
    note: defineTextField({}),
  };
  const values = { name: "Ann", patient: "5", zone: "UTC", note: undefined };
  expect(toBody(table, values)).toStrictEqual({ name: "Ann", patientId: "5" });
});
