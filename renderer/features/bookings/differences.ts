import { said } from "../../../messages/saying.ts";
import { cleanLine } from "../../../contract/forms/clean-text.ts";
import { compareRecordedTime } from "../../../contract/forms/zoned-time.ts";
import type { BookingItem, ListedBooking } from "../../../contract/records/item.ts";
import { echoDifferences, sentMembers, type EchoedField } from "../../../contract/service/echo.ts";

const labels: Readonly<Record<Exclude<EchoedField, "appointmentDateTime">, string>> = {
  patientId: "Patient",
  serviceId: "Service",
  address: "Address",
  city: "City",
  state: "State",
  zip: "ZIP code",
  billingType: "Billing type",
  notes: "Notes",
};

/** What was sent, of a whole booking: lists do not hold it. */
export const sentOf = (item: BookingItem | ListedBooking): ReturnType<typeof sentMembers> =>
  "payload" in item ? sentMembers(item.payload) : null;

/** The instant that was sent with a booking; null while nothing was. */
export function sentInstant(item: BookingItem | ListedBooking): string | null {
  const instant = sentOf(item)?.["appointmentDateTime"];
  return typeof instant === "string" ? instant : null;
}

/** What was typed and what the service recorded, when the two moments or zones differ. */
function timeDifference(item: BookingItem | ListedBooking): string | null {
  const typedInstant = sentInstant(item);
  const recorded = item.result?.appointment;
  if (typedInstant === null || !recorded?.appointmentDateTime) return null;
  const difference = compareRecordedTime({
    typedInstant,
    timeZone: item.form.timeZone,
    recordedInstant: recorded.appointmentDateTime,
    recordedTimeZone: cleanLine(recorded.appointmentTimeZone ?? item.form.timeZone, 60),
  });
  return difference === null ? null : said(difference);
}

const quoted = (text: string | null): string =>
  text === null || text.trim() === "" ? "nothing" : `“${cleanLine(text, 200)}”`;

/** One sentence for everything that the service recorded otherwise than it was sent; the time first. */
export function recordedOtherwise(item: BookingItem | ListedBooking): readonly string[] {
  const sent = sentOf(item);
  const recorded = item.result?.appointment ?? null;
  if (sent === null || recorded === null) return [];
  const time = timeDifference(item);
  const others = echoDifferences(sent, recorded).flatMap((difference) =>
    difference.field === "appointmentDateTime"
      ? []
      : [
          `${labels[difference.field]}: sent ${quoted(difference.sent)}, the service recorded ${quoted(difference.recorded)}.`,
        ],
  );
  return time === null ? others : [time, ...others];
}
