import { isForm, type Attempt, type Item } from "../../shared/outbox/item.ts";
import { toBookingLine, noMarks } from "../../main/features/bookings/bookings.ts";
import type { LedgerEntry } from "../../mock/ledger.ts";
import { describeLineState } from "../../renderer/features/bookings/line-words.ts";
import { describeBookingOutcome, formatSavedForLater } from "../../renderer/features/booking/outcome.ts";
import {
  listActions,
  describeAttempt,
  explainDiscard,
  formatEnd,
  getGroup,
  describeGroup,
  explainRefusal,
  explainUnsent,
} from "../../renderer/features/outbox/words.ts";
import { toPatientOutcome, formatPatientTitle } from "../../renderer/features/patients/outcome.ts";
import { formatWebhookTitle } from "../../renderer/features/webhooks/words.ts";
import { says } from "./claims.ts";
import { madeOf } from "./made-of.ts";
import { said } from "../../messages/saying.ts";
import { told } from "../../test/support/told.ts";
import { formatItemState, getItemKind, formatTokenRefused } from "../../renderer/lib/item-kinds.ts";

/** A sentence that the window shows, of the whole item or of one of its attempts alone. */
export type Shown = { readonly about: "item" | "attempt"; readonly text: string };

/** What the screen of a patient says. */
function patientWords(item: Extract<Item, { kind: "patient" }>): string[] {
  const outcome = toPatientOutcome(item);
  const title = formatPatientTitle(outcome, { name: "A", kept: "disk" }) ?? "";
  switch (outcome.kind) {
    case "created":
    case "used":
      return [title, outcome.caution ?? ""];
    case "refused":
      return [title, said(outcome.failure.why)];
    case "saved":
      return [title, outcome.reason ?? ""];
    case "unclear":
      return [title, outcome.reason ?? ""];
    case "exists":
    case "sending":
    case "open":
      return [title];
  }
}

const webhookWords = (item: Extract<Item, { kind: "webhook" }>): string[] => [
  formatWebhookTitle(item, "disk"),
  item.status === "done" ? "" : told(item.problem),
];

/** What the screen says on which an item of its kind was typed and sent. */
function ownScreen(item: Item): string[] {
  if (item.kind === "patient") return patientWords(item);
  if (item.kind === "webhook") return webhookWords(item);
  const { title, text } = describeBookingOutcome(item, "disk");
  return [title, text, ...(item.attempts.length === 0 ? [formatSavedForLater(item, "disk")] : [])];
}

function outbox(item: Item): string[] {
  const group = getGroup(item);
  if (group === null) return [formatEnd(item)];
  const token = formatTokenRefused(item);
  return [
    describeGroup(group, "disk").sentence,
    told(item.problem),
    token ?? "",
    item.status === "needs-checking" ? getItemKind(item).checkingHelp(item) : "",
    explainRefusal(item) ?? "",
    explainUnsent(item, "offline") ?? "",
    ...(listActions(item).includes("discard") ? [explainDiscard(item)] : []),
  ];
}

const attemptSays = (attempt: Attempt): string[] => [describeAttempt(attempt), told(attempt.outcome)];

/** What the agenda says of a booking that is more than a form. */
function agenda(item: Item): string[] {
  if (item.kind !== "booking" || isForm(item) || item.status === "discarded") return [];
  return [describeLineState(toBookingLine({ item, patient: null, instant: null }, noMarks)).word];
}

/** Every sentence that the window shows for an item, on whichever screen. */
export function shownFor(item: Item): Shown[] {
  const ofItem = [formatItemState(item), ...ownScreen(item), ...outbox(item), ...agenda(item)];
  return [
    ...[...new Set(ofItem)].map((text): Shown => ({ about: "item", text })),
    ...item.attempts.flatMap(attemptSays).map((text): Shown => ({ about: "attempt", text })),
  ].filter(({ text }) => text !== "");
}

export type WordsEvidence = {
  readonly ledger: readonly LedgerEntry[];
  readonly items: readonly Item[];
  /** Ids of patients whose number a person took over from the service's answer. */
  readonly takenByPerson?: readonly string[];
};

/** The item and those that it was edited from, the latest first. */
function chainOf(item: Item, byId: ReadonlyMap<string, Item>): Item[] {
  const chain = [item];
  for (let from = item.editOf; from !== null;) {
    const before = byId.get(from);
    if (before === undefined || chain.includes(before)) break;
    // Shown who it is that the service has, a person said that this is somebody else.
    if (before.problem?.details.existingPatientId !== undefined) break;
    chain.push(before);
    from = before.editOf;
  }
  return chain;
}

