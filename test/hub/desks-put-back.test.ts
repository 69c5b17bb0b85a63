import { randomUUID } from "node:crypto";
import { expect, it, onTestFinished } from "vitest";
import { anyEntry } from "../../shared/activity-log/audit.ts";
import type { PatientForm } from "../../shared/patients/patient-form.ts";
import type { Hub } from "../../hub/hub.ts";
import type { Said } from "../../main/features/clinic/push.ts";
import { fullPatient, sendPatient, startDesk, type TestDesk } from "../support/desk-kit.ts";
import {
  brisk,
  clinicOf,
  inStep,
  joins,
  memberState,
  service,
  signedInDesk,
} from "./support/clinic-desks.ts";
import { keychain } from "./support/keychain.ts";
import { entriesIn, logged } from "./support/logged.ts";
import { copyOf, testDatabase, testHub, type TestDatabase } from "./support/started.ts";
import { stealDesk } from "./support/stolen-desk.ts";

/* A hub that is put back to before a removal has forgotten it; the desks have not. */

type PutBack = (first?: (address: string) => Promise<void>) => Promise<void>;

/** The hub as it is now is put in place of what it becomes, as often as it is asked for; `first` has it to itself before. */
async function copied(hub: Hub, database: TestDatabase): Promise<PutBack> {
  const port = Number(new URL(hub.address).port);
  await hub.close();
  const copy = await copyOf(database);
  let now = await testHub(database, { port });
  return async (first) => {
    await now.close();
    const again = await copyOf(copy);
    if (first !== undefined) {
      const alone = await testHub(again);
      await first(alone.address);
      await alone.close();
    }
    now = await testHub(again, { port });
  };
}

/** Two desks and a laptop that is stolen; the hub is copied while the laptop is a member. */
async function scene() {
  const mock = await service();
  const database = await testDatabase();
  const hub = await testHub(database);
  const [ones, twos, stolen] = [keychain(), keychain(), keychain()];
  const one = await signedInDesk(mock, { secrets: ones.store });
  const two = await signedInDesk(mock, { secrets: twos.store });
  const laptop = await signedInDesk(mock, { secrets: stolen.store });
  await sendPatient(one, fullPatient);
  await clinicOf(hub, [one, two, laptop]);
  for (const desk of [one, two, laptop]) await inStep(desk);
  const thief = await stealDesk(laptop, stolen);
  const putBack = await copied(hub, database);
  /** `first`: what the laptop does there before the desks hear that the hub is back. */
  const goBack = (first?: () => Promise<void>): Promise<void> =>
    putBack(
      first &&
        (async (address) => {
          thief.askAt(address);
          await first();
          thief.askAt();
        }),
    );
  for (const desk of [one, two]) await inStep(desk);
  const { length: before } = await logged(hub.address, ones, 0);
  /** What was said since it was put back, as that desk reads it. */
  const since = (of = ones): ReturnType<typeof logged> => logged(hub.address, of, before);
  const remove = async (): Promise<void> => {
    await one.get("clinic.removeDesk", { desk: thief.desk, lost: true });
    await inStep(one);
    expect((await thief.pull()).status).toBe(403);
  };
  return { mock, hub, one, two, ones, twos, thief, goBack, since, remove };
}

const person = (lastName: string): PatientForm => ({ ...fullPatient, lastName, externalId: lastName });
const find = async (desk: TestDesk, text: string): Promise<number> =>
  (await desk.get("patients.search", { text, limit: 5 })).patients.length;
const removedAt = async (desk: TestDesk, id: string): Promise<boolean | undefined> =>
  (await memberState(desk)).desks.find((one) => one.id === id)?.isRemoved;
const acts = async (desk: TestDesk) => {
  const filter = { ...anyEntry, group: "clinic" as const };
  const { rows } = await desk.get("audit.list", { filter, from: 0, limit: 50, anchor: null });
  return rows.map(({ act, byProgram, more }) => ({ act, byProgram, other: more.other }));
};

