import type { Item, ItemKind } from "../../../../shared/outbox/item.ts";
import { booking } from "./booking.ts";
import type { Kind } from "./kind.ts";
import { patient } from "./patient.ts";
import { webhook } from "./webhook.ts";

type OfKind<K extends ItemKind, T extends Of> = Extract<T, { readonly kind: K }>;
type Of = { readonly kind: ItemKind };

/** Exhaustive: a kind without a module does not compile. */
const kinds: { readonly [K in ItemKind]: Kind<OfKind<K, Item>> } = { patient, booking, webhook };

/** What is so for items of that one's kind. */
export const getKind = <K extends ItemKind>({ kind }: { readonly kind: K }): Kind<OfKind<K, Item>> =>
  kinds[kind];

/**
 * For the services that one kind alone has: deciding about a booking and its card, making several, finding whose number a
 * patient's is, asking for the admin PIN before a webhook.
 */
export const isBooking = <T extends Of>(item: T): item is OfKind<"booking", T> => item.kind === "booking";
export const isPatient = <T extends Of>(item: T): item is OfKind<"patient", T> => item.kind === "patient";
export const isWebhook = <T extends Of>(item: T): item is OfKind<"webhook", T> => item.kind === "webhook";
