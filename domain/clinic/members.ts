import type { Entry, EntryOf } from "../../contract/hub/entries.ts";
import { type Lately, mayAnswer, waits } from "./losses.ts";
import { refused, type Ruled, ruled } from "./refusal.ts";
import { whoMay } from "./who-may.ts";

/** A desk of the clinic, as the hub knows it. */
export type Desk = {
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
};

export type Desks = ReadonlyMap<string, Desk>;

const present = (desks: Desks): readonly Desk[] =>
  [...desks.values()].filter((one) => one.removedBy === null);

export const awaitedOf = (desks: Desks): readonly string[] =>
  [...desks.values()].filter(({ awaited }) => awaited).map(({ desk }) => desk);

/** Without a copy: each of a thousand entries may ask it of thousands of desks that were removed. */
function isOne(desks: Desks, is: (desk: Desk) => boolean): boolean {
  for (const desk of desks.values()) if (is(desk)) return true;
  return false;
}

/** Somebody has to be able to let desks in. `but`: whoever goes. */
const hasAdmin = (desks: Desks, but?: string): boolean =>
  isOne(desks, ({ desk, admin, removedBy }) => admin && removedBy === null && desk !== but);

/** So many desks and sheets a clinic has at most: a ring that is sealed for all of them has to fit into a push. */
export const mostMembers = 500;

type Added = EntryOf<"member-added">;
type Removed = EntryOf<"member-removed">;

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
};

const isPresent = (known: Desk | undefined): known is Desk => known?.removedBy === null;

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
    const isAsked = known?.answeredBy === null && report !== undefined && waits(report, lately());
    return !isAsked;
  },
  answer: (entry, { desks, desk, lately, at }) =>
    !isPresent(desks.get(entry.desk)) && !mayAnswer(desk, entry, { lately: lately(), at }),
  "last-admin": ({ desk }, { desks }) => isPresent(desks.get(desk)) && !hasAdmin(desks, desk),
};

export type MemberException = keyof typeof comes | keyof typeof goes;

/** Why an entry about members has no effect, by the table (`who-may.ts`); null: it has. */
export const memberException = (entry: Added | Removed, judging: Judging): MemberException | null =>
  entry.type === "member-added"
    ? (whoMay["member-added"].unless.find((one) => comes[one](entry, judging)) ?? null)
    : (whoMay["member-removed"].unless.find((one) => goes[one](entry, judging)) ?? null);

/** The desk as the entry has it. While reports are awaited, one that is added has to report too. `number`: of the push that says so. */
export function withWord(desks: Desks, entry: Added | Removed, number: number): Desk | null {
  const known = desks.get(entry.desk);
  if (entry.type === "member-added") {
    const { desk, admin, publicKey, recipient, credential } = entry;
    const awaited = known?.awaited ?? awaitedOf(desks).length > 0;
    return { desk, admin, publicKey, recipient, credential, awaited, removedBy: null, answeredBy: null };
  }
  if (known === undefined) return null;
  // A desk that was awaited stays so: its removal tells nothing of what it did.
  return known.removedBy === null ? { ...known, removedBy: number } : { ...known, answeredBy: number };
}

const codes: Readonly<Partial<Record<MemberException, "unknown">>> = { "unknown-desk": "unknown" };

/** The same for the hub, which refuses what has no effect. */
export function changeMember(
  entry: Added | Removed,
  { number, ...judging }: Judging & { readonly number: number },
): Ruled<Desk> {
  const exception = memberException(entry, judging);
  const next = exception === null ? withWord(judging.desks, entry, number) : null;
  if (next === null) return refused({ code: codes[exception ?? "unknown-desk"] ?? "taken" });
  return ruled(next);
}

/** Who is a member, or which keys they have. */
export const changesMembers = ({ type }: Entry): boolean =>
  type === "member-added" || type === "member-removed" || type === "ring";

/**
 * A ring is sealed for those who were members where its desk had read to. `changedAt`: the number of the last push that
 * changed members or keys; whoever came with it could not open this ring. Answers the ring's place, or null.
 */
export function outdatedRing(
  entries: readonly Entry[],
  { read, changedAt }: { readonly read: number; readonly changedAt: number },
): number | null {
  const at = entries.findIndex(({ type }) => type === "ring");
  return at === -1 || read >= changedAt ? null : at;
}
