import {
  type Exception,
  type Rule,
  type Speaker,
  type Subject,
  whoMay,
  whoMayWrite,
} from "../shared/clinic/log/who-may.ts";

/* Prints who may say what in a clinic's log, in words. */

const { most: mostAddresses } = whoMay["notice-address"];

const speakers: Readonly<Record<Speaker, string>> = {
  admin: "a desk or sheet with `admin`",
  member: "any desk or sheet",
  holder: "the desk that holds it",
  itself: "the desk itself",
  adder: "the desk that adds that member, in the same push, and later by any member",
};

const subjects: Readonly<Record<Subject, string>> = {
  member: "another desk or sheet, or itself",
  guests: "all that a removed member let in, directly or through others, unless the entry names them",
  own: "itself",
  keys: "the ring of keys",
  record: "a record, or an item that it, or a removed desk, holds",
  newItem: "an item that nobody has shared",
  waiting: "an item that waits, in its present epoch",
  booked: "an item that was booked, in its present epoch",
  attempt: "an attempt to send",
  notices: "notices of the service",
  sheet: "a recovery sheet",
  patient: "a patient",
  booking: "a booking",
};

const exceptions: Readonly<Record<Exception, string>> = {
  "came-back": "the desk was removed (it comes back under another id)",
  "other-keys": "the desk has other keys",
  demotion: "it would take `admin` from a member (it stays until the removal)",
  "not-own": "it would change the credential of another member",
  credential: "the credential belongs to another member",
  named: "a record or an item has that name",
  full: "the clinic has 500 members",
  many: "its sender has let in 200 within the last day, counting those who came through them",
  "unknown-desk": "the desk is not a member, and no report of its loss is waiting",
  "last-admin": "no member with `admin` would be left",
  answer:
    "its sender answers a report, and speaks for the reported desk or, to confirm, for the reporting one",
  "key-epoch": "it is of another epoch than the current or the next, or the push has made 64 keys",
  "desk-name": "it is named after a desk",
  version: "it is not the next version",
  dropped: "the record was dropped and not put back",
  kept: "the record was not dropped",
  dropper: "the member that dropped it is still a member at the hub",
  shared: "the item is shared already",
  later: "it is of a later generation",
  undecided: "an attempt may have arrived that no decision names, or a person has to decide",
  used: "the attempt is of another desk, or was used",
  "many-addresses": `its sender has made ${mostAddresses.desk} of them, or all members together ${mostAddresses.clinic.toLocaleString("en-US")}`,
  receiver: "the receiver is no member, or the desk itself",
  address: "the address is unknown or of another desk, or no recipient of notices is set",
  elsewhere: "its id does not match the name of the record",
  unheld: "the item is over or has no holder, and the content says otherwise",
};

const toLines = (what: string, { by, about, unless }: Rule): readonly string[] => [
  `- ${what}, by ${speakers[by]}, about ${subjects[about]}${unless.length === 0 ? "" : ". Not if:"}`,
  ...unless.map((one) => `  - ${exceptions[one]}`),
];

/** The whole list: each type of entry, and each kind of record. */
export const formatWhoMay = (): string =>
  [
    ...Object.entries(whoMay).flatMap(([type, rule]) => toLines(`\`${type}\``, rule)),
    ...Object.entries(whoMayWrite).flatMap(([kind, rule]) => toLines(`\`record\` of kind ${kind}`, rule)),
  ].join("\n");

if (import.meta.main) console.log(formatWhoMay());
