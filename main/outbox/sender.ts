import { fail } from "../../contract/failure.ts";
import type { Item } from "../../contract/records/item.ts";
import { webhookInput, type WebhookRegistration } from "../../contract/service/webhook.ts";
import type { Outcome } from "../service/classify.ts";
import type { Trace } from "../platform/ports.ts";
import type { Post, ServiceClient } from "../service/client.ts";
import { wasUncertain } from "./attempts.ts";
import type { CurrentAccount } from "./ports.ts";

type Registration = { readonly url: string; readonly events: readonly string[] };
const sameness = ({ url, events }: Registration): string =>
  JSON.stringify([url, [...new Set(events)].sort()]);

function registrationOf(payload: string | null): Registration | null {
  return payload === null ? null : (webhookInput.safeParse(JSON.parse(payload)).data ?? null);
}

/** What an item's request came to. An item whose attempt has begun: its body is frozen. */
export type Send = (item: Item, account: CurrentAccount) => Promise<Outcome<unknown>>;

export type SenderOptions = {
  readonly client: ServiceClient;
  /** Ends every request. */
  readonly signal: AbortSignal;
  readonly trace: Trace;
};

/** Sends one item's request over the client. */
export function sender({ client, signal, trace }: SenderOptions): Send {
  /**
   * After an unclear attempt the service's own list says whether the registration was made. Null when the
   * list was read and does not show it: only then is it sent again.
   */
  async function settled(item: Item, account: CurrentAccount): Promise<Outcome<WebhookRegistration> | null> {
    if (!wasUncertain(item.attempts.slice(0, -1))) return null;
    const listed = await client.listWebhooks(account.credentials, signal);
    if (listed.kind === "failure") return { ...listed, phase: "none" };
    if (listed.kind === "unreadable") {
      const message =
        "It may be registered already: the service's list, which would show it, could not be read. Nothing was sent.";
      const failure = fail("unreadable-answer", message, { details: listed.failure.details });
      return { kind: "failure", failure, status: null, phase: "none" };
    }
    const wanted = registrationOf(item.payload);
    const found = listed.value.find((hook) => wanted !== null && sameness(hook) === sameness(wanted));
    return found === undefined ? null : { kind: "success", value: found, status: 200, phase: "answered" };
  }

  return async (item, account) => {
    const post: Post = {
      payload: item.payload ?? "",
      idempotencyKey: item.idempotencyKey,
      signal,
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
