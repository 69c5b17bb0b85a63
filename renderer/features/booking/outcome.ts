import { mayHaveBeenMade } from "../../../shared/outbox/attempts.ts";
import { isForm, type BookingItem, type BookingResult } from "../../../shared/outbox/item.ts";
import { words } from "../../../messages/words.ts";
import { saidOrNull } from "../../../messages/saying.ts";
import type { RecordsKept } from "../../lib/hooks.ts";
import type { DeskHold } from "../../lib/use-hold.ts";
import { describeBookingEnd, isRefusedUnsaid, formatTokenRefused } from "../../lib/item-kinds.ts";

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

type OutcomeWords = {
  readonly tone: "success" | "info" | "warning" | "danger";
  readonly title: string;
  /** What was kept, what was not made, and what is safe to do next. */
  readonly text: string;
  readonly actions: readonly OutcomeAction[];
};

/** What became of a booking after "Book", to the person who pressed it. `hold`: what keeps it from going out by itself. */
export function describeBookingOutcome(
  item: BookingItem,
  kept: RecordsKept,
  hold: DeskHold | null = null,
): OutcomeWords {
  const { mayOrMayNot, outcome: say } = words.booking;
  const held =
    hold === null ? null : words.outbox[hold === "sharing-stopped" ? "groupUnshared" : "groupStopped"];
  const savedNotBooked = words.booking.savedNotBooked({ kept });
  const why = saidOrNull(item.problem?.why);
  const mayBeMade = mayHaveBeenMade(item);
  const sending = { tone: "info", title: say.sendingTitle, text: say.sending, actions: ["outbox"] } as const;
  switch (item.status) {
    case "done": {
      if (item.result === null) return sending;
      const { title, tone } = describeBookingEnd(item.result);
      return { tone, title, text: bookedText(item.result, tone), actions: ["new-booking"] };
    }
    case "ready": {
      const refused = formatTokenRefused(item);
      if (refused !== null)
        return {
          tone: "warning",
          title: refused,
          text: words.items.tokenRefused.text({ kept }),
          actions: ["new-token", "new-booking", "edit", "outbox"],
        };
      // Of a pause that the service asked for, the reason says itself when it is sent.
      const isPlanned = item.problem?.code === "rate-limited";
      return {
        tone: "info",
        title: mayBeMade ? mayOrMayNot : savedNotBooked,
        text: held?.ready ?? because(why, say.saved, isPlanned ? say.savedPlanned : say.savedWhy),
        actions: ["new-booking", "edit", "outbox"],
      };
    }
    case "waiting-for-patient":
      return {
        tone: "info",
        title: savedNotBooked,
        text: held?.["waiting-for-patient"] ?? because(why, say.waiting, say.waitingWhy),
        actions: ["new-booking", "edit", "outbox"],
      };
    case "sending":
      // Its answer is here, and not on the disk.
      return why === null
        ? sending
        : { tone: "warning", title: why, text: say.unsavedEnd, actions: ["outbox"] };
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
        text: because(why, say.checking, say.checkingWhy),
        actions: ["mark-booked", "book-again", "new-booking"],
      };
    case "needs-editing":
      if (!mayBeMade && isRefusedUnsaid(item))
        return {
          tone: "danger",
          title: say.refusedTitle,
          text: because(why, say.refusedUnsaid, say.refusedUnsaidWhy),
          actions: ["edit", "new-booking"],
        };
      return {
        tone: "danger",
        title: mayBeMade ? mayOrMayNot : say.notBooked,
        text: because(why, say.refused, say.refusedWhy),
        actions: ["edit", "new-booking"],
      };
    case "draft":
    case "on-hold":
    case "saved-for-later":
      return { tone: "info", title: savedNotBooked, text: say.nothingSent, actions: ["edit"] };
    case "elsewhere":
      return { tone: "info", title: say.elsewhereTitle, text: say.elsewhere, actions: ["outbox"] };
    case "discarded":
      return { tone: "info", title: say.discardedTitle, text: say.discarded, actions: ["new-booking"] };
  }
}

/** With the reason where there is one. */
const because = (why: string | null, plain: string, withWhy: (values: { why: string }) => string): string =>
  why === null ? plain : withWhy({ why });

/** What "Save for later" came to: one that is not complete is on hold, any other waits for "Send now". */
export function formatSavedForLater({ status }: Pick<BookingItem, "status">, kept: RecordsKept): string {
  const { later } = words.booking;
  if (status === "needs-card") return later.needsCard;
  return isForm({ status }) ? later.onHold({ kept }) : later.held({ kept });
}

function bookedText({ appointment, markedByPerson }: BookingResult, tone: OutcomeWords["tone"]): string {
  const say = words.booking.outcome;
  if (appointment === null) return markedByPerson ? say.marked : say.unread;
  if (tone === "danger") return say.denied;
  return tone === "warning" ? say.canceled : say.booked;
}
