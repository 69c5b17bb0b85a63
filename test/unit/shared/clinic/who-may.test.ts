import { describe, expect, it } from "vitest";
import type { Entry, EntryOf } from "../../../../shared/hub-api/entries.ts";
import { applyPush, type LogView } from "../../../../shared/clinic/log/apply.ts";
import { nothingLately } from "../../../../shared/clinic/log/losses.ts";
import { type LogDesk, mostLetInADay, mostMembers } from "../../../../shared/clinic/log/members.ts";
import {
  type ContentKind,
  mayWrite,
  type Speaker,
  whoMay,
  whoMayWrite,
} from "../../../../shared/clinic/log/who-may.ts";
import { formatWhoMay } from "../../../../scripts/who-may.ts";
import { sharedItem, unclear } from "../../../support/shared-items.ts";

const member = (desk: string, more: Partial<LogDesk> = {}): LogDesk => ({
  desk,
  admin: true,
  publicKey: "key",
  recipient: "recipient",
  credential: `credential of ${desk}`,
  awaited: false,
  removedBy: null,
  answeredBy: null,
  letIn: null,
  ...more,
});
const desks = (...all: readonly LogDesk[]) => new Map(all.map((one) => [one.desk, one]));

/** Desk "a" holds the item "i"; "b" is a member, "m" one that is no admin, "gone" one that was removed. */
const clinic: LogView = {
  desks: desks(member("a"), member("b"), member("m", { admin: false }), member("gone", { removedBy: 1 })),
  records: new Map(["i", "j", "r", "b"].map((record) => [record, { record, version: 1, dropped: false }])),
  items: new Map([["i", sharedItem()]]),
  addresses: new Map([["n", { address: "n", retired: false, by: null }]]),
  hasNoticeRecipient: true,
};
const isTaken = (entry: Entry, desk = "a", known: Partial<LogView> = {}): boolean =>
  applyPush({ ...clinic, ...known }, [entry], { desk, generation: 1, number: 9, at: 0 }).ok;

const at = { item: "i", epoch: 1 };
const share: EntryOf<"share"> = {
  type: "share",
  item: "j",
  generation: 0,
  attempts: [],
  needsChecking: false,
};
const cardOf = ({ desk, admin, publicKey, recipient, credential }: LogDesk): EntryOf<"member-added"> => ({
  type: "member-added",
  desk,
  admin,
  publicKey,
  recipient,
  credential,
});
const added = cardOf(member("c"));
const handOver: EntryOf<"hand-over"> = { type: "hand-over", ...at, to: "b", notSent: [] };
const confirm: EntryOf<"confirm"> = { type: "confirm", ...at, attempt: "x", notSent: [] };
const bookAgain: EntryOf<"book-again"> = { type: "book-again", ...at, attempts: [], historyIncomplete: true };
const outcome: EntryOf<"outcome"> = { type: "outcome", item: "i", attempt: "x", outcome: "refused" };
const withoutHub: EntryOf<"without-hub"> = { type: "without-hub", item: "i", attempt: "x", attempts: [] };
const record: EntryOf<"record"> = { type: "record", record: "r", version: 2, keyEpoch: 1, ciphertext: "" };
const inFirst = { items: new Map([["i", sharedItem({ sharedIn: 1 })]]) };
const newAddress: EntryOf<"notice-address"> = { type: "notice-address", address: "o", token: "t" };
const dropped = { records: new Map([["r", { record: "r", version: 1, dropped: true }]]) };
const tried = { items: new Map([["i", sharedItem({ sharedIn: 1, attempts: [unclear("x")] })]]) };
const booked = { items: new Map([["i", sharedItem({ ended: "booked" })]]) };

/** Of each kind an entry that is taken, and what has to be known for that. */
const good: Readonly<Record<Entry["type"], readonly [Entry, Partial<LogView>?]>> = {
  "member-added": [added],
  "member-removed": [{ type: "member-removed", desk: "b", lost: true }],
  "guests-removed": [{ type: "guests-removed", stay: ["a", "b"] }],
  ring: [{ type: "ring", keyEpoch: 1, ciphertext: "" }],
  "notice-recipient": [{ type: "notice-recipient", recipient: "age1" }],
  "notice-address": [newAddress],
  "notice-retired": [{ type: "notice-retired", address: "n" }],
  reported: [{ type: "reported" }],
  record: [record],
  drop: [{ type: "drop", record: "r", version: 2 }],
  "put-back": [{ type: "put-back", record: "r", version: 2 }, dropped],
  share: [share],
  "take-over": [{ type: "take-over", ...at }],
  "hand-over": [handOver],
  confirm: [confirm, inFirst],
  "book-again": [bookAgain],
  discard: [{ type: "discard", ...at }],
  "mark-booked": [{ type: "mark-booked", ...at }],
  edit: [{ type: "edit", ...at, draft: "j" }],
  reopen: [{ type: "reopen", ...at }, booked],
  outcome: [outcome, inFirst],
  "without-hub": [withoutHub],
};
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its own keys
const types = Object.keys(whoMay) as readonly Entry["type"][];
const bySpeaker = (speaker: Speaker) => types.filter((type) => whoMay[type].by === speaker);

