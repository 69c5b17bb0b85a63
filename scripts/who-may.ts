import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  type Exception,
  type Rule,
  type Speaker,
  type Subject,
  whoMay,
  whoMayWrite,
} from "../shared/clinic/log/who-may.ts";

/* Writes the table of who may say what in a clinic's log into its page. */

const { most: mostAddresses } = whoMay["notice-address"];
const root = join(import.meta.dirname, "..");
const page = join(root, "docs", "clinic.md");
export const [begin, end] = ["<!-- who may say what: begin -->", "<!-- who may say what: end -->"];

const speakers: Readonly<Record<Speaker, string>> = {
  admin: "a desk or sheet with `admin`",
  member: "any desk or sheet",
  holder: "the desk that holds it",
  itself: "the desk itself",
  adder: "who adds that member, in the same push; then any",
};

const subjects: Readonly<Record<Subject, string>> = {
  member: "another desk or sheet, or itself",
  guests:
    "whoever was let in by one that is removed, or by whoever that let in, and is not named as one who stays",
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
  "came-back": "that desk was removed: it comes back under another id",
  "other-keys": "the desk has other keys",
  demotion: "an admin would be none any more: it is one until it is removed",
  "not-own": "the credential of a member would be another, and the desk itself does not say so",
  credential: "the credential is another's",
  named: "a record or an item has that name",
  full: "the clinic has 500 members",
  many: "whoever says it has let in 200 within the last day, with whoever came through it in that day",
  "unknown-desk": "it is no member, and no report waits that it was lost",
  "last-admin": "nobody would be left with `admin`",
  answer:
    "whoever answers a report speaks for the desk that reported (to say so too), or for the one in question",
  "key-epoch": "it is not of the present epoch, nor of the next one, or the push has made 64 keys",
  "desk-name": "it is named after a desk",
  version: "it is not the next version",
  dropped: "it was dropped, and not put back since",
  kept: "it was not dropped",
  dropper: "whoever dropped it is a member still, as the hub knows",
  shared: "the item is shared already",
  later: "it is of a later generation",
  undecided: "an attempt may have arrived that no decision names, or a person has to decide",
  used: "the attempt is another's, or was used",
  "many-addresses": `whoever says it has made ${mostAddresses.desk} of them, or all that are members ${mostAddresses.clinic.toLocaleString("en-US")}`,
  receiver: "the receiver is no member, or the desk itself",
  address: "there is no such address, it is another's, or nobody is named to whom notices are sealed",
  elsewhere: "its id does not give the name of the record",
  unheld: "nobody holds the item or it is over, and the content says otherwise",
};

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

if (import.meta.main) {
  const text = readFileSync(page, "utf8");
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error("The page has no marks for the table.");
  writeFileSync(page, `${text.slice(0, from + begin.length)}\n\n${whoMayTable()}\n\n${text.slice(to)}`);
  process.exit(spawnSync(join(root, "node_modules/.bin/oxfmt"), [page], { stdio: "inherit" }).status ?? 1);
}
