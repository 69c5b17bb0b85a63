import { createDeskLog } from "../../features/activity-log/desk-log.ts";
import { createBackups } from "../../features/backup/backups.ts";
import { createCardParts } from "../../features/cards/card-parts.ts";
import { createKeeping } from "../../features/keeping/keeping.ts";
import { findTraffic } from "../at-work.ts";
import type { DeskOptions } from "../desk.ts";
import type { DeskEvents } from "../events.ts";
import type { Halt } from "../halted.ts";
import type { AccountParts, AtDesk } from "./account.ts";
import type { Connections } from "./connections.ts";
import type { OutboxParts } from "./outbox.ts";
import type { Counts } from "./records.ts";

type Around = {
  readonly events: DeskEvents;
  readonly halt: Halt;
  readonly lock: NonNullable<DeskOptions["lock"]>;
  readonly connections: Connections;
  readonly policy: AccountParts["policy"];
  readonly counts: Counts;
  readonly sending: OutboxParts;
};

/** What is kept beside items: the activity log, cards, backups; and how long any of it is kept. */
export function createKeepers(
  atDesk: AtDesk,
  { events, halt, lock, connections, policy, counts, sending }: Around,
) {
  const activity = createDeskLog({
    ...atDesk,
    anchor: counts.log,
    ...(lock.checkedLog === undefined ? {} : { checked: lock.checkedLog }),
    emit: (state) => atDesk.emit("audit.state", state),
    onNotice: events.notice.tell,
  });
  const cards = createCardParts({
    ...atDesk,
    dispatchers: connections.dispatchers,
    practiceIntentUrl: connections.practice.setupIntentUrl,
    onChange: events.changed.tell,
    onCard: (came) => atDesk.emit("card.came", came),
  });
  const copies = createBackups({
    ...atDesk,
    traffic: () => findTraffic(atDesk, sending.outbox),
    halted: halt.problem,
    emit: (state) => atDesk.emit("backup.changed", state),
  });
  const years = createKeeping({
    ...atDesk,
    policy: policy.view,
    thinLog: activity.thin,
    measureBackups: copies.bytes,
    onChange: events.changed.tell,
  });
  return { activity, cards, copies, years };
}

export type Keepers = ReturnType<typeof createKeepers>;
