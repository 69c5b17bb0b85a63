import { randomBytes, randomUUID } from "node:crypto";
import { expect, it, onTestFinished } from "vitest";
import type { Entry } from "../../../shared/hub-api/entries.ts";
import { signedPush, type Push } from "../../../shared/hub-api/signed.ts";
import { createClinicLine } from "../../../main/features/clinic/clinic-line.ts";
import type { HubClient } from "../../../main/features/clinic/hub-client.ts";
import { createRing, sealRing } from "../../../main/features/clinic/key-ring.ts";
import {
  hasKey,
  serializeRing,
  createMembership,
  readMembership,
} from "../../../main/features/clinic/membership.ts";
import { signPush, withContent, type Said } from "../../../main/features/clinic/push.ts";
import { evaluateRemoval } from "../../../main/features/clinic/removal.ts";
import { writeContent } from "../../../main/features/clinic/shared-content.ts";
import type { LogHead } from "../../../shared/hub-api/values.ts";
import { blankStore } from "../../support/blank-store.ts";
import { aClinic, aDesk, keep, memberAdded, type Desk } from "../../support/clinic-log-kit.ts";
import { fakeClock, fakeRandom } from "../../support/fake-clock.ts";
import { account, patientRecord } from "../../support/store-records.ts";

/* A hub that ends its log before a removal and gives that out for a restored database, and a real desk that had read further. */

const name = (text: string): string => Buffer.from(writeContent({ kind: "desk", name: text })).toString();

type Clinic = Awaited<ReturnType<typeof aClinic>>;
type Told = { readonly own: Clinic; readonly here: Desk; readonly laptop: Desk };

/** `early`: before this desk is let in. `late`: before it has read anything; answers how far whoever invited it had read. */
async function scene({
  early,
  late,
}: {
  readonly early?: (own: Clinic) => void;
  readonly late?: (told: Told) => Promise<LogHead | null>;
} = {}) {
  const own = await aClinic();
  const [here, laptop, other] = [await aDesk(), await aDesk(), await aDesk()];
  early?.(own);
  for (const desk of [here, laptop, other]) await own.admit(desk);
  own.push(own.founder, [memberAdded(here, true), memberAdded(laptop, true)]);
  own.push(laptop, [own.record(name("Laptop"), 1, laptop.id)]);
  const invitedAt = (await late?.({ own, here, laptop })) ?? null;
  const store = await blankStore();
  let generation = 0;
  let isDeaf = false;
  /** Whom the laptop lets in, one before each ring that somebody else says. */
  const ghosts: Desk[] = [];
  /** What the desk said, push by push. */
  const said: (readonly Entry[])[] = [];
  const takes = (push: Push): object => {
    if (isDeaf) return { kind: "not-reached", reason: "ECONNREFUSED" };
    const { entries } = signedPush.parse(JSON.parse(Buffer.from(push.bytes, "base64").toString()));
    const isMember = own.read().log.members.get(laptop.id)?.removedAt === null;
    const ghost = isMember && entries.some(({ type }) => type === "ring") ? ghosts.shift() : undefined;
    if (ghost !== undefined) {
      own.push(laptop, [memberAdded(ghost, true)]);
      return { kind: "refused", failure: { code: "members-changed", entry: 0 } };
    }
    here.sequence += 1;
    said.push(entries);
    const { number, hash } = keep(own.kept, here.id, push);
    return { kind: "ok", value: { clinic: own.id, number, hash, generation, repeated: false } };
  };
  const client = (_hub: unknown, route: string, call: { query: { after: number }; input: Push }): object => {
    if (route === "push") return takes(call.input);
    const pushes = own.kept.pushes.slice(call.query.after);
    const history = { generation, complete: true, awaited: [] };
    return { kind: "ok", value: { head: own.kept.head, history, pushes } };
  };
  const of = { hub: "https://hub.example", clinic: own.id, desk: here.id, name: "Desk 2" };
  const cameBack: string[] = [];
  const line = createClinicLine({
    store,
    account,
    kept: { ...createMembership(of), invitedAt },
    keys: here.keys,
    credential: "a".repeat(43),
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it answers what is asked of it here
    client: (async (...asked: Parameters<typeof client>) => client(...asked)) as unknown as HubClient,
    listen: (_hub, _onMore, signal) =>
      new Promise((resolve) => signal.addEventListener("abort", () => resolve())),
    clock: fakeClock("2026-03-02T10:00:00.000Z"),
    random: fakeRandom(),
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    inbox: { after: () => 0, keep: () => Promise.resolve() },
    isBusy: () => false,
    onChange: () => undefined,
    onState: () => undefined,
    onTaken: () => undefined,
    onCameBack: (desk) => void cameBack.push(desk),
    onTakenOver: () => undefined,
    onBeat: () => undefined,
    onStopped: () => undefined,
    onUp: () => undefined,
    onLost: () => undefined,
  });
  onTestFinished(() => line.stop());
  const desks: readonly Desk[] = [own.founder, here, laptop, other];
  /** The log from now on may end here again, and whoever wrote since has not. */
  const mark = (): (() => void) => {
    const { head, pushes } = own.kept;
    const [length, keys] = [pushes.length, own.ring.length];
    const counts = desks.map(({ sequence }) => sequence);
    return () => {
      pushes.splice(length);
      own.kept.head = head;
      own.ring.splice(keys);
      for (const [at, desk] of desks.entries()) desk.sequence = counts[at] ?? 0;
      generation += 1;
    };
  };
  const shares = (number: number): void => {
    store.transaction(({ patients }) => patients.insert(patientRecord(number)));
  };
  /** Numbers of the keys with which it sealed records since. */
  const epochs = (from: number): readonly number[] =>
    said
      .slice(from)
      .flatMap((entries) => entries.flatMap((one) => (one.type === "record" ? [one.keyEpoch] : [])));
  await line.look();
  return {
    own,
    here,
    laptop,
    other,
    line,
    store,
    said,
    mark,
    shares,
    epochs,
    cameBack,
    ghosts,
    deafen: (is: boolean) => void (isDeaf = is),
  };
}

