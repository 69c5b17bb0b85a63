import { createClinicParts } from "../../features/clinic/clinic-parts.ts";
import { createNoticeInbox } from "../../features/notices/inbox.ts";
import type { DeskEvents } from "../events.ts";
import type { AtDesk } from "./account.ts";
import type { Connections } from "./connections.ts";

type Around = { readonly events: DeskEvents; readonly connections: Connections };

/** The clinic's other desks, over its hub; what the hub received of the service comes in with the rest. */
export const createDesksOfClinic = (atDesk: AtDesk, { events, connections }: Around) =>
  createClinicParts({
    ...atDesk,
    dispatchers: connections.dispatchers,
    inbox: createNoticeInbox({ ...atDesk, onKept: events.notices.tell }),
    onChange: events.changed.tell,
    onUp: events.mayGo.tell,
    onLost: events.lost.tell,
    emit: events.clinic.tell,
  });
