import { z } from "zod";
import { deskLock, pinKinds, triedPin } from "./lock.ts";
import { nothing } from "../core/nothing.ts";

const pin = z.string().max(200);
const which = z.enum(pinKinds);

/**
 * Locking the desk. While it is locked, `lock.get`, `lock.unlock`, `lock.prompt` and `lock.recover` are all that main
 * answers: every other route fails with `locked`.
 */
export const lockRoutes = {
  "lock.get": { input: nothing, output: deskLock },
  /** Locks at once. Fails with `refused` while no PIN is set. */
  "lock.now": { input: nothing, output: nothing },
  /** Opens the desk, and the page is loaded anew. A wrong try is counted before this answers. */
  "lock.unlock": { input: z.strictObject({ pin }), output: triedPin },
  /** Asks the system's own prompt (Touch ID) to unlock; the other way round the PIN. `opened` is false when it said no. */
  "lock.prompt": { input: nothing, output: z.strictObject({ opened: z.boolean() }) },
  /**
   * The PIN is forgotten: who has the access token of the account at this desk, accepted by its service, removes it. Opens
   * the desk if it was the desk's.
   */
  "lock.recover": { input: z.strictObject({ which, token: z.string().max(16_384) }), output: nothing },
  /**
   * Sets, changes or (null) removes a PIN: `present` is the one that is set, looked at and counted like any other try.
   * Fails with `invalid-input` where the next one may not be one.
   */
  "lock.setPin": {
    input: z.strictObject({ which, present: pin, next: pin.nullable() }),
    output: triedPin,
  },
  /** Minutes without a key or a mouse after which the desk locks; 0: never. */
  "lock.setAfter": { input: z.strictObject({ minutes: z.int().min(0).max(240) }), output: nothing },
  /** Opens Settings and Webhooks until ten minutes after the last change there. */
  "lock.openAdmin": { input: z.strictObject({ pin }), output: triedPin },
} as const;
