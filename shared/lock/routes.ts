import { z } from "zod";
import { defineRoute } from "../core/define-route.ts";
import { deskLock, pinKinds, triedPin } from "./lock.ts";
import { nothing } from "../core/nothing.ts";

const pin = z.string().max(200);
const which = z.enum(pinKinds);

/**
 * Locking the desk. While it is locked, `lock.get`, `lock.unlock`, `lock.prompt` and `lock.recover` are all that main
 * answers: every other route fails with `locked`. The records are closed meanwhile: what is done to the lock is noted with it
 * (`main/features/lock/lock-acts.ts`).
 */
export const lockRoutes = {
  "lock.get": defineRoute({
    input: nothing,
    output: deskLock,
    session: "none",
    access: "everyone",
    sends: false,
    audit: "none",
    example: {},
  }),
  /** Locks at once. Fails with `refused` while no PIN is set. */
  "lock.now": defineRoute({
    input: nothing,
    output: nothing,
    session: "none",
    access: "everyone",
    sends: false,
    audit: "written",
    example: {},
  }),
  /** Opens the desk, and the page is loaded anew. A wrong try is counted before this answers. */
  "lock.unlock": defineRoute({
    input: z.strictObject({ pin }),
    output: triedPin,
    session: "none",
    access: "everyone",
    sends: false,
    audit: "written",
    example: { pin: "2580" },
  }),
  /** Asks the system's own prompt (Touch ID) to unlock; the other way round the PIN. `opened` is false when it said no. */
  "lock.prompt": defineRoute({
    input: nothing,
    output: z.strictObject({ opened: z.boolean() }),
    session: "none",
    access: "everyone",
    sends: false,
    audit: "written",
    example: {},
  }),
  /**
   * The PIN is forgotten: who has the access token of the account at this desk, accepted by its service, removes it. Opens
   * the desk if it was the desk's.
   */
  "lock.recover": defineRoute({
    input: z.strictObject({ which, token: z.string().max(16_384) }),
    output: nothing,
    session: "none",
    access: "everyone",
    sends: false,
    audit: "written",
    example: { which: "desk", token: "a.b.c" },
  }),
  /**
   * Sets, changes or (null) removes a PIN: `present` is the one that is set, looked at and counted like any other try.
   * Fails with `invalid-input` where the next one may not be one.
   */
  "lock.setPin": defineRoute({
    input: z.strictObject({ which, present: pin, next: pin.nullable() }),
    output: triedPin,
    session: "none",
    access: "everyone",
    sends: false,
    audit: "written",
    example: { which: "desk", present: "", next: "2580" },
  }),
  /** Minutes without a key or a mouse after which the desk locks; 0: never. */
  "lock.setAfter": defineRoute({
    input: z.strictObject({ minutes: z.int().min(0).max(240) }),
    output: nothing,
    session: "none",
    access: "everyone",
    sends: false,
    audit: "written",
    example: { minutes: 10 },
  }),
  /** Opens Settings and Webhooks until ten minutes after the last change there. */
  "lock.openAdmin": defineRoute({
    input: z.strictObject({ pin }),
    output: triedPin,
    session: "none",
    access: "everyone",
    sends: false,
    audit: "written",
    example: { pin: "2580" },
  }),
} as const;
