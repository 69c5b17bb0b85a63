import { expect, it } from "vitest";
import { ok, type Result } from "../../../shared/core/failure.ts";
import { isRouteName, routes } from "../../../shared/routes.ts";
import { createAuditMiddleware } from "../../../main/features/activity-log/log-acts.ts";
import { passGate, type Handlers } from "../../../main/ipc/router.ts";
import { createStoreError } from "../../../main/db/store-error.ts";
import type { Store } from "../../../main/db/types.ts";
import { blankStore } from "../../support/blank-store.ts";
import { fakeClock } from "../../support/fake-clock.ts";
import type { WithSession } from "../../support/at-desk.ts";
import { openGate } from "../../support/open-gate.ts";
import { startOfTest } from "../../support/outbox-kit.ts";
import { idOf } from "../../support/store-records.ts";

const names = Object.keys(routes).filter(isRouteName);
const handlers = Object.fromEntries(
  names.map((name) => [name, () => ok({ name: "x" })]),
) as unknown as Handlers;

async function bench(over: Partial<Handlers> = {}) {
  const memory = await blankStore();
  const disk = { isFull: false };
  const store: Store = {
    ...memory,
    transaction: (work) => {
      if (disk.isFull) throw createStoreError("full");
      return memory.transaction(work);
    },
  };
  const atDesk: { account: string | null } = { account: "one" };
  const clock = fakeClock(startOfTest);
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const acts = createAuditMiddleware({ store, clock, log, accountId: () => atDesk.account });
  const told = (most = 100): readonly string[] =>
    store.read(({ audit }) => audit.after(0, most)).map(({ entry }) => entry.act);
  const gate = { ...openGate, noteReading: acts.noteReading };
  const all: Handlers = { ...handlers, ...over };
  const desk = Object.fromEntries(
    names.map((name) => [name, (input: never) => passGate(name, input, { handler: all[name], gate })]),
  ) as unknown as WithSession<Handlers>;
  return { store, disk, clock, acts, told, atDesk, desk };
}

it("what is read is written once nobody reads for a second, after ten at the latest, and not twice a minute", async () => {
  const { clock, told, desk } = await bench();
  for (let number = 1; number < 15; number += 1) {
    await desk["patients.person"]({ id: idOf(number) });
    expect(told()).toHaveLength(number < 13 ? 0 : 12);
    await clock.advance(900);
  }
  await clock.advance(1_000);
  expect(told()).toHaveLength(14);
  await desk["patients.person"]({ id: idOf(14) });
  await clock.advance(2_000);
  expect(told()).toHaveLength(14);
  await clock.advance(60_000);
  await desk["patients.person"]({ id: idOf(14) });
  await clock.advance(2_000);
  expect(told()).toHaveLength(15);
});

// log-9: A saved list is in the log, with the person who asked for it
it(
  "a list that is saved is recorded with who asked for it, also when they sign out meanwhile",
  { tags: ["log-9"] },
  async () => {
    const written = Promise.withResolvers<Result<{ name: string | null; rows: number }>>();
    const { store, clock, atDesk, desk } = await bench({ "export.save": () => written.promise });
    const saved = desk["export.save"]({ what: "patients" });
    atDesk.account = null;
    written.resolve(ok({ name: "x", rows: 3 }));
    await saved;
    await clock.advance(2_000);
    expect(store.read(({ audit }) => audit.after(0, 9)).map(({ entry }) => entry)).toMatchObject([
      { act: "exported", account: "one", more: '{"file":"patients","count":3}' },
    ]);
  },
);

it("records that cannot be written keep nobody from what was read, nor from signing out", async () => {
  const { store, clock, desk } = await bench();
  store.close();
  expect(await desk["patients.person"]({ id: idOf(1) })).toMatchObject({ ok: true });
  await clock.advance(2_000);
  expect(await desk["session.signOut"]({})).toMatchObject({ ok: true });
});

it("what left the records is in the log at once, also where the program is killed then", async () => {
  const { told, desk } = await bench({ "app.print": () => ok({}) });
  await desk["patients.person"]({ id: idOf(1) });
  await desk["app.print"]({});
  expect(told()).toEqual(["patient-opened", "printed"]);
  await desk["export.save"]({ what: "patients" });
  expect(told()).toEqual(["patient-opened", "printed", "exported"]);
});

it("what cannot be written while the disk is full is written once there is room, and not twice", async () => {
  const { store, clock, told, desk, disk } = await bench();
  disk.isFull = true;
  await desk["export.save"]({ what: "patients" });
  await desk["patients.person"]({ id: idOf(1) });
  await clock.advance(20_000);
  await desk["patients.person"]({ id: idOf(2) });
  await clock.advance(20_000);
  expect(told()).toEqual([]);
  disk.isFull = false;
  const back = clock.now().toISOString();
  await desk["patients.person"]({ id: idOf(3) });
  // As any other reading, and not sooner.
  expect(told()).toEqual([]);
  await clock.advance(2_000);
  expect(told()).toEqual(["exported", "patient-opened", "patient-opened", "patient-opened"]);
  const times = store.read(({ audit }) => audit.after(0, 9)).map(({ entry }) => entry.at);
  expect(times.filter((at) => at < back)).toHaveLength(3);
  await clock.advance(20_000);
  expect(told()).toHaveLength(4);
});

it("of what cannot be written at all the last ten thousand are kept", async () => {
  const { clock, told, acts, disk } = await bench();
  disk.isFull = true;
  for (let each = 0; each < 10_001; each += 1) acts.note({ act: each === 0 ? "started" : "ended" });
  acts.flush();
  disk.isFull = false;
  acts.note({ act: "printed" });
  await clock.advance(2_000);
  expect(told(20_000)).toEqual([...Array.from({ length: 10_000 }, () => "ended"), "printed"]);
});

it("a search is one while it is typed, for a minute; a search for somebody else is another", async () => {
  const { clock, told, desk } = await bench();
  const search = async (...texts: readonly string[]): Promise<number> => {
    for (const text of texts) await desk["patients.search"]({ text, limit: 20 });
    await clock.advance(2_000);
    return told().length;
  };
  expect(await search("s", "Smi", "smith ", "smit", "smith")).toBe(1);
  expect(await search("miller")).toBe(2);
  // A list that stays open beside it is read again with every change.
  expect(await search("smith", "miller", "smith")).toBe(2);
  expect(await search("s", "sa", "sanders")).toBe(3);
  for (let minute = 0; minute < 5; minute += 1) {
    await clock.advance(50_000);
    expect(await search("sanders")).toBe(3);
  }
  expect(await search("sanders, j")).toBe(4);
  await desk["patients.byNumber"]({ patientId: 12 });
  await desk["patients.byNumber"]({ patientId: 13 });
  await desk["patients.byExternalId"]({ externalId: "13" });
  expect(await search("sanders, jo")).toBe(7);
});

it("a search has nothing of what was looked for in the log", async () => {
  const { store, clock, desk } = await bench();
  await desk["patients.search"]({ text: "smith", limit: 20 });
  await clock.advance(2_000);
  expect(store.read(({ audit }) => audit.after(0, 9)).map(({ entry }) => entry)).toMatchObject([
    { act: "patients-searched", record: null, more: "{}" },
  ]);
});
