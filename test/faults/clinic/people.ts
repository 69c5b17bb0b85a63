import type { Item } from "../../../shared/outbox/item.ts";
import { madeOf } from "../made-of.ts";
import { spotless, type NamedVerdict } from "../oracle.ts";
import { isInStep, itemAt, type ClinicBench, type ClinicDesk } from "./clinic-bench.ts";

/** What the people of a clinic do until all that waited is booked, each of them asking the service before deciding. */

/** One look at an item at one desk, and what its person does with it. */
export async function actOn(bench: ClinicBench, desk: ClinicDesk, item: Item): Promise<void> {
  const { id, status } = item;
  const at = desk.desk();
  if (status === "saved-for-later" || status === "ready") {
    await at.ask("items.submit", { id, wait: true });
    return;
  }
  if (status !== "needs-checking") return;
  if (madeOf(item, bench.mock.ledger()).length > 0) {
    await at.ask("items.decide", { id, decision: "booked" });
    return;
  }
  const { claims } = await at.get("clinic.claims", { ids: [id] });
  const [claim] = claims;
  // A try that is open may still be sent, unless its desk is known to be ended, or to be this one.
  const isOpenElsewhere = claim?.attempts.some(
    ({ isOpen, deskName }) =>
      isOpen && bench.desks.some((other) => other.name === deskName && other !== desk && other.isOpen()),
  );
  if (isOpenElsewhere === true) return;
  const attempts = claim?.attempts.map((attempt) => attempt.id) ?? [];
  const shown = { attempts, historyIncomplete: claim?.blocked === "history-incomplete" };
  await at.ask("items.decide", {
    id,
    decision: "again",
    ...(claim === undefined ? {} : { shown }),
  });
}

/** Nobody who is there holds it: somebody takes it over. */
async function takeOver(desks: readonly ClinicDesk[], id: string): Promise<void> {
  const items = await Promise.all(desks.map((desk) => itemAt(desk, id)));
  const isHeld = items.some((item) => item !== null && item.status !== "elsewhere");
  const knows = desks.find((_desk, at) => items[at]?.status === "elsewhere");
  if (!isHeld && knows !== undefined) await knows.desk().ask("clinic.takeOver", { id });
}

const over: readonly Item["status"][] = ["done", "discarded"];

/** Until every desk that is open shows these items as over; false when that took too long. */
export function settleAll(bench: ClinicBench, ids: readonly string[], within = 600_000): Promise<boolean> {
  return bench.time.until(async () => {
    const open = bench.desks.filter((desk) => desk.isOpen());
    let isOver = true;
    for (const desk of open) await isInStep(desk, 30_000);
    for (const id of ids) {
      for (const desk of open) {
        const item = await itemAt(desk, id);
        if (item === null || over.includes(item.status)) continue;
        isOver = false;
        await actOn(bench, desk, item);
      }
      if (!isOver) await takeOver(open, id);
    }
    return isOver;
  }, within);
}

/** How the items stand in the end, against what the service made. */
export async function judgeShared(
  bench: ClinicBench,
  {
    name,
    ids,
    isSettled,
  }: { readonly name: string; readonly ids: readonly string[]; readonly isSettled: boolean },
): Promise<NamedVerdict> {
  const open = bench.desks.filter((desk) => desk.isOpen());
  const ledger = bench.mock.ledger();
  let [lost, doubled, undecided] = [0, 0, 0];
  const problems: string[] = [];
  for (const id of ids) {
    const seen = await Promise.all(open.map((desk) => itemAt(desk, id)));
    const known = seen.find((item) => item !== null);
    if (known === undefined || known === null) {
      lost += 1;
      continue;
    }
    const made = madeOf(known, ledger).length;
    doubled += Math.max(0, made - 1);
    const statuses = seen.map((item) => item?.status ?? "unknown");
    if (made === 0 && statuses.includes("done")) lost += 1;
    if (made > 0 && statuses.includes("discarded")) lost += 1;
    if (statuses.includes("needs-checking")) undecided += 1;
    if (!isSettled) problems.push(`${id.slice(0, 8)} stands as ${statuses.join(", ")}, made ${made} times`);
  }
  return { ...spotless, name, lost, doubled, undecided, problems };
}
