import type { RecordId } from "../../../shared/core/record-id.ts";
import type { Item } from "../../../shared/outbox/item.ts";
import {
  reduceDeskItem,
  type DeskEvent,
  type DeskItem,
  type DeskRight,
} from "../../../shared/clinic/log/desk-rule.ts";
import type { Clock } from "../../platform/ports.ts";
import type { Repositories, Store } from "../../db/types.ts";
import type { KnownClaim } from "../../db/clinic-types.ts";
import { keptDesk, parseClaims } from "./kept-claims.ts";

/** An attempt of this process: it may send as long as this is here. What is on the disk gives nobody that right. */
type Held = { readonly right: DeskRight; readonly confirmedAt: number };

type Of = Pick<Item, "id" | "accountId">;

/** Rights to send, in memory, and the records of them, which are written in the transactions of the items. */
export function createSendRights(store: Store, clock: Clock) {
  const held = new Map<RecordId, Held>();
  /** A right goes back with the record of it: one whose transaction is undone was never given, or taken. */
  function hold(id: RecordId, next: Held | null): void {
    const before = held.get(id);
    const put = (value: Held | null | undefined): void => {
      if (value === null || value === undefined) held.delete(id);
      else held.set(id, value);
    };
    put(next);
    store.ifUndone(() => put(before));
  }

  /** The claim as it is kept, and the item at this desk; null where nothing of it is kept. */
  function known(
    { clinic }: Repositories,
    item: Of,
  ): { readonly claim: KnownClaim; readonly desk: DeskItem } | null {
    const claim = clinic.claims.of(item.accountId, item.id);
    const record = parseClaims(keptDesk, claim?.desk ?? null);
    return claim === null || record === null
      ? null
      : { claim, desk: { record, right: held.get(item.id)?.right ?? null } };
  }

  /** The item after what happened, on the disk and in memory. In a transaction. */
  function step(repositories: Repositories, item: Of, event: DeskEvent): DeskItem | null {
    const found = known(repositories, item);
    if (found === null) return null;
    const next = reduceDeskItem(found.desk, event);
    if (next.record !== found.desk.record)
      repositories.clinic.claims.put(item.accountId, { ...found.claim, desk: JSON.stringify(next.record) });
    const { right } = next;
    const confirmedAt = held.get(item.id)?.confirmedAt ?? clock.limits.monotonic();
    hold(item.id, right && { right, confirmedAt });
    return next;
  }
  const act = (item: Of, event: DeskEvent): DeskItem | null =>
    store.transaction((repositories) => ({ next: step(repositories, item, event) })).next;

  /** It may wait to be sent by whoever holds it: the others are told. */
  function letWait(repositories: Repositories, item: Item): void {
    if (step(repositories, item, { event: "wait" }) === null) return;
    repositories.clinic.changes.add(item.accountId, { recordId: item.id, kind: "item" });
  }

  return {
    hold,
    known,
    step,
    act,
    letWait,
    has: (id: RecordId): boolean => held.has(id),
    phaseOf: (id: RecordId): DeskRight["phase"] | undefined => held.get(id)?.right.phase,
    /** Milliseconds of the monotonic clock; null: nothing is held. */
    confirmedAt: (id: RecordId): number | null => held.get(id)?.confirmedAt ?? null,
  };
}

export type SendRights = ReturnType<typeof createSendRights>;
