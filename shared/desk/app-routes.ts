import { z } from "zod";
import { defineRoute } from "../core/define-route.ts";
import { deskLink } from "../links/desk-link.ts";
import { failure } from "../core/failure-schema.ts";
import { accountId } from "../session/account.ts";
import { deskPlace } from "../lock/lock.ts";
import { saying } from "../core/saying.ts";
import { nothing } from "../core/nothing.ts";
import { sheet } from "../printing/routes.ts";

/** Why the records of this computer cannot be worked with, where their files are, and what can be done. */
export const storeProblem = z.strictObject({
  /**
   * `unopened`: the files are there and do not open. `missing`: there were records and their file is gone.
   * `lost`: the files went away while the desk ran. `damaged`: a part that the start did not wait for is.
   * `other-copy`: another copy of them is in use as well. `reported-lost`: an admin of the clinic said that this
   * computer was lost or stolen, and their key was deleted.
   */
  kind: z.enum(["unopened", "missing", "lost", "damaged", "other-copy", "reported-lost"]),
  failure,
  /** The files that are there; for `missing` and `lost`, where they are looked for. */
  files: z.array(z.string()),
  /** False where the records may be whole, and open again once the disk, the keychain or the program does. */
  maySetAside: z.boolean(),
});
export type StoreProblem = z.infer<typeof storeProblem>;

/** What a person should know of the records that did open. */
export const recordsNotice = z.strictObject({
  /**
   * More was sent or saved from this computer than these records know: an older copy of them was put back, or
   * a part of their files was removed. Each is "up to so many"; null when nothing is missing.
   */
  missing: z
    .strictObject({
      sends: z.int(),
      items: z.int(),
      changes: z.int(),
      otherCopy: z.boolean(),
      /** They were put back out of the backup of that moment, RFC 3339; left out: they were not. */
      restored: z.string().optional(),
      /** Of which accounts those records are. Left out where `restored` is. */
      restoredOf: z.array(accountId).optional(),
    })
    .nullable(),
  /** Why the settings of the account at the desk cannot be read: the first settings stand in for them. */
  settings: z.enum(["damaged", "newer"]).nullable(),
  /** What is wrong with the activity log, until a person has read it there; left out: nothing. */
  log: z.enum(["altered", "shorter", "restored", "replaced"]).optional(),
});
export type RecordsNotice = z.infer<typeof recordsNotice>;

/** The window itself, and whether its records can be worked with. */
export const appRoutes = {
  /** What the window needs to draw itself. */
  "app.info": defineRoute({
    input: nothing,
    output: z.strictObject({
      version: z.string(),
      platform: z.enum(["win32", "darwin", "linux"]),
      /** `memory`: there is no keychain, so nothing may be written to disk and all is gone when the app quits. */
      recordsKept: z.enum(["disk", "memory"]),
      /** Null while the store works; else what is wrong with it, where its files are, and what can be done. */
      storeProblem: storeProblem.nullable(),
      recordsNotice,
    }),
    session: "none",
    access: "everyone",
    sends: false,
    audit: "none",
    example: {},
  }),
  /** The first screen stands: what it does not need may begin. */
  "app.drawn": defineRoute({
    input: nothing,
    output: nothing,
    session: "none",
    access: "everyone",
    sends: false,
    audit: "none",
    example: {},
  }),
  /**
   * Takes the `frontdesk:` link that waits, once; null when none does. `refused`: why the link that came is not followed.
   * `left`: how many were left out for it; `isLate`: it waited so long that it is left out as well.
   */
  "app.nextLink": defineRoute({
    input: nothing,
    output: z.strictObject({
      link: deskLink.nullable(),
      refused: saying.nullable(),
      left: z.int(),
      isLate: z.boolean(),
    }),
    session: "none",
    access: "everyone",
    sends: false,
    audit: "none",
    example: {},
  }),
  /** Puts text on the clipboard; it is cleared again after a minute if it is still there. */
  "app.copy": defineRoute({
    input: z.strictObject({ text: z.string().max(100_000) }),
    output: nothing,
    session: "none",
    access: "everyone",
    sends: false,
    audit: "none",
    example: { text: "Booked" },
  }),
  /**
   * Prints the window's page (the slip's print style shows only the slip), on that sheet; left out, on what the printer
   * has. The system's dialog asks first.
   */
  "app.print": defineRoute({
    input: z.strictObject({ sheet: sheet.optional() }),
    output: nothing,
    session: "none",
    access: "everyone",
    sends: false,
    audit: "read",
    example: {},
  }),
  /** The window has written its last keystrokes; it may close. */
  "app.flushed": defineRoute({
    input: z.strictObject({
      request: z.int(),
      unsaved: saying.nullable(),
      /** Where the window is, to come back to it when the desk is unlocked. */
      place: deskPlace.nullable(),
    }),
    output: nothing,
    session: "none",
    access: "everyone",
    sends: false,
    audit: "none",
    example: { request: 1, unsaved: null, place: null },
  }),
  /** A person has read what is missing from the records: it is not said again. */
  "app.noticeRead": defineRoute({
    input: nothing,
    output: nothing,
    session: "none",
    access: "everyone",
    sends: false,
    audit: "none",
    example: {},
  }),
  /**
   * Puts records that cannot be opened aside, under new names beside the old, and starts anew without them;
   * records that are missing are no longer looked for. Only while `app.info` tells of a `storeProblem` with
   * `maySetAside`.
   */
  "app.setRecordsAside": defineRoute({
    input: nothing,
    output: z.strictObject({ files: z.array(z.string()) }),
    session: "none",
    access: "everyone",
    sends: false,
    audit: "none",
    example: {},
  }),
} as const;
