import { randomUUID } from "node:crypto";
import { expect, it, vi } from "vitest";
import type { Entry } from "../../../shared/hub-api/entries.ts";
import {
  createMemberAdded,
  createCredential,
  createClinicKey,
  sealRingFor,
} from "../../../main/features/clinic/acts.ts";
import { listClaimViews } from "../../../main/features/clinic/claim-views.ts";
import { keptShared, parseClaims, type KeptShared } from "../../../main/features/clinic/kept-claims.ts";
import type { LogItem } from "../../../shared/clinic/log/item.ts";
import { mostOfADesk } from "../../../shared/clinic/log/outcomes.ts";
import { renewRing } from "../../../main/features/clinic/key-ring.ts";
import { hasKey, readRing } from "../../../main/features/clinic/membership.ts";
import { repeatRemovals } from "../../../main/features/clinic/removals-anew.ts";
import { deriveSharedId, type SharedContent } from "../../../main/features/clinic/shared-content.ts";
import { memoryClinic, recordOf, type MemoryDesk } from "../../support/clinic-in-memory.ts";
import { account, bookingItem, idOf, patientRecord } from "../../support/store-records.ts";

/* Whoever has the keys of one desk says what its program never would. What the others read and decide by stays true. */

async function scene() {
  const { hub, desks } = await memoryClinic(3);
  const [one, two, thief] = desks;
  if (one === undefined || two === undefined || thief === undefined) throw new Error("three desks");
  const all = [one, two, thief];
  return { hub, one, two, thief, all };
}

/** As it is before a test counts what is read by it. */
const whole = JSON.parse;

const said = (...entries: readonly Entry[]) => entries.map((entry) => ({ entry }));
const itemOf = (desk: MemoryDesk, number: number): string => deriveSharedId(desk.kept().clinic, idOf(number));

/** Shares a booking that waits, as its maker. */
async function shareWaiting(desk: MemoryDesk, number: number): Promise<string> {
  const item = itemOf(desk, number);
  const content: SharedContent = { kind: "item", item: bookingItem(number, { status: "ready" }) };
  const share: Entry = { type: "share", item, generation: 0, attempts: [], needsChecking: false };
  expect(desk.say([...recordOf(desk, item, content), ...said(share)])).toBeNull();
  await desk.read();
  return item;
}

const sharedAt = ({ store }: MemoryDesk, item: string): KeptShared =>
  parseClaims(keptShared, store.read(({ clinic }) => clinic.claims.get(account, item))?.shared ?? null) ??
  expect.fail("it is not shared");

/** The tries that a person at that desk is shown. */
const shownAt = ({ store, kept }: MemoryDesk, number: number): readonly string[] =>
  store
    .read((repositories) => listClaimViews(repositories, { account, kept: kept(), ids: [idOf(number)] }))
    .flatMap(({ attempts }) => attempts.map(({ id }) => id));

it("what another desk sends is not unsaid by way of an item of one's own", async () => {
  const { one, two, thief, all } = await scene();
  const item = await shareWaiting(one, 1);
  const attempt = randomUUID();
  expect(one.say(said({ type: "confirm", item, epoch: 1, attempt, notSent: [] }))).toBeNull();
  await thief.read();
  const own = await shareWaiting(thief, 2);
  thief.say(said({ type: "outcome", item: own, attempt, outcome: "not-sent" }));
  for (const desk of all) await desk.read();
  expect(shownAt(two, 1)).toEqual([attempt]);
  // Its desk is gone, and nobody knows whether it arrived.
  expect(two.say(said({ type: "take-over", item, epoch: 1 }))).toBeNull();
  await two.read();
  const { epoch } = sharedAt(two, item);
  const decided: Entry = { type: "book-again", item, epoch, attempts: [], historyIncomplete: false };
  expect(two.say(said(decided))).toBe("needs-checking");
});

