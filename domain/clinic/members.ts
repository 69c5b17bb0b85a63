import type { Entry, EntryOf } from "../../contract/hub/entries.ts";
import { refused, type Ruled, ruled } from "./refusal.ts";

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
};

export type Desks = ReadonlyMap<string, Desk>;

const present = (desks: Desks): readonly Desk[] =>
  [...desks.values()].filter((one) => one.removedBy === null);

export const awaitedOf = (desks: Desks): readonly string[] =>
  [...desks.values()].filter(({ awaited }) => awaited).map(({ desk }) => desk);

/** Somebody has to be able to let desks in. */
const hasAdmin = (desks: Desks): boolean => present(desks).some(({ admin }) => admin);

const withDesk = (desks: Desks, desk: Desk): Desks => new Map(desks).set(desk.desk, desk);

/**
 * A desk that was removed does not come back under its id, and an admin stays one until it is removed. While reports are awaited, one
 * that is added has to report too.
 */
export function addMember(desks: Desks, entry: EntryOf<"member-added">): Ruled<Desk> {
  const { desk, admin, publicKey, recipient, credential } = entry;
  const known = desks.get(desk);
  if (known !== undefined && (known.removedBy !== null || known.publicKey !== publicKey))
    return refused({ code: "taken" });
  if (known?.admin === true && !admin) return refused({ code: "taken" });
  if ([...desks.values()].some((one) => one.credential === credential && one.desk !== desk))
    return refused({ code: "taken" });
  const awaited = known?.awaited ?? awaitedOf(desks).length > 0;
  const next = { desk, admin, publicKey, recipient, credential, awaited, removedBy: null };
  return hasAdmin(withDesk(desks, next)) ? ruled(next) : refused({ code: "taken" });
}

/** `number`: of the push that says so. A desk that was awaited stays so: its removal tells nothing of what it did. */
export function removeMember(desks: Desks, entry: EntryOf<"member-removed">, number: number): Ruled<Desk> {
  const known = desks.get(entry.desk);
  if (known === undefined || known.removedBy !== null) return refused({ code: "unknown" });
  const next = { ...known, removedBy: number };
  return hasAdmin(withDesk(desks, next)) ? ruled(next) : refused({ code: "taken" });
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
