import type { Item, ItemStatus } from "../../shared/outbox/item.ts";
import { countItemsIn, tallyKinds, type TallyKind } from "../../shared/outbox/tally.ts";
import { said } from "../../messages/saying.ts";
import { words } from "../../messages/words.ts";
import type { LedgerEntry } from "../../mock/ledger.ts";
import { automaticStatuses, urgentStatuses } from "../../renderer/lib/items.ts";
import { says, type Claim } from "../faults/claims.ts";
import { falseAbout } from "../faults/words.ts";
import { escaped } from "../support/matching.ts";
import type { Block, Utterance } from "./screen.ts";

/** What is known at one time: what the service has, and what the records hold. */
export type Known = { readonly ledger: readonly LedgerEntry[]; readonly items: readonly Item[] };
/** A sentence that the ledger contradicts. `key`: what it is found again by at the next look. */
export type Suspicion = {
  readonly key: string;
  readonly says: string;
  readonly why: string;
  /** What was claimed to be made can't have been: no later look is needed. */
  readonly isSure: boolean;
};

export type Judged = {
  readonly before: Known;
  readonly after: Known;
  /** Patients whose number a person took from the service's answer. */
  readonly takenByPerson: readonly string[];
  /** How many moments to undo are running. */
  readonly moments: number;
};

/** As the screen shows it; it is typed so, and kept as `03:07`. */
const clockOf = (time: string): string | null => {
  if (/^\d{1,2}:\d\d [AP]M$/.test(time)) return time;
  const [, hour, minute] = /^(\d\d):(\d\d)$/.exec(time) ?? [];
  if (hour === undefined || minute === undefined) return null;
  return `${Number(hour) % 12 || 12}:${minute} ${Number(hour) < 12 ? "AM" : "PM"}`;
};
const monthName = new Intl.DateTimeFormat("en-US", { month: "short", timeZone: "UTC" });
const holds = (text: string, part: string): boolean =>
  new RegExp(`(?<![\\p{L}\\d])${escaped(part)}(?![\\p{L}\\d])`, "u").test(text);

/** `Mar 4` and `March 4` alike. */
function hasDay(text: string, date: string): boolean {
  const [, month, day] = /^\d{4}-(\d\d)-(\d\d)$/.exec(date) ?? [];
  if (month === undefined || day === undefined) return false;
  const short = monthName.format(new Date(`${date}T00:00:00Z`));
  return new RegExp(`(?<!\\p{L})${short}\\p{L}* ${String(Number(day))}(?!\\d)`, "u").test(text);
}

export const fullName = ({
  firstName,
  lastName,
}: {
  readonly firstName: string;
  readonly lastName: string;
}): string => `${firstName} ${lastName}`;

/** Those that were edited into another one are shown no more. */
function shownItems(items: readonly Item[]): readonly Item[] {
  const edited = new Set(items.map(({ editOf }) => editOf));
  return items.filter(({ id, status }) => status !== "discarded" || !edited.has(id));
}

/**
 * The items that a part of the screen is about. Each booking of a story has a time of day of its own, the visits of a series one
 * together, and each patient a name of their own.
 */
export function aboutWhich({ lines, id }: Block, items: readonly Item[]): readonly Item[] {
  const shown = shownItems(items);
  // Beside what is typed stand other bookings of that day, by their time alone.
  if (id === "wizard")
    return shown.filter((item) => {
      if (item.kind !== "booking") return false;
      const { date, time } = item.form;
      const clock = clockOf(time);
      return clock !== null && lines.some((line) => holds(line, clock) && hasDay(line, date));
    });
  const text = lines.join("\n");
  const timed = shown.filter((item) => {
    const clock = item.kind === "booking" ? clockOf(item.form.time) : null;
    return clock !== null && holds(text, clock);
  });
  if (timed.length > 0) {
    const dated = timed.filter((item) => item.kind === "booking" && hasDay(text, item.form.date));
    return dated.length > 0 ? dated : timed;
  }
  const own = shown.filter((item) => item.id === id);
  if (own.length > 0) return own;
  // A booking without a time yet names its patient, and is not the patient's own item.
  if (holds(text, words.outbox.summary.booking)) return [];
  return shown.filter((item) => item.kind === "patient" && text.includes(fullName(item.form)));
}

const claims: readonly Claim[] = ["made", "created", "notMade", "notSent"];
const claimsOf = (text: string): readonly Claim[] => claims.filter((claim) => says(text, claim));
const claimsMade = (text: string): boolean => says(text, "made") || says(text, "created");

/** What is wrong with a sentence for each of these items; null when it is so for one of them. */
function wrongForAll(
  text: string,
  about: readonly Item[],
  known: Known,
  taken: readonly string[],
): string | null {
  const whys = about.map((item) =>
    falseAbout(text, item, { ledger: known.ledger, items: known.items, takenByPerson: taken }),
  );
  return whys.includes(null) ? null : (whys[0] ?? null);
}