describe("who may say what", () => {
  it.each(types)("is taken from who may say it: %s", (type) => {
    const [entry, known] = good[type];
    expect(isTaken(entry, "a", known)).toBe(true);
  });

  it.each(bySpeaker("admin"))("is no member's that is no admin: %s", (type) =>
    expect(isTaken(good[type][0], "m", good[type][1])).toBe(false),
  );

  it.each(bySpeaker("holder"))("is nobody's who does not hold it: %s", (type) => {
    const [entry, known] = good[type];
    expect(isTaken(entry, "b", known)).toBe(false);
  });

  it.each(bySpeaker("member"))("is any member's: %s", (type) => {
    const [entry, known] = good[type];
    expect(isTaken(entry, "m", known)).toBe(true);
  });

  it.each(types.filter((type) => whoMay[type].about === "waiting"))(
    "is about what waits, in its present epoch: %s",
    (type) => {
      const [entry] = good[type];
      expect(isTaken(entry, "a", booked)).toBe(false);
      expect("epoch" in entry && isTaken({ ...entry, epoch: 2 }, "a", inFirst)).toBe(false);
    },
  );
});

/** Of each exception of the table a case: what is said, by whom, with what is known. The ring's are the reader's (clinic-log.test.ts). */
type Case = readonly [Entry, string?, Partial<LogView>?];
type Cases = {
  readonly [T in Exclude<Entry["type"], "ring">]: Readonly<
    Record<(typeof whoMay)[T]["unless"][number], Case>
  >;
};
const b = cardOf(member("b"));
const full = Array.from({ length: mostMembers }, (_none, nth) => member(`d${String(nth)}`));
/** Removed already, and let in on this day. */
const ofToday = Array.from({ length: mostLetInADay }, (_none, nth) =>
  member(`g${String(nth)}`, { removedBy: 2, letIn: { by: "a", at: 0 } }),
);
const waiting = {
  desks: desks(member("a"), member("d"), member("gone", { removedBy: 5 })),
  lately: {
    ...nothingLately,
    reports: [
      { desk: "other", by: "a", number: 4, at: 0, answer: null },
      { desk: "gone", by: "a", number: 5, at: 0, answer: null },
    ],
  },
};
/** Everybody came through one that is gone. */
const letIn = { by: "gone", at: 0 };
const allByOne = desks(
  member("a", { letIn }),
  member("b", { letIn }),
  member("m", { admin: false }),
  member("gone", { removedBy: 1 }),
);
const lostAgain: EntryOf<"member-removed"> = { type: "member-removed", desk: "gone", lost: true };
const undecided = { items: new Map([["i", sharedItem({ sharedIn: 1, mustDecide: true })]]) };
const cases: Cases = {
  "member-added": {
    "came-back": [{ ...added, desk: "gone" }],
    "other-keys": [{ ...b, recipient: "other" }],
    "not-own": [{ ...b, credential: "new" }],
    demotion: [{ ...b, admin: false }],
    credential: [{ ...added, credential: "credential of b" }],
    named: [{ ...added, desk: "r" }],
    full: [added, "a", { desks: desks(member("a"), ...full.slice(1)) }],
    many: [added, "a", { desks: desks(member("a"), ...ofToday) }],
    "last-admin": [{ ...added, admin: false }, "a", { desks: desks(member("a", { removedBy: 3 })) }],
  },
  "member-removed": {
    "unknown-desk": [{ ...lostAgain }],
    answer: [lostAgain, "a", waiting],
    "last-admin": [{ ...lostAgain, desk: "a" }, "a", { desks: desks(member("a")) }],
  },
  "guests-removed": {
    "last-admin": [{ type: "guests-removed", stay: [] }, "a", { desks: allByOne }],
  },
  "notice-recipient": {},
  "notice-address": {
    address: [{ type: "notice-address", address: "n", token: "t" }],
    "many-addresses": [newAddress, "a", { addressesOf: new Map([["a", 40]]) }],
  },
  "notice-retired": { address: [{ type: "notice-retired", address: "o" }] },
  reported: {},
  record: { version: [{ ...record, version: 3 }], dropped: [record, "a", dropped] },
  drop: {
    version: [{ type: "drop", record: "r", version: 1 }],
    dropped: [{ type: "drop", record: "r", version: 2 }, "a", dropped],
    "desk-name": [{ type: "drop", record: "b", version: 2 }],
  },
  "put-back": {
    version: [{ type: "put-back", record: "r", version: 3 }, "a", dropped],
    kept: [{ type: "put-back", record: "r", version: 2 }],
    dropper: [
      { type: "put-back", record: "r", version: 2 },
      "a",
      { records: new Map([["r", { record: "r", version: 1, dropped: true, droppedBy: "b" }]]) },
    ],
  },
  share: {
    "desk-name": [{ ...share, item: "b" }],
    shared: [{ ...share, item: "i" }],
    later: [{ ...share, generation: 2 }],
  },
  "take-over": {},
  "hand-over": { receiver: [{ ...handOver, to: "gone" }] },
  confirm: { undecided: [confirm, "a", undecided], used: [confirm, "a", tried] },
  "book-again": { undecided: [bookAgain, "a", tried] },
  discard: {},
  "mark-booked": {},
  edit: {
    "desk-name": [{ type: "edit", ...at, draft: "b" }],
    shared: [{ type: "edit", ...at, draft: "i" }],
  },
  reopen: {},
  outcome: { used: [outcome, "b", tried] },
  "without-hub": { used: [withoutHub, "b", tried] },
};

