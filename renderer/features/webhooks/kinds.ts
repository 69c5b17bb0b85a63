import type { NamedEventKind } from "../../../contract/service/webhook.ts";

/** The two named kinds in plain words. */
export const kindWords: Record<NamedEventKind, string> = {
  "appointment.approved.v1": "Tell our system when an appointment is approved",
  "appointment.denied.v1": "Tell our system when an appointment is denied",
};
