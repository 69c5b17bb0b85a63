import { fail } from "../../contract/failure.ts";
import type { Item } from "../../contract/records/item.ts";
import { sentMembers } from "../../domain/echo.ts";
import {
  isSameSubscription,
  webhookInput,
  type WebhookInput,
  type WebhookRegistration,
} from "../../contract/service/webhook.ts";
import type { Outcome } from "../service/classify.ts";
import type { Trace } from "../platform/ports.ts";
import type { Post, ServiceClient } from "../service/client.ts";
import { wasUncertain } from "./attempts.ts";
import type { CurrentAccount } from "./ports.ts";

const registrationOf = (payload: string | null): WebhookInput | null =>
  webhookInput.safeParse(sentMembers(payload)).data ?? null;

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
export function sender({ client, signal, trace }: SenderOptions): Send {
  /**
   * After an unclear attempt, also one before an edit, the service's own list says whether the registration was
   * made. Null when the list was read and does not show it: only then is it sent.
   */
  async function settled(item: Item, account: CurrentAccount): Promise<Outcome<WebhookRegistration> | null> {
    if (!wasUncertain(item.attempts.slice(0, -1)) && item.editOf === null) return null;
    const listed = await client.listWebhooks(account.credentials, signal);
    if (listed.kind === "failure") return { ...listed, phase: "none" };
    if (listed.kind === "unreadable") {
      const message =
        "It may be registered already: the service's list, which would show it, could not be read.";
      const failure = fail("unreadable-answer", message, { details: listed.failure.details });
      return { kind: "failure", failure, status: null, phase: "none" };
    }
    const wanted = registrationOf(item.payload);
    const found = listed.value.find((hook) => wanted !== null && isSameSubscription(hook, wanted));
    return found === undefined ? null : { kind: "success", value: found, status: 200, phase: "answered" };
  }

  return async (item, account, isWanted) => {
    const post: Post = {
      payload: item.payload ?? "",
      idempotencyKey: item.idempotencyKey,
      signal,
      isWanted,
      onPhase: (phase) => {
        if (phase !== "none") trace(phase);
      },
    };
    switch (item.kind) {
      case "patient":
        return client.createPatient(account.credentials, post);
      case "booking":
        return client.bookAppointment(account.credentials, post);
      case "webhook":
        return (await settled(item, account)) ?? client.registerWebhook(account.credentials, post);
    }
  };
}
