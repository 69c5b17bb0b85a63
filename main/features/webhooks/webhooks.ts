import { isDeepStrictEqual } from "node:util";
import { failed, ok, type Failure, type Result } from "../../../shared/core/failure.ts";
import type { AccountId } from "../../../shared/session/account.ts";
import type { WebhookListing } from "../../../shared/webhooks/routes.ts";
import { signedOutAtFirst } from "../../../shared/session/connect-failures.ts";
import type { SignedIn } from "../session/sign-in.ts";
import type { Handlers } from "../../ipc/router.ts";
import type { Clock } from "../../platform/ports.ts";
import { toProbeAnswer, type ProbeAnswer } from "../outbox/index.ts";
import type { ServiceClient } from "../../http/client.ts";
import type { KnownWebhooks } from "../../db/record-types.ts";
import type { Store } from "../../db/types.ts";

type WebhookOptions = {
  readonly client: ServiceClient;
  readonly store: Store;
  readonly clock: Clock;
  readonly account: () => SignedIn | null;
  /** Reading the list is a real request too: a refused token, a dead line or a wait that is asked for shows at once. */
  readonly onListed: (answer: ProbeAnswer) => void;
};

/** Milliseconds after which the time of an unchanged list is written again. */
const writtenEvery = 3_600_000;

/** What an account's list was last, here and on the disk. */
type Latest = {
  readonly known: KnownWebhooks;
  /** The time that stands on the disk with the same list, and when it was written, on the clock that only grows. */
  readonly written: { readonly asOf: string; readonly at: number };
};

/**
 * `GET /api/webhooks` has two uses: it is the list of the Webhooks screen, and the one harmless request that
 * shows whether the service answers. Each answer is kept for the time when there is none. It is written where the list
 * changed: a probe a minute would otherwise write all day. Its time alone is written once an hour and at the end, so that
 * after a crash an older moment is shown, which is true as well.
 */
export function createWebhookListing(options: WebhookOptions): {
  readonly probe: () => Promise<ProbeAnswer>;
  readonly handlers: Pick<Handlers, "webhooks.list">;
  /** The desk ends: the time of the last answer is written. */
  readonly end: () => Promise<void>;
} {
  const { client, store, clock } = options;
  const latest = new Map<AccountId, Latest>();

  function write(accountId: AccountId, known: KnownWebhooks): void {
    store.transaction(({ webhookLists }) => webhookLists.set(accountId, known));
    latest.set(accountId, { known, written: { asOf: known.asOf, at: clock.monotonic() } });
  }

  function keep(accountId: AccountId, webhooks: KnownWebhooks["webhooks"]): void {
    const known = { webhooks, asOf: clock.now().toISOString() };
    const before = latest.get(accountId);
    const isWritten =
      before !== undefined &&
      isDeepStrictEqual(before.known.webhooks, webhooks) &&
      clock.monotonic() - before.written.at < writtenEvery;
    if (isWritten) latest.set(accountId, { ...before, known });
    else write(accountId, known);
  }

  async function ask(account: SignedIn) {
    const outcome = await client.listWebhooks(account.credentials);
    if (outcome.kind === "success") keep(account.accountId, [...outcome.value]);
    return outcome;
  }

  async function list(): Promise<Result<WebhookListing>> {
    const account = options.account();
    if (account === null) return failed(signedOutAtFirst);
    const outcome = await ask(account);
    // Signed in anew meanwhile: what was answered to the old token says nothing of the new one, nor of its line.
    if (options.account() !== account) return list();
    options.onListed(toProbeAnswer(outcome));
    const known =
      latest.get(account.accountId)?.known ??
      store.read(({ webhookLists }) => webhookLists.get(account.accountId));
    return ok({
      webhooks: [...(known?.webhooks ?? [])],
      asOf: known?.asOf ?? null,
      failure: outcome.kind === "success" ? null : outcome.failure,
    });
  }

  return {
    probe: async () => {
      const account = options.account();
      if (account === null) return { kind: "failed", failure: signedOutAtFirst };
      return toProbeAnswer(await ask(account));
    },
    handlers: { "webhooks.list": list },
    end: async () => {
      for (const [accountId, { known, written }] of latest)
        if (known.asOf !== written.asOf) write(accountId, known);
    },
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
