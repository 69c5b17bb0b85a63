import { z } from "zod";
import { clinicState, deskName, recoverySheet, sharedClaim } from "./clinic.ts";
import { item } from "../outbox/item.ts";
import { recordId } from "../core/record-id.ts";
import { nothing } from "../core/nothing.ts";

const hub = z.string().trim().max(2_000);

/**
 * A clinic with several desks, over a hub. It belongs to the account at the desk. `clinic.changed` tells of every change of
 * the state. All that create, join, invite, remove or make a sheet are the admin's.
 */
export const clinicRoutes = {
  "clinic.get": { input: nothing, output: clinicState },
  /** Makes a clinic with the token that the hub printed. Fails with `invalid-input` by field. */
  "clinic.create": {
    input: z.strictObject({ hub, token: z.string().trim().max(200), name: deskName }),
    output: clinicState,
  },
  /** Asks to join with a code. Answers when the desk that invited was asked; `clinic.changed` tells the end. */
  "clinic.join": {
    input: z.strictObject({ hub, code: z.string().trim().max(200), name: deskName }),
    output: clinicState,
  },
  /** Gives up what `clinic.join` began. */
  "clinic.stopJoining": { input: nothing, output: clinicState },
  /** Makes a code for one desk, good for a quarter of an hour while this program runs. */
  "clinic.invite": { input: nothing, output: clinicState },
  /** The desk that asks may join, or may not: then the invitation is over. */
  "clinic.answer": { input: z.strictObject({ accept: z.boolean() }), output: clinicState },
  /** The invitation is over. */
  "clinic.withdraw": { input: nothing, output: clinicState },
  "clinic.renameDesk": { input: z.strictObject({ name: deskName }), output: clinicState },
  /**
   * The desk is refused from now on, and the keys are new. `lost`: at its next contact it deletes its own; the second one within a
   * day does so once another desk says the same again, and not where that one says that it was not lost. `letInSince`, an RFC 3339
   * instant: whoever it let in since then goes with it, recovery sheets among them, and whoever those let in.
   */
  "clinic.removeDesk": {
    input: z.strictObject({ desk: recordId, lost: z.boolean(), letInSince: z.iso.datetime().optional() }),
    output: clinicState,
  },
  /** This desk leaves: its records stay on this computer, and are shared no more. */
  "clinic.leave": { input: nothing, output: clinicState },
  /** Makes a sheet, which is shown this once and kept nowhere. The one before stays good until `clinic.keepSheet`. */
  "clinic.makeSheet": {
    input: nothing,
    output: z.strictObject({ sheet: recoverySheet, state: clinicState }),
  },
  /** The sheet that was made here last is printed: every other one opens nothing any more. */
  "clinic.keepSheet": { input: nothing, output: clinicState },
  /** Lets this desk into the clinic of a sheet, when no desk is left that could invite it. */
  "clinic.recover": {
    input: z.strictObject({ sheet: z.string().max(4_000), name: deskName }),
    output: clinicState,
  },
  /** Looks at the hub now. */
  "clinic.look": { input: nothing, output: clinicState },
  /** Who holds which of these items; those that are not shared are left out. */
  "clinic.claims": {
    input: z.strictObject({ ids: z.array(recordId).max(200) }),
    output: z.strictObject({ claims: z.array(sharedClaim) }),
  },
  /** This desk holds it from now on, and it needs checking. */
  "clinic.takeOver": { input: z.strictObject({ id: recordId }), output: item },
  /** Another desk holds it from now on, as it is. */
  "clinic.handOver": { input: z.strictObject({ id: recordId, to: recordId }), output: item },
  /** A person decided, told that other desks may have it, while the hub cannot be asked: it is sent once. */
  "clinic.bookWithoutHub": { input: z.strictObject({ id: recordId }), output: item },
} as const;
