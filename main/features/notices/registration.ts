import type { AccountId } from "../../../shared/session/account.ts";
import type { NoticeAddress } from "../../../shared/notices/notices.ts";
import type { ListedItem, ListedWebhook } from "../../../shared/outbox/item.ts";
import { isSameAddress } from "../../../shared/service-api/webhook.ts";
import { isWebhook } from "../outbox/index.ts";
import type { Repositories } from "../../db/types.ts";

/** Registrations of webhooks in the outbox are few: an admin makes them. */
const mostLooked = 200;

export type KnownRegistrations = {
  readonly items: readonly ListedWebhook[];
  /** Addresses in the service's own list, as it was read last. */
  readonly listed: readonly string[];
};

/** What this computer knows of the account's registrations. */
export function readKnownRegistrations(
  { items, webhookLists }: Pick<Repositories, "items" | "webhookLists">,
  account: AccountId,
): KnownRegistrations {
  const wanted = {
    accountId: account,
    kinds: ["webhook" as const],
    statuses: [],
    limit: mostLooked,
    offset: 0,
  };
  const all: readonly ListedItem[] = items.list(wanted).items.map(({ item }) => item);
  return {
    items: all.filter(isWebhook).filter(({ status }) => status !== "discarded"),
    listed: (webhookLists.get(account)?.webhooks ?? []).map(({ url }) => url),
  };
}

/** How far the registration of an address is. `isOwn`: this desk made it. */
export function findRegistration(
  { items, listed }: KnownRegistrations,
  { url, isOwn }: { readonly url: string; readonly isOwn: boolean },
): Pick<NoticeAddress, "registration" | "item"> {
  const item = items.find(({ form }) => isSameAddress(form.url, url)) ?? null;
  const id = item?.id ?? null;
  if (listed.some((one) => isSameAddress(one, url))) return { registration: "listed", item: id };
  if (item === null) return { registration: isOwn ? "none" : "other-desk", item: null };
  if (item.status === "done") return { registration: "answered", item: id };
  const waits = item.status === "ready" || item.status === "sending";
  return { registration: waits ? "waits" : "attention", item: id };
}
