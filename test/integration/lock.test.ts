import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { anyEntry } from "../../shared/activity-log/audit.ts";
import type { RouteInput, RouteName } from "../../shared/routes.ts";
import { routes } from "../../shared/routes.ts";
import { createSecretFailure, type SecretStore } from "../../main/platform/secret-store.ts";
import { lockedRoutes } from "../../main/features/lock/lock-handlers.ts";
import { say } from "../../messages/saying.ts";
import { bookingForm, fullPatient, hasty, removeFolder } from "../support/desk-kit.ts";
import { fakeClock, type FakeClock } from "../support/fake-clock.ts";
import { json, jwtOf, startFakeService, type FakeService } from "../support/fake-service.ts";
import { startLockable, type LockTestDesk } from "../support/lock-kit.ts";
import { openFiles } from "../support/open-files.ts";
import { routeInputs } from "../support/route-inputs.ts";

const pin = "4711";
const token = jwtOf({ sub: "Elm Street Clinic", iss: "https://issuer.example" });

let service: FakeService;
let desk: LockTestDesk;
/** Every start of this test's desk, to be ended. */
let all: LockTestDesk[];

async function start(options: Parameters<typeof startLockable>[0] = {}): Promise<LockTestDesk> {
  const started = await startLockable(options);
  all.push(started);
  return started;
}
/** The program ends and is started again, over the same records and keychain. */
async function restart(): Promise<void> {
  await desk.desk.stop();
  desk = await start({ directory: desk.directory, secrets: desk.secrets });
}
const signIn = (with_ = token) =>
  desk.get("session.connect", { serviceAddress: service.baseUrl, token: with_, sameAccount: null });
const setPin = (which: "desk" | "admin" = "desk", next = pin) =>
  desk.get("lock.setPin", { which, present: "", next });
const unlock = (with_ = pin) => desk.get("lock.unlock", { pin: with_ });
const locked = async () => (await desk.get("lock.get", {})).locked;
/** What the activity log has, and how often in a row. */
async function acts(): Promise<readonly string[]> {
  const { rows } = await desk.get("audit.list", { from: 0, limit: 50, anchor: null, filter: anyEntry });
  return rows.map(({ act, more }) => [act, more.count].filter((part) => part !== undefined).join(" "));
}
const posts = (): number => service.requests.filter(({ method }) => method === "POST").length;

const booking = bookingForm({
  patient: { kind: "number", text: "1" },
  sameAddress: false,
  address: "1 Main St",
  city: "Springfield",
  state: "IL",
  zip: "62701",
});

beforeEach(async () => {
  service = await startFakeService();
  all = [];
  desk = await start();
});
afterEach(async () => {
  // Some share a folder: Windows removes none that anybody has open.
  for (const each of all) await each.desk.stop();
  for (const { directory } of all) removeFolder(directory);
  await service.close();
});

