import type { ClinicParts } from "../../features/clinic/clinic-parts.ts";
import { createNoticeParts } from "../../features/notices/notice-parts.ts";
import type { DeskEvents } from "../events.ts";
import type { AtDesk } from "./account.ts";
import type { Connections } from "./connections.ts";
import type { OutboxParts } from "./outbox.ts";

type Around = {
  readonly events: DeskEvents;
  readonly connections: Connections;
  readonly several: ClinicParts;
  readonly sending: OutboxParts;
};

/** What the service tells of bookings. */
export function createNews(atDesk: AtDesk, { events, connections, several, sending }: Around) {
  const { dispatchers } = connections;
  const news = createNoticeParts({
    ...atDesk,
    dispatchers,
    line: several.clinic.line,
    items: sending.outbox.items,
    onChange: events.changed.tell,
    emit: events.denied.tell,
  });
  return { news };
}

export type News = ReturnType<typeof createNews>;
