import { FailureError, type Failure } from "../../../shared/core/failure.ts";
import { say } from "../../../messages/saying.ts";

/** For a message. */
export const isDiskFull = (error: unknown): "yes" | "no" =>
  error instanceof FailureError && error.failure.why.id === "failures.store.full" ? "yes" : "no";

/**
 * What is told of a press that the store could not write: what was typed was saved before it. `isLater`: it is to be
 * sent already, and goes out by itself. An error that no second try mends is thrown on.
 */
export function toNotSavedFailure(error: unknown, isLater: boolean): Failure {
  if (!(error instanceof FailureError) || error.failure.code !== "store" || error.failure.next !== "retry")
    throw error;
  const values = { full: isDiskFull(error) };
  const why = isLater ? say("failures.store.sentLater", values) : say("failures.store.notSent", values);
  return { ...error.failure, why };
}
