import { z } from "zod";
import { isLanguage, type Language } from "../messages/language.ts";
import { connection, session } from "./session/account.ts";
import { bookingPatient } from "./bookings/booking-fields.ts";
import { auditState } from "./activity-log/audit.ts";
import { backupState } from "./backup/backup.ts";
import { clinicState } from "./clinic/clinic.ts";
import { doctorEvents } from "./connection-check/routes.ts";
import { card } from "./cards/card.ts";
import { recordId } from "./core/record-id.ts";
import { importState } from "./import/import.ts";
import { itemCounts } from "./outbox/item.ts";
import { moment } from "./outbox/moment.ts";
import { settings } from "./settings/settings.ts";
import { updatesState } from "./updates/updates.ts";
import { recordsNotice, storeProblem } from "./desk/app-routes.ts";
import { proxyState } from "./policy/routes.ts";
import { nothing } from "./core/nothing.ts";
import { practiceDelivery } from "./webhooks/routes.ts";

/** What the menu and its shortcuts ask the window to do. */
export const commands = [
  "new-booking",
  "find",
  "print",
  "hold",
  "settings",
  "shortcuts",
  "about",
  "go-booking",
  "go-patients",
  "go-bookings",
  "go-outbox",
  "go-webhooks",
  "lock",
] as const;
export type Command = (typeof commands)[number];

/** Every event that main pushes to the desk window: name -> schema of its payload. */
export const events = {
  "session.changed": session,
  "connection.changed": connection,
  "settings.changed": settings,
  /** The program speaks another language from now on. At first the page's own `lang` names it. */
  "language.changed": z.strictObject({ language: z.custom<Language>(isLanguage) }),
  /** From now on nothing is saved or sent any more: the window shows why, and nothing else. */
  "store.problem": storeProblem,
  "records.notice": recordsNotice,
  /** A check of the activity log goes on, or is through. */
  "audit.state": auditState,
  /** A backup is written, was written or failed, or one that is to be restored is read. */
  "backup.changed": backupState,
  /** How this desk stands with its clinic and the hub has changed. */
  "clinic.changed": clinicState,
  /** More was received, or what is set up has changed: the window reads `notices.get`. `denied`: as `notices.denied` answers. */
  "notices.changed": z.strictObject({ denied: z.int() }),
  /** Items that changed; the window reads again what it shows. */
  "items.changed": z.strictObject({
    ids: z.array(recordId),
    counts: itemCounts,
    /** Progress of a drain: items still to be sent, and those sent since it began; null when idle. */
    progress: z
      .strictObject({
        left: z.int(),
        sent: z.int(),
        paused: z.boolean(),
        /** RFC 3339 instant, for showing: nothing is sent by itself before it. Null: nothing is waited for. */
        waitsUntil: z.string().nullable(),
      })
      .nullable(),
  }),
  /** The bookings of the account at the desk that are about to be sent, and can be taken back. */
  "moments.changed": z.strictObject({ moments: z.array(moment) }),
  /** A question of the window was asked for too long: it closes unanswered, and what it held goes on. */
  "question.over": z.strictObject({ id: z.uuid() }),
  /** A file is being looked at, or an import gets on. */
  "import.changed": importState,
  /** A card is in a booking: a form that is open on it, also one opened meanwhile, takes it over. */
  "card.came": z.strictObject({ itemId: recordId, patient: bookingPatient, card }),
  "practice.delivered": practiceDelivery,
  command: z.strictObject({ name: z.enum(commands) }),
  /** A link was opened: the window takes it with `app.nextLink` when it can. */
  "link.waits": nothing,
  /** How the desk is locked has changed: the window reads `lock.get`. */
  "lock.changed": nothing,
  /** How the program's own updates stand. */
  "updates.changed": updatesState,
  /** What the organization sets has changed, or waits to: the window reads `policy.get`. */
  "policy.changed": nothing,
  /** A proxy asks for a name and a password, or does no longer. */
  "proxy.changed": proxyState,
  /** The window is about to close: save what was typed, then call `app.flushed` with the same number. */
  flush: z.strictObject({ request: z.int() }),
  ...doctorEvents,
} as const;

export type Events = typeof events;
export type EventName = keyof Events;
export type EventPayload<N extends EventName> = z.output<Events[N]>;
