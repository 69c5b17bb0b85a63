import { describe, expect, test } from "vitest";
import { readCatalogue } from "../../../scripts/words.ts";
import { readStyle, ruleNames, type Style, unneeded, unstyled } from "./style.ts";

describe.each(["en-US", "es-US"])("in %s", (language) => {
  const style = readStyle(language);
  const catalogue = readCatalogue(language);

  test("every message is written as messages/README.md says", () => {
    expect(unstyled(catalogue, style)).toEqual([]);
  });

  test("every exception is needed, and every rule is known", () => {
    expect(unneeded(catalogue, style)).toEqual([]);
    expect(Object.keys(style.rules).filter((rule) => !ruleNames.includes(rule))).toEqual([]);
  });
});

const english = readStyle("en-US");
const spanish = readStyle("es-US");

/** What a message with this text would break. */
const broken = (text: string, style: Style = english): string[] =>
  unstyled(new Map([["some.id", text]]), style).map(({ rule }) => rule.replace(/^never .*, but /, ""));

test.each([
  ["The booking service's own schedule", "curlyQuotes"],
  ["It is saved; it waits.", "noSemicolon"],
  ["It is saved – it waits.", "noDashInSentence"],
  [
    "It is not saved, and all that was typed here since then, by anyone who was at the front desk today or the day before, will be lost then.",
    "shortSentences",
  ],
  ["Cancel", "oneCancel"],
  ["New Appointment", "sentenceCase"],
  ["Choose “Send it”.", "quotedNames"],
  ["New booking", "appointment"],
  ["Ask the service.", "booking service, or visit type"],
  ["The hub is full.", "clinic server"],
  ["Somebody has it.", "someone, anyone, everyone, no one"],
  ["Leave practice?", "training mode"],
  ["We wait for it.", "Front Desk"],
  ["This cannot be read.", "the contraction"],
  ["It wasn’t sent.", "not, spelled out"],
  ["The color was cancelled.", "US spelling"],
])("“%s” would be found", (text, rule) => {
  expect(broken(text)).toEqual([rule]);
});

test.each([
  ["Nueva Cita", "sentenceCase"],
  ["Elija “Enviarlo”.", "quotedNames"],
  ["Está guardada; espera.", "noSemicolon"],
  ["Pregunte al servicio.", "servicio de citas; tipo de visita (what is booked)"],
])("“%s” would be found in Spanish", (text, rule) => {
  expect(broken(text, spanish)).toEqual([rule]);
});

test.each([
  "Booking in 5 seconds…",
  "Booked – waiting for approval",
  "Something is in the Outbox under “{name}”.",
  "US phone numbers have 10 digits.",
  "It can’t be sent without a card. It was not sent.",
])("“%s” would not", (text) => {
  expect(broken(text)).toEqual([]);
});

test("a message that has a reason is let be, and the reason goes with the need for it", () => {
  const style = { ...english, rules: { noSemicolon: { "some.": "a list" } }, words: [] };
  expect(broken("One; two", style)).toEqual([]);
  expect(unneeded(new Map([["some.id", "One"]]), style)).toEqual(["noSemicolon: some."]);
});
