import { describe, expect, it } from "vitest";
import { capitalised, tidyName } from "../../../domain/patient/person-name.ts";

describe("the capitals of a name", () => {
  it.each([
    ["jane", "Jane"],
    ["JANE", "Jane"],
    ["o'brien", "O'Brien"],
    ["o\u2019brien", "O\u2019Brien"],
    ["anne-marie", "Anne-Marie"],
    ["mcdonald", "McDonald"],
    ["josé de la cruz", "José de la Cruz"],
    ["john smith iii", "John Smith III"],
    ["ángel", "Ángel"],
  ])("%j is offered as %j", (typed, offered) => expect(capitalised(typed)).toBe(offered));

  it.each(["Jane", "McDonald", "van Dyke", "DeShawn", "AJ", "JJ", "", "李", "محمد"])("%j stays", (typed) =>
    expect(capitalised(typed)).toBe(typed),
  );
});

it("a name is written with one blank between words and none around them", () =>
  expect(tidyName("  mary \t ann ")).toBe("mary ann"));