describe("a locked desk", () => {
  beforeEach(async () => {
    await signIn();
    await setPin();
  });

  // lock-1: A locked screen shows no patient, and main answers only its lock
  // lock-2: A locked desk has its records closed
  it(
    "has no file of its records open, and none of its routes answers but its lock's",
    { tags: ["lock-1", "lock-2"] },
    async () => {
      expect(openFiles(desk.directory).some((file) => file.endsWith("front-desk.db"))).toBe(true);
      await desk.desk.lock("person");
      expect(openFiles(desk.directory)).toEqual([]);
      const answered: string[] = [];
      for (const name of Object.keys(routes) as RouteName[]) {
        const answer = await desk.desk.route(name, routeInputs[name]);
        if (answer.ok || answer.failure.code !== "locked") answered.push(name);
      }
      expect(answered.toSorted()).toEqual([...lockedRoutes].toSorted());
      for (const name of ["begin", "done", "cancel"])
        expect(await desk.desk.cardRoute(name, {})).toMatchObject({ failure: { code: "locked" } });
    },
  );

  it.each(["suspend", "system"] as const)(
    "is locked again where that comes while it opens: %s",
    async (reason) => {
      let holds = false;
      const answered = Promise.withResolvers<void>();
      const asked = Promise.withResolvers<void>();
      const own = desk.secrets;
      const secrets: SecretStore = {
        ...own,
        get: async (name) => {
          if (holds && name.startsWith("database-key")) {
            asked.resolve();
            await answered.promise;
          }
          return own.get(name);
        },
      };
      await desk.desk.stop();
      desk = await start({ directory: desk.directory, secrets });
      holds = true;
      const unlocking = unlock();
      // The PIN is right, and the records are about to open.
      await asked.promise;
      const locking = desk.desk.lock(reason);
      answered.resolve();
      await locking;
      await unlocking;
      expect(desk.desk.isLocked()).toBe(true);
      expect(await locked()).toMatchObject({ reason });
      expect(await desk.ask("items.counts", {})).toMatchObject({ failure: { code: "locked" } });
    },
  );

  it("has hidden what stood outside of the page, saved what was typed, and only then loaded it anew", async () => {
    await desk.desk.lock("person");
    expect(desk.done).toEqual(["hide", "save typed", "reload"]);
  });

  it("says why, who was at the desk and how much waits; nothing of a patient", async () => {
    await desk.get("staff.choose", { name: "Rosa" });
    await desk.get("outbox.pause", { paused: true });
    const { id } = await desk.get("items.create", { kind: "patient", form: fullPatient });
    void desk.ask("items.submit", { id, wait: false });
    await expect.poll(async () => (await desk.get("items.get", { id })).status).not.toBe("draft");
    await desk.desk.lock("system");
    const told = await desk.get("lock.get", {});
    expect(told.locked).toMatchObject({ reason: "system", by: "Rosa" });
    expect(JSON.stringify(told)).not.toContain(fullPatient.lastName);
  });

  it("opens with its PIN alone, where it was, and tells that place once", async () => {
    const place = { screen: "outbox", itemId: null, patientRecordId: null } as const;
    await desk.desk.stop();
    desk = await start({ directory: desk.directory, secrets: desk.secrets, place });
    await unlock();
    await desk.desk.lock("person");
    expect((await desk.get("lock.get", {})).place).toBeNull();
    expect(await unlock("1357")).toMatchObject({ outcome: "wrong" });
    expect(await locked()).not.toBeNull();
    expect(await unlock()).toMatchObject({ outcome: "right" });
    expect(await desk.get("lock.get", {})).toMatchObject({ locked: null, place });
    expect((await desk.get("lock.get", {})).place).toBeNull();
    expect(await desk.get("session.get", {})).toMatchObject({ session: { status: "signed-in" } });
  });

  it("keeps what was being typed", async () => {
    const { id } = await desk.get("items.create", { kind: "patient", form: fullPatient });
    await desk.desk.lock("idle");
    await unlock();
    expect(await desk.get("items.get", { id })).toMatchObject({ status: "draft", form: fullPatient });
  });

  it("tells the page nothing of what still comes to its end", async () => {
    const answer = Promise.withResolvers<void>();
    service.rule(async ({ path }) => (path === "/api/patient" ? (await answer.promise, null) : null));
    const { id } = await desk.get("items.create", { kind: "patient", form: fullPatient });
    void desk.ask("items.submit", { id, wait: true });
    await expect.poll(posts).toBe(1);
    const ended = desk.desk.lock("person");
    await expect.poll(() => desk.desk.isLocked()).toBe(true);
    const before = desk.events.length;
    answer.resolve();
    await ended;
    // That the screen of the locked desk is to read its counts again, and nothing of an item.
    expect(desk.events.slice(before)).toEqual(['["lock.changed",{}]']);
  });

  it("is locked after a restart, and after a kill: nothing is kept of its being open", async () => {
    await restart();
    expect(await locked()).toMatchObject({ reason: "start", by: null, items: null });
    expect(openFiles(desk.directory)).toEqual([]);
    await unlock();
    expect(await locked()).toBeNull();
  });

  it("ends like any other", async () => {
    await desk.desk.lock("person");
    expect(desk.desk.quitWords()).toBeNull();
    await desk.desk.stop();
  });

  it("is opened by the system's own prompt where that says yes", async () => {
    let isTheirs = false;
    await desk.desk.stop();
    desk = await start({ directory: desk.directory, secrets: desk.secrets, prompt: async () => isTheirs });
    expect(await desk.get("lock.prompt", {})).toEqual({ opened: false });
    expect(await locked()).not.toBeNull();
    isTheirs = true;
    expect(await desk.get("lock.prompt", {})).toEqual({ opened: true });
    expect(await locked()).toBeNull();
  });
});

