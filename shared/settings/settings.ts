import { z } from "zod";
import { languages } from "../../messages/language.ts";
import type { SayingId } from "../../messages/saying.ts";
import { billingTypes } from "../service-api/appointment.ts";
import { paperNames } from "../printing/paper.ts";
import { timeZone } from "../time/time-zone.ts";
import { firstUndoSeconds, mostUndoSeconds } from "../outbox/undo-seconds.ts";
import { firstUpdateSettings, updateSettings } from "../updates/updates.ts";
import { dateOrders } from "../time/calendar.ts";
import { hasCardNumber } from "../cards/card-number.ts";

/** What is wrong, as the id of a saying: `toInvalidInput` takes it up. */
type Wrong = { readonly error: SayingId };
import type { Upgrade } from "../core/stored.ts";

/** A service of the clinic's catalogue: the ID the booking sends, and what staff call it. */
const noCardNumber = (value: string | number): boolean => !hasCardNumber(String(value));
const orCardNumber = { error: "fields.cardNumber" } satisfies Wrong;

export const catalogueService = z.strictObject({
  id: z.int().refine(noCardNumber, orCardNumber),
  name: z.string().trim().min(1).max(200).refine(noCardNumber, orCardNumber),
  minutes: z.int().min(1).max(1_440).nullable(),
});
export type CatalogueService = z.infer<typeof catalogueService>;

/** `HH:MM` of a day, as a wall clock shows it. */
const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);

/** When a day's visits are, on the clinic's own clock; where it closes before it opens, it is open over midnight. */
const dayHours = z.strictObject({ opens: timeOfDay, closes: timeOfDay });
export type DayHours = z.infer<typeof dayHours>;

/** Of a person at the desk. */
export const staffName = z.string().trim().min(1).max(80).refine(noCardNumber, orCardNumber);

/** What an admin sets up on this computer. Practice mode has settings of its own. */
export const settings = z.strictObject({
  timeZone,
  services: z
    .array(catalogueService)
    .max(2_000)
    .refine((services) => new Set(services.map((service) => service.id)).size === services.length, {
      error: "fields.serviceTwice",
    } satisfies Wrong),
  currency: z.string().regex(/^[A-Z]{3}$/, { error: "fields.currency" } satisfies Wrong),
  /** When the clinic sees patients, from Sunday on; null: closed. A visit at another time is warned of. */
  openingHours: z.array(dayHours.nullable()).length(7),
  /** Whom staff call about a booking that only the service can change; as it was typed. */
  servicePhone: z.string().trim().max(40).refine(noCardNumber, orCardNumber),
  /** What a new booking starts with. */
  defaultBillingType: z.enum(["none", ...billingTypes]),
  /** Seconds in which "Undo" takes a booking back before it is sent; 0: it is sent at once. */
  undoSeconds: z.int().min(0).max(mostUndoSeconds),
  /** Patients not seen for so many months are offered for deletion; 0: none are. */
  retentionMonths: z.int().min(0).max(240),
  /** Who may be at this desk, by name. */
  staff: z.array(staffName).max(50),
  /** How `3/5/84` is read. */
  dateOrder: z.enum(dateOrders),
  theme: z.enum(["system", "light", "dark"]),
  /** `system`: the first of those the computer prefers that the app speaks. */
  language: z.enum(["system", ...languages]),
  /** What slips are printed on, as it was chosen last; `usual`: what is usual where this computer is. */
  slipPaper: z.enum(["usual", ...paperNames]),
  /** Off unless the service is known to honour `Idempotency-Key`. */
  trustsIdempotencyKey: z.boolean(),
  card: z.strictObject({
    publishableKey: z.string().max(300).refine(noCardNumber, orCardNumber),
    setupIntentUrl: z.string().max(2_000).refine(noCardNumber, orCardNumber),
  }),
  /** Where the program's own updates come from, and who says so. */
  updates: updateSettings,
});
export type Settings = z.infer<typeof settings>;

const usualHours: DayHours = { opens: "07:00", closes: "19:00" };

/** What an account had before it could choose them, and what a new one starts with. */
export const firstDaySettings = {
  openingHours: [null, usualHours, usualHours, usualHours, usualHours, usualHours, null],
  servicePhone: "",
  defaultBillingType: "none",
  retentionMonths: 0,
  staff: [],
  slipPaper: "usual",
  updates: firstUpdateSettings,
} satisfies Partial<Settings>;

/** All open days had the same hours once. */
const sameHours = z.object({ opens: timeOfDay, closes: timeOfDay, days: z.array(z.int()) });

const hoursOfEachDay: Upgrade = (older) => {
  const before = sameHours.safeParse(older["openingHours"]);
  if (!before.success) return older;
  const { days, ...hours } = before.data;
  return { ...older, openingHours: [0, 1, 2, 3, 4, 5, 6].map((day) => (days.includes(day) ? hours : null)) };
};

export const settingsUpgrades: readonly Upgrade[] = [
  (older) => ({ ...firstDaySettings, ...older }),
  hoursOfEachDay,
  (older) => ({ slipPaper: firstDaySettings.slipPaper, ...older }),
  (older) => ({ undoSeconds: firstUndoSeconds, ...older }),
  (older) => ({ updates: firstUpdateSettings, ...older }),
];

/** Some of the settings: what is not named stays as it is, of updates too, whose parts are set in two places. */
export const settingsChange = settings.partial().extend({ updates: updateSettings.partial().optional() });
export type SettingsChange = z.infer<typeof settingsChange>;

/** The settings with that change. Every part is named, so that a new one is not forgotten. */
export const applySettingsChange = (before: Settings, change: SettingsChange): Settings => ({
  timeZone: change.timeZone ?? before.timeZone,
  services: change.services ?? before.services,
  currency: change.currency ?? before.currency,
  openingHours: change.openingHours ?? before.openingHours,
  servicePhone: change.servicePhone ?? before.servicePhone,
  defaultBillingType: change.defaultBillingType ?? before.defaultBillingType,
  undoSeconds: change.undoSeconds ?? before.undoSeconds,
  retentionMonths: change.retentionMonths ?? before.retentionMonths,
  staff: change.staff ?? before.staff,
  dateOrder: change.dateOrder ?? before.dateOrder,
  theme: change.theme ?? before.theme,
  language: change.language ?? before.language,
  slipPaper: change.slipPaper ?? before.slipPaper,
  trustsIdempotencyKey: change.trustsIdempotencyKey ?? before.trustsIdempotencyKey,
  card: change.card ?? before.card,
  updates: {
    feed: change.updates?.feed === undefined ? before.updates.feed : change.updates.feed,
    mode: change.updates?.mode ?? before.updates.mode,
  },
});
