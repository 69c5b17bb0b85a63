import { isDeepStrictEqual } from "node:util";
import { failed, ok, type Failure, type Result } from "../../../shared/core/failure.ts";
import type { AccountId } from "../../../shared/session/account.ts";
import type { WebhookListing } from "../../../shared/webhooks/routes.ts";
import { signedOutAtFirst } from "../../../shared/session/connect-failures.ts";
import type { OpenSession } from "../session/open-session.ts";
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
  readonly session: () => OpenSession | null;
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

  async function ask({ accountId, credentials }: OpenSession) {
    const outcome = await client.listWebhooks(credentials);
    if (outcome.kind === "success") keep(accountId, [...outcome.value]);
    return outcome;
  }

  async function list(session: OpenSession): Promise<Result<WebhookListing>> {
    const { accountId, credentials } = session;
    const outcome = await ask(session);
    // Signed in anew meanwhile: what was answered to the old token says nothing of the new one, nor of its line. The window shows
    // the list of whoever is at the desk, and waits for this answer.
    if (!session.isOpen() || session.credentials !== credentials) {
      const now = options.session();
      return now === null ? failed(signedOutAtFirst) : list(now);
    }
    options.onListed(toProbeAnswer(outcome));
    const known =
      latest.get(accountId)?.known ?? store.read(({ webhookLists }) => webhookLists.get(accountId));
    return ok({
      webhooks: [...(known?.webhooks ?? [])],
      asOf: known?.asOf ?? null,
      failure: outcome.kind === "success" ? null : outcome.failure,
    });
  }

  return {
    probe: async () => {
      const session = options.session();
      if (session === null) return { kind: "failed", failure: signedOutAtFirst };
      return toProbeAnswer(await ask(session));
    },
    handlers: { "webhooks.list": (_, session) => list(session) },
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
