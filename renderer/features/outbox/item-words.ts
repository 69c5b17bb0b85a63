import type { BookingContext } from "../../../domain/booking/booking-fields.ts";
import { readBookingForm } from "../../../domain/booking/booking-form.ts";
import { cleanLine, shownAtMost } from "../../../domain/clean-text.ts";
import { readDateOfBirth } from "../../../domain/time/date-of-birth.ts";
import { shortInstant, todayIn } from "../../../domain/time/zoned-time.ts";
import type { ListedBooking, ListedItem } from "../../../contract/records/item.ts";
import type { PatientInLine } from "../../../contract/records/patient.ts";
import type { Settings } from "../../../contract/records/settings.ts";
import { day, formatName } from "../../../messages/format.ts";
import { words } from "../../../messages/words.ts";

export type ItemWords = {
  /** Whose it is, or what: `Ann Smith`. */
  readonly title: string;
  /** `Booking · Dec 1, 2026, 2:00 PM EST · First visit` */
  readonly detail: string;
  /** Of a booking's known patient. */
  readonly phone: string | null;
};

export type ItemWordsContext = {
  /** Of a booking's known patient; null when none is chosen or not read yet. */
  readonly patient: PatientInLine | null;
  readonly settings: Pick<Settings, "services" | "dateOrder">;
  /** RFC 3339 instant. */
  readonly now: string;
};

const joined = (parts: readonly (string | null)[]): string =>
  parts.filter((part) => part !== null && part.trim() !== "").join(" · ");

/** A list leaves out the notes: nothing that is said here hangs on them. */
const readListed = (form: ListedBooking["form"], context: BookingContext) =>
  readBookingForm({ ...form, notes: "" }, context);

/** An item in one title and one line, finished or not; nothing hidden in either. */
export function itemWords(item: ListedItem, context: ItemWordsContext): ItemWords {
  const { title, detail, phone } = wordsOf(item, context);
  return {
    title: cleanLine(title, shownAtMost.word),
    detail: cleanLine(detail),
    phone: phone === null ? null : cleanLine(phone, shownAtMost.word),
  };
}

function wordsOf(item: ListedItem, context: ItemWordsContext): ItemWords {
  const { summary } = words.outbox;
  switch (item.kind) {
    case "booking":
      return {
        title: bookedFor(item, context.patient),
        detail: joined([summary.booking, when(item, context), serviceOf(item, context.settings.services)]),
        phone: context.patient?.phone ?? null,
      };
    case "patient":
      return {
        title: formatName(item.form) || summary.noName,
        detail: joined([summary.newPatient, born(item.form.dob, context)]),
        phone: null,
      };
    case "webhook":
      return {
        title: item.form.url || summary.noUrl,
        detail: joined([summary.webhook, item.form.events.join(", ")]),
        phone: null,
      };
  }
}

/** Whom to call back: the number, or that there is none. */
export const phoneWords = (phone: string | null): string =>
  phone === null || phone.trim() === "" ? words.outbox.noPhone : words.outbox.call({ phone });

/** Bookings in the order of their appointments, soonest first; those whose time cannot be read last. */
export function callBackOrder<T extends ListedItem>(
  items: readonly T[],
  { settings, now }: Pick<ItemWordsContext, "settings" | "now">,
): readonly T[] {
  const instantOf = (item: ListedItem): string => {
    if (item.kind !== "booking") return "~";
    const today = todayIn(item.form.timeZone, now);
    const { when } = readListed(item.form, { today, now, dateOrder: settings.dateOrder, patient: null });
    return when?.kind === "exact" ? new Date(when.instant).toISOString() : "~";
  };
  const timed = items.map((item) => ({ item, at: instantOf(item) }));
  return timed.toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0)).map(({ item }) => item);
}

function bookedFor(item: ListedBooking, patient: PatientInLine | null): string {
  const { summary } = words.outbox;
  if (patient !== null) return formatName(patient);
  if (item.form.patient?.kind === "number") return summary.patientNumber({ id: item.form.patient.text });
  return item.form.patient === null ? summary.noPatient : summary.patient;
}

/** As it was typed where that is no date yet. */
function born(typed: string, { settings, now }: ItemWordsContext): string | null {
  if (typed.trim() === "") return null;
  const read = readDateOfBirth(typed, { today: now.slice(0, 10), dateOrder: settings.dateOrder });
  return words.patients.born({ date: read.kind === "read" ? day(read.date) : typed.trim() });
}

function when(item: ListedBooking, { settings, now }: ItemWordsContext): string | null {
  const { form } = item;
  const today = todayIn(form.timeZone, now);
  const read = readListed(form, { today, now, dateOrder: settings.dateOrder, patient: null });
  if (read.when !== null && read.when.kind === "exact") return shortInstant(read.when.instant, form.timeZone);
  return `${form.date} ${form.time}`.trim() || null;
}

function serviceOf(item: ListedBooking, services: Settings["services"]): string | null {
  const text = item.form.service.trim();
  if (text === "") return null;
  return (
    services.find((service) => String(service.id) === text)?.name ??
    words.outbox.summary.service({ id: text })
  );
}
