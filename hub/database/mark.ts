/** Which database this is, and what another one than before is taken for: decision 98. Pure. */

/** What a database says of itself when a transaction begins. */
export type Identity = {
  /** The mark that is written in it; null in a new one. */
  readonly noted: string | null;
  /** The mark that it has: a restored or promoted one holds what another had written. */
  readonly present: string;
  /** How often it was noted as restored, and when the last time was. */
  readonly restorations: number;
  readonly restoredAt: Date | null;
  /** Its clock. */
  readonly now: Date;
  /** Seconds since a hub said that it is alive; null: none ever did. */
  readonly silent: number | null;
  /** The operator declares that no commit is answered before a standby has it. */
  readonly synchronous: boolean;
  readonly standbys: string;
  readonly commits: string;
};

/** The database that a hub last answered from. */
export type Served = Pick<Identity, "present" | "restorations" | "now">;

/** `behind`: on an earlier timeline than the one that was served. */
export type Judgement = "same" | "promoted" | "restored" | "behind";

/** Seconds without a hub, at most, for a promotion: point-in-time recovery takes longer, and raises the timeline too. */
const longestSilence = 300;

type Mark = { readonly place: string; readonly timeline: number };

/** `hub.fingerprint()` writes the system identifier, the timeline as eight hexadecimal digits, and two oids. */
function markOf(text: string): Mark {
  const [system = "", timeline = "", ...oids] = text.split(".");
  return { place: [system, ...oids].join("."), timeline: Number.parseInt(timeline, 16) };
}

/** The database as the hub left it, or one that was noted as restored since this hub last answered from any. */
const isKnown = ({ noted, present, restoredAt }: Identity, served: Served | null): boolean =>
  noted === present &&
  (served === null || served.present === present || (restoredAt !== null && restoredAt >= served.now));

/** Whether all that was before is an earlier timeline of the same place. */
const isAhead = (present: Mark, before: readonly Mark[]): boolean =>
  before.every(({ place, timeline }) => place === present.place && timeline < present.timeline);

/** What this database is beside the one that was served. A promotion has still to be searched for what was acknowledged. */
export function compareIdentity(found: Identity, served: Served | null): Judgement {
  if (isKnown(found, served)) return "same";
  const present = markOf(found.present);
  const last = served === null ? null : markOf(served.present);
  if (last !== null && last.place === present.place && last.timeline > present.timeline) return "behind";
  const noted = found.noted === found.present ? null : found.noted;
  const before = [...(noted === null ? [] : [markOf(noted)]), ...(last === null ? [] : [last])];
  const isAlive = found.silent !== null && found.silent <= longestSilence;
  return before.length > 0 && found.synchronous && isAlive && isAhead(present, before)
    ? "promoted"
    : "restored";
}

/** Why what is declared is not so; null where it is, or where nothing is declared. */
export function explainNotSynchronous({
  synchronous,
  standbys,
  commits,
}: Pick<Identity, "synchronous" | "standbys" | "commits">): string | null {
  if (!synchronous) return null;
  if (standbys.trim() === "")
    return "replication is declared synchronous, and synchronous_standby_names is empty";
  return commits === "on" || commits === "remote_apply"
    ? null
    : "replication is declared synchronous, and synchronous_commit is below on";
}