const otherToken = jwtOf({ sub: "Oak Street Clinic", iss: "https://issuer.example" });
/** What takes many patients in or out at once, and who did what. */
const adminsToo = [
  "export.save",
  "import.choose",
  "import.drop",
  "import.read",
  "import.rows",
  "import.fix",
  "import.saveBad",
  "import.begin",
  "import.stop",
  "audit.list",
  "audit.people",
  "audit.check",
  "audit.warningRead",
  "audit.export",
] as const satisfies readonly RouteName[];

describe("what is on its way when the desk locks", () => {
  /** What limits the work of others goes by it: it stands still until a test lets a limit run out. */
  let limits: FakeClock;
  beforeEach(async () => {
    await desk.desk.stop();
    limits = fakeClock("2026-03-02T15:00:00.000Z");
    desk = await start({ clock: { ...hasty.clock, limits } });
    await signIn();
    await setPin();
  });

  // lock-5: A request under way when the desk locks is recorded, and sent once
  it("is answered and recorded before the records close, and sent once", { tags: ["lock-5"] }, async () => {
    const answer = Promise.withResolvers<void>();
    service.rule(async ({ path }) => (path === "/api/appointment" ? (await answer.promise, null) : null));
    const { id } = await desk.get("items.create", { kind: "booking", form: booking });
    void desk.ask("items.submit", { id, wait: true });
    await expect.poll(posts).toBe(1);
    const ended = desk.desk.lock("system");
    await expect.poll(() => desk.desk.isLocked()).toBe(true);
    answer.resolve();
    await ended;
    await unlock();
    expect(await desk.get("items.get", { id })).toMatchObject({ status: "done" });
    expect(posts()).toBe(1);
  });

  it("and is not answered in time needs a person: it is never sent again by itself", async () => {
    const held = Promise.withResolvers<null>();
    service.rule(({ path }) => (path === "/api/appointment" ? held.promise : null));
    const { id } = await desk.get("items.create", { kind: "booking", form: booking });
    void desk.ask("items.submit", { id, wait: true });
    await expect.poll(posts).toBe(1);
    const told = desk.events.filter((line) => line.includes("lock.changed")).length;
    const locking = desk.desk.lock("system");
    // Under way, it does not wait to be sent: it may have been booked.
    await expect
      .poll(async () => (await locked())?.items)
      .toEqual({ notSent: 0, sending: 1, waiting: 0, unshared: 0, needsChecking: 0 });
    await limits.advance(60_000);
    await locking;
    // The screen of the locked desk is told, and reads it again.
    expect(desk.events.filter((line) => line.includes("lock.changed")).length).toBeGreaterThan(told);
    expect((await locked())?.items).toEqual({
      notSent: 0,
      sending: 0,
      waiting: 0,
      unshared: 0,
      needsChecking: 1,
    });
    await unlock();
    expect(await desk.get("items.get", { id })).toMatchObject({ status: "needs-checking" });
    expect(posts()).toBe(1);
    held.resolve(null);
  });

  // lock-7: A booking in its undo time when the desk locks is not sent, and the desk says so
  it(
    "and what was about to be sent is not sent: the screen of the locked desk says so, and later the booking",
    { tags: ["lock-7"] },
    async () => {
      await desk.get("settings.save", { undoSeconds: 15 });
      const { id } = await desk.get("items.create", { kind: "booking", form: booking });
      void desk.ask("items.submit", { id, wait: true });
      await expect.poll(async () => (await desk.get("items.moments", {})).moments.length).toBe(1);
      await desk.desk.lock("person");
      expect((await locked())?.items).toEqual({
        notSent: 1,
        sending: 0,
        waiting: 0,
        unshared: 0,
        needsChecking: 0,
      });
      await unlock();
      expect(await desk.get("items.get", { id })).toMatchObject({
        status: "draft",
        problem: { why: say("failures.outbox.lockedBefore", { button: "book" }) },
      });
      expect(posts()).toBe(0);
    },
  );

  // lock-6: Nothing is sent while the desk is locked
  it(
    "no more follows while it is locked; what waits goes out after it is unlocked",
    { tags: ["lock-6"] },
    async () => {
      service.rule(({ method }) => (method === "POST" ? json(503, {}) : null));
      const { id } = await desk.get("items.create", { kind: "patient", form: fullPatient });
      await desk.get("items.submit", { id, wait: true });
      await expect.poll(async () => (await desk.get("items.get", { id })).status).toBe("ready");
      await desk.desk.lock("idle");
      expect(await locked()).toMatchObject({ items: { notSent: 0, sending: 0, waiting: 1 } });
      service.rule(() => null);
      const before = service.requests.length;
      // As long as ten waits of a desk that is open.
      await new Promise((resolve) => setTimeout(resolve, 1_500));
      expect(service.requests).toHaveLength(before);
      await unlock();
      await expect.poll(async () => (await desk.get("items.get", { id })).status).toBe("done");
    },
  );
});

