import { unlocked } from "../features/lock/lock-handlers.ts";
import { createLastChange } from "./at-work.ts";
import { createUnavailableDesk } from "./closed-desk.ts";
import type { DeskOptions, RunningDesk } from "./desk.ts";
import { createDeskEvents } from "./events.ts";
import { createKillSwitch } from "./halted.ts";
import { createAccountParts, createAtDesk } from "./phases/account.ts";
import { createDesksOfClinic } from "./phases/clinic.ts";
import { createConnections } from "./phases/connections.ts";
import { openFeatures } from "./phases/features.ts";
import { connectParts } from "./phases/reactions.ts";
import { createKeepers } from "./phases/keeping.ts";
import { createNews } from "./phases/notices.ts";
import { createOutboxParts } from "./phases/outbox.ts";
import type { DeskParts } from "./phases/parts.ts";
import { createBase, openDeskRecords, watchRecords } from "./phases/records.ts";
import { createDeskRoute } from "./phases/routes.ts";
import { createRunningDesk } from "./phases/running.ts";
import { createSigningIn } from "./phases/signing-in.ts";
import { createTelling } from "./phases/telling.ts";

/**
 * Builds every part of a desk and joins them, from top to bottom: each phase takes what was built before it, and tells what happens
 * by `events`. `phases/reactions.ts` says what follows. After the records are open nothing is waited for.
 */
export async function composeDesk(options: DeskOptions): Promise<RunningDesk> {
  const lock: NonNullable<DeskOptions["lock"]> = options.lock ?? unlocked;
  const mayWork = lock.mayWork ?? (() => true);
  const events = createDeskEvents();
  const halt = createKillSwitch(events.halted.tell);

  const kept = await openDeskRecords(options, { events, halt });
  if (kept.store === null) return createUnavailableDesk(options, kept.storeProblem);
  const base = createBase(options, kept.store);
  const counts = watchRecords(base, { events, halt });

  const connections = createConnections(base);
  const accounts = createAccountParts(base, { events, connections, lock });
  const { account, policy } = accounts;
  const atDesk = createAtDesk(base, accounts);

  const several = createDesksOfClinic(atDesk, { events, connections });
  const sending = createOutboxParts(atDesk, { events, connections, account, several, counts, mayWork });
  const news = createNews(atDesk, { events, connections, several, sending });
  const keepers = createKeepers(atDesk, { events, halt, lock, connections, policy, counts, sending });
  const signingIn = createSigningIn(atDesk, { events, account, counts, sending });

  const parts: DeskParts = {
    atDesk,
    events,
    halt,
    lock,
    mayWork,
    counts,
    several,
    ...connections,
    ...accounts,
    ...sending,
    ...news,
    ...keepers,
    ...signingIn,
  };
  const telling = createTelling(parts);
  const lastChange = createLastChange(options.clock);
  const feed = connectParts(parts, { telling, lastChange });
  const features = openFeatures(parts);
  const route = createDeskRoute(parts, { telling, features });
  return createRunningDesk(parts, { telling, feed, features, route, lastChange });
}
