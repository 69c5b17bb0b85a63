import { said } from "../../../messages/saying.ts";
import { cleanLine } from "../../../domain/clean-text.ts";
import { compareRecordedTime } from "../../../domain/time/zoned-time.ts";
import type { BookingItem, ListedBooking } from "../../../contract/records/item.ts";
import { echoDifferences, sentMembers } from "../../../domain/echo.ts";
import { words } from "../../../messages/words.ts";

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

const shown = (text: string | null): string => cleanLine(text ?? "", 200);

/** One sentence for everything that the service recorded otherwise than it was sent; the time first. */
export function recordedOtherwise(item: BookingItem | ListedBooking): readonly string[] {
  const sent = sentOf(item);
  const recorded = item.result?.appointment ?? null;
  if (sent === null || recorded === null) return [];
  const time = timeDifference(item);
  const { field: say, fields } = words.bookings.differs;
  const others = echoDifferences(sent, recorded).flatMap(({ field, ...values }) => {
    if (field === "appointmentDateTime") return [];
    const both = { sent: shown(values.sent), recorded: shown(values.recorded) };
    const missing = both.sent === "" ? "sent" : both.recorded === "" ? "recorded" : "neither";
    return [say({ label: fields[field], missing, ...both })];
  });
  return time === null ? others : [time, ...others];
}
