import { describe, expect, it } from "vitest";
import { capitalised, splitName, tidyName } from "../../../domain/patient/person-name.ts";

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
    ["ANNA", "Anna"],
    ["O'NEIL", "O'Neil"],
    ["mcx", "Mcx"],
    ["samcdon", "Samcdon"],
    ["mc-donald", "Mc-Donald"],
    ["van", "Van"],
    ["ann de", "Ann De"],
    ["de la cruz", "De la Cruz"],
    ["iv smith", "IV Smith"],
    ["ivan xiii", "Ivan Xiii"],
    ["ann dennis lee", "Ann Dennis Lee"],
    ["ann linda lee", "Ann Linda Lee"],
    // Also of a name that is still being typed.
    ["anne-", "Anne-"],
    ["mcdonald.", "McDonald."],
  ])("%j is offered as %j", (typed, offered) => expect(capitalised(typed)).toBe(offered));

  it.each(["Jane", "McDonald", "van Dyke", "DeShawn", "AJ", "JJ", "ANN", "A.J.B.", "", "李", "محمد"])(
    "%j stays",
    (typed) => expect(capitalised(typed)).toBe(typed),
  );
});

describe("a name of several words", () => {
  it.each([
    ["Jane Doe", null, "Jane", "Doe"],
    ["Mary Ann Doe", null, "Mary Ann", "Doe"],
    ["Doe", null, "", "Doe"],
    ["Mary de la Cruz", null, "Mary", "de la Cruz"],
    ["Ana das Neves", null, "Ana", "das Neves"],
    ["Ana dos Santos", null, "Ana", "dos Santos"],
    ["Ana da Silva", null, "Ana", "da Silva"],
    ["Ana do Carmo", null, "Ana", "do Carmo"],
    ["Linda Doe", null, "Linda", "Doe"],
    ["Mary Alma Doe", null, "Mary Alma", "Doe"],
    ["Mary Dalal Doe", null, "Mary Dalal", "Doe"],
    ["Van Nguyen", null, "Van", "Nguyen"],
    ["John Smith Jr.", null, "John", "Smith Jr."],
    ["John Smith Jr. III", null, "John", "Smith Jr. III"],
    ["John van Dyke Sr", null, "John", "van Dyke Sr"],
    ["John Xiii", null, "John", "Xiii"],
    ["Mary Jane Ivory", null, "Mary Jane", "Ivory"],
    ["Mary Ann Kealii", null, "Mary Ann", "Kealii"],
    ["John Jr", null, "John", "Jr"],
    ["Doe Jane", 1, "Jane", "Doe"],
    ["van Dyke Mary Ann", 2, "Mary Ann", "van Dyke"],
    ["Smith Jr. John", 1, "John", "Smith Jr."],
    ["Smith Jr.", 1, "", "Smith Jr."],
    ["Jane Doe Jr.", 2, "Jane", "Doe Jr."],
    ["de la Cruz Jr.", 3, "", "de la Cruz Jr."],
    // The first name is missing.
    ["García López", 2, "", "García López"],
    ["Smith", 1, "", "Smith"],
    ["Jane Doe", 0, "Jane", "Doe"],
  ])("%j with %j words before the comma is %j and %j", (text, surnameWords, firstName, lastName) =>
    expect(splitName(text.split(" "), surnameWords)).toEqual({ firstName, lastName }),
  );
});

it("a name is written with one blank between words and none around them", () =>
  expect(tidyName("  mary \t ann ")).toBe("mary ann"));
