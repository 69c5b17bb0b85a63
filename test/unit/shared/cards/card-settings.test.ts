import { describe, expect, test } from "vitest";
import { isExpiredCard } from "../../../../shared/cards/card-expiry.ts";
import { cardNumberFound } from "../../../../shared/cards/card-number.ts";
import {
  getKeyMode,
  checkPublishableKey,
  checkSetupIntentUrl,
} from "../../../../shared/cards/card-settings.ts";
import { card, type Card } from "../../../../shared/cards/card.ts";
import type { Saying } from "../../../../messages/saying.ts";

const visa: Card = { id: "pm_1abc", brand: "visa", last4: "4242", expMonth: 12, expYear: 2028 };
const idOf = (problem: Saying | null): string | null => problem?.id ?? null;

describe("a publishable key", () => {
  test.each([
    ["", null],
    ["pk_test_123", null],
    ["pk_live_Abc9", null],
    ["sk_live_123", "fields.secretKey"],
    ["rk_live_123", "fields.secretKey"],
    ["pk_", "fields.publishableKey"],
    ["pk_test 123", "fields.publishableKey"],
    ["my pk_test_123", "fields.publishableKey"],
    ["ask_me", "fields.publishableKey"],
    ["4242 4242 4242 4242", cardNumberFound.id],
  ])("%j has this wrong with it: %j", (text, problem) => {
    expect(idOf(checkPublishableKey(text))).toBe(problem);
  });

  test.each([
    ["pk_test_123", "test"],
    ["pk_live_123", "live"],
    ["pk_other_123", null],
    ["pk_test", null],
    ["my pk_test_123", null],
    ["", null],
  ])("%j says of itself that it is %j", (key, mode) => {
    expect(getKeyMode(key)).toBe(mode);
  });
});

test.each([
  ["", null],
  ["https://pay.example/intents", null],
  ["http://127.0.0.1:4010/intents", null],
  ["http://localhost:4010/intents", null],
  ["http://pay.example/intents", "fields.address.https"],
  ["file:///x", "fields.address.https"],
  ["https://me:secret@pay.example/", "fields.address.userInfo"],
  ["https://pay.example/4242424242424242", cardNumberFound.id],
])("the setup intent URL %j has this wrong with it: %j", (url, problem) => {
  expect(idOf(checkSetupIntentUrl(url))).toBe(problem);
});

test.each([
  [11, 2026, true],
  [12, 2026, false],
  [1, 2027, false],
  [12, 2025, true],
  [null, 2025, false],
  [1, null, false],
])(
  "on the last day of December 2026 a card good to the end of %j/%j is expired: %s",
  (expMonth, expYear, expired) => {
    expect(isExpiredCard({ ...visa, expMonth, expYear }, "2026-12-31")).toBe(expired);
  },
);

describe("what is kept of a card", () => {
  test.each([
    {},
    { id: "pm_1" },
    { id: `pm_${"a".repeat(250)}` },
    { brand: null, last4: null, expMonth: null, expYear: null },
    { brand: "b".repeat(50) },
    { expMonth: 1, expYear: 2000 },
    { expMonth: 12, expYear: 2200 },
  ])("may be %j", (change) => {
    expect(card.parse({ ...visa, ...change })).toEqual({ ...visa, ...change });
  });

  test.each([
    { id: "pm_" },
    { id: `pm_${"a".repeat(251)}` },
    { id: "my pm_1" },
    { id: "pm_1 " },
    { brand: "4242424242424242" },
    { brand: "visa 4242" },
    { brand: "b".repeat(51) },
    { last4: "424" },
    { last4: "42424" },
    { last4: "424x" },
    { expMonth: 0 },
    { expMonth: 13 },
    { expMonth: 1.5 },
    { expYear: 1999 },
    { expYear: 2201 },
    { number: "4242424242424242" },
    { cvc: "123" },
  ])("is never %j", (change) => {
    expect(card.safeParse({ ...visa, ...change }).success).toBe(false);
  });
});
