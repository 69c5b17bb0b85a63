import type { BookingContext } from "../../shared/bookings/booking-fields.ts";
import { readBookingForm, type BookingFormRead } from "../../shared/bookings/booking-form.ts";
import { cleanLine, shownAtMost } from "../../shared/text/clean-text.ts";
import { toSentName } from "../../shared/patients/patient-form.ts";
import { readDateOfBirth } from "../../shared/time/date-of-birth.ts";
import { getToday } from "../../shared/time/zoned-time.ts";
import { mayHaveBeenMade, wasUncertain } from "../../shared/outbox/attempts.ts";
import type { ItemKind, ListedBooking, ListedItem, ListedPatient } from "../../shared/outbox/item.ts";
import type { PatientInLine } from "../../shared/patients/patient.ts";
import type { AppointmentStatus } from "../../shared/service-api/appointment.ts";
import type { Settings } from "../../shared/settings/settings.ts";
import { day, formatName, zonedShort, zonedText } from "../../messages/format.ts";
import { words, type Words } from "../../messages/words.ts";
import type { Target } from "./navigation.ts";

export type ItemWords = {
  /** Whose it is, or what: `Ann Smith`. */
  readonly title: string;
  /** `Booking · Dec 1, 2026, 2:00 PM EST · First visit` */
  readonly detail: string;
  /** Of a booking's known patient. */
  readonly phone: string | null;
};

export type ItemContext = {
  /** Of a booking's known patient; null when none is chosen or not read yet. */
  readonly patient: PatientInLine | null;
  readonly settings: Pick<Settings, "services" | "dateOrder">;
  /** RFC 3339 instant. */
  readonly now: string;
};

/** What an item came to, in one word and one title, and how good that is. */
type End = {
  /** On a badge: `Denied`. */
  readonly word: string;
  /** Over the facts: `Denied by the service`. */
  readonly title: string;
  readonly tone: "success" | "info" | "warning" | "danger";
};

/** What differs from one kind of item to the next on the screen. Methods, so that one type serves all kinds. */
interface Kind<I extends ListedItem = ListedItem> {
  /** The screen where its form is. */
  target(item: I): Target;
  title(item: I, context: ItemContext): string;
  /** What it is, then what tells it from others of its kind. */
  details(item: I, context: ItemContext): readonly (string | null)[];
  /** The moment it is for, RFC 3339 in UTC; null where there is none, or none can be read. */
  instant(item: I, context: ItemContext): string | null;
  /** What came of one that is done. */
  end(item: I): End;
  /** Where it is once it is done. */
  doneWords(item: I): string;
  /** How a person finds out whether it was made. */
  checkingHelp(item: I): string;
  /** What to know beside a refusal, when an earlier try may have made it. */
  refusedHelp(item: I): string;
  /** The patient of the service who has the external ID, as a refusal named them; null when none did. */
  existingPatient(item: I): number | null;
  /** Whether a person can find out that it was made: what has a number that only the answer gives can nobody mark. */
  readonly canBeMarked: boolean;
  /** Whether sending it again may make a second one: the service recognizes no repeat of it. */
  readonly mayBeMadeTwice: boolean;
}

type Named = readonly [name: keyof Words["items"]["appointment"], tone: End["tone"]];
/** As the service names them, and as others spell them. */
const named = new Map(
  Object.entries({
    pending: ["pending", "info"],
    "in progress": ["inProgress", "success"],
    completed: ["completed", "success"],
    canceled: ["canceled", "warning"],
    cancelled: ["canceled", "warning"],
    denied: ["denied", "danger"],
  } satisfies Readonly<Record<Lowercase<AppointmentStatus> | "cancelled", Named>>),
);

/** A status of the service as it is shown, where it is known; any other as it came, in one line. */
export function formatStatus(status: string): string {
  const known = named.get(status.trim().toLowerCase());
  return known === undefined ? cleanLine(status, shownAtMost.word) : words.items.appointment[known[0]].word;
}

