import type { Saying } from "../../messages/saying-type.ts";

/** Failures without their schema, so that pages that make one do not load zod with it. */

/** What went wrong, in the classes the program acts on. */
export const failureCodes = [
  "invalid-input", // what was typed, or what came over IPC, does not fit; `fields` says where
  "signed-out", // no service is connected
  "token-refused", // the service answered 401
  "fields-refused", // the service answered 400 or 422
  "patient-exists", // 409: `details.existingPatientId` when the answer names it
  "refused", // 403, 404 and any other 4xx
  "rate-limited", // 429
  "service-error", // 408 and 5xx
  "redirected", // 3xx; never followed
  "not-reached", // failed before any byte of the request was sent
  "unclear", // bytes were sent, no complete answer came
  "unreadable-answer", // 2xx that does not show the thing made: HTML, empty, cut off, no id, another one's echo
  "account-question", // the token names nobody: is it the same account as before?
  "not-found", // no such record on this computer
  "busy", // it is being sent, or was sent, already
  "keychain", // the system's keychain is locked or missing
  "store", // the database on this computer could not be read or written
  "card-number", // a card number stands in free text
  "locked", // the desk is locked: nothing is answered until the PIN was given
  "admin-locked", // the admin PIN was not given: Settings and Webhooks stay as they are
  "managed", // the organization has set it
  "internal", // a fault of this program; its details are in the log
] as const;
export type FailureCode = (typeof failureCodes)[number];

/** What a person can do next; the renderer shows a button or a sentence for each. */
export const nextActions = ["none", "edit", "retry", "wait", "sign-in", "check", "choose-patient"] as const;
export type NextAction = (typeof nextActions)[number];

/**
 * The one type in which an expected failure crosses a boundary. `why` is for the person at the desk: what
 * happened, what was kept, what is safe to do. It never holds a token, key or raw error.
 */
export type Failure = {
  code: FailureCode;
  why: Saying;
  /** Field name -> what is wrong with it. Names are those of the form. */
  fields: Record<string, Saying>;
  next: NextAction;
  details: {
    /** The HTTP status of the service's answer. */
    status?: number | undefined;
    /** The start of the service's answer as one plain line, never HTML. */
    answer?: string | undefined;
    /** The media type of that answer, when it is not what the service answers with. */
    contentType?: string | undefined;
    existingPatientId?: number | undefined;
    /** That patient may be the one that an earlier try of this item made. */
    mayBeOurs?: boolean | undefined;
    externalId?: string | undefined;
    /** The answer shows that nothing was made. Left out where it does not, or nothing answered. */
    nothingMade?: true | undefined;
    /** Whole seconds the service asked to wait. */
    retryAfterSeconds?: number | undefined;
  };
};
export type FieldErrors = Failure["fields"];

const usualNext: Record<FailureCode, NextAction> = {
  "invalid-input": "edit",
  "signed-out": "sign-in",
  "token-refused": "sign-in",
  "fields-refused": "edit",
  "patient-exists": "choose-patient",
  refused: "edit",
  "rate-limited": "wait",
  "service-error": "wait",
  redirected: "check",
  "not-reached": "retry",
  unclear: "check",
  "unreadable-answer": "check",
  "account-question": "none",
  "not-found": "none",
  // Nobody tries it again by itself.
  busy: "none",
  keychain: "retry",
  store: "retry",
  "card-number": "edit",
  locked: "none",
  "admin-locked": "none",
  managed: "none",
  internal: "retry",
};

type FailureOptions = Partial<Pick<Failure, "fields" | "next" | "details">>;

/** Builds a failure; `next` defaults to the usual action for its code. */
export const fail = (code: FailureCode, why: Saying, options: FailureOptions = {}): Failure => ({
  code,
  why,
  fields: {},
  next: usualNext[code],
  details: {},
  ...options,
});

/**
 * Carries a failure out of code that cannot go on, such as a transaction on a full disk, to the one place
 * that answers the caller. Everything that can be met with in ordinary work is a `Result` instead.
 */
export class FailureError extends Error {
  readonly failure: Failure;
  constructor(reason: Failure) {
    super(reason.code);
    this.failure = reason;
  }
}

/** A value, or the failure that kept it from being made. */
export type Result<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly failure: Failure };

export const ok = <T>(value: T): Result<T> => ({ ok: true, value });
export const failed = (reason: Failure): Result<never> => ({ ok: false, failure: reason });
