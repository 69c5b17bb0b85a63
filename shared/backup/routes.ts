import { z } from "zod";
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
  "backup.get": { input: nothing, output: backupState },
  /** A passphrase that nobody can guess, to be written down. It is kept nowhere. */
  "backup.suggest": { input: nothing, output: z.strictObject({ passphrase: z.string() }) },
  /** Asks for the folder; what is in it stays. */
  "backup.chooseFolder": { input: nothing, output: backupState },
  /** What is absent stays. Daily ones fail with `invalid-input` while there is no folder or no passphrase. */
  "backup.set": {
    input: z.strictObject({ isDaily: z.boolean().optional(), keep: z.int().min(1).max(mostKept).optional() }),
    output: backupState,
  },
  /** Keeps it in the keychain: for the backups from now on. Fails with `invalid-input` where it is too weak. */
  "backup.setPassphrase": { input: z.strictObject({ passphrase }), output: backupState },
  /** From now on there are no daily backups. */
  "backup.forgetPassphrase": { input: nothing, output: backupState },
  /** Begins one at once; `backup.changed` tells how it gets on. */
  "backup.run": { input: nothing, output: backupState },
  /** Stops the one that is being written; nothing of it stays. */
  "backup.stop": { input: nothing, output: backupState },
  /** Asks for a file to restore. */
  "backup.chooseFile": { input: nothing, output: backupState },
  /** Reads all of it, beside the records and without touching them; answers with what is in it. */
  "backup.look": { input: z.strictObject({ id: recordId, passphrase }), output: backupState },
  /** Lets go of the file that was chosen, and of what was read of it. */
  "backup.closeFile": { input: nothing, output: backupState },
  /**
   * Puts what was looked at in the place of the records, which are moved aside, and starts again. What is unfinished in it
   * may have been sent since, and needs checking.
   */
  "backup.restore": { input: z.strictObject({ id: recordId }), output: backupState },
} as const;
