import fc from "fast-check";
import { expect, it } from "vitest";
import { entry as entrySchema, type Entry } from "../../contract/hub/entries.ts";
import { membersChange } from "../../main/clinic/acts.ts";
import { shownDesks } from "../../main/clinic/clinic-view.ts";
import { openRing, sealRing } from "../../main/clinic/key-ring.ts";
import { hasKey, hasSheet, logOf, ringOf } from "../../main/clinic/membership.ts";
import { withContent, type Said } from "../../main/clinic/push.ts";
import { sealRecord } from "../../main/clinic/sealed-records.ts";
import { sharedIdOf, writeContent, type SharedContent } from "../../main/clinic/shared-content.ts";
import { newSheet } from "../../main/clinic/sheet.ts";
import { nextWords } from "../../main/clinic/words.ts";
import { generated } from "../support/cases.ts";
import { memoryClinic, recordOf, type MemoryDesk, type MemoryHub } from "../support/clinic-in-memory.ts";
import { account, bookingWith, idOf, known, patientRecord } from "../support/store-records.ts";
import { oddObject, runs, times } from "./kit.ts";

/*
 * A member with valid keys says whatever comes: every honest desk reads on, and can remove it, make a sheet, and send. Entries
 * are well signed and travel by an honest hub, which refuses what is not so; what it takes stands in the log for good.
 */

/** So many entries of one member, and then the honest desks do their work. */
const perClinic = 40;

const kinds = entrySchema.options.map(({ shape }) => shape.type.value);
const contents = ["desk", "sheet", "notices", "answer", "person", "item", "large", "bytes"] as const;

/** What one entry is made of: numbers choose among what there is when it is said. */
const plan = fc.record({
  kind: fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...kinds) },
    { weight: 1, arbitrary: fc.constantFrom<Entry["type"]>("ring", "record", "member-added") },
  ),
  content: fc.constantFrom(...contents),
  name: fc.nat(30),
  other: fc.nat(30),
  number: fc.nat(9),
  flag: fc.boolean(),
  /** Most are in form: what is not, the hub refuses. */
  odd: fc.integer({ min: 0, max: 9 }),
  /** It goes in one push with the one before. */
  together: fc.integer({ min: 0, max: 3 }),
});
type Plan = {
  readonly kind: Entry["type"];
  readonly content: (typeof contents)[number];
  readonly name: number;
  readonly other: number;
  readonly number: number;
  readonly flag: boolean;
  readonly odd: number;
  readonly together: number;
};

type World = { readonly hub: MemoryHub; readonly thief: MemoryDesk; readonly honest: readonly MemoryDesk[] };

const pick = <T>(all: readonly T[], at: number): T => {
  const one = all[at % all.length];
  if (one === undefined) throw new RangeError("nothing to choose from");
  return one;
};

/** Names that stand for something in the log, and some that do not. */
const namesIn = ({ hub, thief }: World): readonly string[] => [
  ...hub.desks.keys(),
  ...hub.records.keys(),
  ...hub.items.keys(),
  ...[1, 2, 3, 4].map((number) => sharedIdOf(thief.kept().clinic, idOf(number))),
  ...[71, 72, 73, 74].map(idOf),
];

function contentOf({ content, number, flag, name }: Plan, world: World): Uint8Array {
  const text = (one: SharedContent): Uint8Array => writeContent(one);
  switch (content) {
    case "desk":
      return text({ kind: "desk", name: flag ? "Desk 1" : `Desk ${"9".repeat(number + 1)}` });
    case "sheet":
      return text({ kind: "sheet", printed: flag });
    case "answer":
      return text({ kind: "answer", booking: idOf(number % 5), appointment: null, canceled: [number] });
    case "person":
      return text({
        kind: "person",
        patient: patientRecord(number % 5, { patientId: flag ? name + 1 : null }),
        makers: [pick(namesIn(world), name)],
      });
    case "item":
      return text({
        kind: "item",
        item: bookingWith(
          number % 5,
          { patient: known(name % 5) },
          { status: flag ? "done" : "ready", idempotencyKey: idOf(500_000 + (name % 5)) },
        ),
      });
    case "notices":
      return Buffer.from(JSON.stringify({ kind: "notices", book: { any: number } }));
    case "large":
      return text({ kind: "large" });
    case "bytes":
      return Buffer.alloc(number * 997, name);
  }
}

