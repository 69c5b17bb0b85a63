import { fail, failed } from "../../../shared/core/failure.ts";
import type { RecordId } from "../../../shared/core/record-id.ts";
import type { WebhookItem } from "../../../shared/outbox/item.ts";
import { say } from "../../../messages/saying.ts";
import type { OpenSession } from "../session/open-session.ts";
import type { Handlers } from "../../ipc/router.ts";
import { isWebhook } from "../outbox/index.ts";
import type { Agree } from "../lock/new-places.ts";
import type { Store } from "../../db/types.ts";

type Options = {
  readonly store: Store;
  readonly agree: Agree;
  readonly submit: Handlers["items.submit"];
};

const readAgain = failed(fail("busy", say("failures.places.changed")));

/** What of the items is said of webhooks alone: whether one is, and that a person agrees to whom the service is to tell. */
export function createWebhookItems({ store, agree, submit }: Options): {
  readonly isWebhookItem: (id: RecordId) => boolean;
  readonly handlers: Pick<Handlers, "items.submit">;
} {
  const find = (id: RecordId): WebhookItem | null => {
    const item = store.read(({ items }) => items.find(id));
    return item !== null && isWebhook(item) ? item : null;
  };
  /** Where its address leads; null of what is no address yet, and in practice, whose service tells this computer alone. */
  const leadsTo = (id: RecordId, { practice }: OpenSession): string | null => {
    const url = find(id)?.form.url.trim() ?? "";
    return URL.canParse(url) && !practice ? new URL(url).origin : null;
  };
  return {
    isWebhookItem: (id) => find(id) !== null,
    handlers: {
      "items.submit": async (input, session) => {
        const place = leadsTo(input.id, session);
        const refusal = place === null ? null : await agree("webhook", place);
        if (refusal !== null) return failed(refusal);
        // While it was asked, the page could have changed the address.
        return leadsTo(input.id, session) === place ? submit(input, session) : readAgain;
      },
    },
  };
}
