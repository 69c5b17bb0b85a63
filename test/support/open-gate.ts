import type { OpenSession } from "../../main/features/session/open-session.ts";
import type { Gate } from "../../main/ipc/router.ts";
import { deskAccount } from "./outbox-kit.ts";

/** A session that is open as long as the test runs. */
export const openedSession: OpenSession = { ...deskAccount, isOpen: () => true };

/** Nothing stands between a call and its handler. */
export const openGate: Gate = {
  session: () => openedSession,
  facts: { takesDesk: () => false, isWebhookItem: () => false },
  refuse: () => null,
  noteReading: () => () => undefined,
};
