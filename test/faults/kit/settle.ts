import type { Item } from "../../../shared/outbox/item.ts";
import type { Bench } from "./bench.ts";

/** Whether the service has the item, as a person finds out who asks there. */
const isThere = (bench: Bench, { idempotencyKey }: Item): boolean =>
  bench.ledger().some((entry) => entry.idempotencyKey === idempotencyKey);

/** A person asks the service about each item that needs checking, and says what is so. Answers how many. */
export async function settleByAsking(bench: Bench): Promise<number> {
  const doubtful = (await bench.items()).filter(({ status }) => status === "needs-checking");
  for (const item of doubtful) {
    const decision = item.kind === "booking" && isThere(bench, item) ? "booked" : "again";
    await bench.desk().ask("items.decide", { id: item.id, decision });
  }
  return doubtful.length;
}

/** The line is good, and everything doubtful is asked about, until nothing is left to be sent; false: too long. */
export async function comeToTheEnd(bench: Bench): Promise<boolean> {
  bench.proxy.follow({});
  await bench.desk().get("connection.check", {});
  for (let round = 0; round < 3; round += 1) {
    if (!(await bench.until(["ready", "sending"]))) return false;
    if ((await settleByAsking(bench)) === 0) return true;
  }
  return bench.until(["ready", "sending", "needs-checking"]);
}

/** A person sends what the service refused again, as it was. */
export async function sendRefusedAgain(bench: Bench): Promise<void> {
  const refused = (await bench.items()).filter(({ status }) => status === "needs-editing");
  await Promise.all(refused.map(({ id }) => bench.desk().ask("items.submit", { id, wait: true })));
}
