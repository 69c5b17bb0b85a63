import { join } from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { connect } from "../../main/db/connection.ts";
import { startDesk, type TestDesk } from "../support/desk-kit.ts";
import { keyOf } from "../support/store-files.ts";
import { startFaultProxy } from "../faults/line/proxy.ts";
import { startSecureLine } from "../faults/line/secure-line.ts";
import {
  brisk,
  clinicOf,
  inStep,
  memberState,
  patient,
  service,
  signedInDesk,
} from "./support/clinic-desks.ts";
import { scene, waiting } from "./support/clinic-scene.ts";
import { testDatabase, testHub } from "./support/started.ts";

/** Waits until it is over, and answers why. */
const whyNot = (desk: TestDesk): Promise<string | undefined> =>
  vi.waitFor(async () => {
    const state = await desk.get("clinic.get", {});
    if (state.membership !== "none") throw new Error(state.membership);
    return state.reason?.id;
  }, patient);

it.each(["account", "service"] as const)(
  "a desk that is signed in to another %s is not let in, and both sides are told why",
  async (other) => {
    const mock = await service();
    const hub = await testHub(await testDatabase());
    // A service at an address that is not the desk's own computer: those are not compared.
    const way = await startFaultProxy({ target: Number(new URL(mock.baseUrl).port) });
    const line = await startSecureLine(way.accept);
    const [one, two] = [
      await signedInDesk(mock),
      await startDesk({ clock: brisk, resolveProxy: line.resolveProxy }),
    ];
    onTestFinished(async () => {
      await two.stop();
      await line.close();
      await way.close();
    });
    const serviceAddress = other === "service" ? line.address : mock.baseUrl;
    const token = other === "account" ? await mock.issueToken({ subject: "another" }) : mock.token;
    await two.get("session.connect", { serviceAddress, token, sameAccount: null });
    await clinicOf(hub, [one]);
    await one.get("clinic.invite", {});
    const code = String((await memberState(one)).invitation?.code);
    await two.get("clinic.join", { hub: hub.address, code, name: "Desk 2" });
    await vi.waitFor(async () => {
      expect((await memberState(one)).invitation).toMatchObject({ asks: "Desk 2", isOtherAccount: true });
    }, patient);
    expect(await one.ask("clinic.answer", { accept: true })).toMatchObject({
      ok: false,
      failure: { why: { id: "failures.clinic.guestOfOtherAccount" } },
    });
    expect(await whyNot(two)).toBe("failures.clinic.otherAccount");
    expect((await inStep(one)).desks).toHaveLength(1);
  },
);

it("the recovery sheet lets in no desk that is signed in to another account", async () => {
  const mock = await service();
  const hub = await testHub(await testDatabase());
  const [one, two] = [await signedInDesk(mock), await startDesk({ clock: brisk })];
  onTestFinished(() => two.stop());
  await clinicOf(hub, [one]);
  const { sheet } = await one.get("clinic.makeSheet", {});
  const token = await mock.issueToken({ subject: "another" });
  await two.get("session.connect", { serviceAddress: mock.baseUrl, token, sameAccount: null });
  const asked = { sheet: `${sheet.hub}\n${sheet.clinic}\n${sheet.identity}`, name: "Desk 2" };
  expect(await two.ask("clinic.recover", asked)).toMatchObject({
    ok: false,
    failure: { why: { id: "failures.clinic.otherAccount" } },
  });
  expect((await inStep(one)).desks).toHaveLength(1);
  await two.get("session.connect", { serviceAddress: mock.baseUrl, token: mock.token, sameAccount: null });
  expect(await two.ask("clinic.recover", asked)).toMatchObject({ ok: true });
});

/** Stops a desk, changes its records as an earlier Front Desk would have left them, and starts it again. */
async function earlier(desk: Awaited<ReturnType<typeof signedInDesk>>, subject?: string): Promise<TestDesk> {
  await desk.stop();
  const file = join(desk.directory, "front-desk.db");
  const db = await connect(file, await keyOf(file, desk.secrets));
  db.prepare("update clinics set json = json_remove(json, '$.account', '$.accounts')").run();
  if (subject !== undefined) db.prepare("update accounts set subject = ?").run(subject);
  db.close();
  const again = await startDesk({ clock: brisk, directory: desk.directory, secrets: desk.secrets });
  onTestFinished(() => again.stop());
  return again;
}

it("a desk that was let in under another account shares no more, and sends nothing of the clinic's", async () => {
  const { mock: _mock, desks, booked, ...of } = await scene();
  const [first, second] = desks;
  if (first === undefined || second === undefined) throw new RangeError("desks");
  const id = await waiting({ desks, ...of }, first);
  const { self } = await memberState(second);
  await first.get("clinic.handOver", { id, to: self });
  await inStep(second);
  expect((await second.get("items.get", { id })).status).toBe("saved-for-later");
  await second.stop();
  const one = await earlier(first);
  await inStep(one);
  const two = await earlier(second, "another");
  const state = await vi.waitFor(async () => {
    await two.get("clinic.look", {});
    const now = await memberState(two);
    if (now.line !== "stopped") throw new Error(now.line);
    return now;
  }, patient);
  expect(state.reason?.id).toBe("failures.clinic.stopped.other-account");
  for (const route of ["items.submit", "clinic.bookWithoutHub"] as const)
    expect(await two.ask(route, route === "items.submit" ? { id, wait: true } : { id })).toMatchObject({
      ok: false,
      failure: { why: { id: "failures.clinic.stopped.other-account" } },
    });
  await two.get("clinic.leave", {});
  expect((await two.get("items.get", { id })).status).toBe("discarded");
  expect(booked()).toBe(0);
  // The others go on.
  expect((await inStep(one)).line).toBe("up");
});
