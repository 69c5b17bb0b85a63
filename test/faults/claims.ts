import { type Words, words } from "../../messages/words.ts";
import { any, escaped } from "../support/matching.ts";

/** What a sentence says became of an item: the service has it, has none of it, or no request of it was sent. */
export type Claim = "made" | "created" | "notMade" | "notSent";

/**
 * The messages that claim so, whatever their words are. That none is missing, and that each still says so, is held
 * by the golden sentences.
 */
const sentences = ({ booking, bookings, failures, items, outbox, patients, series, webhooks }: Words) => {
  const created = [items.made.patient, patients.end.created({ name: any, id: any })];
  const { appointment } = items;
  return {
    created,
    made: [
      ...created,
      items.made.booking,
      items.made.webhook,
      appointment.pending.title,
      appointment.inProgress.title,
      appointment.completed.title,
      appointment.noStatus.title,
      appointment.unread.title,
      items.otherStatus({ status: any }),
      booking.outcome.booked,
      outbox.end.bookingTaken,
      outbox.end.patient,
      outbox.end.patientAs({ id: any }),
      outbox.end.webhook,
      webhooks.status.registered,
      webhooks.status.registeredAs({ id: any }),
    ],
    notMade: [
      booking.notSent,
      booking.refused,
      booking.savedNotBooked({ kept: "disk" }),
      booking.savedNotBooked({ kept: "memory" }),
      booking.outcome.notBooked,
      bookings.notBookedYet,
      failures.nothingCreated,
      failures.outbox.endedBefore({ button: "book" }),
      failures.outbox.endedBefore({ button: "send" }),
      failures.outbox.signedOutBefore({ button: "book" }),
      failures.outbox.signedOutBefore({ button: "send" }),
      failures.outbox.lockedBefore({ button: "book" }),
      failures.outbox.lockedBefore({ button: "send" }),
      failures.outbox.unkeptBefore({ button: "book", full: "yes" }),
      failures.outbox.unkeptBefore({ button: "book", full: "no" }),
      failures.outbox.unkeptBefore({ button: "send", full: "yes" }),
      failures.outbox.unkeptBefore({ button: "send", full: "no" }),
      items.tokenRefused.title({ made: "booking" }),
      items.tokenRefused.title({ made: "patient" }),
      items.tokenRefused.title({ made: "webhook" }),
      outbox.group["needs-card"].sentence,
      outbox.discardText.booking,
      outbox.discardText.patient,
      outbox.discardText.webhook,
      patients.saved.notCreated({ kept: "disk" }),
      patients.saved.notCreated({ kept: "memory" }),
      patients.exists.help,
      patients.end.refused,
      webhooks.status.notRegistered,
      webhooks.status.saved({ kept: "disk" }),
      webhooks.status.saved({ kept: "memory" }),
    ],
    notSent: [
      booking.notSent,
      booking.outcome.nothingSent,
      booking.later.onHold({ kept: "disk" }),
      booking.later.onHold({ kept: "memory" }),
      booking.later.held({ kept: "disk" }),
      booking.later.held({ kept: "memory" }),
      series.onHold({ kept: "disk" }),
      series.onHold({ kept: "memory" }),
      failures.nothingSent,
      outbox.group.draft.sentence,
      outbox.group["on-hold"].sentence,
      outbox.groupInMemory.draft.sentence,
      outbox.groupInMemory["on-hold"].sentence,
      outbox.discardText.booking,
      outbox.end.discarded,
      outbox.phase.none,
      outbox.phase.connecting,
      patients.end.notSent,
      webhooks.notSent,
    ],
  } satisfies Record<Claim, readonly string[]>;
};

/** What others said, such as the service, stands in quotation marks and is not ours. */
const ourOwn = (text: string): string => text.replaceAll(/“[^”]*”/g, ".");

/** Any of them, where a sentence begins. */
const pattern = (all: readonly string[]): RegExp =>
  new RegExp(
    `(?:^|[.!?] +)(?:${all.map((each) => ourOwn(each).split(any).map(escaped).join(".*")).join("|")})(?!\\p{L})`,
    "u",
  );

/** By language: the model asks many thousand times. */
const patterns = new Map<Words, Readonly<Record<Claim, RegExp>>>();
function patternsNow(): Readonly<Record<Claim, RegExp>> {
  const known = patterns.get(words);
  if (known !== undefined) return known;
  const { created, made, notMade, notSent } = sentences(words);
  const compiled = {
    created: pattern(created),
    made: pattern(made),
    notMade: pattern(notMade),
    notSent: pattern(notSent),
  };
  patterns.set(words, compiled);
  return compiled;
}

/** Whether a text that the window shows claims this. */
export const says = (text: string, claim: Claim): boolean => patternsNow()[claim].test(ourOwn(text));
