import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { LockedFacts } from "../../shared/lock/lock.ts";
import { createAttention } from "../../main/desk/attention.ts";
import { say } from "../../messages/saying.ts";
import { words } from "../../messages/words.ts";
import { bookingForm, fullPatient, hasty, removeFolder } from "../support/desk-kit.ts";
import { fakeClock, type FakeClock } from "../support/fake-clock.ts";
import { json, jwtOf, startFakeService, type FakeService } from "../support/fake-service.ts";
import { startLockable, type LockTestDesk } from "../support/lock-kit.ts";

/** A desk that locks by itself while something goes on: what its lock screen says, and later the items, is what the service holds. */
const pin = "4711";
let service: FakeService;
let desk: LockTestDesk;
/** What limits the work of others goes by it: it stands still until a test lets a limit run out. */
let limits: FakeClock;
/** The file that a person chooses. */
let chosen: string | null;
/** What was told outside of the window. */
let outside: string[];

beforeEach(async () => {
  [chosen, outside] = [null, []];
  service = await startFakeService();
  limits = fakeClock("2026-03-02T15:00:00.000Z");
  const tell = createAttention({
    isWatched: () => false,
    badge: (count) => void outside.push(String(count)),
    notify: (count) => void outside.push(words.desk.attention.title({ count }), words.desk.attention.text),
    notifyDenied: (count) => void outside.push(words.desk.attention.denied({ count })),
  });
  desk = await startLockable({
    clock: { ...hasty.clock, limits },
    // A request is held up for as long as the test says.
    deadline: 3_600_000,
    onNeedsPerson: tell,
    window: {
      copy: () => undefined,
      print: async () => ({ ok: true, value: {} }),
      flushed: () => undefined,
      restart: () => undefined,
      files: {
        open: async () => ({ ok: true, value: { file: null } }),
        save: async () => ({ ok: true, value: { name: null } }),
        choose: async () => chosen,
        chooseNew: async () => null,
        chooseFolder: async () => null,
      },
    },
  });
  await desk.get("session.connect", {
    serviceAddress: service.baseUrl,
    token: jwtOf({ sub: "Elm Street Clinic", iss: "https://issuer.example" }),
    sameAccount: null,
  });
  await desk.get("settings.save", { undoSeconds: 0 });
  await desk.get("lock.setPin", { which: "desk", present: "", next: pin });
  await desk.get("lock.setAfter", { minutes: 1 });
});
afterEach(async () => {
  await desk.desk.stop();
  removeFolder(desk.directory);
  await service.close();
});

const lockScreen = async (): Promise<LockedFacts | null> => (await desk.get("lock.get", {})).locked;
const itemsSaid = async (): Promise<LockedFacts["items"]> => (await lockScreen())?.items ?? null;
/** Nobody was at the computer for the minutes that are set: the desk locks by itself. */
async function locksByItself(): Promise<void> {
  desk.idle = 60;
  await expect.poll(async () => (await lockScreen())?.reason).toBe("idle");
  desk.idle = 0;
}
/** What is under way at a locked desk is given up, however long that may take. */
const endsUnanswered = (): Promise<void> => limits.advance(60_000);
const unlock = () => desk.get("lock.unlock", { pin });
const posts = (path: string): number => service.sent(path).length;

const booking = bookingForm({
  patient: { kind: "number", text: "1" },
  sameAddress: false,
  address: "1 Main St",
  city: "Springfield",
  state: "IL",
  zip: "62701",
});
async function book(): Promise<string> {
  const { id } = await desk.get("items.create", { kind: "booking", form: booking });
  void desk.ask("items.submit", { id, wait: true });
  return id;
}
const none = { notSent: 0, sending: 0, waiting: 0, unshared: 0, needsChecking: 0 };

