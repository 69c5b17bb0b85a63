import type { BookingField } from "../../../shared/bookings/booking-fields.ts";
import { cleanLine, shownAtMost } from "../../../shared/text/clean-text.ts";
import { isPaidByCard } from "../../../shared/service-api/appointment.ts";
import { toSentPlace } from "../../../shared/patients/place-fields.ts";
import { computeAge } from "../../../shared/time/date-of-birth.ts";
import type { PatientRecord } from "../../../shared/patients/patient.ts";
import { weekdayBrief, weekdayNear, zone, zonedText } from "../../../messages/format.ts";
import { words } from "../../../messages/words.ts";
import { formatAddress, formatName } from "../../ui/format.ts";
import { listOwnLines, findText } from "../bookings/index.ts";
import type { Booking } from "./use-booking.ts";
import { formatBillingType } from "../../ui/billing-words.ts";
import { formatCard, formatCardBriefly } from "../../ui/card-name.ts";
import { formatServiceWithLength, formatZoneBriefly } from "./words.ts";

/** One line of a booking that is read back. */
export type ReadBackRow = {
  readonly label: string;
  readonly value: string;
  /** What goes with it, said more quietly. */
  readonly more?: string | undefined;
  /** The field in which it can be changed; none once it was sent. */
  readonly field?: BookingField | undefined;
};

/** A booking as it is read to the person who comes: when and who stand out, all else is a table. */
export type ReadBack = {
  /** `Tuesday, November 24, 2:00 PM Eastern` */
  readonly when: string;
  readonly name: string;
  /** `March 5, 1984, age 42`; null when the patient is not known on this computer. */
  readonly born: string | null;
  readonly rows: readonly ReadBackRow[];
};

/** What the strip, the tabs and the read-back take of a booking that is being made. */
type Made = Pick<Booking, "state" | "read" | "settings" | "today">;

/** Who comes, by name, else by number; null while nobody is chosen. */
export function formatWho({ form, patient }: Pick<Booking["state"], "form" | "patient">): string | null {
  if (patient !== null) return formatName(patient.input);
  const { readBack } = words.booking;
  return form.patient?.kind === "number"
    ? readBack.patientNumber({ number: cleanLine(form.patient.text, shownAtMost.word) })
    : null;
}

/** `March 5, 1984, age 42` */
export const formatBorn = ({ input }: PatientRecord, today: string): string =>
  words.booking.readBack.born({ date: input.dob, age: computeAge(input.dob, today) });

/** The zone as it is said; by its name that day where the clocks go back and show the hour twice. */
function zoneOf({ state, read }: Made): string {
  const { timeZone, repeatedHour } = state.form;
  return repeatedHour !== null && read.when?.kind === "exact"
    ? zone(zonedText(read.when.instant, timeZone))
    : formatZoneBriefly(timeZone);
}

/** `Tuesday, November 24, 2:00 PM Eastern`, as far as it is known. */
export function formatWhen(booking: Made): string {
  const { date, time } = booking.read.values;
  const { when, noDay, noTime } = words.booking.readBack;
  if (date === undefined) return noDay;
  const day = weekdayNear(date, booking.today);
  return time === undefined ? noTime({ day }) : when({ day, time: time.time, zone: zoneOf(booking) });
}

/** `Tue Nov 24, 2:00 PM`; null while no day can be read. */
export function formatBriefWhen({ read, today }: Pick<Booking, "read" | "today">): string | null {
  const { date, time } = read.values;
  if (date === undefined) return null;
  const day = weekdayBrief(date, today);
  return time === undefined ? day : words.booking.readBack.brief({ day, time: time.time });
}

/** How it is paid, in a word; null while nothing is chosen. */
export function formatBriefBilling({ form }: Booking["state"]): string | null {
  return isPaidByCard(form.billingType) && form.card !== null
    ? formatCardBriefly(form.card)
    : form.billingType && formatBillingType(form.billingType);
}

function cardText({ form }: Booking["state"]): string | undefined {
  if (!isPaidByCard(form.billingType)) return undefined;
  if (form.card !== null) return formatCard(form.card);
  return form.paymentMethod.trim() === "" ? words.booking.review.noCard : undefined;
}

function addressRow({ state }: Made): ReadBackRow {
  const { form, patient } = state;
  const { readBack, label } = words.booking;
  const isSame = form.sameAddress && patient !== null;
  const place = toSentPlace(isSame ? patient.input : form);
  return {
    label: label.address,
    value: place.address.trim() === "" ? readBack.none : formatAddress(place),
    ...(isSame ? { more: readBack.same } : {}),
    field: "address",
  };
}

/** A booking that is being made, each line with the field that changes it. */
export function readBack(booking: Made): ReadBack {
  const { state, settings, today } = booking;
  const { form, patient } = state;
  const { readBack: say, label } = words.booking;
  const phone = patient?.input.phone;
  return {
    when: formatWhen(booking),
    name: formatWho(state) ?? say.noPatient,
    born: patient === null ? (form.patient === null ? null : say.ask) : formatBorn(patient, today),
    rows: [
      {
        label: label.service,
        value:
          form.service.trim() === "" ? say.none : formatServiceWithLength(form.service, settings.services),
        field: "service",
      },
      addressRow(booking),
      ...(phone === undefined ? [] : [{ label: say.phone, value: cleanLine(phone) }]),
      {
        label: words.bookings.facts.billing,
        value: form.billingType === null ? say.none : formatBillingType(form.billingType),
        more: cardText(state),
        field: "billingType",
      },
      ...listOwnLines((field) => findText(form, field) ?? ""),
    ],
  };
}