const typesOf = (entries: readonly Entry[] | undefined): readonly string[] =>
  (entries ?? []).map((entry) => (entry.type === "ring" ? `ring ${entry.keyEpoch}` : entry.type));

it("a log that ends before a removal is answered with the removal and a new ring, before anything is sealed", async () => {
  const { own, laptop, line, said, mark, shares, epochs, cameBack } = await scene();
  const lie = mark();
  await own.remove(laptop);
  await line.look();
  shares(1);
  await line.look();
  expect(epochs(0)).toEqual([2]);
  const before = said.length;
  lie();
  shares(2);
  await line.look();
  expect(typesOf(said[before])).toEqual(["member-removed", "ring 2", "ring 3"]);
  expect([new Set(epochs(before)), hasKey(line.kept())]).toEqual([new Set([3]), true]);
  expect(cameBack).toEqual([laptop.id]);
  // The same lie once more.
  lie();
  shares(3);
  await line.look();
  expect(new Set(epochs(0).slice(-3))).toEqual(new Set([4]));
});

it("while that cannot be said nothing is sealed, and the laptop's word that this desk was lost is none", async () => {
  const { own, here, laptop, line, store, said, mark, shares, deafen } = await scene();
  const lie = mark();
  await own.remove(laptop);
  await line.look();
  lie();
  deafen(true);
  shares(1);
  await line.look();
  const kept = line.kept();
  expect(kept.members.find(({ desk }) => desk === laptop.id)).toMatchObject({ admin: true, removedAt: null });
  expect([hasKey(kept), said]).toEqual([false, []]);
  // A start finds it so.
  expect(readMembership(store.read(({ clinic }) => clinic.get(account)))).toEqual(kept);
  const facts = { clinic: own.id, desk: laptop.id, sequence: 1, generation: 1, read: own.kept.head };
  const entry = { type: "member-removed" as const, desk: here.id, lost: true };
  const removal = signPush(laptop.keys, facts, [{ entry }]);
  expect(evaluateRemoval({ removal }, kept, new Date())).toBeNull();
  deafen(false);
  await line.look();
  expect(typesOf(said[0])).toEqual(["member-removed", "ring 2", "ring 3"]);
});

it("a key that a removed laptop has is none, also where somebody who knows nothing made it and the laptop then leaves", async () => {
  const { own, laptop, other, line, said, mark, shares, epochs } = await scene();
  const lie = mark();
  await own.remove(laptop);
  await line.look();
  lie();
  // Made for the laptop as well, and later than any that this desk has known.
  await own.remove(other);
  own.push(own.founder, [await ring(own, laptop), await ring(own, laptop)]);
  own.push(laptop, [{ entry: { type: "member-removed", desk: laptop.id, lost: false } }]);
  shares(1);
  await line.look();
  expect(line.kept().members.find(({ desk }) => desk === laptop.id)?.removedAt).not.toBeNull();
  expect(typesOf(said[0])).toEqual(["ring 5"]);
  expect(epochs(0)).toEqual([5]);
});

