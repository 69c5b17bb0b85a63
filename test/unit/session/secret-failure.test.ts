import { expect, it } from "vitest";
import { createSecretFailure } from "../../../main/platform/secret-store.ts";
import { worded } from "../../support/told.ts";

it.each([
  ["unavailable", "Front Desk can’t reach this computer’s keychain. Nothing in it was changed.", "retry"],
  [
    "locked",
    "This computer’s keychain is locked or waiting for its password. Unlock it, then try again.",
    "retry",
  ],
  [
    "damaged",
    "The keychain entry for Front Desk is incomplete or was changed. It was left as is.",
    "sign-in",
  ],
  [
    "refused",
    "This text can’t be stored in the keychain. It is longer than 65,536 characters or isn’t valid text.",
    "retry",
  ],
] as const)("a keychain that is %s is told in a sentence, with what to do next", (problem, why, next) => {
  expect(worded(createSecretFailure(problem))).toEqual({
    ok: false,
    problem,
    failure: { code: "keychain", why, next, fields: {}, details: {} },
  });
});
