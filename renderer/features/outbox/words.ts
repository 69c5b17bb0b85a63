import { isSupposed, mayHaveBeenMade } from "../../../shared/outbox/attempts.ts";
import type { Connection } from "../../../shared/session/account.ts";
import { isForm, type Attempt, type ItemStatus, type ListedItem } from "../../../shared/outbox/item.ts";
import { words } from "../../../messages/words.ts";
import type { RecordsKept } from "../../lib/hooks.ts";
import { isRefusedUnsaid, getItemKind, type ItemContext } from "../../lib/item-kinds.ts";
import { automaticStatuses, outboxStatuses, urgentStatuses } from "../../lib/items.ts";
import type { ItemHold } from "../../lib/use-hold.ts";
import type { SharedItem } from "../clinic/index.ts";
import { isStrange } from "../../ui/answer-words.ts";

/** The groups of the outbox, most urgent first. Each item is in exactly one; drafts, and what other desks hold, are in none of its count. */
export const groupKeys = [
  ...outboxStatuses,
  "draft",
  "on-hold",
  "elsewhere",
] as const satisfies readonly ItemStatus[];
type GroupKey = (typeof groupKeys)[number];

type GroupWords = { readonly title: string; readonly sentence: string };

/** A group's name, and what it means for one item of it or many. `hold`: what keeps it from going out by itself. */
export function describeGroup(key: GroupKey, kept: RecordsKept, hold: ItemHold | null = null): GroupWords {
  const inMemory: { readonly [key in GroupKey]?: GroupWords } = words.outbox.groupInMemory;
  const group = (kept === "memory" ? inMemory[key] : undefined) ?? words.outbox.group[key];
  const sentence = explainHold(key, hold);
  return sentence === null ? group : { ...group, sentence };
}

/** What a hold means for a group that else goes out by itself; null for every other, and where there is none. */
export function explainHold(key: GroupKey, hold: ItemHold | null): string | null {
  const { groupStopped, groupUnshared, groupPassed } = words.outbox;
  const held: Readonly<Record<ItemHold, { readonly [key in GroupKey]?: string }>> = {
    "sending-stopped": groupStopped,
    "sharing-stopped": groupUnshared,
    "time-passed": groupPassed,
  };
  return hold === null ? null : (held[hold][key] ?? null);
}

/** The tabs, and the groups on each: what needs a person, what goes out by itself, what a person put off, what other desks have. */
export const tabs = {
  needsYou: urgentStatuses,
  automatic: automaticStatuses,
  later: ["saved-for-later", "draft", "on-hold"],
  elsewhere: ["elsewhere"],
} as const satisfies Record<string, readonly GroupKey[]>;
export type Tab = keyof typeof tabs;
export const tabNames: readonly Tab[] = ["needsYou", "automatic", "later", "elsewhere"];

/** The tab an item is on; null for one that is done or discarded. */
export const findTab = ({ status }: Pick<ListedItem, "status">): Tab | null =>
  tabNames.find((tab) => tabs[tab].some((group) => group === status)) ?? null;

/** The group of an item; null for one that is done or discarded. */
export const getGroup = ({ status }: Pick<ListedItem, "status">): GroupKey | null =>
  status === "done" || status === "discarded" ? null : status;

/** Complete and not sent: nothing is wrong with it. */
export const isWaiting = <T extends Pick<ListedItem, "status">>(
  item: T,
): item is T & { readonly status: "ready" | "waiting-for-patient" } =>
  item.status === "ready" || item.status === "waiting-for-patient";

type UnsentContext = Partial<Pick<SharedItem, "isHubAway">> & { readonly hold?: ItemHold | null };

/**
 * What "Send now" came to when it sent nothing; null when it did. `isHubAway`: the item waits for a hub that does not
 * answer; `hold`: what else keeps it from going out by itself.
 */
export function explainUnsent(
  item: Pick<ListedItem, "status" | "problem">,
  line: Connection["state"] | undefined,
  { isHubAway = false, hold = null }: UnsentContext = {},
): string | null {
  if (!isWaiting(item)) return null;
  if (hold !== null) return explainHold(item.status, hold);
  const { unsent } = words.outbox;
  if (item.status === "waiting-for-patient") return unsent.patient;
  if (line === "token-refused" || item.problem?.code === "token-refused") return unsent.token;
  if (line === "online" && isHubAway) return unsent.hub;
  return line === "online" ? unsent.pause : unsent.noAnswer;
}

/** What a person can do with an item. */
export const actions = [
  "send",
  "edit",
  "add-card",
  "mark-booked",
  "again",
  "use-patient",
  "change-external-id",
  "discard",
] as const;
export type ItemAction = (typeof actions)[number];