async function said(of: Plan, world: World): Promise<Said> {
  const { kind, name, other, number, flag } = of;
  const { hub, thief, honest } = world;
  const { clinic, keyEpoch } = thief.kept();
  const names = namesIn(world);
  const [id, second] = [pick(names, name), pick(names, other)];
  const epoch = hub.items.get(id)?.epoch ?? number;
  const version = (hub.records.get(id)?.version ?? 0) + (number < 8 ? 1 : number);
  const claimed = { item: id, epoch };
  switch (kind) {
    case "record": {
      const ring = ringOf(thief.kept());
      const at = number === 9 ? keyEpoch + 1 : keyEpoch;
      const place = { clinic, id, version, epoch: at };
      const sealed = sealRecord(contentOf(of, world), {
        place,
        key: ring[at - 1] ?? Buffer.alloc(32, number),
        nonce: Buffer.alloc(24, name),
      });
      return withContent(
        (ciphertext) => ({ type: "record", record: id, version, keyEpoch: at, ciphertext }),
        sealed,
      );
    }
    case "ring": {
      const at = keyEpoch + (number % 3);
      const keys = Array.from({ length: flag ? at : number + 1 }, (_none, nth) => Buffer.alloc(32, nth + name));
      const readers = [thief, ...honest.filter((_desk, nth) => (other >> nth) % 2 === 1)];
      const recipients = readers.map(({ keys: { card } }) => card.recipient);
      const sealed = number < 6 ? await sealRing(keys, { clinic, recipients }) : Buffer.alloc(99, name);
      return withContent((ciphertext) => ({ type: "ring", keyEpoch: at, ciphertext }), sealed);
    }
    case "member-added": {
      const card = pick([thief, ...honest], other).keys.card;
      const recipient = number < 3 ? `age1${"q".repeat(58)}` : card.recipient;
      const publicKey = number < 5 ? Buffer.alloc(32, name).toString("base64") : card.publicKey;
      const credential = String(other % 10).repeat(64);
      return { entry: { type: "member-added", desk: id, admin: flag, publicKey, recipient, credential } };
    }
    case "member-removed": {
      // Some are to be left, and it goes on: of the desks it removes the last alone.
      const stays = [thief, ...honest.slice(0, -1)].some((desk) => desk.id === id);
      return {
        entry: { type: "member-removed", desk: stays ? (honest.at(-1)?.id ?? id) : id, lost: flag },
      };
    }
    case "drop":
      return { entry: { type: "drop", record: id, version } };
    case "share":
      return { entry: { type: "share", item: id, generation: 0, attempts: [], needsChecking: flag } };
    case "hand-over":
      return { entry: { type: "hand-over", ...claimed, to: second, notSent: [] } };
    case "take-over":
    case "mark-booked":
    case "reopen":
    case "discard":
      return { entry: { type: kind, ...claimed } };
    case "confirm":
      return { entry: { type: "confirm", ...claimed, attempt: idOf(80 + other), notSent: [] } };
    case "outcome": {
      const outcome = pick(["booked", "refused", "not-sent", "unclear"] as const, number);
      return { entry: { type: "outcome", item: id, attempt: idOf(80 + other), outcome } };
    }
    case "book-again":
      return {
        entry: { type: "book-again", ...claimed, attempts: [idOf(80 + other)], historyIncomplete: flag },
      };
    case "without-hub":
      return { entry: { type: "without-hub", item: id, attempt: idOf(80 + other), attempts: [] } };
    case "edit":
      return { entry: { type: "edit", ...claimed, draft: second } };
    case "notice-recipient":
      return { entry: { type: "notice-recipient", recipient: `age1${"q".repeat(58)}` } };
    case "notice-address":
      return {
        entry: { type: "notice-address", address: idOf(60 + other), token: String(number).repeat(64) },
      };
    case "notice-retired":
      return { entry: { type: "notice-retired", address: idOf(60 + other) } };
    case "reported":
      return { entry: { type: "reported" } };
  }
}

/** One push after the other; what is odd is put in place of the entry. */
async function attack(plans: readonly Plan[], odd: readonly object[], world: World): Promise<void> {
  const { thief, honest } = world;
  let words: Said[] = [];
  for (const [nth, one] of plans.entries()) {
    const word = await said(one, world);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a thief signs whatever it likes
    const entry = (one.odd === 0 ? odd[nth % odd.length] : word.entry) as Entry;
    words.push({ ...word, entry });
    if (one.together > 0 && nth < plans.length - 1) continue;
    if (thief.say(words) !== null) for (const alone of words) thief.say([alone]);
    words = [];
    expect(await thief.read()).toBeNull();
    for (const desk of honest) expect(await desk.read()).toBeNull();
  }
}

