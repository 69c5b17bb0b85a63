import { describe, expect, it } from "vitest";
import type { Item } from "../../../shared/outbox/item.ts";
import { words } from "../../../messages/words.ts";
import type { LedgerEntry } from "../../../mock/ledger.ts";
import {
  aboutWhich,
  judgeBlocks,
  judgeLocked,
  judgeNumbers,
  judgeSeries,
  judgeUtterance,
} from "../../stories/judging.ts";
import { bookingWith, idOf, known, patientItem } from "../../support/store-records.ts";
import type { Block } from "../../stories/screen.ts";

const at = "2026-03-02T09:00:00.000Z";
const ann = patientItem(1, {
  patientRecordId: idOf(1),
  status: "done",
  form: { ...patientItem(1).form, firstName: "Ann", lastName: "Sample" },
});
const visit = (number: number, date = "2031-03-04", change: Partial<Item> = {}) =>
  bookingWith(number, { patient: known(1), date, time: "14:07" }, { status: "sending", ...change } as object);
const entry = (item: Item, when = at): LedgerEntry => ({
  at: when,
  account: "one",
  kind: item.kind === "booking" ? "appointment" : "patient",
  id: 7,
  idempotencyKey: item.idempotencyKey,
  externalId: null,
  body: {},
});
const block = (place: Block["place"], ...lines: string[]): Block => ({ place, id: null, lines });
const judged = (items: readonly Item[], ledger: readonly LedgerEntry[]) => ({
  before: { items, ledger },
  after: { items, ledger },
  takenByPerson: [],
  moments: 0,
});

const booked = words.items.appointment.pending.title;
const denied = words.booking.savedNotBooked({ kept: "disk" });
const screen = (line: string): Block => block("main", line, "Tuesday, March 4, 2031, 2:07 PM Eastern");

describe("a sentence on the screen", () => {
  it.each([
    ["booked, of what the service does not have", booked, [], [true]],
    ["booked, of what it has", booked, [entry(visit(2))], []],
    ["not booked, of what it has", denied, [entry(visit(2))], [false]],
    ["not booked, of what it does not have", denied, [], []],
  ])("%s", (_what, line, ledger, sure) => {
    const found = judgeBlocks([screen(line)], judged([ann, visit(2)], ledger));
    expect(found.map(({ isSure }) => isSure)).toEqual(sure);
  });

  it("of what was committed while it was read is right both ways", () => {
    const items = [ann, visit(2)];
    const between = { ...judged(items, []), after: { items, ledger: [entry(visit(2))] } };
    for (const line of [booked, denied]) expect(judgeBlocks([screen(line)], between)).toEqual([]);
  });

  it("is of the visit of its day where several have one time, and of the patient where no time stands", () => {
    const items = [ann, visit(2), visit(3, "2031-03-11")];
    const ids = (one: Block): readonly string[] => aboutWhich(one, items).map(({ id }) => id);
    expect(ids(block("visit", "Tue Mar 11, 2031, 2:07 PM EDT"))).toEqual([idOf(3)]);
    expect(ids(block("row", "Ann Sample", "New patient"))).toEqual([idOf(1)]);
    expect(
      ids(block("dialog", `Ann Sample · ${words.outbox.summary.booking}`, words.outbox.discardText.booking)),
    ).toEqual([]);
    // In the wizard others of the day stand by their time alone: it is about what it reads back.
    const wizard = (...lines: readonly string[]): Block => ({ place: "main", id: "wizard", lines });
    expect(ids(wizard("Tue Mar 11, 2031, 9:00 AM", "That day", "2:07 PM"))).toEqual([]);
    expect(ids(wizard("Tue Mar 11, 2031, 2:07 PM", "That day", "9:00 AM"))).toEqual([idOf(3)]);
    // The day of one is no beginning of the day of another.
    expect(ids(block("visit", "Mar 1, 2:07 PM"))).toHaveLength(2);
  });
});

describe("what was said aloud", () => {
  const said = (text: string, ledger: readonly LedgerEntry[]) =>
    judgeUtterance({ at: Date.parse(at) + 60_000, text }, { items: [ann, visit(2)], ledger }, []);
  const notBooked = `Ann Sample: ${words.booking.outcome.notBooked}`;
  it("is held against what the service had then", () => {
    const ofPatient = entry(ann);
    expect(said(notBooked, [ofPatient])).toBeNull();
    expect(said(notBooked, [ofPatient, entry(visit(2))])).not.toBeNull();
    expect(said(notBooked, [ofPatient, entry(visit(2), "2026-03-02T09:05:00.000Z")])).toBeNull();
    expect(said(`Ann Sample: ${booked}`, [])).not.toBeNull();
  });
});

describe("numbers", () => {
  const items = [
    visit(2),
    visit(3, "2031-03-11", { status: "ready" }),
    visit(4, "2031-03-18", { status: "ready" }),
  ];
  const wrong = (text: string): number => judgeNumbers([text], judged(items, [])).length;
  it.each([
    [words.outbox.sending.stopped({ waiting: 2, sending: 1 }), 0],
    [words.outbox.sending.stopped({ waiting: 3, sending: 0 }), 1],
    [`Outbox 3 ${words.shell.navigation.waiting({ urgent: 0, sending: 1, waiting: 2 })}`, 0],
    [`Outbox 3 ${words.shell.navigation.waiting({ urgent: 0, sending: 0, waiting: 3 })}`, 1],
    [`${words.items.tally.sending({ count: 1 })} ${words.items.tally.waiting({ count: 2 })}`, 0],
    [words.items.tally.waiting({ count: 3 }), 1],
  ])("%s", (text, count) => expect(wrong(text)).toBe(count));

  it("of a locked desk are those of the requests that are under way", () => {
    const one = words.items.tally.sending({ count: 1 });
    expect(judgeLocked(one, [1, 0])).toEqual([]);
    expect(judgeLocked(one, [2, 2])).toHaveLength(1);
    expect(judgeLocked(words.lock.kept, [1, 1])).toHaveLength(1);
  });

  it("of a series are no more than the service made", () => {
    const all = words.series.outcome.title({ booked: 3, count: 3, all: "yes" });
    const some = words.series.outcome.title({ booked: 2, count: 3, all: "no" });
    const made = { items, ledger: items.slice(0, 2).map((item) => entry(item)) };
    expect(judgeSeries(all, items, made)).not.toBeNull();
    expect(judgeSeries(some, items, made)).toBeNull();
  });
});
