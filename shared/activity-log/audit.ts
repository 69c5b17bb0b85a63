import { z } from "zod";
import { accountId } from "../session/account.ts";
import { itemStatuses } from "../outbox/item.ts";
import { recordId } from "../core/record-id.ts";

/** What is done in the activity log, by what it is done to. An act that was ever released keeps its name. */
export const actGroups = {
  desk: ["started", "ended", "version-changed", "update-refused", "signed-in", "signed-out", "staff-chosen"],
  lock: [
    "locked",
    "unlocked",
    "pin-wrong",
    "pin-set",
    "pin-changed",
    "pin-removed",
    "pin-token-refused",
    "admin-pin-wrong",
    "admin-pin-used",
    "admin-pin-set",
    "admin-pin-changed",
    "admin-pin-removed",
    "admin-pin-token-refused",
    "lock-time-changed",
  ],
  patients: [
    "patient-added",
    "patient-changed",
    "patient-opened",
    "patients-searched",
    "patients-joined",
    "patients-parted",
    "notes-changed",
    "card-kept",
    "card-used",
    "patient-deleted",
  ],
  /** Of patients, bookings and webhooks on their way to the service. */
  items: [
    "begun",
    "edited",
    "opened",
    "held",
    "taken-back",
    "undone",
    "saved",
    "submitted",
    "sent",
    "accepted",
    "refused",
    "unclear",
    "waits",
    "moved",
    "decided",
    "discarded",
    "deleted",
    "bookings-removed",
  ],
  /** Of a clinic with several desks: who belongs to it, and who holds what waits. */
  clinic: [
    "clinic-created",
    "clinic-joined",
    "clinic-recovered",
    "clinic-left",
    "clinic-stopped",
    "desk-invited",
    "desk-let-in",
    "desk-turned-away",
    "desk-renamed",
    "desk-removed",
    "desk-lost",
    "desk-came-back",
    "desk-not-lost",
    "sheet-made",
    "sheet-came-back",
    "taken-over",
    "handed-over",
    "booked-without-hub",
    "notices-registered",
    "notices-retired",
    "notices-pointed",
  ],
  settings: ["settings-changed"],
  files: [
    "printed",
    "imported",
    "exported",
    "import-begun",
    "import-paused",
    "import-resumed",
    "import-stopped",
    "import-ended",
    "backup-made",
    "backup-failed",
    "backup-restored",
  ],
  log: [
    "log-checked",
    "log-altered",
    "log-shorter",
    "log-replaced",
    "log-warning-read",
    "log-entries-removed",
  ],
} as const;
export type ActGroup = keyof typeof actGroups;
export type Act = (typeof actGroups)[ActGroup][number];
export const actGroupNames = [
  "desk",
  "lock",
  "patients",
  "items",
  "clinic",
  "settings",
  "files",
  "log",
] as const;

/** A word of our own, never of a person's: `services`, `retentionMonths`. */
const code = z.string().regex(/^[a-zA-Z][a-zA-Z0-9-]{0,40}$/);

/** A version of this program, as `1.2.0` or `1.3.0-beta.1`. */
const programVersion = z.string().regex(/^\d{1,9}(\.\d{1,9}){2}(-[0-9A-Za-z.-]{1,40})?$/);

/**
 * What else an entry says: codes, ids and counts. There is no place for a text of a person's, so that no value of a
 * patient can come into the log.
 */
export const auditMore = z
  .strictObject({
    kind: z.enum(["patient", "booking", "webhook"]),
    from: z.enum(itemStatuses),
    to: z.enum(itemStatuses),
    /** The other of two records, or the desk of the clinic that it is about. */
    other: recordId,
    /** Names of settings. */
    settings: z.array(code),
    /** What was printed, imported or exported. */
    file: code,
    /** Why a backup was not written, an update was not taken, or sharing with other desks stopped. */
    reason: code,
    /** The version that runs, and the one that ran before. */
    version: programVersion,
    was: programVersion,
    count: z.int().min(0),
    /** The number of an entry of the log. */
    entry: z.int().min(1),
    /** Its hash. */
    hash: z.string().regex(/^[0-9a-f]{64}$/),
    /** The day before which what was removed was over, on the clinic's clock. */
    before: z.iso.date(),
    /** Why the desk was locked, or what opened it or removed its PIN. */
    why: code,
    /** RFC 3339 instant of the last of `count`, of which the entry's own time is the first's. */
    until: z.iso.datetime(),
  })
  .partial();
export type AuditMore = z.infer<typeof auditMore>;

/** An entry of the log as it is shown; `act` may be one of a newer Front Desk. */
export const auditLine = z.strictObject({
  /** Its number, counted from 1, as text: the row's id. */
  id: z.string(),
  /** RFC 3339 instant on this computer's clock. */
  at: z.string(),
  /** Who had the desk; null: nobody was signed in. */
  account: accountId.nullable(),
  isPractice: z.boolean(),
  /** Who was at the desk, by name; null when nobody had said. */
  person: z.string().nullable(),
  /** The program did it by itself. */
  byProgram: z.boolean(),
  act: z.string(),
  record: recordId.nullable(),
  more: auditMore,
  /** The patient's name as it is known now, looked up for who reads the list; the log itself has none. */
  name: z.strictObject({ firstName: z.string(), lastName: z.string() }).nullable(),
});
export type AuditLine = z.infer<typeof auditLine>;

/** Which entries are wanted; null: any. */
export const auditFilter = z.strictObject({
  /** `YYYY-MM-DD` on the clinic's clock. */
  day: z.iso.date().nullable(),
  person: z.string().max(80).nullable(),
  group: z.enum(actGroupNames).nullable(),
});
export type AuditFilter = z.infer<typeof auditFilter>;
export const anyEntry: AuditFilter = { day: null, person: null, group: null };

/** What the last check of the log found. */
export const auditState = z.strictObject({
  /** Those that are here. */
  entries: z.int(),
  /** The first ones, up to this number, were removed because of their age; `at`: RFC 3339 instant of the last time. Null: none was. */
  removed: z.strictObject({ upTo: z.int(), at: z.string() }).nullable(),
  /** How many of them have been checked since the start, or since it was asked for. */
  checked: z.int(),
  isChecking: z.boolean(),
  /** RFC 3339 instant at which the last check was through; null: none was yet. */
  checkedAt: z.string().nullable(),
  /** The first entry that does not fit those before it, and how many do not; null: all do. */
  altered: z.strictObject({ entry: z.int(), places: z.int() }).nullable(),
  /**
   * What the keychain knows of the log against what is here. `shorter`: entries at its end are gone. `restored`: they
   * are, because a backup was put back. `replaced`: those that were there are others. `unknown`: it could not be asked.
   */
  outside: z.enum(["same", "shorter", "restored", "replaced", "unknown"]),
});
export type AuditState = z.infer<typeof auditState>;