type Facts = {
  /** What the service made of the item's own requests. */
  readonly own: number;
  /** And of what it was edited from. */
  readonly all: number;
  /** A patient's by external ID as well, whichever item asked for it. */
  readonly found: number;
  /** How often a person said of an earlier attempt that nothing came of it. */
  readonly denied: number;
  /** A person says that it is there. */
  readonly vouched: boolean;
  /** The service has the very thing that is named, whoever asked for it. */
  readonly named: boolean;
};

/** It was booked, and a person said that the service does not have it after all. */
const isTakenBack = (item: Item): boolean =>
  item.kind === "booking" && item.status !== "done" && item.result !== null;

function factsOf(item: Item, evidence: WordsEvidence, byId: ReadonlyMap<string, Item>): Facts {
  const { ledger, takenByPerson = [] } = evidence;
  const chain = chainOf(item, byId);
  const keys = new Set(chain.map(({ idempotencyKey }) => idempotencyKey));
  const isNamed = ({ kind, id }: LedgerEntry): boolean =>
    item.kind === "webhook" && kind === "webhook" && id === item.result?.id;
  return {
    own: ledger.filter(({ idempotencyKey }) => idempotencyKey === item.idempotencyKey).length,
    all: ledger.filter(({ idempotencyKey }) => keys.has(idempotencyKey ?? "")).length,
    found: new Set(chain.flatMap((each) => madeOf(each, ledger))).size,
    denied: chain.reduce((total, each) => total + each.resends + (isTakenBack(each) ? 1 : 0), 0),
    vouched: item.kind === "booking" && item.result?.markedByPerson === true,
    named: ledger.some(isNamed) || (item.kind === "patient" && takenByPerson.includes(item.id)),
  };
}

/** What is false in a sentence about the whole item; null when nothing is. */
function falseOfItem(text: string, facts: Facts): string | null {
  const { own, all, found, denied, vouched, named } = facts;
  // Of a patient whose number a person took, "created" is not so: somebody else made that one.
  if (says(text, "made") && found === 0 && !vouched && (!named || says(text, "created")))
    return "the service made none";
  if (says(text, "notMade") && all > denied) return `the service made ${String(all)}`;
  return says(text, "notSent") && own > denied ? `the service has ${String(own)} of its requests` : null;
}

/** What is false in a sentence that stands about this item on a screen; null when nothing is. */
export function falseAbout(text: string, item: Item, evidence: WordsEvidence): string | null {
  const byId = new Map(evidence.items.map((each) => [each.id, each]));
  return falseOfItem(text, factsOf(item, evidence, byId));
}

/** Attempts that are said to have made nothing; what was made must have come of one of the others. */
function falseOfAttempts(item: Item, own: number): string | null {
  const denying = item.attempts.filter((attempt) =>
    attemptSays(attempt).some((text) => says(text, "notMade") || says(text, "notSent")),
  ).length;
  const others = item.attempts.length - denying;
  return item.attempts.length > 0 && own > others
    ? `says of ${String(denying)} of ${String(item.attempts.length)} attempts that nothing came of them, and the service made ${String(own)}`
    : null;
}

/** What the window would say that is not so, by the service's own ledger: one sentence each, with its item. */
export function falseWords(evidence: WordsEvidence): { readonly item: Item; readonly says: string }[] {
  const byId = new Map(evidence.items.map((item) => [item.id, item]));
  const edited = new Set(evidence.items.map(({ editOf }) => editOf));
  return (
    evidence.items
      // Edited, it is shown no more: its draft stands for it.
      .filter(({ id, status }) => status !== "discarded" || !edited.has(id))
      .flatMap((item) => {
        const facts = factsOf(item, evidence, byId);
        const found = shownFor(item).flatMap(({ about, text }) => {
          const why =
            about === "item"
              ? falseOfItem(text, facts)
              : says(text, "made") && facts.found === 0
                ? "the service made none"
                : null;
          return why === null ? [] : [`says “${text}”, and ${why}`];
        });
        const ofAttempts = falseOfAttempts(item, facts.own);
        return [...new Set([...found, ...(ofAttempts === null ? [] : [ofAttempts])])].map((sentence) => ({
          item,
          says: sentence,
        }));
      })
  );
}