it("what desks have forgotten of tries that came to nothing keeps no decision from the hub", async () => {
  const { one, thief, all } = await scene();
  const item = await shareWaiting(one, 1);
  const tries = Array.from({ length: 100 }, randomUUID);
  const refused = tries.flatMap((attempt): Entry[] => [
    { type: "confirm", item, epoch: 1, attempt, notSent: [] },
    { type: "outcome", item, attempt, outcome: "refused" },
  ]);
  expect(one.say(said(...refused))).toBeNull();
  for (const desk of all) await desk.read();
  expect(sharedAt(one, item).attempts.length).toBeLessThan(tries.length);
  const doubts = tries.map((attempt): Entry => ({ type: "outcome", item, attempt, outcome: "unclear" }));
  expect(thief.say(said(...doubts))).toBeNull();
  for (const desk of all) await desk.read();
  const attempts = shownAt(one, 1);
  expect(attempts).toHaveLength(mostOfADesk);
  const decided: Entry = {
    type: "book-again",
    item,
    epoch: 1,
    attempts: [...attempts],
    historyIncomplete: false,
  };
  const next: Entry = { type: "confirm", item, epoch: 1, attempt: randomUUID(), notSent: [] };
  expect(one.say(said(decided, next))).toBeNull();
});

it("a push that the hub takes and a desk does not keeps no record of the others from being shared", async () => {
  const { hub, one, two, thief, all } = await scene();
  const patient = (version: number, desk: MemoryDesk) =>
    recordOf(desk, itemOf(desk, 7), { kind: "desk", name: "anything" }, version);
  expect(one.say(patient(1, one))).toBeNull();
  await one.read();
  const item = await shareWaiting(one, 1);
  for (const desk of all) await desk.read();
  // More than a desk keeps of it: what the hub does not keep, a desk that forgot the earlier ones would.
  const nothing = Array.from({ length: 40 }, (): Entry => {
    const attempt = randomUUID();
    return { type: "outcome", item, attempt, outcome: "not-sent" };
  });
  for (const word of nothing) {
    expect(thief.say(said(word))).toBeNull();
    for (const desk of all) await desk.read();
  }
  const last = nothing.at(-1) ?? expect.fail("none");
  const knows = ({ attempts }: Pick<LogItem, "attempts">): boolean =>
    attempts.some(({ attempt }) => "attempt" in last && attempt === last.attempt);
  expect([knows(hub.items.get(item) ?? expect.fail()), knows(sharedAt(one, item))]).toEqual([false, true]);
  // Another desk speaks as if that attempt were its own.
  expect(two.say([...said(last), ...patient(2, two)])).toBeNull();
  for (const desk of all) expect(await desk.read()).toBeNull();
  expect(one.say(patient(3, one))).toBeNull();
  const versions = all.map(({ store }) =>
    store.read(({ clinic }) => clinic.records.get(account, itemOf(one, 7))?.version),
  );
  expect(versions).toEqual([2, 2, 2]);
});

it("numbers without end that somebody says were canceled are looked at once a push, and few of them kept", async () => {
  const { one, thief, all } = await scene();
  const item = await shareWaiting(one, 1);
  for (const desk of all) await desk.read();
  const most = 200;
  const answer = (nth: number) => {
    const canceled = Array.from({ length: most }, (_none, at) => nth * most + at);
    return recordOf(thief, randomUUID(), { kind: "answer", booking: idOf(1), appointment: null, canceled });
  };
  const parts = 100;
  expect(thief.say(Array.from({ length: parts }, (_none, nth) => answer(nth)).flat())).toBeNull();
  await thief.read();
  let looks = 0;
  const parse = vi.spyOn(JSON, "parse").mockImplementation((text: string, reviver) => {
    looks += Number(text.includes(`"${item}"`) && text.includes(`"canceled"`));
    return whole(text, reviver);
  });
  await one.read();
  parse.mockRestore();
  expect(looks).toBeLessThan(10);
  for (const nth of [parts, parts + 1]) {
    expect(thief.say(answer(nth))).toBeNull();
    await thief.read();
  }
  await one.read();
  expect(sharedAt(one, item).canceled).toHaveLength(most);
  // None of them is the number of a booking.
  expect(thief.say(said({ type: "outcome", item, attempt: randomUUID(), outcome: "booked" }))).toBeNull();
  await one.read();
  const { status, result } = one.store.read(({ items }) => items.find(idOf(1))) ?? expect.fail();
  expect([status, result && "canceled" in result]).toEqual(["done", false]);
});

