import { failed, ok, type Failure, type Result } from "../../contract/failure.ts";
import type { WebhookListing } from "../../contract/routes/webhooks.ts";
import { signedOut } from "../account/connect-failures.ts";
import type { SignedIn } from "../account/sign-in.ts";
import type { Handlers } from "../ipc/router.ts";
import type { Clock } from "../platform/ports.ts";
import { probeAnswer, type ProbeAnswer } from "../outbox/connectivity.ts";
import type { ServiceClient } from "../service/client.ts";
import type { Store } from "../store/types.ts";

type WebhookOptions = {
  readonly client: ServiceClient;
  readonly store: Store;
  readonly clock: Clock;
  readonly account: () => SignedIn | null;
  /** Reading the list is a real request too: a refused token, a dead line or a wait that is asked for shows at once. */
  readonly onListed: (answer: ProbeAnswer) => void;
};

/**
 * `GET /api/webhooks` has two uses: it is the list of the Webhooks screen, and the one harmless request that
 * shows whether the service answers. Each answer is kept for the time when there is none.
 */
export function webhookListing(options: WebhookOptions): {
  readonly probe: () => Promise<ProbeAnswer>;
  readonly handlers: Pick<Handlers, "webhooks.list">;
} {
  const { client, store, clock } = options;

  async function ask(account: SignedIn) {
    const outcome = await client.listWebhooks(account.credentials);
    if (outcome.kind === "success") {
      const known = { webhooks: [...outcome.value], asOf: clock.now().toISOString() };
      store.transaction(({ webhookLists }) => webhookLists.set(account.accountId, known));
    }
    return outcome;
  }

  async function list(): Promise<Result<WebhookListing>> {
    const account = options.account();
    if (account === null) return failed(signedOut);
    const outcome = await ask(account);
    // Signed in anew meanwhile: what was answered to the old token says nothing of the new one, nor of its line.
    if (options.account() !== account) return list();
    options.onListed(probeAnswer(outcome));
    const known = store.read(({ webhookLists }) => webhookLists.get(account.accountId));
    return ok({
      webhooks: [...(known?.webhooks ?? [])],
      asOf: known?.asOf ?? null,
      failure: outcome.kind === "success" ? null : outcome.failure,
    });
  }

  return {
    probe: async () => {
      const account = options.account();
      if (account === null) return { kind: "failed", failure: signedOut };
      return probeAnswer(await ask(account));
    },
    handlers: { "webhooks.list": list },
  };
}

/** A real call with the token: null when the service accepted it. */
export async function tryToken(
  client: ServiceClient,
  credentials: SignedIn["credentials"],
): Promise<Failure | null> {
  const outcome = await client.listWebhooks(credentials);
  return outcome.kind === "success" ? null : outcome.failure;
}