describe("locking by itself", () => {
  it("comes after the minutes that are set, from no key and no mouse", async () => {
    await desk.desk.stop();
    desk = await start(hasty);
    await signIn();
    await setPin();
    await desk.get("lock.setAfter", { minutes: 1 });
    desk.idle = 59;
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    expect(await locked()).toBeNull();
    desk.idle = 60;
    await expect.poll(async () => (await locked())?.reason).toBe("idle");
  });

  it("never comes without a PIN, nor does any other locking", async () => {
    await signIn();
    desk.idle = 1_000_000;
    await desk.desk.lock("system");
    expect(await desk.ask("lock.now", {})).toMatchObject({ ok: false, failure: { code: "refused" } });
    expect(await locked()).toBeNull();
    expect(openFiles(desk.directory)).not.toEqual([]);
  });

  it("is off in practice mode, which starts open: nothing of the clinic's is in sight", async () => {
    await signIn();
    await setPin();
    await desk.get("session.signOut", {});
    await desk.get("session.practise", {});
    await desk.desk.lock("system");
    expect(await locked()).toBeNull();
    expect(await desk.ask("lock.setPin", { which: "desk", present: pin, next: null })).toMatchObject({
      failure: { code: "refused" },
    });
    await restart();
    expect(await desk.get("session.get", {})).toMatchObject({ session: { practice: true } });
  });
});

describe("a PIN", () => {
  beforeEach(() => signIn());

  it("is changed and removed with the present one alone", async () => {
    await setPin();
    const change = (present: string, next: string | null) =>
      desk.get("lock.setPin", { which: "desk", present, next });
    expect(await change("1357", "8642")).toMatchObject({ outcome: "wrong" });
    expect(await change(pin, "8642")).toMatchObject({ outcome: "right" });
    await desk.desk.lock("person");
    expect(await unlock(pin)).toMatchObject({ outcome: "wrong" });
    expect(await unlock("8642")).toMatchObject({ outcome: "right" });
    expect(await change("8642", null)).toMatchObject({ outcome: "right" });
    await restart();
    expect(await locked()).toBeNull();
  });

  it.each([["123"], ["0000"], ["secret"]])("%s is refused, and nothing is set", async (next) => {
    const answer = await desk.ask("lock.setPin", { which: "desk", present: "", next });
    expect(answer).toMatchObject({ ok: false, failure: { code: "invalid-input" } });
    expect(await desk.get("lock.get", {})).toMatchObject({ hasPin: false });
  });

  it("that is wrong five times waits, after a restart from the beginning", async () => {
    await setPin();
    await desk.desk.lock("person");
    for (let time = 0; time < 4; time += 1) await unlock("1357");
    expect(await unlock("1357")).toMatchObject({ outcome: "wrong", left: 0, waitSeconds: 30 });
    await restart();
    expect(await unlock()).toMatchObject({ outcome: "wait", waitSeconds: 30 });
    expect(openFiles(desk.directory)).toEqual([]);
  });
});

