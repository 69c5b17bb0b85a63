import type { Entry, EntryOf } from "../../hub-api/entries.ts";
import { hubLimits } from "../../hub-api/limits.ts";
import { countLetIn, type Lately, type LetIn, mayAnswer, mustWaitForSecondReport } from "./losses.ts";
import { listGuestsOfGone } from "./let-in.ts";
import { refuse, type Ruled, accept } from "./refusal.ts";
import { whoMay } from "./who-may.ts";

/** A desk of the clinic, as the hub knows it. */
export type LogDesk = {
  readonly desk: string;
  readonly admin: boolean;
  /** As base64. */
  readonly publicKey: string;
  readonly recipient: string;
  /** SHA-256, hexadecimal. */
  readonly credential: string;
  /** Has not reported since the database was restored. */
  readonly awaited: boolean;
  /** The number of the push that removed it. */
  readonly removedBy: number | null;
  /** The number of the push that answered whether it was lost, where that was asked. */
  readonly answeredBy: number | null;
  /** Who let it in; null: nobody knows, so it is long ago. */
  readonly letIn: LetIn | null;
};

export type Desks = ReadonlyMap<string, LogDesk>;

const present = (desks: Desks): readonly LogDesk[] =>
  [...desks.values()].filter((one) => one.removedBy === null);

export const listAwaited = (desks: Desks): readonly string[] =>
  [...desks.values()].filter(({ awaited }) => awaited).map(({ desk }) => desk);

/** Without a copy: each of a thousand entries may ask it of thousands of desks that were removed. */
function isOne(desks: Desks, is: (desk: LogDesk) => boolean): boolean {
  for (const desk of desks.values()) if (is(desk)) return true;
  return false;
}

/** Somebody has to be able to let desks in. `but`: whoever goes. */
const hasAdmin = (desks: Desks, but?: ReadonlySet<string>): boolean =>
  isOne(desks, ({ desk, admin, removedBy }) => admin && removedBy === null && but?.has(desk) !== true);

/** So many desks and sheets a clinic has at most: a ring that is sealed for all of them has to fit into a push. */
export const mostMembers = hubLimits.members;

/**
 * So many a desk lets in within a day, with whoever it let in that day: more than people invite, and few enough that what is kept of those who
 * were ever members, and goes with no removal, stays small.
 */
export const mostLetInADay = 200;

type Added = EntryOf<"member-added">;
type Removed = EntryOf<"member-removed">;
type GuestsRemoved = EntryOf<"guests-removed">;
/** What is said of members. */
type OfMembers = Added | Removed | GuestsRemoved;

/** What an entry about members is judged by. */
export type Judging = {
  readonly desks: Desks;
  /** Whose word it is. */
  readonly desk: string;
  /** Asked where a desk that is no member any more is spoken of. */
  readonly lately: () => Lately;
  /** When the hub received it, in milliseconds since 1970. */
  readonly at: number;
  /** Whether a record or an item has that name. */
  readonly isNamed: (id: string) => boolean;
  /** Whether this push writes the record of that name: of whom it adds, that is a sheet. */
  readonly isWritten: (id: string) => boolean;
};

const isPresent = (known: LogDesk | undefined): known is LogDesk => known?.removedBy === null;

/** The exceptions of the table for who comes. */
const comes: Readonly<
  Record<(typeof whoMay)["member-added"]["unless"][number], (entry: Added, judging: Judging) => boolean>
> = {
  "came-back": ({ desk }, { desks }) => (desks.get(desk)?.removedBy ?? null) !== null,
  "other-keys": ({ desk, publicKey, recipient }, { desks }) => {
    const known = desks.get(desk);
    return known !== undefined && (known.publicKey !== publicKey || known.recipient !== recipient);
  },
  "not-own": ({ desk, credential }, { desks, desk: speaker }) =>
    desks.has(desk) && desk !== speaker && desks.get(desk)?.credential !== credential,
  demotion: ({ desk, admin }, { desks }) => desks.get(desk)?.admin === true && !admin,
  credential: ({ desk, credential }, { desks }) =>
    isOne(desks, (one) => one.credential === credential && one.desk !== desk),
  named: ({ desk }, { desks, isNamed }) => !desks.has(desk) && isNamed(desk),
  full: ({ desk }, { desks }) => !desks.has(desk) && present(desks).length >= mostMembers,
  many: ({ desk }, { desks, desk: speaker, at }) =>
    !desks.has(desk) && countLetIn(speaker, at, desks) >= mostLetInADay,
  "last-admin": (entry, { desks }) => !entry.admin && !hasAdmin(desks),
};

/** The same for who goes, and for what is said of one that went. */
const goes: Readonly<
  Record<(typeof whoMay)["member-removed"]["unless"][number], (entry: Removed, judging: Judging) => boolean>