/** The ring with one key more, as somebody seals it who takes the laptop for a member. */
async function ring(own: Clinic, laptop: Desk) {
  own.ring.push(Buffer.alloc(32, own.ring.length + 1));
  const { members } = own.read().log;
  const recipients = [...members.values()]
    .filter((one) => one.removedAt === null)
    .map((one) => one.recipient);
  expect(recipients).toContain(laptop.keys.card.recipient);
  const sealed = await sealRing(createRing(own.ring), { clinic: own.id, recipients });
  const keyEpoch = own.ring.length;
  return withContent((ciphertext) => ({ type: "ring", keyEpoch, ciphertext }), sealed);
}

it("what a removed laptop wrote before is read, what it writes afterwards is not, and whom it lets in goes with it", async () => {
  const { own, here, laptop, line, mark, store, cameBack } = await scene();
  const lie = mark();
  await own.remove(laptop);
  await line.look();
  lie();
  const friend = await aDesk();
  const late = randomUUID();
  own.push(laptop, [
    memberAdded(friend, true),
    own.record(name("Friend"), 1, friend.id),
    own.record(name("late"), 1, late),
  ]);
  await line.look();
  const kept = line.kept();
  expect([kept.names[laptop.id], kept.names[friend.id]]).toEqual(["Laptop", undefined]);
  const asides = [laptop.id, friend.id, late].map((id) =>
    store.read(({ clinic }) => clinic.records.get(account, id)?.aside),
  );
  expect(asides).toEqual([null, "unread", "unread"]);
  const members = kept.members.filter(({ removedAt }) => removedAt === null).map(({ desk }) => desk);
  expect(members).toContain(here.id);
  expect([members.includes(laptop.id), members.includes(friend.id)]).toEqual([false, false]);
  expect(cameBack).toEqual([laptop.id]);
});

it("a removed laptop that lets in one after the other, so that no removal with its ring comes in time, goes with all of them", async () => {
  const { own, laptop, line, mark, said, ghosts } = await scene();
  const lie = mark();
  await own.remove(laptop);
  await line.look();
  lie();
  while (ghosts.length < 50) ghosts.push(await aDesk());
  const all = ghosts.map(({ id }) => id);
  await line.look();
  const { members } = line.kept();
  const present = members.flatMap(({ desk, removedAt }) => (removedAt === null ? [desk] : []));
  expect([laptop.id, ...all].filter((desk) => present.includes(desk))).toEqual([]);
  expect(said.slice(0, 2).map(typesOf)).toEqual([
    ["member-removed", "guests-removed"],
    ["ring 2", "ring 3"],
  ]);
  expect(hasKey(line.kept())).toBe(true);
});

it.each([
  ["that ends before", 0],
  ["of another end, which the laptop says", 1],
  ["of another end, which the laptop goes on with", 2],
])("a newcomer believes no log %s what the desk that invited it had read", async (_what, words) => {
  const { line, said, shares } = await scene({
    late: async ({ own, laptop }) => {
      const [{ head }, length, keys] = [own.kept, own.kept.pushes.length, own.ring.length];
      await own.remove(laptop);
      const real = own.kept.head;
      own.kept.pushes.splice(length);
      own.kept.head = head;
      own.ring.splice(keys);
      for (let nth = 0; nth < words; nth += 1) own.push(laptop, [own.record(name("Ann"))]);
      return real;
    },
  });
  shares(1);
  await line.look();
  expect(line.kept().stopped).toBe("other-history");
  expect(said).toEqual([]);
});

it("a newcomer that has read as far as the desk that invited it goes on, and believes a hub that was put back as any other does", async () => {
  const { own, laptop, line, mark, shares, epochs } = await scene({
    late: ({ own: { kept } }) => Promise.resolve(kept.head),
  });
  expect(line.kept()).toMatchObject({ invitedAt: null, stopped: null });
  const lie = mark();
  await own.remove(laptop);
  await line.look();
  lie();
  shares(1);
  await line.look();
  expect([line.kept().stopped, new Set(epochs(0))]).toEqual([null, new Set([3])]);
});

it("a membership that an earlier Front Desk kept knows who was removed by its log", async () => {
  const { own, laptop, line } = await scene();
  await own.remove(laptop);
  await line.look();
  const { gone, spent: _spent, ...earlier } = line.kept();
  expect(gone).toMatchObject([{ desk: laptop.id, lost: false, cameBack: false }]);
  expect(readMembership(JSON.stringify(earlier))).toMatchObject({ gone, spent: { epoch: 0, ring: {} } });
});

