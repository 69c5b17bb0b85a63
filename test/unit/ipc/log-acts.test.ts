import { expect, it } from "vitest";
import { ok, type Result } from "../../../contract/failure.ts";
import { isRouteName, routes } from "../../../contract/routes.ts";
import { logActs, routesAndLog } from "../../../main/adapters/log-acts.ts";
import type { Handlers } from "../../../main/ipc/router.ts";
import { memoryStore } from "../../../main/store/memory-store.ts";
import { fakeClock } from "../../support/fake-clock.ts";
import { startOfTest } from "../../support/outbox-kit.ts";
import { idOf } from "../../support/store-records.ts";

const names = Object.keys(routes).filter(isRouteName);
const handlers = Object.fromEntries(
  names.map((name) => [name, () => ok({ name: "x" })]),
) as unknown as Handlers;

async function bench(over: Partial<Handlers> = {}) {
  const store = await memoryStore();
  const atDesk: { account: string | null } = { account: "one" };
  const clock = fakeClock(startOfTest);
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const acts = logActs({ store, clock, log, accountId: () => atDesk.account });
  const told = (): readonly string[] =>
    store.read(({ audit }) => audit.after(0, 100)).map(({ entry }) => entry.act);
  return { store, clock, acts, told, atDesk, desk: acts.recorded({ ...handlers, ...over }) };
}

it("the routes that show records, or take them elsewhere, are those that are recorded, and no others", async () => {
  const { desk } = await bench();
  const recorded = names.filter((name) => desk[name] !== handlers[name]);
  expect(recorded.toSorted()).toEqual(names.filter((name) => routesAndLog[name] === "read").toSorted());
  expect(recorded.length).toBeGreaterThan(5);
});

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

it("a list that is saved is recorded with who asked for it, also when they sign out meanwhile", async () => {
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
});

it("records that cannot be written keep nobody from what was read, nor from signing out", async () => {
  const { store, clock, desk } = await bench();
  store.close();
  expect(await desk["patients.person"]({ id: idOf(1) })).toMatchObject({ ok: true });
  await clock.advance(2_000);
  expect(await desk["session.signOut"]({})).toMatchObject({ ok: true });
});
