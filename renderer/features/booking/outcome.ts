import type { Failure } from "../../../contract/failure.ts";
import { mayHaveBeenMade } from "../../../contract/records/attempts.ts";
import { isForm, type BookingItem, type BookingResult } from "../../../contract/records/item.ts";
import { words } from "../../../messages/words.ts";
import type { RecordsKept } from "../../state/hooks.ts";
import { bookingEnd, tokenRefused } from "../../ui/item-words.ts";
import { said, saidOrNull } from "../../../messages/saying.ts";

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
  | { readonly kind: "token-refused"; readonly title: string }
  | { readonly kind: "waiting-for-patient"; readonly reason: string | null }
  | { readonly kind: "sending" }
  | { readonly kind: "needs-card" }
  | { readonly kind: "needs-checking"; readonly problem: Failure | null }
  /** `mayBeMade`: by an earlier try; the last one was refused. */
  | { readonly kind: "needs-editing"; readonly problem: Failure | null; readonly mayBeMade: boolean }
  | { readonly kind: "unsent" }
  | { readonly kind: "discarded" };

/** What an item's status means to the person who pressed "Book". */
export function bookingOutcome(item: BookingItem): BookingOutcome {
  const reason = item.problem === null ? null : said(item.problem.why);
  switch (item.status) {
    case "done":
      return item.result === null ? { kind: "sending" } : { kind: "booked", result: item.result };
    case "ready": {
      const refused = tokenRefused(item);
      return refused !== null
        ? { kind: "token-refused", title: refused }
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
    case "on-hold":
    case "saved-for-later":
      return { kind: "unsent" };
    case "discarded":
      return { kind: "discarded" };
  }
}

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
export function outcomeWords(outcome: BookingOutcome, kept: RecordsKept): OutcomeWords {
  const { mayOrMayNot, outcome: say } = words.booking;
  const savedNotBooked = words.booking.savedNotBooked({ kept });
  switch (outcome.kind) {
    case "booked":
      return bookedWords(outcome.result);
    case "saved":
      return {
        tone: "info",
        title: outcome.mayBeMade ? mayOrMayNot : savedNotBooked,
        text: because(outcome.reason, say.saved, outcome.hasPlan ? say.savedPlanned : say.savedWhy),
        actions: ["new-booking", "edit", "outbox"],
      };
    case "token-refused":
      return {
        tone: "warning",
        title: outcome.title,
        text: words.items.tokenRefused.text({ kept }),
        actions: ["new-token", "new-booking", "edit", "outbox"],
      };
    case "waiting-for-patient":
      return {
        tone: "info",
        title: savedNotBooked,
        text: because(outcome.reason, say.waiting, say.waitingWhy),
        actions: ["new-booking", "edit", "outbox"],
      };
    case "sending":
      return { tone: "info", title: say.sendingTitle, text: say.sending, actions: ["outbox"] };
    case "needs-card":
      return {
        tone: "warning",
        title: savedNotBooked,
        text: say.needsCard,
        actions: ["add-card", "other-billing", "new-booking"],
      };
    case "needs-checking":
      return {
        tone: "warning",
        title: mayOrMayNot,
        text: because(saidOrNull(outcome.problem?.why), say.checking, say.checkingWhy),
        actions: ["mark-booked", "book-again", "new-booking"],
      };
    case "needs-editing":
      return {
        tone: "danger",
        title: outcome.mayBeMade ? mayOrMayNot : say.notBooked,
        text: because(saidOrNull(outcome.problem?.why), say.refused, say.refusedWhy),
        actions: ["edit", "new-booking"],
      };
    case "unsent":
      return { tone: "info", title: savedNotBooked, text: say.nothingSent, actions: ["edit"] };
    case "discarded":
      return { tone: "info", title: say.discardedTitle, text: say.discarded, actions: ["new-booking"] };
  }
}

/** With the reason where there is one. */
const because = (why: string | null, plain: string, withWhy: (values: { why: string }) => string): string =>
  why === null ? plain : withWhy({ why });

/** What "Save for later" came to: one that is not complete is on hold, any other waits for "Send now". */
export function savedForLaterText({ status }: Pick<BookingItem, "status">, kept: RecordsKept): string {
  const { later } = words.booking;
  if (status === "needs-card") return later.needsCard;
  return isForm({ status }) ? later.onHold({ kept }) : later.held({ kept });
}

function bookedWords(result: BookingResult): OutcomeWords {
  const { title, tone } = bookingEnd(result);
  return { tone, title, text: bookedText(result, tone), actions: ["new-booking"] };
}

function bookedText({ appointment, markedByPerson }: BookingResult, tone: OutcomeWords["tone"]): string {
  const say = words.booking.outcome;
  if (appointment === null) return markedByPerson ? say.marked : say.unread;
  if (tone === "danger") return say.denied;
  return tone === "warning" ? say.canceled : say.booked;
}
