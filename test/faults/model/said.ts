import type { Item } from "../../../shared/outbox/item.ts";
import type { LedgerEntry } from "../../../mock/ledger.ts";
import { falseWords } from "../words.ts";
import type { Made } from "./service.ts";
import { stored, type World } from "./world.ts";

const entryOf = ({ account, kind, key, id, externalId }: Made): LedgerEntry => ({
  at: "",
  account,
  kind: kind === "booking" ? "appointment" : kind,
  id,
  idempotencyKey: key,
  externalId,
  body: null,
});

/** What was looked at already, by everything that its words depend on. */
const looked = new WeakMap<World, string>();

/**
 * What the window would say that is not so. Items of a restored backup are left out: what they say is of the time
 * of that backup, which the notice over all of them tells.
 */
export function saidFalsely(world: World): string[] {
  const known = [...world.known.values()].filter(({ restored }) => !restored);
  const items = known.map(({ id }) => stored(world, id)).filter((item): item is Item => item !== null);
  const now = `${world.service.made.length} ${JSON.stringify(items)}`;
  if (looked.get(world) === now) return [];
  looked.set(world, now);
  const takenByPerson = known.filter(({ decided }) => decided).map(({ id }) => id);
  return falseWords({ ledger: world.service.made.map(entryOf), items, takenByPerson }).map(
    ({ item, says }) => `${item.kind} ${item.id} ${says}`,
  );
}
