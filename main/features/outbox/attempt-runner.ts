import type { Item } from "../../../shared/outbox/item.ts";
import type { GroupCommit } from "../../db/group-commit.ts";
import type { Store } from "../../db/types.ts";
import type { Log, Trace } from "../../platform/ports.ts";
import type { Brake } from "./brake.ts";
import { sentElsewhere, type Send } from "./counted-send.ts";
import type { Decision } from "./decide.ts";
import type { DecidedAttempt, EndedAttempt } from "./ended.ts";
import type { CurrentAccount, OutboxContext, Sharing } from "./ports.ts";
import type { ReadyItems } from "./ready-items.ts";
import { retryFloor, type RetrySchedule } from "./retry-schedule.ts";
import type { SendGate } from "./send-gate.ts";
import type { Transitions } from "./transitions.ts";

type Options = {
  readonly store: Store;
  readonly inGroup: GroupCommit;
  readonly transitions: Pick<Transitions, "begin" | "decide">;
  readonly brake: Brake;
  readonly context: OutboxContext;
  readonly sharing: Sharing;
  readonly log: Log;
  readonly trace: Trace;
  readonly send: Send;
  readonly gate: SendGate;
  readonly later: RetrySchedule;
  readonly ready: Pick<ReadyItems, "drop">;
};

/** Milliseconds until an item that did not begin is tried again. */
const tryAgainAfter = 5_000;

/** Carries one attempt of an item: asks for the right to send it, stores its beginning, sends it, and heeds the answer. */
export function createAttemptRunner(options: Options) {
  const { store, inGroup, transitions, brake, context, sharing, log, trace, send, gate, later, ready } =
    options;
  const isReady = ({ id }: Item): boolean => store.read(({ items }) => items.find(id))?.status === "ready";

  async function storeBeginning(item: Item, account: CurrentAccount): Promise<Item | null> {
    trace("intent-begun");
    const begun = await inGroup(() => (gate.mayBegin(account) ? transitions.begin(item.id, account) : null));
    if (begun !== null) trace("intent-kept");
    else if (!gate.mayBegin(account)) ready.drop();
    // The other desks did not let it begin after all.
    else if (isReady(item)) later.by(item, tryAgainAfter);
    return begun;
  }

  /** What was permitted and did not begin is let go of, whatever kept it. */
  async function beginOrLetGo(item: Item, account: CurrentAccount): Promise<Item | null> {
    let begun: Item | null = null;
    try {
      begun = await storeBeginning(item, account);
    } finally {
      if (begun === null) sharing.notBegun(item);
    }
    return begun;
  }

  /** An answer is heard once. Whatever breaks over it, such as a store that cannot be read, must not lose it. */
  function guarded<T>(work: () => T): T | null {
    try {
      return work();
    } catch (error) {
      log.error("outbox.attempt", error);
      return null;
    }
  }

  function schedule(item: Item, decision: Decision): void {
    if (decision.to === "ready") ready.drop();
    if (decision.to !== "ready") later.forget(item.id);
    else if (decision.queue.kind === "token") later.by(item, retryFloor);
    // What the service asked for is the least that the queue waits, and no reason to ask as often for ever.
    else later.afterFailure(item);
  }

  /** What the answer means for the item's next try and for the whole queue. */
  function heed(over: DecidedAttempt): void {
    guarded(() => {
      schedule(over.item, over.decision);
      // What an account left behind is answered says nothing of the line to the one at the desk.
      if (over.answered.outcome !== sentElsewhere && gate.isAtDesk(over.account)) brake.after(over);
    });
  }

  return {
    /** Begun, where it is permitted. Whatever keeps it from that: it waits, and nobody behind it does. */
    begin: async (item: Item, account: CurrentAccount): Promise<Item | null> => {
      try {
        // Another desk could send it too: not before the hub says yes.
        if (await sharing.permit(item, account.accountId)) return await beginOrLetGo(item, account);
        later.by(item, tryAgainAfter);
        return null;
      } catch (error) {
        later.by(item, tryAgainAfter);
        throw error;
      }
    },
    /** Sends an item that has begun. */
    send: async (item: Item, account: CurrentAccount): Promise<EndedAttempt> => {
      const isWanted = (): boolean => !gate.isClosed() && gate.isAtDesk(account) && sharing.mayLeave(item.id);
      const outcome = await send(item, account, isWanted);
      // Nothing more goes out from here.
      if (outcome === sentElsewhere) gate.close();
      const answered = {
        outcome,
        // As it is set now: that trust may have been taken back while the request was under way.
        trustsIdempotencyKey: guarded(() => context.settings().trustsIdempotencyKey) ?? false,
        refusedAlike: brake.refusedAlike(outcome),
      };
      const over = { item, account, answered };
      const decision = guarded(() => transitions.decide(item, answered));
      if (decision !== null) heed({ ...over, decision });
      return { ...over, decision };
    },
    heed,
  };
}
