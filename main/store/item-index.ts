import { readBookingForm } from "../../domain/booking/booking-form.ts";
import { partsOf, type DateOrder } from "../../domain/time/calendar.ts";
import { todayIn } from "../../domain/time/zoned-time.ts";
import { shortDay, weekday } from "../../messages/format.ts";
import type { RecordId } from "../../contract/records/forms.ts";
import type { Item } from "../../contract/records/item.ts";
import type { PatientRecord } from "../../contract/records/patient.ts";
import type { Settings } from "../../contract/records/settings.ts";

/** What the store finds an item by, and the item itself does not say. */
type ItemIndex = {
  /** The known patient that a booking is for, or that a patient item makes. */
  readonly patientRecordId: RecordId | null;
  /** A booking's instant as `Date.toISOString()` writes it (UTC), so that equal instants are equal texts. */
  readonly appointmentInstant: string | null;
  /** What the list of bookings is searched in: names, service, appointment id. */
  readonly searchText: string;
};

type IndexContext = {
  readonly patient: (id: RecordId) => PatientRecord | null;
  readonly settings: Pick<Settings, "dateOrder" | "services">;
};

const utc = (instant: string): string | null => {
  const ms = Date.parse(instant);
  return Number.isNaN(ms) ? null : new Date(ms).toISOString();
};

/**
 * The day of a visit in the ways in which it is looked for: `2026-12-01`, `12/1/2026` with and without noughts and
 * century (the other way round where the day goes first), `Tuesday, December 1, 2026` and `Dec 1, 2026`.
 */
export function dayWords(date: string, dateOrder: DateOrder): string {
  const { year, month, day } = partsOf(date);
  const figures = (parts: readonly (string | number)[]): string =>
    (dateOrder === "month-first" ? parts : [parts[1], parts[0]]).join("/");
  const two = (part: number): string => String(part).padStart(2, "0");
  const bare = figures([month, day]);
  return [
    date,
    `${bare}/${year}`,
    `${bare}/${two(year % 100)}`,
    `${figures([two(month), two(day)])}/${year}`,
    weekday(date),
    shortDay(date),
  ].join(" ");
}

/** What the store finds an item by, with dates read as on the day of its last change. */
export function indexOf(item: Item, context: IndexContext): ItemIndex {
  if (item.kind === "patient") {
    const { firstName, lastName } = item.form;
    return {
      patientRecordId: item.patientRecordId,
      appointmentInstant: null,
      searchText: `${firstName} ${lastName}`,
    };
  }
  if (item.kind === "webhook")
    return { patientRecordId: null, appointmentInstant: null, searchText: item.form.url };
  const { form } = item;
  const patientRecordId = form.patient?.kind === "known" ? form.patient.id : null;
  const patient = patientRecordId === null ? null : context.patient(patientRecordId);
  const now = item.updatedAt;
  const read = readBookingForm(form, {
    now,
    today: todayIn(form.timeZone, now),
    dateOrder: context.settings.dateOrder,
    patient,
  });
  const answer = item.result?.appointment ?? null;
  const service = context.settings.services.find((known) => String(known.id) === form.service.trim());
  const words = [
    patient?.input.firstName,
    patient?.input.lastName,
    patient?.patientId ?? (form.patient?.kind === "number" ? form.patient.text : null),
    service?.name,
    form.service,
    answer?.id,
    answer?.status,
    answer?.billingType ?? form.billingType,
  ];
  const instant = answer?.appointmentDateTime ?? (read.when?.kind === "exact" ? read.when.instant : null);
  // As the list shows it: in the booking's own zone.
  const day = instant === null ? null : todayIn(form.timeZone, instant);
  return {
    patientRecordId,
    appointmentInstant: instant === null ? null : utc(instant),
    searchText: [...words, day === null ? null : dayWords(day, context.settings.dateOrder)]
      .filter((word) => word !== null && word !== undefined)
      .join(" "),
  };
}
