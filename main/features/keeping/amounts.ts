import type { AccountId } from "../../../shared/session/account.ts";
import { waitForOthers } from "../../platform/others.ts";
import type { Clock } from "../../platform/ports.ts";
import type { Store } from "../../db/types.ts";
import { findLastBefore } from "../activity-log/index.ts";

const day = 24 * 60 * 60_000;

/**
 * Counts what is kept of an account, and what came in the last month and year. One after the other: each is some ten milliseconds
 * where there are many, in which nobody else is answered.
 */
export async function countKept(store: Store, clock: Pick<Clock, "now">, account: AccountId) {
  const since = (days: number): string => new Date(clock.now().getTime() - days * day).toISOString();
  const [month, year] = [since(30), since(365)];
  const amount = (what: "patients" | "bookings") =>
    store.read(({ keeping: kept }) => kept.amount(what, account, { month, year }));
  const patients = amount("patients");
  await waitForOthers();
  const bookings = amount("bookings");
  await waitForOthers();
  const entries = store.read(({ audit }) => {
    const last = audit.head().entries;
    const sinceThen = (instant: string): number => last - findLastBefore(audit, instant);
    return { all: sinceThen(""), month: sinceThen(month), year: sinceThen(year) };
  });
  return { patients, bookings, entries };
}
