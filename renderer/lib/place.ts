import type { Item } from "../../shared/outbox/item.ts";
import type { DeskPlace } from "../../shared/lock/lock.ts";
import type { Screen, Target } from "./navigation.ts";

/** A draft that somebody is in the middle of. */
export type OpenDraft = { readonly kind: Item["kind"]; readonly id: string };

/** The kind of draft that a screen opens. */
const draftOf: Partial<Record<Screen, OpenDraft["kind"]>> = {
  "new-booking": "booking",
  patients: "patient",
  webhooks: "webhook",
};

/** Where the window is, by names of records: for coming back to it after the desk was locked. */
export function toDeskPlace(target: Target, open: readonly OpenDraft[]): DeskPlace {
  const draft = open.find(({ kind }) => kind === draftOf[target.screen]);
  return {
    screen: target.screen,
    itemId: draft?.id ?? ("itemId" in target ? (target.itemId ?? null) : null),
    patientRecordId: "patientRecordId" in target ? (target.patientRecordId ?? null) : null,
  };
}

/** The same place as a target. A link or a text that somebody was led there with is not followed a second time. */
export function toTarget({ screen, itemId, patientRecordId }: DeskPlace): Target {
  const item = itemId === null ? {} : { itemId };
  const patient = patientRecordId === null ? {} : { patientRecordId };
  switch (screen) {
    case "new-booking":
    case "patients":
      return { screen, ...item, ...patient };
    case "bookings":
    case "outbox":
    case "webhooks":
      return { screen, ...item };
    default:
      return { screen };
  }
}
