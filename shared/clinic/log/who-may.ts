import type { Entry } from "../../hub-api/entries.ts";

/**
 * Who may say what in a clinic's log. The hub and every desk decide by this table alone;
 * `node scripts/who-may.ts` prints it in words.
 */

/** Who says it. `itself`: the desk whose name the record has; `adder`: who adds that member, and then any. */
export type Speaker = "admin" | "member" | "holder" | "itself" | "adder";

/** About whom or what. */
export type Subject =
  | "member"
  | "guests"
  | "own"
  | "keys"
  | "record"
  | "newItem"
  | "waiting"
  | "booked"
  | "attempt"
  | "notices"
  | "sheet"
  | "patient"
  | "booking";

/** When it is not taken, whoever says it. The page has them in words. */
export type Exception =
  | "came-back"
  | "other-keys"
  | "demotion"
  | "not-own"
  | "credential"
  | "named"
  | "full"
  | "many"
  | "unknown-desk"
  | "last-admin"
  | "answer"
  | "key-epoch"
  | "desk-name"
  | "dropped"
  | "kept"
  | "dropper"
  | "version"
  | "shared"
  | "later"
  | "undecided"
  | "used"
  | "receiver"
  | "address"
  | "many-addresses"
  | "elsewhere"
  | "unheld";

export type Rule = {
  readonly by: Speaker;
  readonly about: Subject;
  readonly unless: readonly Exception[];
  /** So many are kept of what a desk says so, and of what all that are members say. */
  readonly most?: { readonly desk: number; readonly clinic: number };
};

/** Entries, in the clear. */
export const whoMay = {
  "member-added": {
    by: "admin",
    about: "member",
    unless: [
      "came-back",
      "other-keys",
      "not-own",
      "demotion",
      "credential",
      "named",
      "full",
      "many",
      "last-admin",
    ],
  },
  "member-removed": { by: "admin", about: "member", unless: ["unknown-desk", "answer", "last-admin"] },
  "guests-removed": { by: "admin", about: "guests", unless: ["last-admin"] },
  ring: { by: "admin", about: "keys", unless: ["key-epoch"] },
  "notice-recipient": { by: "admin", about: "notices", unless: [] },
  "notice-address": {
    by: "admin",
    about: "notices",
    unless: ["address", "many-addresses"],
    most: { desk: 40, clinic: 1_000 },
  },
  "notice-retired": { by: "admin", about: "notices", unless: ["address"] },
  reported: { by: "member", about: "own", unless: [] },
  record: { by: "member", about: "record", unless: ["version", "dropped"] },
  drop: { by: "member", about: "record", unless: ["version", "dropped", "desk-name"] },
  "put-back": { by: "member", about: "record", unless: ["version", "kept", "dropper"] },
  share: { by: "member", about: "newItem", unless: ["desk-name", "shared", "later"] },
  "take-over": { by: "member", about: "waiting", unless: [] },
  "hand-over": { by: "holder", about: "waiting", unless: ["receiver"] },
  confirm: { by: "holder", about: "waiting", unless: ["undecided", "used"] },
  "book-again": { by: "holder", about: "waiting", unless: ["undecided"] },
  discard: { by: "holder", about: "waiting", unless: [] },
  "mark-booked": { by: "holder", about: "waiting", unless: [] },
  edit: { by: "holder", about: "waiting", unless: ["desk-name", "shared"] },
  reopen: { by: "holder", about: "booked", unless: [] },
  outcome: { by: "member", about: "attempt", unless: ["used"] },
  "without-hub": { by: "member", about: "attempt", unless: ["used"] },
} as const satisfies Readonly<Record<Entry["type"], Rule>>;

/** What stands in a record, sealed: the desks alone can read it. */
export const whoMayWrite = {
  desk: { by: "itself", about: "own", unless: [] },
  sheet: { by: "adder", about: "sheet", unless: [] },
  notices: { by: "member", about: "notices", unless: [] },
  answer: { by: "member", about: "booking", unless: [] },
  person: { by: "member", about: "patient", unless: ["elsewhere"] },
  item: { by: "member", about: "booking", unless: ["elsewhere", "unheld"] },
  large: { by: "member", about: "booking", unless: [] },
} as const satisfies Readonly<Record<string, Rule>>;
export type ContentKind = keyof typeof whoMayWrite;

/** What a sealed content is judged by. */
export type WrittenRecord = {
  /** Whose word it is, and the name of the record in which it stands. */
  readonly desk: string;
  readonly record: string;
  /** The sheets that are members, and who became a member by this push. */
  readonly sheets: readonly string[];
  readonly added: ReadonlySet<string>;
};

/** Whether that desk may write such a content there. */
export function mayWrite(kind: ContentKind, { desk, record, sheets, added }: WrittenRecord): boolean {
  const { by } = whoMayWrite[kind];
  switch (by) {
    case "itself":
      return record === desk;
    case "adder":
      return added.has(record) || sheets.includes(record);
    case "member":
      return true;
  }
}