describe("what is not taken, whoever says it", () => {
  it.each(
    Object.entries(cases).flatMap(([type, all]) =>
      Object.entries(all).map(([exception, one]: [string, Case]) => ({ type, exception, one })),
    ),
  )("$type: $exception", ({ one: [entry, desk, known] }) => expect(isTaken(entry, desk, known)).toBe(false));

  it("is the answer of the desk that said so, and not of another", () => {
    expect(isTaken(lostAgain, "d", waiting)).toBe(true);
    const answered = {
      ...waiting,
      desks: desks(member("d"), member("gone", { removedBy: 5, answeredBy: 7 })),
    };
    expect(isTaken(lostAgain, "d", answered)).toBe(false);
  });
});

describe("what stands in a record", () => {
  const of = { desk: "a", record: "b", sheets: [], added: new Set<string>() };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its own keys
  const kinds = Object.keys(whoMayWrite) as readonly ContentKind[];

  it("names the desk itself alone", () => {
    expect(mayWrite("desk", of)).toBe(false);
    expect(mayWrite("desk", { ...of, added: new Set(["b"]) })).toBe(false);
    expect(mayWrite("desk", { ...of, record: "a" })).toBe(true);
  });

  it("makes a sheet of a member in the push that adds it, and then says that it is printed", () => {
    expect(mayWrite("sheet", of)).toBe(false);
    expect(mayWrite("sheet", { ...of, record: "a" })).toBe(false);
    expect(mayWrite("sheet", { ...of, added: new Set(["b"]) })).toBe(true);
    expect(mayWrite("sheet", { ...of, sheets: ["b"] })).toBe(true);
  });

  it.each(kinds.filter((kind) => whoMayWrite[kind].by === "member"))("is any member's: %s", (kind) =>
    expect(mayWrite(kind, of)).toBe(true),
  );
});

it("is printed in words: each type of entry and kind of record, with all that keeps it from counting", () => {
  const printed = formatWhoMay();
  const heads = [...Object.keys(whoMay), ...Object.keys(whoMayWrite)];
  const rules = [...Object.values(whoMay), ...Object.values(whoMayWrite)];
  const lines = printed.split("\n");
  expect(lines.filter((line) => line.startsWith("- "))).toHaveLength(heads.length);
  expect(lines.filter((line) => line.startsWith("  - "))).toHaveLength(
    rules.reduce((sum, { unless }) => sum + unless.length, 0),
  );
  expect(printed).not.toContain("undefined");
  expect(printed).toContain(
    "- `take-over`, by any desk or sheet, about an item that waits, in its present epoch",
  );
});
