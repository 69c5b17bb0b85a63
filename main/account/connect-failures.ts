import { fail, type Failure } from "../../contract/failure.ts";

/** The token names nobody, and somebody was here before: records of two accounts must not mix. */
export const whoseToken = fail(
  "account-question",
  "This token does not say whose it is. Is it for the same account as before? Bookings that were not sent yet go out only under their own account.",
);

/** A sign-in that was under way when somebody signed out. */
export const signedOutMeanwhile = fail("busy", "Somebody signed out meanwhile. Connect again.", {
  next: "retry",
});

/** Failures of the first call with a token, in the words of signing in. */
export function notConnected(problem: Failure): Failure {
  const { code, details } = problem;
  switch (code) {
    case "token-refused": {
      const message = "The service does not accept this access token.";
      return fail(code, message, { fields: { token: message }, details });
    }
    case "refused":
    case "unreadable-answer": {
      const answer = details.status === undefined ? "" : ` (answer ${details.status})`;
      const message = `This address answers, but not as the Appointment Booking Service${answer}. Check it. A sign-in page of this network may also stand in between: a web browser shows it.`;
      return fail(code, message, {
        fields: { serviceAddress: "Check the address." },
        next: "edit",
        details,
      });
    }
    default:
      return problem;
  }
}
