import { fail, type Failure } from "../core/failure.ts";
import { say } from "../../messages/saying.ts";

/** Nobody is at the desk. */
export const signedOutAtFirst = fail("signed-out", say("failures.signIn.first"));
/** The same, said to somebody who was typing. */
export const signedOutKept = fail("signed-out", say("failures.signIn.firstKept"));

/** The organization has set another service's address. */
export const otherService = fail("managed", say("failures.signIn.otherService"), {
  fields: { serviceAddress: say("failures.managed") },
});

/** The token names nobody, and somebody was here before: records of two accounts must not mix. */
export const whoseToken = fail("account-question", say("failures.signIn.whoseToken"));

/** A sign-in that was under way when somebody signed out. */
export const signedOutMeanwhile = fail("busy", say("failures.signIn.signedOutMeanwhile"), {
  next: "retry",
});

/** Failures of the first call with a token, in the words of signing in. */
export function toNotConnected(problem: Failure): Failure {
  const { code, details } = problem;
  switch (code) {
    case "token-refused": {
      const why = say("failures.signIn.tokenNotAccepted");
      return fail(code, why, { fields: { token: why }, details });
    }
    case "refused":
    case "unreadable-answer": {
      const { status } = details;
      const why =
        status === undefined
          ? say("failures.signIn.notTheService")
          : say("failures.signIn.notTheServiceStatus", { status });
      return fail(code, why, {
        fields: { serviceAddress: say("failures.signIn.checkAddress") },
        next: "edit",
        details,
      });
    }
    default:
      return problem;
  }
}