it("a removed laptop stays removed: first of all it is removed again, and what was lost is sealed with a new key", async () => {
  const { one, two, thief, goBack, since, remove } = await scene();
  await remove();
  await inStep(two);
  await sendPatient(one, person("Later"));
  await inStep(one);
  await goBack(async () => expect((await thief.pull()).status).toBe(200));
  await inStep(one);
  await inStep(two);
  expect([await removedAt(one, thief.desk), await removedAt(two, thief.desk)]).toEqual([true, true]);
  expect((await thief.pull()).status).toBe(403);
  await sendPatient(two, person("Latest"));
  await inStep(two);
  await inStep(one);
  expect([await find(one, "Latest"), await find(two, "Later")]).toEqual([1, 1]);

  const pushes = await since();
  const [first = []] = entriesIn(pushes);
  expect(first.map((entry) => (entry.type === "member-removed" ? entry.lost : entry.type))).toEqual([
    true,
    "ring",
    "ring",
  ]);
  const [opened, records] = thief.opens(pushes);
  expect([opened, records > 1]).toEqual([0, true]);
  // Both are told, and nobody there did it.
  const cameBack = { act: "desk-came-back", byProgram: true, other: thief.desk };
  for (const desk of [one, two]) {
    expect((await acts(desk)).filter(({ act }) => act === cameBack.act)).toEqual([cameBack]);
    const { desks } = await memberState(desk);
    expect(desks.find(({ id }) => id === thief.desk)?.cameBack).toBe(true);
  }
  expect((await acts(one)).filter(({ act }) => act === "desk-lost")).toHaveLength(1);
});

it("what a removed laptop says before the others are there makes no desk delete its key, and lets nobody in", async () => {
  const { one, two, twos, thief, goBack, since, remove } = await scene();
  const { self } = await memberState(one);
  await remove();
  await inStep(two);
  const friend = { ...thief.card, desk: randomUUID(), admin: true, credential: "ab".repeat(32) };
  const name = { kind: "desk", name: "Front left" };
  const said: readonly Said[] = [
    { entry: { type: "member-added", ...friend } },
    thief.record(friend.desk, name),
    thief.record(randomUUID(), { kind: "desk", name: "nothing" }),
    { entry: { type: "member-removed", desk: self, lost: true } },
  ];
  await goBack(async () => expect(await thief.push(said)).toBe(200));
  await one.get("clinic.look", {});
  expect(await memberState(one)).toMatchObject({ line: "stopped" });
  expect(await find(one, "Sample")).toBe(1);
  expect((await one.get("app.info", {})).storeProblem).toBeNull();
  await sendPatient(two, person("Later"));
  await inStep(two);
  const { desks } = await memberState(two);
  expect(desks.filter(({ isRemoved }) => !isRemoved).map(({ isSelf }) => isSelf)).toEqual([true]);
  expect(desks.map((one) => one.name)).not.toContain("Front left");
  expect((await thief.pull()).status).toBe(403);
  // But what it said itself, it opens nothing.
  const [, ...pushes] = await since(twos);
  const [opened, records] = thief.opens(pushes);
  expect([opened, records > 0]).toEqual([0, true]);
});

it("a desk that was off at the removal, and one that starts after the hub was put back, follow the first that knows", async () => {
  const { mock, hub, one, two, ones, thief, goBack, since, remove } = await scene();
  const { directory, secrets } = two;
  await two.stop();
  await remove();
  await one.stop();
  await goBack();
  const again = { directory: one.directory, secrets: ones.store, clock: brisk };
  const first = await startDesk(again);
  onTestFinished(() => first.stop());
  await inStep(first);
  expect((await thief.pull()).status).toBe(403);
  const second = await startDesk({ directory, secrets, clock: brisk });
  onTestFinished(() => second.stop());
  await inStep(second);
  expect([await removedAt(first, thief.desk), await removedAt(second, thief.desk)]).toEqual([true, true]);
  await sendPatient(second, person("Later"));
  await inStep(second);
  await inStep(first);
  expect(await find(first, "Later")).toBe(1);
  const [opened, records] = thief.opens(await since());
  expect([opened, records > 0]).toEqual([0, true]);
  // The laptop, found again, joins as another desk.
  const found = await signedInDesk(mock);
  await joins(found, first, { hub: hub.address, name: "Found" });
  expect((await memberState(found)).self).not.toBe(thief.desk);
  expect(await find(found, "Later")).toBe(1);
  await sendPatient(found, person("Newest"));
  await inStep(found);
  await inStep(second);
  expect(await find(second, "Newest")).toBe(1);
});

