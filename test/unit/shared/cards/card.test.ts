import { describe, expect, it } from "vitest";
import {
  cardCalls,
  cardFacts,
  clientSecret,
  isCardCallName,
  paymentMethodId,
  publishableKey,
  setupIntentId,
} from "../../../../shared/cards/card-window.ts";
import {
  cardChannel,
  cardLanguageChannel,
  cardOrigin,
  invokeChannel,
} from "../../../../shared/core/channels.ts";
import { fail } from "../../../../shared/core/failure.ts";
import { verbatim } from "../../../../messages/saying.ts";

const part = (length: number): string => "a1_".repeat(100).slice(0, length);
const letters = (length: number): string => "a1B".repeat(100).slice(0, length);

describe("the names that the card provider gives", () => {
  it.each([
    ["a setup intent", setupIntentId, ["seti_1", `seti_${part(250)}`]],
    ["a client secret", clientSecret, ["seti_1_secret_1", `seti_${letters(250)}_secret_${part(250)}`]],
    ["a payment method", paymentMethodId, ["pm_1", `pm_${part(250)}`]],
    ["a publishable key", publishableKey, ["pk_1", "pk_test_1", `pk_${part(290)}`]],
  ])("%s is taken as it is", (_what, schema, names) => {
    for (const name of names) expect(schema.parse(name)).toBe(name);
  });

  it.each([
    [
      "a setup intent",
      setupIntentId,
      ["", "seti_", "pm_1", "xseti_1", "seti_1 ", "seti_1\n2", `seti_${part(251)}`],
    ],
    [
      "a client secret",
      clientSecret,
      [
        "",
        "seti_1",
        "seti_1_secret_",
        "seti__secret_1",
        "seti_a-b_secret_1",
        "xseti_1_secret_1",
        "seti_1_secret_1 ",
        `seti_${letters(251)}_secret_1`,
        `seti_1_secret_${part(251)}`,
      ],
    ],
    [
      "a payment method",
      paymentMethodId,
      ["", "pm_", "tok_1", "4242424242424242", "xpm_1", "pm_1 ", `pm_${part(251)}`],
    ],
    ["a publishable key", publishableKey, ["", "pk_", "sk_test_1", "xpk_1", "pk_1 ", `pk_${part(291)}`]],
  ])("what is no %s is refused", (_what, schema, texts) => {
    expect(texts.filter((text) => schema.safeParse(text).success)).toEqual([]);
  });
});

describe("what is known of a card", () => {
  const card = { brand: "Visa", last4: "4242", expMonth: 12, expYear: 2034 };

  it.each([
    {},
    { brand: "A" },
    { brand: "b".repeat(50) },
    { brand: "American Express" },
    { last4: "0000" },
    { expMonth: 1 },
    { expYear: 2000 },
    { expYear: 2200 },
  ])("is taken with %j", (change) => {
    expect(cardFacts.parse({ ...card, ...change })).toEqual({ ...card, ...change });
  });

  it.each([
    { number: "4242424242424242" },
    { brand: "" },
    { brand: "b".repeat(51) },
    { brand: "Visa 4242" },
    { brand: "4Visa" },
    { last4: "424" },
    { last4: "42424" },
    { last4: "424a" },
    { expMonth: 0 },
    { expMonth: 13 },
    { expMonth: 1.5 },
    { expYear: 1999 },
    { expYear: 2201 },
  ])("is refused with %j: no number and no check code can hide in it", (change) => {
    expect(cardFacts.safeParse({ ...card, ...change }).success).toBe(false);
  });
});

describe("what the card window is told", () => {
  const who = { displayName: verbatim("Ann Sample"), practice: false };
  const start = {
    ...who,
    clientSecret: "seti_1_secret_1",
    publishableKey: "pk_test_1",
    lookUpFirst: false,
  };
  const { output } = cardCalls.begin;

  it("is whose card it is, and what its form needs or why there is none", () => {
    expect(output.parse(start)).toEqual(start);
    const without = { ...who, failure: fail("not-reached", verbatim("no")) };
    expect(output.parse(without)).toEqual(without);
  });

  it.each([
    { ...start, patient: { lastName: "Sample" } },
    { ...who, failure: fail("not-reached", verbatim("no")), clientSecret: "seti_1_secret_1" },
    { ...start, displayName: "Ann Sample" },
    { ...start, practice: "no" },
    { ...start, lookUpFirst: undefined },
    who,
  ])("is nothing else: %j", (answer) => {
    expect(output.safeParse(answer).success).toBe(false);
  });

  it.each(["done", "cancel"] as const)("behind its call %s is nothing", (name) => {
    expect(cardCalls[name].output.parse({})).toEqual({});
    expect(cardCalls[name].output.safeParse({ patientId: 7 }).success).toBe(false);
  });
});

describe("the card window's calls", () => {
  it.each(["closed", "save-for-later"])("may be left as %s", (reason) => {
    expect(cardCalls.cancel.input.parse({ reason })).toEqual({ reason });
    expect(cardCalls.cancel.input.safeParse({ reason, more: 1 }).success).toBe(false);
  });

  it("are three, by their own names alone", () => {
    const names = ["begin", "done", "cancel", "toString", "constructor", "", 1, null, ["begin"]];
    expect(names.filter(isCardCallName)).toEqual(["begin", "done", "cancel"]);
  });

  it("go over channels of their own, from an origin that nobody can have", () => {
    const channels = [cardChannel, cardLanguageChannel, invokeChannel];
    expect(new Set(channels.filter(Boolean)).size).toBe(3);
    expect(new URL(cardOrigin)).toMatchObject({ origin: cardOrigin, protocol: "https:" });
    expect(cardOrigin).toMatch(/\.invalid$/);
  });
});
