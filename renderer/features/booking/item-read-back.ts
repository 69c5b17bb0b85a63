import type { BookingItem } from "../../../shared/outbox/item.ts";
import { isPaidByCard } from "../../../shared/service-api/appointment.ts";
import type { PatientRecord } from "../../../shared/patients/patient.ts";
import type { Settings } from "../../../shared/settings/settings.ts";
import { readAnsweredInstant } from "../../../shared/outbox/echo.ts";
import { getOffsetAt, readInstant, toWall } from "../../../shared/time/instant.ts";
import { weekdayNear, zone, zonedText } from "../../../messages/format.ts";
import { words } from "../../../messages/words.ts";
import type { BookingFacts } from "../bookings/index.ts";
import { formatBorn, formatWho, type ReadBack } from "./read-back.ts";
import { formatCardBriefly } from "../../ui/card-name.ts";
import { formatServiceWithLength, formatZoneBriefly } from "./words.ts";

type Sent = {
  readonly item: BookingItem;
  readonly patient: PatientRecord | null;
  readonly settings: Settings;
  /** `YYYY-MM-DD` */
  readonly today: string;
  /** RFC 3339 instant; null when day and time could not be read. */
  readonly typedInstant: string | null;
  readonly facts: BookingFacts;
  /** What only the service's answer gives is left out until it came. */
  readonly isBooked: boolean;
};

/** As it was recorded, else as it was typed; in the whole words of the facts where neither can be read. */
function whenOf({ item, typedInstant, facts, today }: Sent): string {
  const { timeZone, repeatedHour } = item.form;
  const instant = readAnsweredInstant(item.result?.appointment) ?? typedInstant;
  const read = instant === null ? null : readInstant(instant);
  if (instant === null || read === null) return facts.when;
  const wall = toWall(read.ms, getOffsetAt(read.ms, timeZone) ?? read.offset);
  return words.booking.readBack.when({
    day: weekdayNear(wall.date, today),
    time: wall.time,
    zone: repeatedHour === null ? formatZoneBriefly(timeZone) : zone(zonedText(instant, timeZone)),
  });
}

/** A booking that was sent, as it is read to the person who comes. What was recorded goes before what was typed. */
export function readBackOfItem(sent: Sent): ReadBack {
  const { item, patient, settings, facts, today, isBooked } = sent;
  const { form } = item;
  const { readBack, label, booked } = words.booking;
  const { facts: names } = words.bookings;
  const isCard = isPaidByCard(form.billingType) && form.card !== null;
  return {
    when: whenOf(sent),
    name: formatWho({ form, patient }) ?? facts.patient,
    born: patient === null ? readBack.ask : formatBorn(patient, today),
    rows: [
      { label: label.service, value: formatServiceWithLength(form.service, settings.services) },
      { label: label.address, value: facts.address },
      ...(isBooked ? [{ label: names.price, value: facts.price }] : []),
      {
        label: names.billing,
        value: facts.billing,
        ...(isCard && form.card !== null ? { more: formatCardBriefly(form.card) } : {}),
      },
      ...facts.lines,
      ...(isBooked
        ? [
            {
              label: names.status,
              value: booked.status({ status: facts.status, asOf: facts.asOf }),
              more: booked.mayHaveChanged,
            },
          ]
        : []),
    ],
  };
}
