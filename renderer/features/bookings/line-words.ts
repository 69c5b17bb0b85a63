import { cleanLine, shownAtMost } from "../../../shared/text/clean-text.ts";
import { toWallTime } from "../../../shared/time/clinic-day.ts";
import type { BookingLine } from "../../../shared/bookings/booking-line.ts";
import type { Settings } from "../../../shared/settings/settings.ts";
import { clock } from "../../../messages/format.ts";
import { words } from "../../../messages/words.ts";
import { describeBookingEnd } from "../../lib/item-kinds.ts";
import { formatName } from "../../ui/format.ts";

/** How sure it is that the service has the visit: `off` is one that it says it will not hold. */
export type Certainty = "booked" | "not-booked" | "unclear" | "off";

export type LineWords = {
  readonly name: string;
  readonly service: string;
  /** Empty where it is not known. */
  readonly phone: string;
  /** Null where the catalogue does not say. */
  readonly minutes: number | null;
  /** `YYYY-MM-DD` and `2:00 PM` on the clinic's clock; empty where the moment is not known. */
  readonly date: string;
  readonly time: string;
  readonly state: {
    readonly word: string;
    readonly tone: "neutral" | "success" | "warning" | "danger";
    readonly certainty: Certainty;
  };
};

/** What a person is told of where a booking stands. "Not booked yet" is never said of what may have been made. */
export function describeLineState({ status, result, mayBeMade }: BookingLine): LineWords["state"] {
  if (status !== "done") {
    // Another desk may be sending it now.
    const isUnclear = mayBeMade || status === "needs-checking" || status === "elsewhere";
    const word = isUnclear ? words.items.status[status] : words.bookings.notBookedYet;
    return { word, tone: "warning", certainty: isUnclear ? "unclear" : "not-booked" };
  }
  if (result === null) return { word: words.items.made.booking, tone: "success", certainty: "booked" };
  const { word, tone } = describeBookingEnd(result);
  const isOff = /^(cancell?ed|denied)$/i.test(result.appointment?.status ?? "");
  return { word, tone: tone === "info" ? "neutral" : tone, certainty: isOff ? "off" : "booked" };
}

/** Who a booking is for, as a list names them. */
function nameOf({ patient, patientNumber }: BookingLine): string {
  if (patient !== null) return formatName(patient);
  return patientNumber === null
    ? words.bookings.patientNotKnown
    : words.bookings.patientNumber({ number: cleanLine(patientNumber, shownAtMost.word) });
}

/** A line of the agenda in words, on the clinic's clock. */
export function formatBookingLine(line: BookingLine, { services, timeZone }: Settings): LineWords {
  const known = services.find(({ id }) => String(id) === line.service);
  const id = cleanLine(line.service, shownAtMost.word);
  const wall = line.instant === null ? null : toWallTime(line.instant, timeZone);
  return {
    name: nameOf(line),
    service:
      known === undefined ? words.bookings.serviceUnnamed({ id }) : cleanLine(known.name, shownAtMost.word),
    phone: cleanLine(line.patient?.phone ?? "", shownAtMost.word),
    minutes: known?.minutes ?? null,
    date: wall?.date ?? "",
    time: wall === null ? "" : clock(wall.time),
    state: describeLineState(line),
  };
}

export type AgendaLine = { readonly line: BookingLine; readonly words: LineWords };
