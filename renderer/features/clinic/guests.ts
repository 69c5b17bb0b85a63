import type { ClinicDesk, ClinicSheet } from "../../../shared/clinic/clinic.ts";
import { listLetInBy } from "../../../shared/clinic/log/let-in.ts";
import { words } from "../../../messages/words.ts";
import { formatDeskName } from "./claim-words.ts";

/** Desks that came into the clinic through another one, and how many recovery sheets did. */
export type Guests = {
  /** RFC 3339: when the first of them came. */
  readonly since: string;
  readonly desks: readonly ClinicDesk[];
  readonly sheets: number;
};

type All = {
  readonly desks: readonly ClinicDesk[];
  readonly sheets: readonly ClinicSheet[];
  readonly dayOf: (instant: string) => string;
};

const countOf = (guests: Guests | undefined): number =>
  guests === undefined ? 0 : guests.desks.length + guests.sheets;

/** So many names are told; behind them "…" stands for the others. */
const mostNames = 5;

export const nameGuests = (desks: readonly ClinicDesk[]): string =>
  [
    ...desks.slice(0, mostNames).map(({ name }) => formatDeskName(name, words.clinic.desks.unnamed)),
    ...(desks.length > mostNames ? ["…"] : []),
  ].join(", ");

/**
 * Whom a desk let in, itself or through others, of those that are in the clinic and are not this desk: since the last day on which
 * one came, then since the day before that one, and so on. `dayOf` names the day of an instant.
 */
export function groupGuestsByDay(desk: ClinicDesk, { desks, sheets, dayOf }: All): readonly Guests[] {
  // This desk stays, whoever let it in, and so do its own guests.
  const others = desks.filter(({ isSelf }) => !isSelf);
  const timed = [...others, ...sheets].flatMap((one) => (one.letIn === null ? [] : [{ one, ...one.letIn }]));
  const letIn = new Map(timed.map(({ one, by, at }) => [one.id, { by, at: Date.parse(at) }]));
  const guestsSince = (since: string): Guests => {
    const ids = listLetInBy(desk.id, { since: Date.parse(since), letIn });
    return {
      since,
      desks: others.filter(({ id, isRemoved }) => ids.has(id) && !isRemoved),
      sheets: sheets.filter(({ id }) => ids.has(id)).length,
    };
  };
  const firstOfDays = new Map(
    timed.toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at)).map(({ at }) => [dayOf(at), at]),
  );
  const all = [...firstOfDays.values()].map(guestsSince);
  // A day on which nobody came through this desk adds no choice.
  return all.filter((one, at) => countOf(one) > countOf(all[at - 1]));
}