/** What of an answer says what became of the booking. */
type Answered = {
  readonly appointment: { readonly status: string | null } | null;
  readonly markedByPerson: boolean;
};

/** What the service's answer to a booking says of it. "Booked" alone is never said: its status is. */
export function describeBookingEnd({ appointment, markedByPerson }: Answered): End {
  const say = words.items.appointment;
  if (appointment === null)
    return markedByPerson ? { ...say.marked, tone: "info" } : { ...say.unread, tone: "warning" };
  const status = cleanLine(appointment.status ?? "", 40);
  if (status === "") return { ...say.noStatus, tone: "info" };
  const known = named.get(status.toLowerCase());
  if (known !== undefined) return { ...say[known[0]], tone: known[1] };
  return { word: status, title: words.items.otherStatus({ status }), tone: "info" };
}

/** A patient who was known to the service already, and is now used: nothing was created for this item. */
export const isExistingPatient = (item: ListedPatient): boolean => {
  if (item.status !== "done") return false;
  if (item.result?.detailsMayDiffer === true) return true;
  // Made by an earlier try of its own, which a 409 for an ID that nobody else can have shows.
  const isOwn = item.form.externalId.trim() === "" && wasUncertain(item.attempts);
  return item.attempts.at(-1)?.status === 409 && !isOwn;
};

const success = (word: string): End => ({ word, title: word, tone: "success" });

/** A list leaves out the notes: nothing that is said here hangs on them. */
function readListed({ form }: ListedBooking, { settings, now }: ItemContext): BookingFormRead {
  const today = getToday(form.timeZone, now);
  const context: BookingContext = { today, now, dateOrder: settings.dateOrder, patient: null };
  return readBookingForm({ ...form, notes: "" }, context);
}

function instantOf(item: ListedBooking, context: ItemContext): string | null {
  const { when } = readListed(item, context);
  return when?.kind === "exact" ? when.instant : null;
}

function visitWords(item: ListedBooking, context: ItemContext): string {
  const { date, time, timeZone } = item.form;
  const instant = instantOf(item, context);
  return instant === null ? `${date} ${time}` : zonedShort(zonedText(instant, timeZone));
}

/** What the clinic calls the service, or its number; null while none is typed. */
export function formatServiceOf(item: ListedBooking, services: Settings["services"]): string | null {
  const id = item.form.service.trim();
  if (id === "") return null;
  return services.find((service) => String(service.id) === id)?.name ?? words.outbox.summary.service({ id });
}

const booking: Kind<ListedBooking> = {
  target: ({ id: itemId, form: { focus } }) => ({
    screen: "new-booking",
    itemId,
    ...(focus === null ? {} : { focus }),
  }),
  title({ form }, { patient }) {
    const { summary } = words.outbox;
    if (patient !== null) return formatName(patient);
    if (form.patient?.kind === "number") return summary.patientNumber({ id: form.patient.text });
    return form.patient === null ? summary.noPatient : summary.patient;
  },
  details: (item, context) => [
    words.outbox.summary.booking,
    visitWords(item, context),
    formatServiceOf(item, context.settings.services),
  ],
  instant(item, context) {
    const instant = instantOf(item, context);
    return instant === null ? null : new Date(instant).toISOString();
  },
  end: ({ result }) => (result === null ? success(words.items.made.booking) : describeBookingEnd(result)),
  doneWords({ result }) {
    const { bookingTaken, marked, booking } = words.outbox.end;
    if (result === null) return bookingTaken;
    return result.markedByPerson ? marked : booking({ status: describeBookingEnd(result).title });
  },
  checkingHelp({ result }) {
    const help = words.outbox.checking;
    if (result === null) return help.booking;
    if (result.twice !== undefined) return help.twice;
    return result.appointment === null ? help.answered : help.answeredAs({ id: result.appointment.id });
  },
  refusedHelp: () => words.outbox.refused.other,
  existingPatient: () => null,
  canBeMarked: true,
  mayBeMadeTwice: true,
};

