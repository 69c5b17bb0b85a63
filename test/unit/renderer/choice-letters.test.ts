import { expect, test } from "vitest";
import { billingTypes } from "../../../shared/service-api/appointment.ts";
import { languages } from "../../../messages/language.ts";
import { load } from "../../../messages/words.ts";
import { formatBillingType } from "../../../renderer/ui/billing-words.ts";
import { findChoiceByLetter } from "../../../renderer/ui/choice-letters.ts";

const labels = ["Bill to Patient", "Bill to Account", "Monthly Invoice"];

test("a letter is for the next choice that begins with it, else for one with such a word", () => {
  const found = (key: string, chosen = -1): number | null => findChoiceByLetter(labels, key, chosen);
  expect([found("m"), found("M"), found("i"), found("p"), found("a")]).toEqual([2, 2, 2, 0, 1]);
  expect([found("b"), found("b", 0), found("b", 1)]).toEqual([0, 1, 0]);
  expect([found("x"), found("Enter"), found(" "), found("1"), found("ArrowDown")]).toEqual(
    Array.from({ length: 5 }, () => null),
  );
  expect(findChoiceByLetter(["Ábaco"], "a", -1)).toBe(0);
});

test.each(languages)("in %s each billing type has a letter of its own", async (language) => {
  await load(language);
  const named = billingTypes.map(formatBillingType);
  const letters = [..."abcdefghijklmnopqrstuvwxyz"];
  const reached = new Set(letters.map((letter) => findChoiceByLetter(named, letter, -1)));
  expect(named.map((_, at) => reached.has(at))).toEqual(named.map(() => true));
});
