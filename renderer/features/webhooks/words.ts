import { mayHaveBeenMade } from "../../../shared/outbox/attempts.ts";
import type { ListedWebhook } from "../../../shared/outbox/item.ts";
import type { WebhookLook } from "../../../shared/webhooks/routes.ts";
import { words } from "../../../messages/words.ts";
import { cleanLine, shownAtMost } from "../../../shared/text/clean-text.ts";
import {
  isSameSubscription,
  namedEventKinds,
  type NamedEventKind,
} from "../../../shared/service-api/webhook.ts";
import type { RecordsKept } from "../../lib/hooks.ts";
import { isRefusedUnsaid, formatTokenRefused } from "../../lib/item-kinds.ts";

/**
 * The title over what became of a registration. "Not registered" is only said when no try may have been taken; what
 * a draft was made from may have been.
 */
export function formatWebhookTitle(item: ListedWebhook, kept: RecordsKept): string {
  const { status } = words.webhooks;
  const mayBeMade = mayHaveBeenMade(item);
  switch (item.status) {
    case "done":
      return item.result === null ? status.registered : status.registeredAs({ id: item.result.id });
    case "draft":
    case "on-hold":
      return status.refused;
    case "sending":
      return status.sending;
    case "needs-checking":
      return status.unclear;
    case "needs-editing":
      if (mayBeMade) return status.unclear;
      return isRefusedUnsaid(item) ? status.refused : status.notRegistered;
    default:
      return formatTokenRefused(item) ?? status[mayBeMade ? "savedUnclear" : "saved"]({ kept });
  }
}

/** What the service registered for other kinds of events than it was asked for; null when it is the same kinds. */
export function formatOtherKinds({ form, result }: ListedWebhook): string | null {
  if (result === null || isSameSubscription({ ...result, url: form.url }, form)) return null;
  const [asked, registered] = [form.events, result.events].map((events) =>
    events.map((event) => cleanLine(event, shownAtMost.word)),
  );
  return words.webhooks.otherKinds({
    asked: asked ?? [],
    registered: registered ?? [],
    none: result.events.length === 0 ? "yes" : "no",
  });
}

/** The two named kinds, as the catalogue names them. */
const named: Readonly<Record<NamedEventKind, "approved" | "denied">> = {
  "appointment.approved.v1": "approved",
  "appointment.denied.v1": "denied",
};

/** What choosing a named kind asks of the service. */
export const explainEventKind = (kind: NamedEventKind): string => words.webhooks.tell[named[kind]];

/** `isDoubtful`: it is worth another look before it is registered for good. */
export type LookedWords = { readonly text: string; readonly isDoubtful: boolean };

/** What this computer sees of a valid address; null when it cannot know. */
export function describeLook(look: WebhookLook, url: string): LookedWords | null {
  const host = cleanLine(new URL(url).hostname, shownAtMost.word);
  if (look === "unknown") return null;
  return { text: words.webhooks.look[look]({ host }), isDoubtful: look !== "found" };
}

/** When a registered kind is sent; null for one that this app does not know. */
export function explainWhenSent(kind: string): string | null {
  const known = namedEventKinds.find((each) => each === kind);
  return known === undefined ? null : words.webhooks.when[named[known]];
}