/**
 * A sentence of what was made is held against what is known after it was read, one of what was not made against what was known before:
 * between the two both may be so.
 */
function wrongLine(
  text: string,
  about: (known: Known) => readonly Item[],
  judged: Judged,
): Omit<Suspicion, "key"> | null {
  if (claimsOf(text).length === 0) return null;
  const { before, after, takenByPerson } = judged;
  const then = about(after);
  const first = about(before);
  if (then.length === 0 || first.length === 0) return null;
  const late = wrongForAll(text, then, after, takenByPerson);
  if (late === null) return null;
  if (claimsMade(text)) return { says: text, why: late, isSure: true };
  const early = wrongForAll(text, first, before, takenByPerson);
  return early === null ? null : { says: text, why: early, isSure: false };
}

/** Sentences about items on the screen that the ledger contradicts. */
export function judgeBlocks(blocks: readonly Block[], judged: Judged): Suspicion[] {
  return blocks.flatMap((block) => {
    if (block.place === "navigation" || block.place === "header" || block.id === "several") return [];
    const which = (known: Known): readonly Item[] => {
      const about = aboutWhich(block, known.items);
      // Of several at once nothing is known of a single line.
      return about.length === 1 ? about : [];
    };
    return block.lines.flatMap((line) => {
      const wrong = wrongLine(line, which, judged);
      const id = which(judged.after)[0]?.id ?? "";
      return wrong === null ? [] : [{ ...wrong, key: `${block.place} ${id} ${line}` }];
    });
  });
}

/** What was said aloud: it names a patient, and must have been so, then, of one of theirs. */
export function judgeUtterance(
  { at, text }: Utterance,
  known: Known,
  takenByPerson: readonly string[],
): Suspicion | null {
  const names = new Map<string, string>();
  const patients = known.items.filter((item) => item.kind === "patient");
  for (const item of patients) names.set(item.patientRecordId ?? item.id, fullName(item.form));
  const named = [...names.values()].find((name) => text.includes(name));
  if (named === undefined) return null;
  const about = shownItems(known.items).filter((item) =>
    item.kind === "booking"
      ? item.form.patient?.kind === "known" && names.get(item.form.patient.id) === named
      : item.kind === "patient" && fullName(item.form) === named,
  );
  const sentence = text.startsWith(`${named}: `) ? text.slice(named.length + 2) : text;
  if (claimsOf(sentence).length === 0 || about.length === 0) return null;
  // A second for the two clocks and for what was on its way to the window.
  const limit = claimsMade(sentence) ? at + 1_000 : at - 1_000;
  const ledger = known.ledger.filter((entry) => Date.parse(entry.at) <= limit);
  const why = wrongForAll(sentence, about, { ...known, ledger }, takenByPerson);
  return why === null ? null : { key: `said ${text}`, says: text, why, isSure: true };
}

const statusesOf: Readonly<Partial<Record<TallyKind, readonly ItemStatus[]>>> = {
  sending: ["sending"],
  waiting: ["ready", "waiting-for-patient"],
  stopped: ["ready", "waiting-for-patient"],
  needsChecking: ["needs-checking"],
  needsCard: ["needs-card"],
  onHold: ["on-hold"],
  elsewhere: ["elsewhere"],
};

/** A sentence of numbers as an expression: its numbers stand for any. */
const numbered = (sentence: string): RegExp =>
  new RegExp(`(?<![\\p{L}\\d])${escaped(sentence).replaceAll(/\d+/g, "(\\d+)")}`, "u");

const countsOf = (items: readonly Item[]): Partial<Record<ItemStatus, number>> => {
  const counts: Partial<Record<ItemStatus, number>> = {};
  for (const { status } of items) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};
const count = (items: readonly Item[], statuses: readonly ItemStatus[]): number =>
  countItemsIn(countsOf(items) as Parameters<typeof countItemsIn>[0], statuses);

/** How many need a person and are being sent, on the badge of the outbox: the longest sentence first, as it holds the shorter ones. */
const badges = [
  [2, 3],
  [1, 3],
  [2, 0],
  [1, 0],
  [0, 3],
  [0, 0],
] as const;

