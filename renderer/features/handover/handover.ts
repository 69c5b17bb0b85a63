import { cleanLine } from "../../../shared/text/clean-text.ts";
import type { ListedItem } from "../../../shared/outbox/item.ts";
import type { Settings } from "../../../shared/settings/settings.ts";
import { said } from "../../../messages/saying.ts";
import { words } from "../../../messages/words.ts";
import { formatItemState, describeItem, getItemKind, formatServiceOf } from "../../lib/item-kinds.ts";
import { formatVisitTime } from "../items/index.ts";
import { formatBegun, formatTries } from "../outbox/index.ts";

export type HandoverContext = {
  readonly settings: Pick<Settings, "services" | "dateOrder" | "timeZone">;
  /** RFC 3339 instant. */
  readonly now: string;
};

export type HandoverRow = {
  readonly item: ListedItem;
  /** `Tue Nov 24, 11:30 AM`; null where no time can be read. */
  readonly when: string | null;
  /** `Ruth Abernathy · Annual physical`. */
  readonly who: string;
  /** What is to be done, since when, and by whom it was begun. */
  readonly what: string;
};

/** What somebody leaves, counted by what it needs. */
export type PersonCount = {
  /** Null: begun while nobody was named. */
  readonly name: string | null;
  readonly check: number;
  readonly card: number;
  readonly fix: number;
  readonly hold: number;
};
export const columns = ["check", "card", "fix", "hold"] as const;

const instantOf = (item: ListedItem, context: HandoverContext): string | null =>
  getItemKind(item).instant(item, { patient: null, ...context });

/** What can go wrong first stands first: the soonest visit; of those without a time the oldest. */
export function listHandoverRows(
  items: readonly ListedItem[],
  context: HandoverContext,
): readonly HandoverRow[] {
  const timed = items.map((item) => ({ item, at: instantOf(item, context) ?? `~${item.createdAt}` }));
  return timed
    .toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
    .map(({ item }) => rowOf(item, context));
}

function rowOf(item: ListedItem, context: HandoverContext): HandoverRow {
  const { settings, now } = context;
  const patient = ("patient" in item ? item.patient : null) ?? null;
  const { title, phone } = describeItem(item, { patient, settings, now });
  const service = item.kind === "booking" ? formatServiceOf(item, settings.services) : null;
  const instant = instantOf(item, context);
  const timeZone = item.kind === "booking" ? item.form.timeZone : settings.timeZone;
  const parts = [toDo(item, phone, context), words.handover.started({ begun: formatBegun(item, context) })];
  return {
    item,
    when:
      instant === null ? null : formatVisitTime(instant, { timeZone, clinicZone: settings.timeZone, now }),
    who: [title, service].filter((part) => part !== null).join(" · "),
    what: cleanLine(parts.join(" · ")),
  };
}

function toDo(item: ListedItem, phone: string | null, context: HandoverContext): string {
  const { what } = words.handover;
  switch (item.status) {
    case "needs-checking":
      return what.check;
    case "needs-card":
      return [formatTries(item, context), phone].filter((part) => part !== null).join(" · ");
    case "needs-editing":
      return item.problem === null ? formatItemState(item) : said(item.problem.why);
    case "saved-for-later":
      return what.later;
    case "on-hold":
    case "draft":
      return item.kind === "booking"
        ? what.stopped({ step: words.booking.steps[item.form.step] })
        : what.draft;
    default:
      return formatItemState(item);
  }
}

/** Which of the columns an item is counted in. */
const columnOf = ({ status }: ListedItem): (typeof columns)[number] =>
  status === "needs-checking"
    ? "check"
    : status === "needs-card"
      ? "card"
      : status === "needs-editing"
        ? "fix"
        : "hold";

/** By person, in the order of the names in Settings, then the others, last those begun by nobody named. */
export function countByPerson(
  items: readonly ListedItem[],
  staff: readonly string[],
): readonly PersonCount[] {
  const begun = new Set(items.map(({ by }) => by));
  const others = [...begun].filter((name) => name !== null && !staff.includes(name));
  const names = [...staff, ...others, ...(begun.has(null) ? [null] : [])];
  return names.map((name) => {
    const count = { check: 0, card: 0, fix: 0, hold: 0 };
    for (const item of items) if (item.by === name) count[columnOf(item)] += 1;
    return { name, ...count };
  });
}

/** All of it as lines, for the clipboard. */
export const formatHandover = (rows: readonly HandoverRow[]): string =>
  rows
    .map(({ item, when, who, what }) =>
      cleanLine([when ?? words.handover.noTime, who, formatItemState(item), what].join(" · ")),
    )
    .join("\n");
