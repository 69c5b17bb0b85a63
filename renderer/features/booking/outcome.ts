import type { Failure } from "../../../contract/failure.ts";
import { mayHaveBeenMade } from "../../../contract/records/attempts.ts";
import type { BookingItem, BookingResult } from "../../../contract/records/item.ts";
import { bookingEnd, tokenRefused } from "../../ui/item-words.ts";
import { said } from "../../../messages/saying.ts";

/** What became of a booking after "Book", in the cases the screen tells apart. */
export type BookingOutcome =
  | { readonly kind: "booked"; readonly result: BookingResult }
  /** `hasPlan`: the reason says itself when it is sent. `mayBeMade`: by an earlier try. */
  | {
      readonly kind: "saved";
      readonly reason: string | null;
      readonly hasPlan: boolean;
      readonly mayBeMade: boolean;
    }
  | { readonly kind: "token-refused"; readonly title: string; readonly text: string }
  | { readonly kind: "waiting-for-patient"; readonly reason: string | null }
  | { readonly kind: "sending" }
  | { readonly kind: "needs-card" }
  | { readonly kind: "needs-checking"; readonly problem: Failure | null }
  /** `mayBeMade`: by an earlier try; the last one was refused. */
  | { readonly kind: "needs-editing"; readonly problem: Failure | null; readonly mayBeMade: boolean }
  | { readonly kind: "draft" }
  | { readonly kind: "discarded" };
export type BookingOutcomeKind = BookingOutcome["kind"];

/** What an item's status means to the person who pressed "Book". */
export function bookingOutcome(item: BookingItem): BookingOutcome {
  const reason = item.problem === null ? null : said(item.problem.why);
  switch (item.status) {
    case "done":
      return item.result === null ? { kind: "sending" } : { kind: "booked", result: item.result };
    case "ready": {
      const refused = tokenRefused(item);
      return refused !== null
        ? { kind: "token-refused", ...refused }
        : {
            kind: "saved",
            reason,
            hasPlan: item.problem?.code === "rate-limited",
            mayBeMade: mayHaveBeenMade(item),
          };
    }
    case "waiting-for-patient":
      return { kind: "waiting-for-patient", reason };
    case "sending":
      return { kind: "sending" };
    case "needs-card":
      return { kind: "needs-card" };
    case "needs-checking":
      return { kind: "needs-checking", problem: item.problem };
    case "needs-editing":
      return { kind: "needs-editing", problem: item.problem, mayBeMade: mayHaveBeenMade(item) };
    case "draft":
      return { kind: "draft" };
    case "discarded":
      return { kind: "discarded" };
  }
}

const mayOrMayNot = "It may or may not have been booked.";
export const savedNotBooked = "Saved on this computer – not booked yet.";

/** What a person can do next; the view has a button for each. */
export type OutcomeAction =
  | "new-booking"
  | "new-token"
  | "edit"
  | "add-card"
  | "other-billing"
  | "mark-booked"
  | "book-again"
  | "outbox";

export type OutcomeWords = {
  readonly tone: "success" | "info" | "warning" | "danger";
  readonly title: string;
  /** What was kept, what was not made, and what is safe to do next. */
  readonly text: string;
  readonly actions: readonly OutcomeAction[];
};

/** The words for every outcome. */
export function outcomeWords(outcome: BookingOutcome): OutcomeWords {
  switch (outcome.kind) {
    case "booked":
      return bookedWords(outcome.result);
    case "saved":
      return {
        tone: "info",
        title: outcome.mayBeMade ? mayOrMayNot : savedNotBooked,
        text: after(
          outcome.reason,
          `${outcome.hasPlan ? "" : "It is sent by itself as soon as possible. "}There is nothing you need to do.`,
        ),
        actions: ["new-booking", "edit", "outbox"],
      };
    case "token-refused":
      return {
        tone: "warning",
        title: outcome.title,
        text: outcome.text,
        actions: ["new-token", "new-booking", "edit", "outbox"],
      };
    case "waiting-for-patient":
      return {
        tone: "info",
        title: savedNotBooked,
        text: after(
          outcome.reason ?? "Its patient has no number yet.",
          "It is sent by itself as soon as the patient has a number.",
        ),
        actions: ["new-booking", "edit", "outbox"],
      };
    case "sending":
      return {
        tone: "info",
        title: "Sending – no answer yet.",
        text: "The service has not answered. This screen shows the answer when it comes; do not book it again.",
        actions: ["outbox"],
      };
    case "needs-card":
      return {
        tone: "warning",
        title: savedNotBooked,
        text: "It needs a card: Bill to Patient cannot be sent without one. It stays in the outbox until a card is added, or the payer agrees to another billing type.",
        actions: ["add-card", "other-billing", "new-booking"],
      };
    case "needs-checking":
      return {
        tone: "warning",
        title: mayOrMayNot,
        text: checkingText(outcome.problem),
        actions: ["mark-booked", "book-again", "new-booking"],
      };
    case "needs-editing":
      return {
        tone: "danger",
        title: outcome.mayBeMade ? mayOrMayNot : "Not booked.",
        text: `${outcome.problem === null ? "The service refused it." : said(outcome.problem.why)} Everything typed is kept. Correct it and book again.`,
        actions: ["edit", "new-booking"],
      };
    case "draft":
      return { tone: "info", title: savedNotBooked, text: "Nothing was sent.", actions: ["edit"] };
    case "discarded":
      return { tone: "info", title: "Discarded.", text: "Nothing will be sent.", actions: ["new-booking"] };
  }
}

const after = (reason: string | null, text: string): string => (reason === null ? text : `${reason} ${text}`);

/**
 * What "Save for later" came to: drafts wait to be finished; complete bookings wait for a person to send them
 * or, saved while the service did not answer, for the service.
 */
export function savedForLaterText({ status, parked }: Pick<BookingItem, "status" | "parked">): string {
  if (status === "needs-card")
    return "It needs a card. It waits in the outbox until one is added, or the payer agrees to another billing type.";
  if (status === "draft")
    return "It is not complete. It waits among the bookings put aside, also after a restart. Nothing was sent.";
  if (status === "waiting-for-patient" && !parked)
    return "It is complete, and its patient has no number yet. It is sent by itself once there is one, also after a restart. To hold it back, continue it.";
  if (status === "ready" && !parked)
    return "It is complete, and the service does not answer just now. It is sent by itself when it answers again, also after a restart. To hold it back, continue it.";
  return "It is complete. It waits in the outbox for Send now, also after a restart. Nothing was sent.";
}

/** Why nobody knows, as main says it, and the next step: that it may or may not have been made, the title says. */
function checkingText(problem: Failure | null): string {
  const why = problem === null ? "The connection broke after the booking was sent." : said(problem.why);
  return `${why}${/ask the service/i.test(why) ? "" : " Ask the service, then choose."}`;
}

function bookedWords(result: BookingResult): OutcomeWords {
  const { title, tone } = bookingEnd(result);
  return { tone, title, text: bookedText(result, tone), actions: ["new-booking"] };
}

function bookedText({ appointment, markedByPerson }: BookingResult, tone: OutcomeWords["tone"]): string {
  if (appointment === null) {
    return markedByPerson
      ? "Marked as booked by a person at this desk. The service's own answer never came."
      : "Its number and price are not known here. It is not sent again. Ask the service whether it has it.";
  }
  if (tone === "danger")
    return "The service recorded the booking and denied it. Tell the person, and ask the service why.";
  if (tone === "warning")
    return "The service recorded the booking as canceled. Tell the person, and ask the service why.";
  return "The service has it.";
}