describe("a forgotten PIN", () => {
  const recover = (with_: string) => desk.ask("lock.recover", { which: "desk", token: with_ });
  beforeEach(async () => {
    await signIn();
    await setPin();
    await desk.desk.lock("person");
  });

  // lock-10: The access token of the same account removes a forgotten PIN
  it(
    "goes with the token of the account, also a newer one, that its service accepts",
    { tags: ["lock-10"] },
    async () => {
      const newer = jwtOf({ sub: "Elm Street Clinic", iss: "https://issuer.example", exp: 4_102_444_800 });
      expect(await recover(newer)).toMatchObject({ ok: true });
      expect(await desk.get("lock.get", {})).toMatchObject({ locked: null, hasPin: false });
      expect(service.requests.at(-1)?.token).toBe(newer);
      await restart();
      expect(await desk.get("session.get", {})).toMatchObject({ session: { status: "signed-in" } });
    },
  );

  it.each([
    ["another account's", jwtOf({ sub: "Oak Street Clinic", iss: "https://issuer.example" })],
    ["another issuer's", jwtOf({ sub: "Elm Street Clinic", iss: "https://other.example" })],
    ["one that names nobody", "opaque"],
    ["none", " "],
  ])("does not go with %s, and the service is not asked", async (_whose, other) => {
    const before = service.requests.length;
    expect(await recover(other)).toMatchObject({ ok: false });
    expect(service.requests).toHaveLength(before);
    expect(await locked()).not.toBeNull();
  });

  it("does not go with one that the service refuses, or that nobody can ask about", async () => {
    service.rule(() => json(401, {}));
    expect(await recover(token)).toMatchObject({ ok: false, failure: { code: "token-refused" } });
    await service.close();
    expect(await recover(token)).toMatchObject({ ok: false, failure: { code: "not-reached" } });
    expect(await locked()).not.toBeNull();
    service = await startFakeService();
  });

  it("goes with a token that names nobody only where it is the very same", async () => {
    await unlock();
    await desk.get("session.signOut", {});
    await signIn("opaque-token");
    await desk.desk.lock("person");
    expect(await recover("opaque-other")).toMatchObject({ ok: false });
    expect(await recover("opaque-token")).toMatchObject({ ok: true });
    expect(await locked()).toBeNull();
  });
});