it("any number of keys that a removed laptop had made is gone beyond, some with each push", async () => {
  const { own, here, laptop, other, line, said, mark } = await scene();
  const lie = mark();
  const recipients = [own.founder, here, laptop, other].map(({ keys }) => keys.card.recipient);
  const renewed = async (): Promise<Said> => {
    own.ring.push(randomBytes(32));
    const keyEpoch = own.ring.length;
    const sealed = await sealRing(createRing(own.ring), { clinic: own.id, recipients });
    return withContent((ciphertext) => ({ type: "ring", keyEpoch, ciphertext }), sealed);
  };
  const rings: Said[] = [];
  while (rings.length < 40) rings.push(await renewed());
  own.push(laptop, rings);
  own.push(laptop, await Promise.all(Array.from({ length: 40 }, renewed)));
  await own.remove(laptop);
  await line.look();
  const before = line.kept().keyEpoch;
  lie();
  await line.look();
  expect(line.kept().keyEpoch).toBe(before + 1);
  expect(hasKey(line.kept())).toBe(true);
  expect(Math.max(...said.map((entries) => entries.filter(({ type }) => type === "ring").length))).toBe(64);
});

it("a report that waits for an answer is not said anew as one that does not", async () => {
  const { own, here, laptop, other, line, said, mark } = await scene();
  const lost = async (desk: Desk): Promise<void> => {
    own.ring.push(randomBytes(32));
    const recipients = [own.founder, here].map(({ keys }) => keys.card.recipient);
    const keyEpoch = own.ring.length;
    const sealed = await sealRing(createRing(own.ring), { clinic: own.id, recipients });
    own.push(own.founder, [
      { entry: { type: "member-removed", desk: desk.id, lost: true } },
      withContent((ciphertext) => ({ type: "ring", keyEpoch, ciphertext }), sealed),
    ]);
  };
  const before = mark();
  await lost(laptop);
  const lie = mark();
  await lost(other);
  await line.look();
  const anew = (desk: Desk) =>
    said.flat().flatMap((one) => (one.type === "member-removed" && one.desk === desk.id ? [one.lost] : []));
  lie();
  await line.look();
  // By the word of this desk it would be the first of another day, and `other` deletes its keys.
  expect([anew(laptop), anew(other)]).toEqual([[], [false]]);
  before();
  await line.look();
  expect([anew(laptop), anew(other)]).toEqual([[true], [false, false]]);
});

it("a ring of wrong keys for a desk that has just been let in keeps nothing of before from it", async () => {
  const { own, line, said } = await scene({
    early: (clinic) => clinic.push(clinic.founder, [clinic.record(name("Front"), 1, clinic.founder.id)]),
    late: async ({ own: clinic, here, laptop }) => {
      const recipients = [here.keys.card.recipient];
      const sealed = await sealRing(createRing([Buffer.alloc(32, 7)]), { clinic: clinic.id, recipients });
      clinic.push(laptop, [
        memberAdded(here, true),
        withContent((ciphertext) => ({ type: "ring", keyEpoch: 1, ciphertext }), sealed),
      ]);
      return null;
    },
  });
  expect(line.kept().names[own.founder.id]).toBe("Front");
  expect([hasKey(line.kept()), line.kept().ring]).toEqual([true, serializeRing(createRing(own.ring))]);
  expect(said.flat().map(({ type }) => type)).not.toContain("ring");
});

it("books of notices that do not fit together leave this desk in its clinic, and nobody's key for notices outlives a removal", async () => {
  const { own, laptop, line, store } = await scene();
  const stolen = { identity: "AGE-SECRET-KEY-1", recipient: laptop.keys.card.recipient };
  const book = () => ({
    identities: [{ ...stolen, keyEpoch: 2 ** 31 - 1 }],
    addresses: Array.from({ length: 200 }, () => ({
      id: randomUUID(),
      event: "visit.scheduled",
      token: randomBytes(32).toString("base64url"),
      desk: laptop.id,
      madeAt: "2026-03-02T10:00:00.000Z",
      retired: false,
    })),
    pointers: [],
  });
  const said = (): Said => own.record(JSON.stringify({ kind: "notices", book: book() }), 1, randomUUID());
  own.push(laptop, [said(), said()]);
  await line.look();
  expect(line.kept().book?.addresses).toHaveLength(200);
  expect(readMembership(store.read(({ clinic }) => clinic.get(account)))).toEqual(line.kept());
  expect(line.kept().book?.identities).toEqual([]);
});