/** What can be done next, the likeliest first. Nothing while it is being sent. */
export function listActions(item: ListedItem): readonly ItemAction[] {
  switch (item.status) {
    case "needs-checking":
      // Only which of them were canceled is still to be said.
      if (listDuplicateNumbers(item).length > 0) return [];
      // Nobody can mark what has a number here that only the service's answer gives.
      return getItemKind(item).canBeMarked ? ["mark-booked", "again", "discard"] : ["again", "discard"];
    case "needs-editing":
      return isTaken(item) ? ["use-patient", "change-external-id", "discard"] : ["edit", "send", "discard"];
    case "needs-card":
      return ["add-card", "edit", "discard"];
    case "ready":
    case "saved-for-later":
      return ["send", "edit", "discard"];
    case "waiting-for-patient":
    case "draft":
    case "on-hold":
      return ["edit", "discard"];
    case "sending":
    case "elsewhere":
    case "done":
    case "discarded":
      return [];
  }
}

/** The numbers of what the service made of one booking that several desks sent; none where it made one. */
export const listDuplicateNumbers = (item: ListedItem): readonly number[] =>
  (item.kind === "booking" && item.status === "needs-checking" ? item.result?.twice : undefined) ?? [];

/** The service said that the external ID belongs to a patient it named. */
const isTaken = (item: ListedItem): boolean =>
  item.problem?.code === "patient-exists" && getItemKind(item).existingPatient(item) !== null;

/** The words on an action's button. */
export function labelAction(action: ItemAction, item: ListedItem): string {
  switch (action) {
    case "edit":
      if (item.status === "needs-editing") return words.outbox.fix[item.kind];
      return isForm(item) ? words.outbox.continue : words.outbox.edit;
    case "again":
      return words.outbox.again[item.kind];
    case "use-patient":
      return words.outbox.acceptPatient({ id: getItemKind(item).existingPatient(item) ?? "" });
    default:
      return words.outbox.action[action];
  }
}

/** How far an attempt got, for someone who must decide whether it may be repeated. */
export function describeAttempt(attempt: Attempt): string {
  const { endedAt, phase, status } = attempt;
  const told = words.outbox.attempt;
  if (endedAt === null) return told.open;
  if (isSupposed(attempt)) return told.notKnown;
  if (phase !== "answered" || status === null) return words.outbox.phase[phase];
  return isStrange(attempt) ? told.strange({ status }) : told.answered({ status });
}

/** What must be known beside the refusal of the last try; null when it shows that nothing was made by any. */
export function explainRefusal(item: ListedItem): string | null {
  if (item.status !== "needs-editing") return null;
  if (!mayHaveBeenMade(item)) return isRefusedUnsaid(item) ? words.outbox.refused.unsaid : null;
  const kind = getItemKind(item);
  const isExisting = item.problem?.code === "patient-exists" && kind.existingPatient(item) === null;
  return isExisting ? words.outbox.refused.exists : kind.refusedHelp(item);
}

/** What throwing an item away means. */
export function explainDiscard(item: ListedItem): string {
  const { discardText } = words.outbox;
  if (item.status === "needs-checking" || mayHaveBeenMade(item)) return discardText.unclear;
  return isRefusedUnsaid(item) ? discardText.unsaid : discardText[item.kind];
}

/** Where an item is now that it has left the outbox. */
export function formatEnd(item: ListedItem): string {
  const { discarded, discardedUnclear } = words.outbox.end;
  if (item.status !== "discarded") return getItemKind(item).doneWords(item);
  return mayHaveBeenMade(item) ? discardedUnclear : discarded;
}

/** Whom to call back: the number, or that there is none. */
export const formatPhoneToCall = (phone: string | null): string =>
  phone === null || phone.trim() === "" ? words.outbox.noPhone : words.outbox.call({ phone });

/** Items in the order of the moments they are for, soonest first; those whose time cannot be read last. */
export function sortByMoment<T extends ListedItem>(
  items: readonly T[],
  context: Pick<ItemContext, "settings" | "now">,
): readonly T[] {
  const timed = items.map((item) => ({
    item,
    at: getItemKind(item).instant(item, { ...context, patient: null }) ?? "~",
  }));
  return timed.toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0)).map(({ item }) => item);
}

/** A lost desk alone said that it was booked, and another desk has it to check. */
export const isCheckedElsewhere = ({ status, problem }: Pick<ListedItem, "status" | "problem">): boolean =>
  status === "elsewhere" && problem?.why.id === "failures.clinic.checkedElsewhere";
