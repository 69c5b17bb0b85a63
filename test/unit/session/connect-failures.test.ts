import { describe, expect, it } from "vitest";
import { fail } from "../../../shared/core/failure.ts";
import { verbatim } from "../../../messages/saying.ts";
import {
  toNotConnected,
  otherService,
  signedOutAtFirst,
  signedOutKept,
  signedOutMeanwhile,
  whoseToken,
} from "../../../shared/session/connect-failures.ts";
import { worded } from "../../support/told.ts";

describe("who is not let in", () => {
  it.each([
    ["has not signed in", signedOutAtFirst, "signed-out", "Sign in first.", "sign-in"],
    [
      "was typing when the sign-in ended",
      signedOutKept,
      "signed-out",
      "Sign in first. What you typed is still here.",
      "sign-in",
    ],
    [
      "names nobody where somebody was before",
      whoseToken,
      "account-question",
      "This token doesn’t say which account it’s for. Is it the same account as before? Appointments not sent yet are only sent under their own account.",
      "none",
    ],
    [
      "was overtaken by a sign-out",
      signedOutMeanwhile,
      "busy",
      "Someone signed out in the meantime. Connect again.",
      "retry",
    ],
  ])("%s: is told so, and what to do", (_who, failure, code, why, next) => {
    expect(worded(failure)).toEqual({ code, why, next, fields: {}, details: {} });
  });

  it("wants a service that the organization does not allow: is told so at the address", () => {
    expect(worded(otherService)).toEqual({
      code: "managed",
      why: "Your organization uses a different booking service address.",
      next: "none",
      fields: { serviceAddress: "Your organization manages this setting. It can’t be changed here." },
      details: {},
    });
  });
});

describe("the first call with a token", () => {
  it("that is refused is a fault of the token, and is told at its field", () => {
    const why = "The booking service doesn’t accept this access token.";
    expect(
      worded(toNotConnected(fail("token-refused", verbatim("no"), { details: { status: 401 } }))),
    ).toEqual({
      code: "token-refused",
      why,
      next: "sign-in",
      fields: { token: why },
      details: { status: 401 },
    });
  });

  it.each(["refused", "unreadable-answer"] as const)(
    "that is answered by something else (%s) is a fault of the address: it is told there, with the status if there is one",
    (code) => {
      const answered = (details: { status?: number }) =>
        worded(toNotConnected(fail(code, verbatim("no"), { details })));
      const why = (answer: string) =>
        `This address responds, but not as the Appointment Booking Service${answer}. Check the address. A sign-in page on this network may also be in the way: open a browser to see.`;
      const rest = { code, next: "edit", fields: { serviceAddress: "Check the address." } };
      expect(answered({ status: 404 })).toEqual({
        ...rest,
        why: why(" (response 404)"),
        details: { status: 404 },
      });
      expect(answered({})).toEqual({ ...rest, why: why(""), details: {} });
    },
  );

  it("that fails otherwise is told as every other call", () => {
    const problem = fail("not-reached", verbatim("The service could not be reached."));
    expect(toNotConnected(problem)).toBe(problem);
  });
});
