import fc from "fast-check";
import { expect, it } from "vitest";
import type { Entry } from "../../shared/hub-api/entries.ts";
import { buildMembersChange } from "../../main/features/clinic/acts.ts";
import { getShownDesks } from "../../main/features/clinic/clinic-view.ts";
import { openRing } from "../../main/features/clinic/key-ring.ts";
import { hasKey, hasSheet, getClinicLog, readRing } from "../../main/features/clinic/membership.ts";
import type { Said } from "../../main/features/clinic/push.ts";
import { deriveSharedId } from "../../main/features/clinic/shared-content.ts";
import { createSheet } from "../../main/features/clinic/sheet.ts";
import { collectOutgoing } from "../../main/features/clinic/words.ts";
import { anyPlan, anyWord, type Plan, type Spoken } from "../support/any-words.ts";
import { generated } from "../support/cases.ts";
import {
  credentialOf,
  memoryClinic,
  memoryDesk,
  recordOf,
  type MemoryDesk,
  type MemoryHub,
} from "../support/clinic-in-memory.ts";
import { account, bookingWith, idOf } from "../support/store-records.ts";
import { oddObject, runs, times } from "./kit.ts";

/*
 * A member with valid keys says whatever comes: every honest desk reads on, and can remove it, make a sheet, and send. Entries
 * are well signed and travel by an honest hub, which refuses what is not so; what it takes stands in the log for good.
 */

/** So many entries of one member, and then the honest desks do their work. */
const perClinic = 60;
/** So many clinics: `npm run security` makes some ten thousand entries of them, and `npm run fuzz` four times as many. */
const clinics = 34;

type World = { readonly hub: MemoryHub; readonly thief: MemoryDesk; readonly honest: readonly MemoryDesk[] };

/** What there is in the log now. Some honest desks are to be left: of them it removes the last alone. */
const spokenIn = ({ hub, thief, honest }: World): Spoken => ({
  clinic: thief.kept().clinic,
  keyEpoch: thief.kept().keyEpoch,
  ring: readRing(thief.kept()),
  names: [...hub.desks.keys(), ...hub.records.keys(), ...hub.items.keys()],
  versionOf: (record) => hub.records.get(record)?.version ?? 0,
  epochOf: (item) => hub.items.get(item)?.epoch,
  cards: [thief, ...honest].map(({ keys }) => keys.card),
  mayGo: (desk) =>
    [thief, ...honest.slice(0, -1)].some(({ id }) => id === desk) ? (honest.at(-1)?.id ?? desk) : desk,
});

/** One push after the other; what is odd is put in place of the entry. */
async function attack(plans: readonly Plan[], odd: readonly object[], world: World): Promise<void> {
  const { thief, honest } = world;
  let words: Said[] = [];
  for (const [nth, one] of plans.entries()) {
    const word = await anyWord(one, spokenIn(world));
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

const isMember = (desk: MemoryDesk): boolean =>
  getClinicLog(desk.kept()).members.get(desk.id)?.removedAt === null;

/** The name of each honest desk, as one of them shows it. */
function namesAt(desk: MemoryDesk, of: readonly MemoryDesk[]): readonly (string | null)[] {
  const kept = desk.kept();
  const shown = new Set(getShownDesks(kept).map((one) => one.desk));
  return of.map(({ id }) => (shown.has(id) ? (kept.names[id] ?? null) : null));
}

/** What the desk has to say of its own records, as its program would. */
const wordsOf = (desk: MemoryDesk): readonly Said[] =>
  desk.store.transaction((repositories) => ({
    said: collectOutgoing({ repositories, account, kept: desk.kept(), nonce: () => Buffer.alloc(24, 7) }),
  })).said;

async function everybodyReads(desks: readonly MemoryDesk[]): Promise<void> {
  for (const desk of desks) expect(await desk.read()).toBeNull();
}

async function worksOn({ hub, thief, honest }: World): Promise<void> {
  const here = honest.filter(isMember);
  for (const desk of here) {
    expect(namesAt(desk, here)).toEqual(here.map(({ name }) => name));
    const removal = await buildMembersChange(desk.kept(), { removed: [{ desk: thief.id, lost: true }] });
    expect(desk.say(removal, true)).toBeNull();
  }
  const [first] = here;
  if (first === undefined) throw new Error("nobody is left");
  expect(
    first.say(await buildMembersChange(first.kept(), { removed: [{ desk: thief.id, lost: true }] })),
  ).toBeNull();
  await everybodyReads(here);
  expect(hub.desks.get(thief.id)?.removedBy).not.toBeNull();
  for (const [nth, desk] of here.entries()) {
    // Each has the new key, and the thief has not.
    expect(hasKey(desk.kept())).toBe(true);
    const { member } = await createSheet();
    const change = await buildMembersChange(desk.kept(), { added: member });
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
    const item = deriveSharedId(desk.kept().clinic, idOf(number));
    const { epoch = 0 } = hub.items.get(item) ?? {};
    const confirm = { type: "confirm", item, epoch, attempt: idOf(700 + nth), notSent: [] } as const;
    expect(desk.say([{ entry: { ...confirm, notSent: [] } }])).toBeNull();
    await everybodyReads(here);
  }
  const sealed = Buffer.from(
    hub.log.pushes.findLast(({ ciphertexts }) => ciphertexts.length > 0)?.ciphertexts[0] ?? "",
    "base64",
  );
  const of = { clinic: thief.kept().clinic, identity: thief.keys.identity };
  expect(await openRing(sealed, of)).toBeNull();
  for (const desk of here) expect(hasSheet(desk.kept())).toBe(true);
  // Whoever comes now reads it all, and knows them by the names that they gave themselves.
  const { clinic } = first.kept();
  const comes = await memoryDesk(9, { hub, clinic: () => clinic });
  const added = { ...comes.keys.card, desk: comes.id, credential: credentialOf(comes.id) };
  expect(first.say(await buildMembersChange(first.kept(), { added }))).toBeNull();
  await everybodyReads([...here, comes]);
  expect(namesAt(comes, here)).toEqual(here.map(({ name }) => name));
}

it("whatever a member signs, every honest desk reads on, can remove it, make a sheet and send", async () => {
  let entries = 0;
  const one = fc.array(anyPlan, { minLength: perClinic, maxLength: perClinic });
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
    runs(clinics),
  );
  expect(entries).toBe(times(clinics) * perClinic);
  generated(entries);
});