describe("a keychain that does not say whether a PIN is set", () => {
  /** Answers everything but the lock's entry, until it is told to. */
  function silent(secrets: SecretStore) {
    const state = { isSilent: true };
    const hushed: SecretStore = {
      ...secrets,
      get: async (name) =>
        state.isSilent && name === "desk-lock" ? createSecretFailure("locked") : secrets.get(name),
    };
    return { state, secrets: hushed };
  }

  // lock-9: An unreadable PIN leaves the desk locked
  it("leaves the desk locked, until it says so", { tags: ["lock-9"] }, async () => {
    await signIn();
    await setPin();
    await desk.desk.stop();
    const hushed = silent(desk.secrets);
    desk = await start({ directory: desk.directory, secrets: hushed.secrets });
    expect(await locked()).toMatchObject({ reason: "unread" });
    expect(openFiles(desk.directory)).toEqual([]);
    expect(await desk.ask("lock.unlock", { pin })).toMatchObject({ failure: { code: "keychain" } });
    hushed.state.isSilent = false;
    expect(await unlock("1357")).toMatchObject({ outcome: "wrong" });
    expect(await unlock()).toMatchObject({ outcome: "right" });
  });

  it("opens the desk once it says that there is none", async () => {
    const hushed = silent(desk.secrets);
    await desk.desk.stop();
    desk = await start({ directory: desk.directory, secrets: hushed.secrets });
    hushed.state.isSilent = false;
    expect(await unlock("")).toMatchObject({ outcome: "right" });
    expect(await locked()).toBeNull();
  });

  it("and holds something else there leaves it locked too, and the token opens it", async () => {
    await signIn();
    await setPin();
    await desk.desk.stop();
    await desk.secrets.set("desk-lock", "junk");
    desk = await start({ directory: desk.directory, secrets: desk.secrets });
    expect(await desk.ask("lock.unlock", { pin })).toMatchObject({ failure: { code: "keychain" } });
    expect(await desk.ask("lock.recover", { which: "desk", token })).toMatchObject({ ok: true });
    expect(await locked()).toBeNull();
    // Nobody knows which there were: neither is there now.
    await expect.poll(acts).toEqual(expect.arrayContaining(["pin-removed", "admin-pin-removed", "unlocked"]));
  });

  it("has a field for the PIN once it says that there is one; asking it again is no try", async () => {
    await signIn();
    await setPin();
    await desk.desk.stop();
    const hushed = silent(desk.secrets);
    desk = await start({ directory: desk.directory, secrets: hushed.secrets });
    hushed.state.isSilent = false;
    for (let press = 0; press < 2; press += 1)
      expect(await unlock("")).toEqual({ outcome: "wait", left: 5, waitSeconds: 0 });
    expect(await locked()).toMatchObject({ reason: "start" });
    expect(desk.events.filter((event) => event.includes("lock.changed"))).toHaveLength(1);
    expect(await unlock()).toMatchObject({ outcome: "right" });
  });

  it("loses nothing but the PIN that the token removes, and only once it says what it holds", async () => {
    await signIn();
    await setPin();
    await setPin("admin", "8642");
    await desk.get("lock.setAfter", { minutes: 3 });
    await restart();
    for (const wrong of ["1357", "2468"]) await unlock(wrong);
    await desk.desk.stop();
    const hushed = silent(desk.secrets);
    desk = await start({ directory: desk.directory, secrets: hushed.secrets });
    expect(await desk.ask("lock.recover", { which: "desk", token })).toMatchObject({
      failure: { code: "keychain" },
    });
    hushed.state.isSilent = false;
    await desk.get("lock.recover", { which: "desk", token });
    expect(await desk.get("lock.get", {})).toMatchObject({
      locked: null,
      hasPin: false,
      hasAdminPin: true,
      after: 3,
    });
    await desk.get("lock.openAdmin", { pin: "8642" });
    await expect.poll(acts).toEqual(expect.arrayContaining(["pin-wrong 2", "pin-removed", "unlocked"]));
    expect(await acts()).not.toContain("admin-pin-removed");
  });
});

