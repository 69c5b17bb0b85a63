import type { Connection } from "../../../contract/records/account.ts";
import { isStrange } from "../../ui/answer-words.ts";
import type { ListedItem, ItemStatus, Attempt, Phase } from "../../../contract/records/item.ts";

/** The groups of the outbox, most urgent first. Each item is in exactly one. */
export const groupKeys = [
  "needs-checking",
  "needs-editing",
  "needs-card",
  "sending",
  "ready",
  "waiting-for-patient",
  "held",
  "unfinished",
  "parked",
] as const;
export type GroupKey = (typeof groupKeys)[number];

/** The sentences stand over the group and in the detail of one: they fit one item and many, of every kind. */
export const groupTitles: Record<GroupKey, { readonly title: string; readonly sentence: string }> = {
  "needs-checking": {
    title: "Needs checking",
    sentence: "It may or may not have been made. Nothing is sent again by itself: a person chooses.",
  },
  "needs-editing": {
    title: "Needs editing",
    sentence: "It cannot be sent as it is. Correct it, then send it again.",
  },
  "needs-card": {
    title: "Needs card",
    sentence: "Not booked yet. Call the payer back for a card, or choose another billing type.",
  },
  sending: { title: "Sending", sentence: "On its way to the service." },
  ready: {
    title: "Ready to send",
    sentence: "Saved on this computer. Sent by itself as soon as possible.",
  },
  "waiting-for-patient": {
    title: "Waiting for its patient",
    sentence: "Sent by itself once the service has given the patient a number.",
  },
  held: {
    title: "Saved for later",
    sentence: "Complete, saved on this computer. It waits until someone chooses Send now.",
  },
  unfinished: { title: "Unfinished", sentence: "Begun and not finished. Saved as typed – not sent." },
  parked: { title: "Put aside", sentence: "Parked until someone continues. Saved as typed – not sent." },
};

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
  "draft",
] as const satisfies readonly ItemStatus[];

/** The group of an item; null for one that is done or discarded. */
export function groupOf(item: Pick<ListedItem, "status" | "parked">): GroupKey | null {
  switch (item.status) {
    case "done":
    case "discarded":
      return null;
    case "draft":
      return item.parked ? "parked" : "unfinished";
    case "ready":
    case "waiting-for-patient":
      return item.parked ? "held" : item.status;
    default:
      return item.status;
  }
}

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
  if (item.status === "waiting-for-patient")
    return "Not sent now: its patient has no number. It is sent by itself once the service has given one.";
  if (line === "token-refused" || item.problem?.code === "token-refused")
    return "Not sent now: the service wants a new access token. It is sent by itself after that.";
  return line === "online"
    ? "Not sent now: the service asked for a pause, or others go first. It is sent by itself after that."
    : "Not sent now: the service does not answer. It is sent by itself when it does.";
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
  "take-up",
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
      return ["send", "edit", "discard"];
    case "waiting-for-patient":
      // Held back as well: "Send now" lets it go by itself once the patient has a number.
      return item.parked ? ["send", "edit", "discard"] : ["edit", "discard"];
    case "draft":
      return [item.parked ? "take-up" : "edit", "discard"];
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

const againWords: Record<ListedItem["kind"], string> = {
  booking: "Book again",
  patient: "Send again",
  webhook: "Register again",
};

/** The words on an action's button. */
export function actionLabel(action: ItemAction, item: ListedItem): string {
  switch (action) {
    case "send":
      return "Send now";
    case "edit":
      return item.status === "draft" ? "Continue" : "Edit";
    case "add-card":
      return "Add card";
    case "mark-booked":
      return "Mark as booked";
    case "again":
      return againWords[item.kind];
    case "use-patient":
      return `Use patient #${String(item.problem?.details.existingPatientId ?? "")}`;
    case "change-external-id":
      return "Change the external ID";
    case "take-up":
      return "Continue";
    case "discard":
      return "Discard";
  }
}

const phaseWords: Record<Phase, string> = {
  none: "Not sent: nothing left this computer",
  connecting: "Not sent: it broke off while connecting, before anything left this computer",
  sending: "It broke off while it was being sent: part of it may have arrived",
  sent: "All of it was sent; the service's answer did not come",
  answering: "All of it was sent; the answer broke off half way",
  answered: "The service answered",
};

/** How far an attempt got, for someone who must decide whether it may be repeated. */
export function attemptWords(attempt: Attempt): string {
  const { endedAt, phase, status } = attempt;
  if (endedAt === null) return "Under way, or cut off when the program ended";
  if (phase !== "answered" || status === null) return phaseWords[phase];
  return isStrange(attempt)
    ? `Something answered ${String(status)}, but not as the service does`
    : `The service answered ${String(status)}`;
}