const patient: Kind<ListedPatient> = {
  target: ({ id: itemId }) => ({ screen: "patients", itemId }),
  title: ({ form }) => formatName(toSentName(form)) || words.outbox.summary.noName,
  details({ form }, { settings, now }) {
    const typed = form.dob.trim();
    const read = readDateOfBirth(typed, { today: now.slice(0, 10), dateOrder: settings.dateOrder });
    // As it was typed where that is no date yet.
    const date = read.kind === "read" ? day(read.date) : typed;
    return [words.outbox.summary.newPatient, typed === "" ? null : words.patients.born({ date })];
  },
  instant: () => null,
  end: (item) => success(isExistingPatient(item) ? words.items.inUse : words.items.made.patient),
  doneWords(item) {
    const { end } = words.outbox;
    if (item.result === null) return end.patient;
    const { patientId: id, detailsMayDiffer } = item.result;
    if (!isExistingPatient(item)) return end.patientAs({ id });
    return detailsMayDiffer === true ? end.usedDiffers({ id }) : end.used({ id });
  },
  checkingHelp({ heldExternalId, generatedExternalId, form }) {
    const sent = heldExternalId ?? (form.externalId.trim() || generatedExternalId);
    return words.outbox.checking.patient({ externalId: cleanLine(sent, 60) });
  },
  refusedHelp: ({ problem }) =>
    problem?.details.existingPatientId === undefined
      ? words.outbox.refused.patient
      : words.outbox.refused.ours({ id: problem.details.existingPatientId }),
  existingPatient: ({ problem }) => problem?.details.existingPatientId ?? null,
  canBeMarked: false,
  mayBeMadeTwice: false,
};

const webhook: Kind<Extract<ListedItem, { kind: "webhook" }>> = {
  target: ({ id: itemId }) => ({ screen: "webhooks", itemId }),
  title: ({ form }) => form.url || words.outbox.summary.noUrl,
  details: ({ form }) => [words.outbox.summary.webhook, form.events.join(", ")],
  instant: () => null,
  end: () => success(words.items.made.webhook),
  doneWords: () => words.outbox.end.webhook,
  checkingHelp: () => words.outbox.checking.webhook,
  refusedHelp: () => words.outbox.refused.other,
  existingPatient: () => null,
  canBeMarked: false,
  mayBeMadeTwice: false,
};

const kinds: { readonly [K in ItemKind]: Kind<Extract<ListedItem, { kind: K }>> } = {
  booking,
  patient,
  webhook,
};

/** What the screens ask of an item's kind. Nothing else in the renderer tells the kinds apart. */
export const getItemKind = (item: ListedItem): Kind => kinds[item.kind];

/** An item in one title and one line, finished or not; nothing hidden in either. */
export function describeItem(item: ListedItem, context: ItemContext): ItemWords {
  const kind = getItemKind(item);
  const details = kind.details(item, context).filter((part) => part !== null && part.trim() !== "");
  const phone = context.patient?.phone ?? null;
  return {
    title: cleanLine(kind.title(item, context), shownAtMost.word),
    detail: cleanLine(details.join(" · ")),
    phone: phone === null ? null : cleanLine(phone, shownAtMost.word),
  };
}

/** The word for where an item stands; of one that is done, what was done. */
export const formatItemState = (item: ListedItem): string =>
  item.status === "done" ? getItemKind(item).end(item).word : words.items.status[item.status];

/** The title over an item that waits for another token; null for one that does not. */
export function formatTokenRefused(item: ListedItem): string | null {
  if (item.status !== "ready" || item.problem?.code !== "token-refused") return null;
  return words.items.tokenRefused.title({ made: mayHaveBeenMade(item) ? "unknown" : item.kind });
}

/**
 * Whether the service's answer refused it and does not show that nothing was made: a conflict where the interface names
 * none, or a refusal that something else may have given.
 */
export const isRefusedUnsaid = ({ status, problem }: Pick<ListedItem, "status" | "problem">): boolean =>
  status === "needs-editing" && problem?.details.status !== undefined && problem.details.nothingMade !== true;
