import { createProxyHandlers } from "../../features/policy/proxy-handlers.ts";
import { createDeskSession } from "../../features/session/session.ts";
import type { DeskEvents } from "../events.ts";
import type { AccountParts, AtDesk } from "./account.ts";
import type { OutboxParts } from "./outbox.ts";
import type { Counts } from "./records.ts";

type Around = {
  readonly events: DeskEvents;
  readonly account: AccountParts["account"];
  readonly counts: Counts;
  readonly sending: OutboxParts;
};

/** Who signs in, at the service and at proxies: after each the line is another one. */
export function createSigningIn(atDesk: AtDesk, { events, account, counts, sending }: Around) {
  const { line } = sending.outbox;
  const signing = createDeskSession({
    ...atDesk,
    account,
    line,
    onChange: events.changed.tell,
    beforeConnecting: counts.restored.look,
  });
  const proxies = createProxyHandlers({
    ...atDesk,
    passwords: atDesk.proxyPasswords,
    onAnswer: line.check,
  });
  return { signing, proxies };
}
