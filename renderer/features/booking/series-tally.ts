import { mayHaveBeenMade } from "../../../shared/outbox/attempts.ts";
import type { ListedBooking } from "../../../shared/outbox/item.ts";
import type { Settings } from "../../../shared/settings/settings.ts";
import { readAnsweredInstant } from "../../../shared/outbox/echo.ts";
import { automaticStatuses, urgentStatuses } from "../../lib/items.ts";
import { describeBookingEnd, getItemKind } from "../../lib/item-kinds.ts";
import { formatMomentLine } from "./series-words.ts";

/** How the bookings of a series stand. */
type Tally = {
  readonly booked: number;
  /** Of the booked, those that the service has yet to approve. */
  readonly pending: number;
  /** They go out by themselves. */
  readonly automatic: number;
  /** They may have been made: nobody may be told that they were, or that they were not. */
  readonly unclear: number;
  /** They want a person for another reason. */
  readonly needYou: number;
};

const isPending = ({ result }: ListedBooking): boolean =>
  result?.appointment?.status?.trim().toLowerCase() === "pending";

/** Taken by the service, and not denied, canceled or answered in a way that cannot be read. */
export function isBooked({ status, result }: ListedBooking): boolean {
  const tone = status === "done" && result !== null ? describeBookingEnd(result).tone : null;
  return tone === "success" || tone === "info";
}

/** Whether a person has to find out: what is on its way is not in doubt yet. */
const isUnclear = (item: ListedBooking): boolean =>
  item.status === "needs-checking" ||
  (item.status !== "sending" && item.status !== "done" && mayHaveBeenMade(item));

const isAutomatic = ({ status }: ListedBooking): boolean => automaticStatuses.some((each) => each === status);
const isUrgent = ({ status }: ListedBooking): boolean => urgentStatuses.some((each) => each === status);

export function tallySeries(items: readonly ListedBooking[]): Tally {
  const booked = items.filter(isBooked);
  const unclear = items.filter(isUnclear);
  const others = items.filter((item) => !booked.includes(item) && !unclear.includes(item));
  return {
    booked: booked.length,
    pending: booked.filter(isPending).length,
    automatic: others.filter(isAutomatic).length,
    unclear: unclear.length,
    needYou: others.filter((item) => isUrgent(item) || item.status === "done").length,
  };
}

/** `Tue Dec 1, 2:00 PM EST`, as it was recorded, else as it was sent. */
export function formatWhenOfItem(
  item: ListedBooking,
  settings: Pick<Settings, "services" | "dateOrder">,
  today: string,
): string {
  const { date, time, timeZone } = item.form;
  const context = { patient: null, settings, now: item.updatedAt };
  const instant = readAnsweredInstant(item.result?.appointment) ?? getItemKind(item).instant(item, context);
  return instant === null || Number.isNaN(Date.parse(instant))
    ? `${date} ${time}`
    : formatMomentLine(instant, timeZone, today);
}
