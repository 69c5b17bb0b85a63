import { expect, it } from "vitest";
import { secretFailure } from "../../../main/account/secret-store.ts";
import { worded } from "../../support/told.ts";

it.each([
  ["unavailable", "This computer's keychain cannot be reached. Nothing was changed in it.", "retry"],
  [
    "locked",
    "This computer's keychain is locked or waits for its password. Unlock it, then try again.",
    "retry",
  ],
  [
    "damaged",
    "What the keychain holds for Front Desk is incomplete or was changed. It was left as it is.",
    "sign-in",
  ],
  [
    "refused",
    "This text cannot be kept in the keychain: it is longer than 65,536 characters or is broken text.",
    "retry",
  ],
] as const)("a keychain that is %s is told in a sentence, with what to do next", (problem, why, next) => {
  expect(worded(secretFailure(problem))).toEqual({
    ok: false,
    problem,
    failure: { code: "keychain", why, next, fields: {}, details: {} },
  });
});