const isMember = (desk: MemoryDesk): boolean => logOf(desk.kept()).members.get(desk.id)?.removedAt === null;

/** The name of each honest desk, as one of them shows it. */
function namesAt(desk: MemoryDesk, of: readonly MemoryDesk[]): readonly (string | null)[] {
  const kept = desk.kept();
  const shown = new Set(shownDesks(kept).map((one) => one.desk));
  return of.map(({ id }) => (shown.has(id) ? (kept.names[id] ?? null) : null));
}

/** What the desk has to say of its own records, as its program would. */
const wordsOf = (desk: MemoryDesk): readonly Said[] =>
  desk.store.transaction((repositories) => ({
    said: nextWords({ repositories, account, kept: desk.kept(), nonce: () => Buffer.alloc(24, 7) }),
  })).said;

async function everybodyReads(desks: readonly MemoryDesk[]): Promise<void> {
  for (const desk of desks) expect(await desk.read()).toBeNull();
}

async function worksOn({ hub, thief, honest }: World): Promise<void> {
  const here = honest.filter(isMember);
  for (const desk of here) {
    expect(namesAt(desk, here)).toEqual(here.map(({ name }) => name));
    const removal = await membersChange(desk.kept(), { removed: { desk: thief.id, lost: true } });
    expect(desk.say(removal, true)).toBeNull();
  }
  const [first] = here;
  if (first === undefined) throw new Error("nobody is left");
  expect(first.say(await membersChange(first.kept(), { removed: { desk: thief.id, lost: true } }))).toBeNull();
  await everybodyReads(here);
  expect(hub.desks.get(thief.id)?.removedBy).not.toBeNull();
  for (const [nth, desk] of here.entries()) {
    // Each has the new key, and the thief has not.
    expect(hasKey(desk.kept())).toBe(true);
    const { member } = await newSheet();
    const change = await membersChange(desk.kept(), { added: member });
    const sheet = recordOf(desk, member.desk, { kind: "sheet", printed: true });
    expect(desk.say([...change, ...sheet])).toBeNull();
    await everybodyReads(here);
    const number = 300 + nth;
    desk.store.transaction(({ items, clinic }) => {
      items.insert(bookingWith(number, {}, { status: "ready" }));
      clinic.changes.add(account, { recordId: idOf(number), kind: "item" });
    });
    expect(desk.say(wordsOf(desk))).toBeNull();
    await everybodyReads(here);
    for (const other of here) {
      const shown = other.store.read(({ items }) => items.find(idOf(number)))?.status;
      expect(shown).toBe(other === desk ? "ready" : "elsewhere");
    }
    const item = sharedIdOf(desk.kept().clinic, idOf(number));
    const { epoch = 0 } = hub.items.get(item) ?? {};
    const confirm = { type: "confirm", item, epoch, attempt: idOf(700 + nth), notSent: [] } as const;
    expect(desk.say([{ entry: { ...confirm, notSent: [] } }])).toBeNull();
    await everybodyReads(here);
  }
  const sealed = Buffer.from(hub.log.pushes.findLast(({ ciphertexts }) => ciphertexts.length > 0)?.ciphertexts[0] ?? "", "base64");
  const of = { clinic: thief.kept().clinic, identity: thief.keys.identity };
  expect(await openRing(sealed, of)).toBeNull();
  for (const desk of here) expect(hasSheet(desk.kept())).toBe(true);
}

it("whatever a member signs, every honest desk reads on, can remove it, make a sheet and send", async () => {
  let entries = 0;
  const one = fc.array(plan, { minLength: perClinic, maxLength: perClinic });
  const odd = fc.array(oddObject({ type: "member-removed", desk: idOf(1), lost: true }), {
    minLength: 1,
    maxLength: 5,
  });
  await fc.assert(
    fc.asyncProperty(one, odd, async (plans, strange) => {
      const { hub, desks } = await memoryClinic(4);
      const [thief, ...honest] = desks;
      if (thief === undefined) return;
      const world = { hub, thief, honest };
      await attack(plans, strange, world);
      await worksOn(world);
      entries += plans.length;
    }),
    runs(2_000 / perClinic),
  );
  expect(entries).toBe(times(2_000 / perClinic) * perClinic);
  generated(entries);
});
