import { z } from "zod";
import { changesSetup, defineRoute, exampleId } from "../core/define-route.ts";
import { longestPassphrase } from "./passphrase.ts";
import { backupState, mostKept } from "./backup.ts";
import { recordId } from "../core/record-id.ts";
import { nothing } from "../core/nothing.ts";

const passphrase = z.string().max(longestPassphrase);

/**
 * Backups of this computer's records, and putting one in their place. All but `backup.get` and `backup.suggest` are the
 * admin's, and none of those works in practice mode. While the records do not open, those that restore are answered.
 */
export const backupRoutes = {
  "backup.get": defineRoute({
    input: nothing,
    output: backupState,
    session: "none",
    access: "everyone",
    sends: false,
    audit: "none",
    example: {},
  }),
  /** A passphrase that nobody can guess, to be written down. It is kept nowhere. */
  "backup.suggest": defineRoute({
    input: nothing,
    output: z.strictObject({ passphrase: z.string() }),
    session: "none",
    access: "everyone",
    sends: false,
    audit: "none",
    example: {},
  }),
  /** Asks for the folder; what is in it stays. */
  "backup.chooseFolder": defineRoute({
    input: nothing,
    output: backupState,
    session: "required",
    access: changesSetup,
    sends: false,
    audit: "none",
    example: {},
  }),
  /** What is absent stays. Daily ones fail with `invalid-input` while there is no folder or no passphrase. */
  "backup.set": defineRoute({
    input: z.strictObject({ isDaily: z.boolean().optional(), keep: z.int().min(1).max(mostKept).optional() }),
    output: backupState,
    session: "required",
    access: changesSetup,
    sends: false,
    audit: "none",
    example: { isDaily: true, keep: 7 },
  }),
  /** Keeps it in the keychain: for the backups from now on. Fails with `invalid-input` where it is too weak. */
  "backup.setPassphrase": defineRoute({
    input: z.strictObject({ passphrase }),
    output: backupState,
    session: "required",
    access: changesSetup,
    sends: false,
    audit: "none",
    example: { passphrase: "seven lamps over a quiet harbor" },
  }),
  /** From now on there are no daily backups. */
  "backup.forgetPassphrase": defineRoute({
    input: nothing,
    output: backupState,
    session: "required",
    access: changesSetup,
    sends: false,
    audit: "none",
    example: {},
  }),
  /** Begins one at once; `backup.changed` tells how it gets on. */
  "backup.run": defineRoute({
    input: nothing,
    output: backupState,
    session: "required",
    access: changesSetup,
    sends: false,
    // What becomes of it is recorded when it is known, and a restore in the records that were restored.
    audit: "written",
    example: {},
  }),
  /** Stops the one that is being written; nothing of it stays. */
  "backup.stop": defineRoute({
    input: nothing,
    output: backupState,
    session: "required",
    access: changesSetup,
    sends: false,
    audit: "none",
    example: {},
  }),
  /** Asks for a file to restore. */
  "backup.chooseFile": defineRoute({
    input: nothing,
    output: backupState,
    session: "none",
    access: changesSetup,
    sends: false,
    audit: "none",
    example: {},
  }),
  /** Reads all of it, beside the records and without touching them; answers with what is in it. */
  "backup.look": defineRoute({
    input: z.strictObject({ id: recordId, passphrase }),
    output: backupState,
    session: "none",
    access: changesSetup,
    sends: false,
    audit: "none",
    example: { id: exampleId, passphrase: "seven lamps over a quiet harbor" },
  }),
  /** Lets go of the file that was chosen, and of what was read of it. */
  "backup.closeFile": defineRoute({
    input: nothing,
    output: backupState,
    session: "none",
    access: changesSetup,
    sends: false,
    audit: "none",
    example: {},
  }),
  /**
   * Puts what was looked at in the place of the records, which are moved aside, and starts again. What is unfinished in it
   * may have been sent since, and needs checking.
   */
  "backup.restore": defineRoute({
    input: z.strictObject({ id: recordId }),
    output: backupState,
    session: "none",
    access: changesSetup,
    sends: false,
    audit: "written",
    example: { id: exampleId },
  }),
} as const;
