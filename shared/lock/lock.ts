import { z } from "zod";
import { recordId } from "../core/record-id.ts";
import { featureScreens } from "../screens.ts";

/** Why the desk is locked. `start`: a PIN is set, so that it starts locked. `unread`: the keychain does not say whether one is. */
export const lockReasons = ["person", "idle", "system", "suspend", "start", "unread"] as const;
export type LockReason = (typeof lockReasons)[number];

/** `desk`: unlocks the desk. `admin`: opens Settings and Webhooks for some minutes. */
export const pinKinds = ["desk", "admin"] as const;
export type PinKind = (typeof pinKinds)[number];

/** Where the window was when the desk was locked: names of records, nothing of a patient. */
export const deskPlace = z.strictObject({
  screen: z.enum([
    "new-booking",
    "patients",
    "bookings",
    "outbox",
    "webhooks",
    "setup",
    "settings",
    "import",
    "activity",
    ...featureScreens,
  ]),
  itemId: recordId.nullable(),
  patientRecordId: recordId.nullable(),
});
export type DeskPlace = z.infer<typeof deskPlace>;

export const lockedFacts = z.strictObject({
  reason: z.enum(lockReasons),
  /** RFC 3339 instant at which it was locked. */
  at: z.string(),
  /** Who was at the desk, by name; null when nobody had said, or it started locked. */
  by: z.string().nullable(),
  /**
   * How many items there are of each kind that matters while it is locked; null when that is not known, as after a start.
   * `notSent`: visits that were about to be sent, and are not, because it was locked.
   */
  items: z
    .strictObject({
      notSent: z.int(),
      sending: z.int(),
      waiting: z.int(),
      unshared: z.int(),
      needsChecking: z.int(),
    })
    .nullable(),
  /** Whole seconds until a PIN is looked at again. */
  waitSeconds: z.int(),
});
export type LockedFacts = z.infer<typeof lockedFacts>;

/** How this computer's desk is locked, as the window may know it. Nothing of a PIN itself. */
export const deskLock = z.strictObject({
  /** Null while the desk is open. */
  locked: lockedFacts.nullable(),
  hasPin: z.boolean(),
  hasAdminPin: z.boolean(),
  /** Minutes without a key or a mouse after which it locks; 0: never. */
  after: z.int(),
  /** Settings and Webhooks may be changed. True without an admin PIN. */
  isAdminOpen: z.boolean(),
  /** The activity log may be read. It is of all accounts, so that practice mode does not open it as it does the others. */
  isLogOpen: z.boolean(),
  /** False where no PIN can be set: in practice mode, and where nothing is kept. */
  mayBeSet: z.boolean(),
  /** The organization asks for a PIN: it cannot be removed, and nobody works here without. */
  pinRequired: z.boolean(),
  /** The system's own prompt can unlock as well. */
  hasPrompt: z.boolean(),
  /** Where the window was before it was locked; told once. */
  place: deskPlace.nullable(),
});
export type DeskLock = z.infer<typeof deskLock>;

/** What came of trying a PIN. */
export const triedPin = z.strictObject({
  outcome: z.enum(["right", "wrong", "wait"]),
  /** Tries until there is a wait; 0 once every wrong one has one. */
  left: z.int(),
  /** Whole seconds until the next try. */
  waitSeconds: z.int(),
});
export type TriedPin = z.infer<typeof triedPin>;