const leaves = ({ id }: MemoryDesk): Entry => ({ type: "member-removed", desk: id, lost: false });

it.each(["alone", "with a key of its own making", "with a ghost that takes the key along"] as const)(
  "a desk that leaves by its own word %s has no key of what is shared from then on",
  async (how) => {
    const { one, two, thief } = await scene();
    const { clinic, keyEpoch } = thief.kept();
    if (how === "with a key of its own making") {
      const ring = renewRing(readRing(thief.kept()), { epoch: keyEpoch, key: createClinicKey() });
      const recipients = [one, two, thief].map(({ keys }) => keys.card.recipient);
      expect(thief.say([await sealRingFor(ring, { clinic, recipients }), ...said(leaves(thief))])).toBeNull();
    } else if (how === "alone") expect(thief.say(said(leaves(thief)))).toBeNull();
    else {
      const desk = randomUUID();
      const ghost = createMemberAdded({ ...thief.keys.card, desk, credential: createCredential().digest });
      const goes: Entry = { type: "member-removed", desk, lost: false };
      expect(thief.say([ghost, ...said(goes)])).toBeNull();
    }
    for (const desk of [one, two]) await desk.read();
    expect([hasKey(one.kept()), hasKey(two.kept())]).toEqual([false, false]);
    // Each of them does so by itself, and one is first.
    const words = await repeatRemovals(one.kept(), false);
    expect(words.map(({ entry }) => entry.type)).toEqual(["ring"]);
    expect(one.say(words)).toBeNull();
    for (const desk of [one, two]) await desk.read();
    expect([hasKey(one.kept()), hasKey(two.kept())]).toEqual([true, true]);
    expect(await repeatRemovals(two.kept(), false)).toEqual([]);
    await thief.read();
    const isKnown = readRing(thief.kept()).has(one.kept().keyEpoch);
    expect(isKnown).toBe(how === "with a ghost that takes the key along");
  },
);

it("who goes by one push is the same for a desk's memory as for the log, in whatever order it is said", async () => {
  const { hub, desks } = await memoryClinic(4);
  const [one, two, three, thief] = desks;
  if (one === undefined || two === undefined || three === undefined || thief === undefined)
    throw new Error("four desks");
  // Whoever the first desk let in would go with it, were it removed by then.
  const rule: Entry = { type: "guests-removed", stay: [thief.id] };
  expect(thief.say(said(rule, leaves(one)))).toBeNull();
  for (const desk of [two, three]) {
    await desk.read();
    expect(desk.kept().gone.map((gone) => gone.desk)).toEqual([one.id]);
    // It removes nobody by itself.
    expect((await repeatRemovals(desk.kept(), false)).map(({ entry }) => entry.type)).toEqual(["ring"]);
  }
  const here = [...hub.desks.values()].filter(({ removedBy }) => removedBy === null);
  expect(here.map(({ desk }) => desk)).toEqual([two.id, three.id, thief.id]);
});

it("a patient whose record a desk shares as a booking, and ends, is the others' to change once that desk is removed", async () => {
  const { one, two, thief, all } = await scene();
  const person = (city: string): SharedContent => ({
    kind: "person",
    patient: patientRecord(5, { patientId: 77, input: { city } }),
    makers: [],
  });
  const record = deriveSharedId(one.kept().clinic, patientRecord(5).id);
  expect(one.say(recordOf(one, record, person("Springfield")))).toBeNull();
  for (const desk of all) await desk.read();
  const share: Entry = { type: "share", item: record, generation: 0, attempts: [], needsChecking: false };
  expect(thief.say(said(share, { type: "discard", item: record, epoch: 1 }))).toBeNull();
  for (const desk of all) await desk.read();
  const words = recordOf(one, record, person("Shelbyville"), 2);
  expect(one.say(words)).toBe("item-held");
  expect(one.say(said({ type: "member-removed", desk: thief.id, lost: true }))).toBeNull();
  await one.read();
  expect(one.say(words)).toBeNull();
  for (const desk of [one, two]) expect(await desk.read()).toBeNull();
  const versions = [one, two].map(({ store }) =>
    store.read(({ clinic }) => clinic.records.get(account, record)?.version),
  );
  expect(versions).toEqual([2, 2]);
});
