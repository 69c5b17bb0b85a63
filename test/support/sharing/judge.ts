import type { LogItem } from "../../../shared/clinic/log/item.ts";

/** What allowed an attempt, as it was then. */
type Permission = {
  readonly named: readonly string[];
  readonly toldIncomplete: boolean;
  readonly byPerson: boolean;
};

/** What the service booked, and what allowed it: known to nobody in the clinic as a whole. */
export type Judge = {
  allowed: (attempt: string, by: Permission) => void;
  arrived: (attempt: string) => void;
  /** A claim as the hub gave it. */
  claimed: (item: LogItem) => void;
  readonly problems: string[];
  /** That the only problem of LETTER shows: no more bookings than decisions, and one. */
  readonly letter: () => boolean;
};

export function judgeOfBookings(): Judge {
  const allowed = new Map<string, Permission>();
  const booked: string[] = [];
  const claims = new Set<string>();
  const problems: string[] = [];
  const isHonest = (one: string, other: string): boolean => {
    const [a, b] = [allowed.get(one), allowed.get(other)];
    if (one === other || a === undefined || b === undefined) return false;
    return a.named.includes(other) || b.named.includes(one) || a.toldIncomplete || b.toldIncomplete;
  };
  const letter = (): boolean => booked.filter((id) => allowed.get(id)?.byPerson !== true).length <= 1;
  return {
    // The first permission stands: asked again, the answer is the same one.
    allowed: (attempt, by) => void (allowed.has(attempt) || allowed.set(attempt, by)),
    arrived: (attempt) => {
      const other = booked.find((before) => !isHonest(before, attempt));
      booked.push(attempt);
      if (other !== undefined) problems.push(`HONEST: ${other} and ${attempt} were both booked`);
      if (!letter()) problems.push("LETTER: more bookings than decisions, and one");
    },
    claimed: ({ item: id, epoch }) => {
      const claim = `${id} ${epoch}`;
      if (claims.has(claim)) problems.push(`EPOCH: claim ${claim} was given twice`);
      claims.add(claim);
    },
    problems,
    letter,
  };
}
