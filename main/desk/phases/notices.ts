import type { ClinicParts } from "../../features/clinic/clinic-parts.ts";
import { createConnectionCheck } from "../../features/connection-check/doctor-parts.ts";
import { createNoticeParts } from "../../features/notices/notice-parts.ts";
import { createProxyResolver } from "../../features/policy/dispatchers.ts";
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

/** What the service tells of bookings, and how the way to it is. */
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
  const doctor = createConnectionCheck({
    ...atDesk,
    dispatchers,
    wayFor: createProxyResolver(atDesk),
    clinic: several.clinic,
    notices: news.notices,
    emit: (state) => atDesk.emit("doctor.changed", state),
  });
  return { news, doctor };
}

export type News = ReturnType<typeof createNews>;