describe("a desk that locks by itself", () => {
  it("while one is sent says so, then that it is booked, as the service has it", async () => {
    const answer = Promise.withResolvers<null>();
    service.rule(({ path }) => (path === "/api/appointment" ? answer.promise : null));
    const id = await book();
    await expect.poll(() => posts("/api/appointment")).toBe(1);
    await locksByItself();
    expect(await itemsSaid()).toEqual({ ...none, sending: 1 });
    answer.resolve(null);
    await expect.poll(itemsSaid).toEqual(none);
    await unlock();
    expect(await desk.get("items.get", { id })).toMatchObject({ status: "done" });
    expect(posts("/api/appointment")).toBe(1);
  });

  it("while one is sent that is never answered says that it needs checking, and sends it no more", async () => {
    const held = Promise.withResolvers<null>();
    service.rule(({ path }) => (path === "/api/appointment" ? held.promise : null));
    const id = await book();
    await expect.poll(() => posts("/api/appointment")).toBe(1);
    await locksByItself();
    await endsUnanswered();
    await expect.poll(itemsSaid).toEqual({ ...none, needsChecking: 1 });
    await unlock();
    expect(await desk.get("items.get", { id })).toMatchObject({ status: "needs-checking" });
    held.resolve(null);
    expect(posts("/api/appointment")).toBe(1);
  });

  it("while a question is asked over what is about to be sent sends none of it, and its yes is none", async () => {
    await desk.get("settings.save", { undoSeconds: 5 });
    const id = await book();
    await expect.poll(async () => (await desk.get("items.moments", {})).moments).toHaveLength(1);
    const question = await desk.get("question.hold", {});
    await locksByItself();
    expect(await itemsSaid()).toEqual({ ...none, notSent: 1 });
    expect(await desk.ask("question.answer", question)).toMatchObject({ failure: { code: "locked" } });
    await unlock();
    expect(await desk.get("question.answer", question)).toEqual({ isHeld: false });
    expect(await desk.get("items.get", { id })).toMatchObject({
      status: "draft",
      problem: { why: say("failures.outbox.lockedBefore", { button: "book" }) },
    });
    expect(posts("/api/appointment")).toBe(0);
  });

  it("during an import counts each row once, as the service has it, and goes on after it is unlocked", async () => {
    const count = 40;
    const heads = "First name,Last name,DOB,Sex,Address,City,State,Zip,Phone,Email,MRN";
    const rows = Array.from(
      { length: count },
      (_, at) =>
        `Jane,Doe ${"ABCDEFGH"[at % 8]}${"IJKLM"[Math.floor(at / 8)]},03/25/84,F,${at} Oak St,Springfield,IL,62701,2175550199,j${at}@example.com,A-${at}`,
    );
    chosen = join(desk.directory, "patients.csv");
    writeFileSync(chosen, [heads, ...rows].join("\r\n"));
    // Six are answered, and those that come then are not until the desk is locked.
    const answer = Promise.withResolvers<null>();
    const answered = 6;
    const placesOfTheDesk = 4;
    let asked = 0;
    service.rule(async ({ path }) => {
      if (path !== "/api/patient") return null;
      asked += 1;
      const patientId = 1_000 + asked;
      if (asked > answered) await answer.promise;
      return json(201, { patientId });
    });
    const choose = await desk.get("import.choose", {});
    await expect
      .poll(async () => (await desk.get("import.get", {})).file?.dryRun)
      .toMatchObject({ state: "done", fresh: count });
    void desk.ask("import.begin", { id: choose.file?.id ?? "" });
    // Nothing is half on its way when the desk locks: the answers are kept, and as many requests as it sends at once are here.
    await expect.poll(async () => (await desk.get("items.counts", {})).done).toBe(answered);
    await expect.poll(() => asked).toBe(answered + placesOfTheDesk);
    await locksByItself();
    const during = { sending: placesOfTheDesk, waiting: count - answered - placesOfTheDesk };
    expect(await itemsSaid()).toEqual({ ...none, ...during });
    answer.resolve(null);
    await expect.poll(itemsSaid).toEqual({ ...none, waiting: count - asked });
    const before = asked;
    await unlock();
    await expect.poll(async () => (await desk.get("import.get", {})).job, { timeout: 60_000 }).toBeNull();
    expect(before).toBeLessThan(count);
    const sent = service.sent("/api/patient").map((body) => JSON.stringify(body));
    expect([sent.length, new Set(sent).size]).toEqual([count, count]);
  });

  it("tells nobody outside of the window of anybody: a number, and nothing of what ends while it is locked", async () => {
    service.rule(({ method, path }) =>
      method === "POST" && path === "/api/patient" ? json(422, { message: "No Sample here" }) : null,
    );
    const { id } = await desk.get("items.create", { kind: "patient", form: fullPatient });
    await desk.get("items.submit", { id, wait: true });
    await expect.poll(() => outside).toContain(words.desk.attention.title({ count: 1 }));
    const held = Promise.withResolvers<null>();
    service.rule(({ path }) => (path === "/api/appointment" ? held.promise : null));
    await book();
    await expect.poll(() => posts("/api/appointment")).toBe(1);
    await locksByItself();
    const before = outside.length;
    await endsUnanswered();
    await expect.poll(itemsSaid).toMatchObject({ needsChecking: 1 });
    expect(outside).toHaveLength(before);
    for (const told of outside)
      for (const name of [fullPatient.firstName, fullPatient.lastName, "Elm Street"])
        expect(told).not.toContain(name);
    held.resolve(null);
  });
});