> = {
  "unknown-desk": ({ desk }, { desks, lately }) => {
    const known = desks.get(desk);
    if (known?.removedBy === null) return false;
    const report = lately().reports.find((one) => one.desk === desk);
    const isAsked =
      known?.answeredBy === null && report !== undefined && mustWaitForSecondReport(report, lately());
    return !isAsked;
  },
  answer: (entry, { desks, desk, lately, at }) =>
    !isPresent(desks.get(entry.desk)) && !mayAnswer(desk, entry, { lately: lately(), at }),
  "last-admin": ({ desk }, { desks }) => isPresent(desks.get(desk)) && !hasAdmin(desks, new Set([desk])),
};

/** The same for those who go with the ones that let them in. */
const goWith: Readonly<
  Record<
    (typeof whoMay)["guests-removed"]["unless"][number],
    (entry: GuestsRemoved, judging: Judging) => boolean
  >
> = {
  "last-admin": ({ stay }, { desks }) => !hasAdmin(desks, new Set(listGuestsOfGone(desks, stay))),
};

export type MemberException = keyof typeof comes | keyof typeof goes | keyof typeof goWith;

/** Why an entry about members has no effect, by the table (`who-may.ts`); null: it has. */
export function findMemberException(entry: OfMembers, judging: Judging): MemberException | null {
  switch (entry.type) {
    case "member-added":
      return whoMay["member-added"].unless.find((one) => comes[one](entry, judging)) ?? null;
    case "member-removed":
      return whoMay["member-removed"].unless.find((one) => goes[one](entry, judging)) ?? null;
    case "guests-removed":
      return whoMay["guests-removed"].unless.find((one) => goWith[one](entry, judging)) ?? null;
  }
}

/** Of whom an entry speaks, by their ids. */
export const listSubjects = (entry: OfMembers, desks: Desks): readonly string[] =>
  entry.type === "guests-removed" ? listGuestsOfGone(desks, entry.stay) : [entry.desk];

/** The desk as the entry has it. While reports are awaited, one that is added has to report too. */
function withWord(
  entry: OfMembers,
  { desks, desk: by, at, number, isWritten }: Judging & { readonly number: number },
  of: string,
): LogDesk | null {
  const known = desks.get(of);
  if (entry.type === "member-added") {
    const { desk, admin, publicKey, recipient, credential } = entry;
    const awaited = known?.awaited ?? listAwaited(desks).length > 0;
    const letIn = known === undefined ? { by, at, isSheet: isWritten(desk) } : known.letIn;
    const card = { desk, admin, publicKey, recipient, credential };
    return { ...card, awaited, removedBy: null, answeredBy: null, letIn };
  }
  if (known === undefined) return null;
  // A desk that was awaited stays so: its removal tells nothing of what it did.
  return known.removedBy === null ? { ...known, removedBy: number } : { ...known, answeredBy: number };
}

/** Whom these entries remove, one after the other, among the desks as they stand before. */
export function listRemoved(
  entries: readonly Entry[],
  desks: () => Desks,
): readonly { readonly desk: string; readonly lost: boolean }[] {
  const removed = entries.flatMap((entry) => (entry.type === "member-removed" ? [entry] : []));
  const rule = entries.find((entry) => entry.type === "guests-removed");
  if (rule === undefined) return removed;
  const after = new Map(desks());
  for (const { desk } of removed) {
    const known = after.get(desk);
    if (known !== undefined) after.set(desk, { ...known, removedBy: known.removedBy ?? 0 });
  }
  return [...removed, ...listGuestsOfGone(after, rule.stay).map((desk) => ({ desk, lost: false }))];
}

const codes: Readonly<Partial<Record<MemberException, "unknown">>> = { "unknown-desk": "unknown" };

/** The same for the hub, which refuses what has no effect. `number`: of the push that says so. */
export function applyMemberEntry(
  entry: OfMembers,
  judging: Judging & { readonly number: number },
): Ruled<readonly LogDesk[]> {
  const exception = findMemberException(entry, judging);
  if (exception !== null) return refuse({ code: codes[exception] ?? "taken" });
  return accept(listSubjects(entry, judging.desks).flatMap((of) => withWord(entry, judging, of) ?? []));
}

/** Names of the records that a push writes. */
export const listWrittenRecords = (entries: readonly Entry[]): ReadonlySet<string> =>
  new Set(entries.flatMap((entry) => (entry.type === "record" ? [entry.record] : [])));

/** Who is a member, or which keys they have. */
export const isMemberChange = ({ type }: Entry): boolean =>
  type === "member-added" || type === "member-removed" || type === "guests-removed" || type === "ring";

/**
 * A ring is sealed for those who were members where its desk had read to. `changedAt`: the number of the last push that
 * changed members or keys; whoever came with it could not open this ring. Answers the ring's place, or null.
 */
export function findOutdatedRing(
  entries: readonly Entry[],
  { read, changedAt }: { readonly read: number; readonly changedAt: number },
): number | null {
  const at = entries.findIndex(({ type }) => type === "ring");
  return at === -1 || read >= changedAt ? null : at;
}