describe("an admin PIN", () => {
  const webhook: RouteInput<"items.create"> = {
    kind: "webhook",
    form: { url: "https://example.com/hook", events: ["a.b.v1"] },
  };
  const refused = { ok: false, failure: { code: "admin-locked" } };
  beforeEach(async () => {
    await signIn();
    await setPin("admin", "8642");
  });

  it("is not asked of who has just set it", async () => {
    expect(await desk.ask("settings.save", { theme: "dark" })).toMatchObject({ ok: true });
  });

  // lock-11: With an admin PIN, main changes no settings without it
  it(
    "guards what an admin sets up, in main; bookings and patients go on without it",
    { tags: ["lock-11"] },
    async () => {
      const { id } = await desk.get("items.create", webhook);
      await restart();
      const guardedCalls: readonly (readonly [RouteName, unknown])[] = [
        ["settings.save", { undoSeconds: 3 }],
        ["retention.erase", { ids: [id], isChosen: true }],
        ["cards.testSource", routeInputs["cards.testSource"]],
        ["session.signOut", {}],
        ["items.create", webhook],
        ["items.saveForm", { id, content: webhook }],
        ["items.submit", { id, wait: true }],
        ["items.edit", { id }],
        ["items.hold", { id }],
        ["items.discard", { id }],
        ...adminsToo.map((name) => [name, routeInputs[name]] as const),
        ["session.practise", {}],
        ["session.connect", { serviceAddress: service.baseUrl, token: otherToken, sameAccount: null }],
        ["lock.setAfter", { minutes: 60 }],
        ["lock.setPin", { which: "desk", present: "", next: pin }],
      ];
      for (const [name, input] of guardedCalls)
        expect(await desk.desk.route(name, input), name).toMatchObject(refused);
      expect(await desk.ask("items.create", { kind: "patient", form: fullPatient })).toMatchObject({
        ok: true,
      });
      const newer = jwtOf({ sub: "Elm Street Clinic", iss: "https://issuer.example", exp: 4_102_444_800 });
      // Chosen while working, outside of Settings.
      for (const change of [{ theme: "dark" }, { slipPaper: "a4" }] as const)
        expect(await desk.ask("settings.save", change)).toMatchObject({ ok: true, value: change });
      expect(await signIn(newer)).toMatchObject({ status: "signed-in" });
      const made = await desk.get("items.create", { kind: "booking", form: booking });
      expect(await desk.ask("items.submit", { id: made.id, wait: true })).toMatchObject({ ok: true });
      expect(service.sent("/api/webhooks")).toEqual([]);

      expect(await desk.get("lock.openAdmin", { pin: "1357" })).toMatchObject({ outcome: "wrong" });
      expect(await desk.ask("settings.save", { undoSeconds: 3 })).toMatchObject(refused);
      expect(await desk.get("lock.openAdmin", { pin: "8642" })).toMatchObject({ outcome: "right" });
      expect(await desk.ask("settings.save", { undoSeconds: 3 })).toMatchObject({ ok: true });
      expect(await desk.ask("items.submit", { id, wait: true })).toMatchObject({ ok: true });
      expect(service.sent("/api/webhooks")).toHaveLength(1);
      for (const name of adminsToo)
        expect(await desk.desk.route(name, routeInputs[name]), name).not.toMatchObject(refused);
    },
  );

  it("is asked for again after the desk was locked", async () => {
    await setPin();
    expect(await desk.get("lock.get", {})).toMatchObject({ isAdminOpen: true });
    await desk.desk.lock("person");
    await unlock();
    expect(await desk.get("lock.get", {})).toMatchObject({ isAdminOpen: false });
    expect(await desk.ask("settings.save", { undoSeconds: 3 })).toMatchObject(refused);
  });

  it("keeps the activity log of all accounts from practice mode too, and opens it there", async () => {
    await desk.get("session.signOut", {});
    await restart();
    const ofLog = ["audit.list", "audit.people", "audit.export", "audit.check", "audit.warningRead"] as const;
    const answers = async () =>
      Promise.all(ofLog.map(async (name) => (await desk.desk.route(name, routeInputs[name])).ok));
    expect(await answers()).toEqual(ofLog.map(() => false));
    await desk.get("session.practise", {});
    expect(await answers()).toEqual(ofLog.map(() => false));
    expect(await desk.get("lock.get", {})).toMatchObject({ isAdminOpen: true, isLogOpen: false });
    expect(await desk.ask("settings.save", { theme: "dark" })).toMatchObject({ ok: true });
    expect(await desk.get("lock.openAdmin", { pin: "8642" })).toMatchObject({ outcome: "right" });
    expect(await desk.get("lock.get", {})).toMatchObject({ isLogOpen: true });
    expect(await desk.ask("audit.people", {})).toMatchObject({ ok: true });
  });

  it("does not unlock the desk, nor the desk's PIN open Settings", async () => {
    await setPin();
    await desk.desk.lock("person");
    expect(await unlock("8642")).toMatchObject({ outcome: "wrong" });
    await unlock();
    expect(await desk.get("lock.openAdmin", { pin })).toMatchObject({ outcome: "wrong" });
  });
});
