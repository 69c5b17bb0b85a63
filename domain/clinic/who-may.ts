import type { Entry } from "../../contract/hub/entries.ts";

/**
 * Who may say what in a clinic's log. The hub and every desk decide by this table alone, and docs/clinic.md shows it
 * (`node scripts/who-may.ts`).
 */

/** Who says it. */
export const speakers = {
  admin: "a desk or sheet with `admin`",
  member: "any desk or sheet",
  holder: "the desk that holds it",
  itself: "the desk itself",
  adder: "who adds that member, in the same push; then any",
} as const;
export type Speaker = keyof typeof speakers;

/** About whom or what. */
export const subjects = {
  member: "another desk or sheet, or itself",
  own: "itself",
  keys: "the ring of keys",
  record: "a record, or an item that it holds",
  newItem: "an item that nobody has shared",
  waiting: "an item that waits, in its present epoch",
  booked: "an item that was booked, in its present epoch",
  attempt: "an attempt to send",
  notices: "notices of the service",
  sheet: "a recovery sheet",
  patient: "a patient",
  booking: "a booking",
} as const;
export type Subject = keyof typeof subjects;

/** When it is not taken, whoever says it. */
export const exceptions = {
  "came-back": "that desk was removed: it comes back under another id",
  "other-keys": "the desk has other keys",
  demotion: "an admin would be none any more: it is one until it is removed",
  "not-own": "the credential of a member would be another, and the desk itself does not say so",
  credential: "the credential is another's",
  named: "a record or an item has that name",
  full: "the clinic has 500 members",
  "unknown-desk": "it is no member, and no report waits that it was lost",
  "last-admin": "nobody would be left with `admin`",
  answer:
    "whoever answers a report speaks for the desk that reported (to say so too), or for the one in question",
  "key-epoch": "it is not of the present epoch, nor the first of the push that is of the next one",
  "desk-name": "it is named after a desk",
  version: "it is not the next version",
  shared: "the item is shared already",
  later: "it is of a later generation",
  undecided: "an attempt may have arrived that no decision names, or a person has to decide",
  used: "the attempt is another's, or was used",
  receiver: "the receiver is no member, or the desk itself",
  address: "there is no such address, it is another's, or nobody is named to whom notices are sealed",
  elsewhere: "its id does not give the name of the record",
  unheld: "nobody holds the item or it is over, and the content says otherwise",
} as const;
export type Exception = keyof typeof exceptions;

export type Rule = {
  readonly by: Speaker;
  readonly about: Subject;
  readonly unless: readonly Exception[];
};

/** Entries, in the clear. */
export const whoMay = {
  "member-added": {
    by: "admin",
    about: "member",
    unless: ["came-back", "other-keys", "not-own", "demotion", "credential", "named", "full", "last-admin"],
  },
  "member-removed": { by: "admin", about: "member", unless: ["unknown-desk", "answer", "last-admin"] },
  ring: { by: "admin", about: "keys", unless: ["key-epoch"] },
  "notice-recipient": { by: "admin", about: "notices", unless: [] },
  "notice-address": { by: "admin", about: "notices", unless: ["address"] },
  "notice-retired": { by: "admin", about: "notices", unless: ["address"] },
  reported: { by: "member", about: "own", unless: [] },
  record: { by: "member", about: "record", unless: ["version"] },
  drop: { by: "member", about: "record", unless: ["version", "desk-name"] },
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
export type Written = {
  /** Whose word it is, and the name of the record in which it stands. */
  readonly desk: string;
  readonly record: string;
  /** The sheets that are members, and who became a member by this push. */
  readonly sheets: readonly string[];
  readonly added: ReadonlySet<string>;
};

/** Whether that desk may write such a content there. */
export function mayWrite(kind: ContentKind, { desk, record, sheets, added }: Written): boolean {
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

const row = (what: string, { by, about, unless }: Rule): string =>
  `| ${what} | ${speakers[by]} | ${subjects[about]} | ${unless.map((one) => exceptions[one]).join("; ")} |`;

/** The table of docs/clinic.md. */
export const whoMayTable = (): string =>
  [
    "| entry | who says it | about whom or what | but not when |",
    "| --- | --- | --- | --- |",
    ...Object.entries(whoMay).map(([type, rule]) => row(`\`${type}\``, rule)),
    ...Object.entries(whoMayWrite).map(([kind, rule]) => row(`\`record\`: ${kind}`, rule)),
  ].join("\n");
