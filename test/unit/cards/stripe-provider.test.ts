import type { SetupIntent } from "@stripe/stripe-js";
import { describe, expect, test } from "vitest";
import { toIntentAnswer, toProviderProblem } from "../../../renderer/payment/stripe-provider.ts";

/** The members that are read; the provider sends many more. */
const intent = (change: object): SetupIntent =>
  ({
    id: "seti_1",
    status: "succeeded",
    payment_method: "pm_1",
    last_setup_error: null,
    ...change,
  }) as SetupIntent;
const card = { brand: "visa", last4: "4242", exp_month: 12, exp_year: 2034 };

describe("what an error of the provider means", () => {
  test.each([
    ["card_error", "card_declined", "declined"],
    ["card_error", "incorrect_cvc", "declined"],
    ["card_error", "setup_intent_authentication_failure", "not-authenticated"],
    ["invalid_request_error", "setup_intent_authentication_failure", "not-authenticated"],
    ["invalid_request_error", "resource_missing", "expired"],
    ["invalid_request_error", "setup_intent_unexpected_state", "expired"],
    ["invalid_request_error", undefined, "other"],
    ["authentication_error", undefined, "other"],
    ["validation_error", "incomplete_number", "incomplete"],
    ["rate_limit_error", undefined, "busy"],
    ["api_connection_error", undefined, "connection"],
    ["api_error", undefined, "connection"],
  ] as const)("%s %s is %s", (type, code, kind) => {
    const error = { type, message: "It said so.", ...(code === undefined ? {} : { code }) };
    expect(toProviderProblem(error).kind).toBe(kind);
  });

  test("an error without words is still told in words", () => {
    expect(toProviderProblem({ type: "card_error" })).toEqual({
      kind: "declined",
      message: "The bank gave no reason",
    });
  });
});

describe("a setup intent", () => {
  test.each([
    ["succeeded", "succeeded"],
    ["processing", "processing"],
    ["canceled", "canceled"],
    ["requires_payment_method", "open"],
    ["requires_confirmation", "open"],
    ["requires_action", "open"],
  ])("%s is %s", (status, ours) => {
    expect(toIntentAnswer(intent({ status }))).toMatchObject({ status: ours });
  });

  test("with its payment method expanded names brand, last four and expiry", () => {
    expect(toIntentAnswer(intent({ payment_method: { id: "pm_2", card } }))).toMatchObject({
      paymentMethod: { id: "pm_2", card: { brand: "Visa", last4: "4242", expMonth: 12, expYear: 2034 } },
    });
  });

  test.each([
    ["cartes_bancaires", "Cartes bancaires"],
    ["4242424242424242", "Card"],
    ["", "Card"],
    ["é".repeat(80), `É${"é".repeat(49)}`],
  ])("of the brand %j is called %s, in letters alone", (brand, name) => {
    expect(
      toIntentAnswer(intent({ payment_method: { id: "pm_2", card: { ...card, brand } } })),
    ).toMatchObject({
      paymentMethod: { card: { brand: name } },
    });
  });

  test.each([{ exp_month: 13 }, { exp_month: 0 }, { exp_year: 34 }, { exp_year: 2034.5 }, { last4: "42" }])(
    "with the odd facts %j keeps the identifier without them",
    (odd) => {
      expect(
        toIntentAnswer(intent({ payment_method: { id: "pm_2", card: { ...card, ...odd } } })),
      ).toMatchObject({
        paymentMethod: { id: "pm_2", card: null },
      });
    },
  );

  test("without it keeps the identifier and invents nothing", () => {
    expect(toIntentAnswer(intent({}))).toMatchObject({ paymentMethod: { id: "pm_1", card: null } });
    expect(toIntentAnswer(intent({ payment_method: { id: "pm_3" } }))).toMatchObject({
      paymentMethod: { id: "pm_3", card: null },
    });
  });

  test("that was declined says why", () => {
    const declined = intent({ last_setup_error: { type: "card_error", message: "Your card was declined." } });
    expect(toIntentAnswer(declined)).toMatchObject({ declined: "Your card was declined." });
  });
});
