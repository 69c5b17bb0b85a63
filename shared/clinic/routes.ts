import { z } from "zod";
import { asItem, changesSetup, defineRoute, exampleId, otherExampleId } from "../core/define-route.ts";
import { clinicState, deskName, recoverySheet, sharedClaim } from "./clinic.ts";
import { item } from "../outbox/item.ts";
import { recordId } from "../core/record-id.ts";
import { nothing } from "../core/nothing.ts";

const hub = z.string().trim().max(2_000);

/**
 * A clinic with several desks, over a hub. It belongs to the account at the desk. `clinic.changed` tells of every change of
 * the state. All that create, join, invite, remove or make a sheet are the admin's.
 * What is done is noted in the log where it is known that it was: another desk, and the hub, have a say in it.
 */
export const clinicRoutes = {
  "clinic.get": defineRoute({
    input: nothing,
    output: clinicState,
    session: "none",
    access: "everyone",
    sends: false,
    audit: "none",
    example: {},
  }),
  /** Makes a clinic with the token that the hub printed. Fails with `invalid-input` by field. */
  "clinic.create": defineRoute({
    input: z.strictObject({ hub, token: z.string().trim().max(200), name: deskName }),
    output: clinicState,
    session: "required",
    access: changesSetup,
    sends: false,
    audit: "written",
    example: { hub: "https://hub.clinic.example", token: "token", name: "Front" },
  }),
  /** Asks to join with a code. Answers when the desk that invited was asked; `clinic.changed` tells the end. */
  "clinic.join": defineRoute({
    input: z.strictObject({ hub, code: z.string().trim().max(200), name: deskName }),
    output: clinicState,
    session: "required",
    access: changesSetup,
    sends: false,
    audit: "written",
    example: { hub: "https://hub.clinic.example", code: "ABCD", name: "Back" },
  }),
  /** Gives up what `clinic.join` began. */
  "clinic.stopJoining": defineRoute({
    input: nothing,
    output: clinicState,
    session: "none",
    access: changesSetup,
    sends: false,
    audit: "none",
    example: {},
  }),
  /** Makes a code for one desk, good for a quarter of an hour while this program runs. */
  "clinic.invite": defineRoute({
    input: nothing,
    output: clinicState,
    session: "required",
    access: changesSetup,
    sends: false,
    audit: "written",
    example: {},
  }),
  /** The desk that asks may join, or may not: then the invitation is over. */
  "clinic.answer": defineRoute({
    input: z.strictObject({ accept: z.boolean() }),
    output: clinicState,
    session: "none",
    access: changesSetup,
    sends: false,
    audit: "written",
    example: { accept: true },
  }),
  /** The invitation is over. */
  "clinic.withdraw": defineRoute({
    input: nothing,
    output: clinicState,
    session: "none",
    access: changesSetup,
    sends: false,
    audit: "none",
    example: {},
  }),
  "clinic.renameDesk": defineRoute({
    input: z.strictObject({ name: deskName }),
    output: clinicState,
    session: "required",
    access: changesSetup,
    sends: false,
    audit: "written",
    example: { name: "Front" },
  }),
  /**
   * The desk is refused from now on, and the keys are new. `lost`: at its next contact it deletes its own; the second one within a
   * day does so once another desk says the same again, and not where that one says that it was not lost. `letInSince`, an RFC 3339
   * instant: whoever it let in since then goes with it, recovery sheets among them, and whoever those let in.
   */
  "clinic.removeDesk": defineRoute({
    input: z.strictObject({ desk: recordId, lost: z.boolean(), letInSince: z.iso.datetime().optional() }),
    output: clinicState,
    session: "required",
    access: changesSetup,
    sends: false,
    audit: "written",
    example: { desk: exampleId, lost: false },
  }),
  /** This desk leaves: its records stay on this computer, and are shared no more. */
  "clinic.leave": defineRoute({
    input: nothing,
    output: clinicState,
    session: "required",
    access: changesSetup,
    sends: false,
    audit: "written",
    example: {},
  }),
  /** Makes a sheet, which is shown this once and kept nowhere. The one before stays good until `clinic.keepSheet`. */
  "clinic.makeSheet": defineRoute({
    input: nothing,
    output: z.strictObject({ sheet: recoverySheet, state: clinicState }),
    session: "required",
    access: changesSetup,
    sends: false,
    audit: "written",
    example: {},
  }),
  /** The sheet that was made here last is printed: every other one opens nothing any more. */
  "clinic.keepSheet": defineRoute({
    input: nothing,
    output: clinicState,
    session: "required",
    access: changesSetup,
    sends: false,
    // That it was made is written; those before it are good for nothing then.
    audit: "none",
    example: {},
  }),
  /** Lets this desk into the clinic of a sheet, when no desk is left that could invite it. */
  "clinic.recover": defineRoute({
    input: z.strictObject({ sheet: z.string().max(4_000), name: deskName }),
    output: clinicState,
    session: "required",
    access: changesSetup,
    sends: false,
    audit: "written",
    example: { sheet: "sheet", name: "Front" },
  }),
  /** Looks at the hub now. */
  "clinic.look": defineRoute({
    input: nothing,
    output: clinicState,
    session: "none",
    access: "everyone",
    sends: false,
    audit: "none",
    example: {},
  }),
  /** Who holds which of these items; those that are not shared are left out. */
  "clinic.claims": defineRoute({
    input: z.strictObject({ ids: z.array(recordId).max(200) }),
    output: z.strictObject({ claims: z.array(sharedClaim) }),
    session: "none",
    access: "everyone",
    sends: false,
    audit: "none",
    example: { ids: [exampleId] },
  }),
  /** This desk holds it from now on, and it needs checking. */
  "clinic.takeOver": defineRoute({
    input: z.strictObject({ id: recordId }),
    output: item,
    session: "required",
    access: asItem,
    sends: false,
    audit: "written",
    example: { id: exampleId },
  }),
  /** Another desk holds it from now on, as it is. */
  "clinic.handOver": defineRoute({
    input: z.strictObject({ id: recordId, to: recordId }),
    output: item,
    session: "required",
    access: asItem,
    sends: false,
    audit: "written",
    example: { id: exampleId, to: otherExampleId },
  }),
  /** A person decided, told that other desks may have it, while the hub cannot be asked: it is sent once. */
  "clinic.bookWithoutHub": defineRoute({
    input: z.strictObject({ id: recordId }),
    output: item,
    session: "required",
    access: asItem,
    sends: true,
    audit: "written",
    example: { id: exampleId },
  }),
} as const;
