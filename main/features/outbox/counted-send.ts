import { say } from "../../../messages/saying.ts";
import { fail } from "../../../shared/core/failure.ts";
import type { Item } from "../../../shared/outbox/item.ts";
import type { Clock, Log, Trace } from "../../platform/ports.ts";
import { waitAtMost } from "../../platform/within.ts";
import type { Outcome } from "../../http/classify.ts";
import type { CurrentAccount } from "./ports.ts";
import { doubts } from "./restored.ts";
import type { Counted } from "./send-counter.ts";
import { getKind } from "./kinds/kinds.ts";
import type { Post, ServiceClient } from "../../http/client.ts";

/** What an item's request came to. An item whose attempt has begun: its body is frozen. */
export type Send = (
  item: Item,
  account: CurrentAccount,
  /** Looked at right before the first byte: false, and nothing is sent. */
  isWanted: () => boolean,
) => Promise<Outcome<unknown>>;

export type SenderOptions = {
  readonly client: ServiceClient;
  /** Ends every request. */
  readonly signal: AbortSignal;
  readonly trace: Trace;
};

/** Sends one item's request over the client. */
export function createSender({ client, signal, trace }: SenderOptions): Send {
  return (item, { credentials }, isWanted) => {
    const post: Post = {
      payload: item.payload ?? "",
      idempotencyKey: item.idempotencyKey,
      signal,
      isWanted,
      onPhase: (phase) => {
        if (phase !== "none") trace(phase);
      },
    };
    return getKind(item).send(item, { client, credentials, post });
  };
}

/** Milliseconds that counting an attempt outside of the database may take. */
const countDeadline = 15_000;

/** A request that was not begun after all: whoever asked for it is no longer at the desk. */
const withdrawn: Outcome<never> = {
  kind: "failure",
  failure: fail("not-reached", say("failures.outbox.withdrawn")),
  status: null,
  phase: "none",
};

/** Another copy of these records has the same item: nothing left from here. */
export const sentElsewhere: Outcome<never> = {
  kind: "failure",
  failure: doubts.otherCopy,
  status: null,
  phase: "none",
};

/** A fault of ours on the way: how far the request got is not known. */
const broken: Outcome<never> = {
  kind: "failure",
  failure: fail("unclear", say("failures.outbox.brokenSend")),
  status: null,
  phase: "sending",
};

type Options = {
  readonly send: Send;
  /** Settles when the attempt that has begun is counted outside of the database as well, or must not leave. */
  readonly counted: () => Promise<Counted>;
  readonly clock: Clock;
  readonly log: Log;
  /** Cuts off the wait for the count. */
  readonly signal: AbortSignal;
};

/**
 * Sends an item whose attempt is counted, or cannot be. Every wait before the first byte has an end, and is
 * followed by a second look: whoever asked may have signed out, or the program be ending. Never rejects.
 */
export function createCountedSend({ send, counted, clock, log, signal }: Options) {
  return async (item: Item, account: CurrentAccount, isWanted: () => boolean): Promise<Outcome<unknown>> => {
    const limits = { clock: clock.limits, milliseconds: countDeadline, signal };
    const count = await waitAtMost(counted(), limits).catch((error: unknown) => {
      log.error("outbox.count", error);
      return null;
    });
    if (count?.value === "other-copy") return sentElsewhere;
    if (!isWanted()) return withdrawn;
    const outcome = await send(item, account, isWanted).catch((error: unknown) => {
      log.error("outbox.send", error);
      return broken;
    });
    const wasSent = outcome.kind !== "failure" || outcome.failure.code !== "not-reached";
    return wasSent || isWanted() ? outcome : withdrawn;
  };
}
