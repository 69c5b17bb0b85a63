import { describe, expect, it } from "vitest";
import {
  capitalizeName,
  capitalizePlace,
  isSureSplit,
  isWrittenAsName,
  hasTwoNames,
  splitName,
  normalizeName,
} from "../../../../shared/patients/person-name.ts";

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
    ["jill st. john", "Jill St. John"],
    ["juan san martin", "Juan San Martin"],
    ["ann dennis lee", "Ann Dennis Lee"],
    ["ann linda lee", "Ann Linda Lee"],
    // Also of a name that is still being typed.
    ["anne-", "Anne-"],
    ["mcdonald.", "McDonald."],
  ])("%j is offered as %j", (typed, offered) => expect(capitalizeName(typed)).toBe(offered));

  it.each(["Jane", "McDonald", "van Dyke", "DeShawn", "AJ", "JJ", "ANN", "A.J.B.", "", "李", "محمد"])(
    "%j stays",
    (typed) => expect(capitalizeName(typed)).toBe(typed),
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
    ["Jill St. John", null, "Jill", "St. John"],
    ["Jill St John Jr.", null, "Jill", "St John Jr."],
    ["Eva Saint James", null, "Eva", "Saint James"],
    ["Ana Santa Cruz", null, "Ana", "Santa Cruz"],
    ["Santiago Ramón y Cajal", null, "Santiago", "Ramón y Cajal"],
    ["Maria Costa e Silva", null, "Maria", "Costa e Silva"],
    ["Rosa y Cajal", null, "Rosa y", "Cajal"],
    ["Rosa Y Nguyen", null, "Rosa Y", "Nguyen"],
    ["Juan dela Cruz", null, "Juan", "dela Cruz"],
    ["Ana Mae delos Reyes", null, "Ana Mae", "delos Reyes"],
    ["Rosa Della Rocca", null, "Rosa", "Della Rocca"],
    ["Omar El Amin", null, "Omar", "El Amin"],
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

describe("more than one person", () => {
  it.each([
    "John & Jane Doe",
    "John and Mary Poe",
    "Mr. and Mrs. Sam Roe",
    "John + Mary Poe",
    "John/Mary Poe",
    "Poe, John and Mary",
    "Juan y María Pérez",
    "Juan Pérez y María López",
    "Pérez, Juan y María",
  ])("is named in %s", (text) => expect(hasTwoNames(text)).toBe(true));

  it.each([
    "Andy Anders",
    "Jane Doe (she/her)",
    "José Ortega y Gasset",
    "Ortega y Gasset, José",
    "Rosa Y",
    "Y Nguyen",
    "Brand Landy",
  ])("is not in %s", (text) => expect(hasTwoNames(text)).toBe(false));
});

it.each([
  ["Jane Q", false],
  ["Doe Jane Q.", false],
  ["Q", true],
  ["Jane Ng", true],
])("of %s the surname is sure: %s", (text, isSure) =>
  expect(isSureSplit(splitName(text.split(" ")))).toBe(isSure),
);

it.each([
  ["Jane de la Cruz", true],
  ["José Ortega y Gasset", true],
  ["李 Wei", true],
  ["Jane doe", false],
  ["my name", false],
])("%s is written as names are: %s", (text, isWritten) =>
  expect(isWrittenAsName(text.split(" "))).toBe(isWritten),
);

it.each([
  ["NORTH LAS VEGAS", "North Las Vegas"],
  ["LEE'S SUMMIT", "Lee's Summit"],
  ["ST MARY’S", "St Mary’s"],
  ["O'FALLON", "O'Fallon"],
  ["EAST LOS ANGELES", "East Los Angeles"],
  ["PORT ST LUCIE", "Port St Lucie"],
  ["PLAYA DEL REY", "Playa del Rey"],
  ["FOND DU LAC", "Fond du Lac"],
  ["KING OF PRUSSIA", "King of Prussia"],
  ["RANCHO LA MESA", "Rancho La Mesa"],
  ["O'FALLON", "O'Fallon"],
  ["WILKES-BARRE", "Wilkes-Barre"],
  ["MCALLEN", "McAllen"],
  ["DES MOINES", "Des Moines"],
])("the city %s is %s", (written, name) => expect(capitalizePlace(written)).toBe(name));

it("a name is written with one blank between words and none around them", () =>
  expect(normalizeName("  mary \t ann ")).toBe("mary ann"));
