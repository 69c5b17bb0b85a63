import { namedEventKinds, type NamedEventKind } from "../../../contract/service/webhook.ts";
import { words } from "../../../messages/words.ts";

/** The two named kinds, as the catalogue names them. */
const named: Readonly<Record<NamedEventKind, "approved" | "denied">> = {
  "appointment.approved.v1": "approved",
  "appointment.denied.v1": "denied",
};

/** What choosing a named kind asks of the service. */
export const tellWords = (kind: NamedEventKind): string => words.webhooks.tell[named[kind]];

/** When a registered kind is sent; null for one that this app does not know. */
export function whenWords(kind: string): string | null {
  const known = namedEventKinds.find((each) => each === kind);
  return known === undefined ? null : words.webhooks.when[named[known]];
}
