import { setImmediate as othersFirst } from "node:timers/promises";
import { expect, it, onTestFinished } from "vitest";
import { emptyLog } from "../../../shared/hub-api/values.ts";
import { createMemorySecretStore } from "../../../main/platform/secret-store.ts";
import { createClinicDesk } from "../../../main/features/clinic/clinic.ts";
import { createDeskKeys } from "../../../main/features/clinic/desk-keys.ts";
import type { HubClient } from "../../../main/features/clinic/hub-client.ts";
import { keepSecrets } from "../../../main/features/clinic/kept-secrets.ts";
import { createMembership } from "../../../main/features/clinic/membership.ts";
import { blankStore } from "../../support/blank-store.ts";
import { sessionFor } from "../../support/at-desk.ts";
import { fakeClock, fakeRandom } from "../../support/fake-clock.ts";
import { account, bookingItem, idOf } from "../../support/store-records.ts";

/** A desk with a patient of whom the others have not heard, and a hub that answers or does not. No timer of it ever runs. */
async function scene() {
  const store = await blankStore();
  const secrets = createMemorySecretStore();
  const of = { hub: "https://hub.example", clinic: "ab".repeat(32), desk: idOf(1), name: "Desk 1" };
  const credential = "a".repeat(43);
  await keepSecrets(secrets, account, {
    ...(await createDeskKeys()),
    clinic: of.clinic,
    desk: of.desk,
    credential,
  });
  store.transaction(({ clinic, items }) => {
    clinic.set(account, JSON.stringify(createMembership(of)));
    items.insert(bookingItem(7));
  });
  const hub = { isAway: false, calls: 0 };
  const client = async (_hub: unknown, route: string) => {
    hub.calls += 1;
    await othersFirst();
    if (hub.isAway) return { kind: "not-reached" as const, reason: "test" };
    const history = { generation: 0, complete: true, awaited: [] };
    const pull = { head: emptyLog, history, pushes: [] };
    return {
      kind: "ok" as const,
      value: route === "pull" ? pull : { now: "2031-01-01T10:00:00Z", history, desks: [] },
    };
  };
  const nothing = (): undefined => undefined;
  const session = sessionFor(() => account);
  const clinic = createClinicDesk({
    store,
    secrets,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it answers what is asked of it here
    client: client as unknown as HubClient,
    listen: (_hub, _onMore, signal) =>
      new Promise((resolve) => signal.addEventListener("abort", () => resolve())),
    inbox: { after: () => 0, keep: () => Promise.resolve() },
    clock: fakeClock("2026-03-02T10:00:00.000Z"),
    random: fakeRandom(),
    log: { info: nothing, warn: nothing, error: nothing },
    agree: () => Promise.resolve(null),
    agreeToDeed: () => Promise.resolve(null),
    session,
    isBusy: () => false,
    onChange: nothing,
    onUp: nothing,
    onLost: nothing,
    emit: nothing,
    onTakenOver: nothing,
    onLeft: nothing,
    noteAct: nothing,
  });
  onTestFinished(() => clinic.stop());
  await clinic.attend(session());
  const line = () => clinic.line()?.line ?? expect.fail("no line");
  /** The others are to be told of a patient from now on. */
  const waits = (): void =>
    store.transaction((all) => all.clinic.changes.add(account, { recordId: idOf(9), kind: "person" }));
  /** All that a letter sets off comes to its end. */
  const typed = async (): Promise<number> => {
    const before = hub.calls;
    clinic.changed([idOf(7)]);
    for (let turn = 0; turn < 20; turn += 1) await othersFirst();
    return hub.calls - before;
  };
  return { hub, line, waits, typed };
}

it("a patient of whom the others have not heard is told with the next change", async () => {
  const { line, waits, typed } = await scene();
  await line().look();
  expect(line().state().line).toBe("up");
  expect(await typed()).toBe(0);
  waits();
  expect(await typed()).toBeGreaterThan(0);
});

it("while a patient waits to be told, a hub that is away is not asked at each letter", async () => {
  const { hub, line, waits, typed } = await scene();
  await line().look();
  hub.isAway = true;
  await line().look();
  expect(line().state().line).toBe("away");
  waits();
  for (let letter = 0; letter < 5; letter += 1) expect(await typed()).toBe(0);
});
