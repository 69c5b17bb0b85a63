import type { ListedItem } from "../../../shared/outbox/item.ts";
import type { Settings } from "../../../shared/settings/settings.ts";
import type { PatientRecord } from "../../../shared/patients/patient.ts";
import { day } from "../../../messages/format.ts";
import { words } from "../../../messages/words.ts";
import { getItemKind, formatServiceOf } from "../../lib/item-kinds.ts";
import type { Fact } from "../../ui/facts.tsx";
import { formatMoment, formatVisitTime, readWallTime } from "../items/index.ts";
import { sortByMoment } from "./words.ts";

type CallContext = {
  readonly settings: Pick<Settings, "services" | "dateOrder" | "timeZone">;
  /** RFC 3339 instant. */
  readonly now: string;
};

/** Whom to call in which order: those never called, soonest visit first; then the one called longest ago. */
export function sortCalls<T extends ListedItem>(
  items: readonly T[],
  context: Pick<CallContext, "now"> & { readonly settings: Pick<Settings, "services" | "dateOrder"> },
): readonly T[] {
  const lastCall = ({ noAnswerAt }: T): string => noAnswerAt.at(-1) ?? "";
  // The sort keeps the order of those that were called alike.
  return sortByMoment(items, context).toSorted((a, b) =>
    lastCall(a) < lastCall(b) ? -1 : lastCall(a) > lastCall(b) ? 1 : 0,
  );
}

/** How many people they are for: two bookings of one person are one call. */
export const countPeople = (items: readonly ListedItem[]): number =>
  new Set(items.map((item) => (item.kind === "booking" ? JSON.stringify(item.form.patient) : item.id))).size;

/** How often nobody answered, on the clinic's clock: `no answer 9:30 AM and 12:10 PM`. */
export function formatTries({ noAnswerAt }: ListedItem, { settings, now }: CallContext): string {
  if (noAnswerAt.length === 0) return words.outbox.row.notCalled;
  const times = noAnswerAt.map((at) => formatMoment(at, { timeZone: settings.timeZone, now }));
  return words.outbox.calls.noAnswers({ times });
}

/** The last of them alone, at the end of a line. */
export function formatLastTry({ noAnswerAt }: ListedItem, { settings, now }: CallContext): string {
  const last = noAnswerAt.at(-1);
  if (last === undefined) return words.outbox.row.notCalled;
  return words.outbox.row.noAnswer({ when: formatMoment(last, { timeZone: settings.timeZone, now }) });
}

/** When it was begun, and by whom where that is known. */
export function formatBegun(item: ListedItem, { settings, now }: CallContext): string {
  const when = formatMoment(item.createdAt, { timeZone: settings.timeZone, now });
  return item.by === null ? when : words.outbox.calls.begunBy({ when, name: item.by });
}

/** The visit that a call is about: in few words, and as a date and a time to say aloud. */
export function describeCallVisit(
  item: ListedItem,
  { settings, now }: CallContext,
): { readonly text: string; readonly date: string; readonly time: string } | null {
  const instant = getItemKind(item).instant(item, { patient: null, settings, now });
  if (instant === null || item.kind !== "booking") return null;
  const { timeZone } = item.form;
  const wall = readWallTime(instant, timeZone);
  if (wall === null) return null;
  const text = formatVisitTime(instant, { timeZone, clinicZone: settings.timeZone, now });
  return { text, date: wall.date, time: wall.time };
}

/** What to have at hand while calling. */
export function listCallFacts(
  item: ListedItem,
  patient: PatientRecord | null,
  context: CallContext,
): readonly Fact[] {
  const { calls } = words.outbox;
  const service = item.kind === "booking" ? formatServiceOf(item, context.settings.services) : null;
  return [
    ...(service === null ? [] : [{ label: calls.service, value: service }]),
    ...(patient === null ? [] : [{ label: calls.dob, value: day(patient.input.dob) }]),
    { label: calls.begun, value: formatBegun(item, context) },
    { label: calls.tried, value: formatTries(item, context) },
  ];
}
