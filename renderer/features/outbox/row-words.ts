import { cleanLine } from "../../../shared/text/clean-text.ts";
import { getLastTriedAt } from "../../../shared/outbox/attempts.ts";
import type { ListedItem } from "../../../shared/outbox/item.ts";
import type { Settings } from "../../../shared/settings/settings.ts";
import type { Saying, SayingValue } from "../../../messages/saying-type.ts";
import { said } from "../../../messages/saying.ts";
import { words } from "../../../messages/words.ts";
import { describeItem, getItemKind, formatServiceOf } from "../../lib/item-kinds.ts";
import { formatLastTry } from "./call-words.ts";
import { formatBriefMoment, formatMoment, formatVisitTime, withVisits } from "../items/index.ts";

export type RowContext = {
  readonly settings: Pick<Settings, "services" | "dateOrder" | "timeZone">;
  /** RFC 3339 instant. */
  readonly now: string;
  /** The desk that holds an item, by its id; null where that is not known. */
  readonly holder?: (id: string) => string | null;
};

export type RowWords = {
  /** Whose it is: `Ruth Abernathy`. */
  readonly name: string;
  /** `Tue Nov 24, 11:30 AM`, or what it is where it has no time. */
  readonly visit: string;
  /** What it needs, or what tells most of it: why it was refused, whom to call, the service. */
  readonly need: string;
  /** When it was last changed: `9:02 AM`, `Nov 23`. */
  readonly changed: string;
};

/** A day that is so near needs no year, in milliseconds. */
const halfYear = 182 * 24 * 60 * 60_000;

/** When a booking is for, in a few words; null where no moment can be read, or there is none. */
export function formatRowVisit(item: ListedItem, { settings, now }: RowContext): string | null {
  const instant = getItemKind(item).instant(item, { patient: null, settings, now });
  if (instant === null || item.kind !== "booking") return null;
  const { timeZone } = item.form;
  const isNear = Math.abs(Date.parse(instant) - Date.parse(now)) < halfYear;
  return formatVisitTime(instant, { timeZone, clinicZone: settings.timeZone, now: isNear ? instant : now });
}

/** What the service itself said, of a reason that has it; null where it said nothing. */
function findAnswer({ id, values }: Saying): string | null {
  if (id === "failures.service.itSaid" && typeof values["text"] === "string") return values["text"];
  const inside = Object.values(values).flatMap((value) => (isList(value) ? [...value] : [value]));
  for (const value of inside) {
    const found = typeof value === "object" && !isList(value) ? findAnswer(value) : null;
    if (found !== null) return found;
  }
  return null;
}

/** Of an array that cannot be changed, the language's own test knows nothing. */
const isList = (value: SayingValue): value is readonly (string | number | Saying)[] => Array.isArray(value);

const numberOf = (phone: string | null): string =>
  phone === null || phone.trim() === "" ? words.outbox.noPhone : phone;

/** What matters most beside the time: when it was sent, why it was refused, whom to call, who has it, or the service. */
function needOf(
  item: ListedItem,
  { phone, isTimed }: { readonly phone: string | null; readonly isTimed: boolean },
  { settings, now, holder }: RowContext,
): string | null {
  if (item.status === "needs-checking" && item.attempts.length > 0) {
    const sent = getLastTriedAt(item);
    if (sent === null) return words.outbox.row.notKnown;
    return words.outbox.row.sent({ when: formatMoment(sent, { timeZone: settings.timeZone, now }) });
  }
  if (item.status === "needs-card") return `${numberOf(phone)} · ${formatLastTry(item, { settings, now })}`;
  if (item.problem !== null && item.status !== "needs-checking") {
    const { why } = item.problem;
    return findAnswer(why) ?? said(why);
  }
  const desk = item.status === "elsewhere" ? holder?.(item.id) : null;
  return desk ?? (item.kind === "booking" && isTimed ? formatServiceOf(item, settings.services) : null);
}

/** A line of the outbox: nothing hidden in it, and nothing endless. */
export function describeOutboxRow(item: ListedItem, context: RowContext): RowWords {
  const { settings, now } = context;
  const patient = ("patient" in item ? item.patient : null) ?? null;
  const { title, detail, phone } = describeItem(item, { patient, settings, now });
  const visit = formatRowVisit(item, context);
  return {
    name: title,
    visit: cleanLine(withVisits(visit ?? detail, item, settings)),
    need: cleanLine(needOf(item, { phone, isTimed: visit !== null }, context) ?? ""),
    changed: formatBriefMoment(item.updatedAt, { timeZone: settings.timeZone, now }),
  };
}

/** A line of those who are called: when the visit is, and the number. */
export function describeCallRow(item: ListedItem, context: RowContext): RowWords {
  const row = describeOutboxRow(item, context);
  const patient = ("patient" in item ? item.patient : null) ?? null;
  const { phone } = describeItem(item, { patient, settings: context.settings, now: context.now });
  return { ...row, visit: [row.visit, numberOf(phone)].filter((part) => part !== "").join(" · "), need: "" };
}
