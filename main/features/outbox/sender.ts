import type { Item } from "../../../shared/outbox/item.ts";
import { getKind } from "./kinds/kinds.ts";
import type { Outcome } from "../../http/classify.ts";
import type { Trace } from "../../platform/ports.ts";
import type { Post, ServiceClient } from "../../http/client.ts";
import type { CurrentAccount } from "./ports.ts";

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