/** The sentences of numbers that a text has, each with the numbers that it should have. */
function* wantedNumbers(
  text: string,
  items: readonly Item[],
): Generator<readonly [said: string, right: readonly number[], told: readonly number[]]> {
  const sending = count(items, ["sending"]);
  const waiting = count(items, ["ready", "waiting-for-patient"]);
  const urgent = count(items, urgentStatuses);
  for (const kind of tallyKinds) {
    const statuses = statusesOf[kind];
    if (statuses === undefined) continue;
    for (const sample of [1, 2]) {
      const found = numbered(words.items.tally[kind]({ count: sample })).exec(text);
      if (found !== null) yield [found[0], [count(items, statuses)], [Number(found[1])]];
    }
  }
  const lines: readonly (readonly [sample: string, right: readonly number[]])[] = [
    [words.outbox.sending.stopped({ waiting: 2, sending: 0 }), [waiting]],
    [words.outbox.sending.stopped({ waiting: 2, sending: 3 }), [waiting, sending]],
    [words.outbox.sending.offline({ waiting: 2, sending: 0 }), [waiting]],
    [words.outbox.sending.offline({ waiting: 2, sending: 3 }), [waiting, sending]],
  ];
  for (const [sample, right] of lines) {
    const found = numbered(sample).exec(text);
    if (found === null) continue;
    const told = found.slice(1).map(Number);
    yield [
      found[0],
      right.length === 1 ? [waiting, sending] : right,
      right.length === 1 ? [...told, 0] : told,
    ];
  }
  for (const [needsYou, underWay] of badges) {
    const found = numbered(
      words.shell.navigation.waiting({ urgent: needsYou, sending: underWay, waiting: 2 }),
    ).exec(text);
    if (found === null) continue;
    const told = found.slice(1).map(Number);
    const of = (is: number): number => (is === 0 ? 0 : (told.shift() ?? 0));
    yield [found[0], [urgent, sending, waiting], [of(needsYou), of(underWay), of(2)]];
    return;
  }
}

/** Numbers on the screen that are not those of the records, before and after the look alike. */
export function judgeNumbers(texts: readonly string[], { before, after, moments }: Judged): Suspicion[] {
  // In its moment to undo an item counts otherwise than it stands.
  if (moments > 0) return [];
  const problems = (items: readonly Item[]): Suspicion[] =>
    texts.flatMap((text) =>
      [...wantedNumbers(text, items)].flatMap(([sentence, right, told]) =>
        right.join() === told.join()
          ? []
          : [
              {
                key: `numbers ${sentence}`,
                says: sentence,
                why: `it should be ${right.join(", ")}`,
                isSure: false,
              },
            ],
      ),
    );
  const first = new Set(problems(before.items).map(({ key }) => key));
  return problems(after.items).filter(({ key }) => first.has(key));
}

/**
 * How many a locked desk says are being sent, against the requests that were under way before the look and after it: it gives no item to
 * count.
 */
export function judgeLocked(text: string, underWay: readonly [before: number, after: number]): Suspicion[] {
  const { sending } = words.items.tally;
  const found = numbered(sending({ count: 2 })).exec(text) ?? numbered(sending({ count: 1 })).exec(text);
  const told = Number(found?.[1] ?? 0);
  return underWay.includes(told)
    ? []
    : [
        {
          key: `locked ${told}`,
          says: found?.[0] ?? "",
          why: `${String(underWay[1])} requests are under way`,
          isSure: false,
        },
      ];
}

/** How many visits a series is said to have booked, against what the service has of them. */
export function judgeSeries(heading: string, about: readonly Item[], known: Known): Suspicion | null {
  const { title } = words.series.outcome;
  const [, told] =
    numbered(title({ booked: 3, count: 3, all: "yes" })).exec(heading) ??
    numbered(title({ booked: 2, count: 3, all: "no" })).exec(heading) ??
    [];
  if (told === undefined) return null;
  const keys = new Set(about.map(({ idempotencyKey }) => idempotencyKey));
  const vouched = about.filter(
    (item) => item.kind === "booking" && item.result?.markedByPerson === true,
  ).length;
  const made = new Set(
    known.ledger.map(({ idempotencyKey }) => idempotencyKey).filter((key) => key !== null && keys.has(key)),
  ).size;
  return Number(told) <= made + vouched
    ? null
    : { key: `series ${heading}`, says: heading, why: `the service made ${String(made)}`, isSure: true };
}

/** What is said of an empty outbox while something is in it. */
export function judgeEmpty(lines: readonly string[], { before, after }: Judged): Suspicion[] {
  const says = (text: string, statuses: readonly ItemStatus[]): Suspicion[] =>
    lines.includes(text) && count(before.items, statuses) > 0 && count(after.items, statuses) > 0
      ? [
          {
            key: `empty ${text}`,
            says: text,
            why: `${String(count(after.items, statuses))} are in it`,
            isSure: false,
          },
        ]
      : [];
  const { tabEmpty, nothingWaits } = words.outbox;
  return [
    ...says(nothingWaits, [...urgentStatuses, ...automaticStatuses, "saved-for-later"]),
    ...says(tabEmpty.automatic, automaticStatuses),
    ...says(tabEmpty.needsYou, urgentStatuses),
  ];
}

/** Why an item stands as it does, for the journal. */
export const inShort = (item: Item): Readonly<Record<string, unknown>> => ({
  id: item.id,
  kind: item.kind,
  status: item.status,
  key: item.idempotencyKey,
  resends: item.resends,
  why: item.problem === null ? null : said(item.problem.why),
});
