import type { Connection } from "../../../contract/records/account.ts";
import { isForm, type Attempt, type ItemStatus, type ListedItem } from "../../../contract/records/item.ts";
import { words } from "../../../messages/words.ts";
import type { RecordsKept } from "../../state/hooks.ts";
import { isStrange } from "../../ui/answer-words.ts";

/** The groups of the outbox, most urgent first. Each item is in exactly one. */
export const groupKeys = [
  "needs-checking",
  "needs-editing",
  "needs-card",
  "sending",
  "ready",
  "waiting-for-patient",
  "saved-for-later",
  "draft",
  "on-hold",
] as const satisfies readonly ItemStatus[];
export type GroupKey = (typeof groupKeys)[number];

export type GroupWords = { readonly title: string; readonly sentence: string };

/** A group's name, and what it means for one item of it or many. */
export function groupWords(key: GroupKey, kept: RecordsKept): GroupWords {
  const inMemory: { readonly [key in GroupKey]?: GroupWords } = words.outbox.groupInMemory;
  return (kept === "memory" ? inMemory[key] : undefined) ?? words.outbox.group[key];
}

/** What the outbox lists: all but the two ends. Those that wait for a person, and those that do not. */
export const urgentStatuses = [
  "needs-checking",
  "needs-editing",
  "needs-card",
] as const satisfies readonly ItemStatus[];
export const otherStatuses = [
  "sending",
  "ready",
  "waiting-for-patient",
  "saved-for-later",
  "draft",
  "on-hold",
] as const satisfies readonly ItemStatus[];

/** The group of an item; null for one that is done or discarded. */
export const groupOf = ({ status }: Pick<ListedItem, "status">): GroupKey | null =>
  status === "done" || status === "discarded" ? null : status;

export type Group = { readonly key: GroupKey; readonly items: readonly ListedItem[] };

/** The items by group, most urgent group first; in a group in the order given. Empty groups are left out. */
export function groupsOf(items: readonly ListedItem[]): readonly Group[] {
  return groupKeys
    .map((key) => ({ key, items: items.filter((item) => groupOf(item) === key) }))
    .filter((group) => group.items.length > 0);
}

/** Complete and not sent: nothing is wrong with it. */
export const isWaiting = ({ status }: Pick<ListedItem, "status">): boolean =>
  status === "ready" || status === "waiting-for-patient";

/** What "Send now" came to when it sent nothing; null when it did. */
export function unsentWords(
  item: Pick<ListedItem, "status" | "problem">,
  line: Connection["state"] | undefined,
): string | null {
  if (!isWaiting(item)) return null;
  const { unsent } = words.outbox;
  if (item.status === "waiting-for-patient") return unsent.patient;
  if (line === "token-refused" || item.problem?.code === "token-refused") return unsent.token;
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
export function actionsFor(item: ListedItem): readonly ItemAction[] {
  switch (item.status) {
    case "needs-checking":
      // Nobody can mark what has a number here that only the service's answer gives.
      return item.kind === "booking" ? ["mark-booked", "again", "discard"] : ["again", "discard"];
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
    case "done":
    case "discarded":
      return [];
  }
}

/** The service said that the external ID belongs to a patient it named. */
const isTaken = (item: ListedItem): boolean =>
  item.kind === "patient" &&
  item.problem?.code === "patient-exists" &&
  item.problem.details.existingPatientId !== undefined;

/** Sending it again may make it twice: a booking has nothing by which the service recognises a repeat. */
export const mayBeMadeTwice = (item: ListedItem): boolean => item.kind === "booking";

/** The words on an action's button. */
export function actionLabel(action: ItemAction, item: ListedItem): string {
  switch (action) {
    case "edit":
      return isForm(item) ? words.outbox.continue : words.outbox.edit;
    case "again":
      return words.outbox.again[item.kind];
    case "use-patient":
      return words.outbox.acceptPatient({ id: item.problem?.details.existingPatientId ?? "" });
    default:
      return words.outbox.action[action];
  }
}

/** How far an attempt got, for someone who must decide whether it may be repeated. */
export function attemptWords(attempt: Attempt): string {
  const { endedAt, phase, status } = attempt;
  const told = words.outbox.attempt;
  if (endedAt === null) return told.open;
  if (phase !== "answered" || status === null) return words.outbox.phase[phase];
  return isStrange(attempt) ? told.strange({ status }) : told.answered({ status });
}