it("two desks that know of it at once remove it once, and go on with one key", async () => {
  const { one, two, thief, goBack, since, remove } = await scene();
  await remove();
  await inStep(two);
  await goBack();
  await Promise.all([inStep(one), inStep(two)]);
  await sendPatient(one, person("Here"));
  await sendPatient(two, person("There"));
  for (const desk of [one, two, one]) await inStep(desk);
  expect([await find(two, "Here"), await find(one, "There")]).toEqual([1, 1]);
  const entries = entriesIn(await since()).flat();
  const epochs = entries.flatMap((entry) => (entry.type === "ring" ? [entry.keyEpoch] : []));
  expect(epochs).toEqual([2, 3]);
  const removals = entries.filter((entry) => entry.type === "member-removed");
  expect(removals).toEqual([{ type: "member-removed", desk: thief.desk, lost: true }]);
});

it("the hub may be put back a second time", async () => {
  const { one, two, thief, goBack, since, remove } = await scene();
  await remove();
  await inStep(two);
  const early = [thief.record(randomUUID(), { kind: "desk", name: "early" })];
  await goBack(async () => expect(await thief.push(early)).toBe(200));
  await inStep(one);
  await inStep(two);
  await goBack();
  await inStep(one);
  await sendPatient(one, person("Later"));
  await inStep(one);
  await inStep(two);
  expect([await removedAt(one, thief.desk), await removedAt(two, thief.desk)]).toEqual([true, true]);
  expect(await find(two, "Later")).toBe(1);
  const epochs = entriesIn(await since())
    .flat()
    .flatMap((entry) => (entry.type === "ring" ? [entry.keyEpoch] : []));
  expect(epochs).toEqual([2, 3, 4]);
});

it("a recovery sheet that was replaced does not open the clinic again", async () => {
  const mock = await service();
  const database = await testDatabase();
  const hub = await testHub(database);
  const one = await signedInDesk(mock);
  await clinicOf(hub, [one]);
  const printed = async (): Promise<string> => {
    const { sheet } = await one.get("clinic.makeSheet", {});
    await one.get("clinic.keepSheet", {});
    return `${sheet.hub}\n${sheet.clinic}\n${sheet.identity}`;
  };
  const old = await printed();
  await inStep(one);
  const goBack = await copied(hub, database);
  await printed();
  await inStep(one);
  await goBack();
  // The sheet that replaced it is lost with the rest: a person is told that there is none.
  expect(await inStep(one)).toMatchObject({ hasSheet: false, hasUnprintedSheet: false });
  const answer = await (await signedInDesk(mock)).ask("clinic.recover", { sheet: old, name: "Somebody" });
  expect(answer).toMatchObject({ ok: false, failure: { why: { id: "failures.clinic.sheetUnknown" } } });
  expect((await acts(one)).filter(({ act }) => act === "sheet-came-back")).toHaveLength(1);
  const fresh = await printed();
  const other = await signedInDesk(mock);
  expect((await other.ask("clinic.recover", { sheet: fresh, name: "New" })).ok).toBe(true);
});

it("where a removed laptop is the first to speak and removes everybody, the desks found a clinic anew with what they have", async () => {
  const { one, two, thief, goBack, remove } = await scene();
  const selves = await Promise.all([one, two].map(async (desk) => (await memberState(desk)).self));
  await remove();
  await inStep(two);
  await sendPatient(two, person("Mine"));
  await inStep(two);
  const removals = selves.map((desk) => ({ entry: { type: "member-removed", desk, lost: true } }) as const);
  await goBack(async () => expect(await thief.push(removals)).toBe(200));
  for (const desk of [one, two]) {
    await desk.get("clinic.look", {});
    expect(await memberState(desk)).toMatchObject({ line: "stopped" });
    expect((await desk.get("app.info", {})).storeProblem).toBeNull();
    expect((await desk.ask("clinic.leave", {})).ok).toBe(true);
  }
  const other = await testHub(await testDatabase());
  await clinicOf(other, [one, two]);
  for (const desk of [one, two, one]) {
    await inStep(desk);
    expect((await find(desk, "Mine")) + (await find(desk, "Sample"))).toBe(2);
  }
  expect((await thief.pull()).status).toBe(200);
});
