import { rmSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Policy } from "../../shared/policy/policy.ts";
import type { PolicyPlace } from "../../main/features/policy/policy-place.ts";
import type { PolicySource } from "../../main/features/policy/policy-source.ts";
import { fullPatient, removeFolder, startDesk, type TestDesk } from "../support/desk-kit.ts";
import { jwtOf, startFakeService, type FakeService } from "../support/fake-service.ts";
import { startLockable, type LockTestDesk } from "../support/lock-kit.ts";
import { policyAt, sourceOf, writePolicy } from "../support/policy-kit.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const token = jwtOf({ sub: "Elm Street Clinic", iss: "https://issuer.example" });
const refused = { ok: false, failure: { code: "managed", next: "none" } };

let service: FakeService;
let place: PolicyPlace;
let source: PolicySource;
let desk: TestDesk;
let others: (() => Promise<void>)[];

beforeEach(async () => {
  service = await startFakeService();
  place = policyAt(temporaryFolder());
  others = [];
});
afterEach(async () => {
  for (const end of others) await end();
  await service.close();
});

/** A desk of a computer with that policy; the records and the keychain of one before, where it is given. */
async function start(policy: Policy | string, before?: TestDesk): Promise<TestDesk> {
  writePolicy(place, policy);
  source = await sourceOf(place);
  const { directory, secrets } = before ?? {};
  const started = await startDesk({
    policy: source,
    ...(directory === undefined || secrets === undefined ? {} : { directory, secrets }),
  });
  const stopSource = source.stop;
  others.push(async () => {
    await started.stop();
    stopSource();
    removeFolder(started.directory);
  });
  return started;
}
const signIn = (to = service.baseUrl) =>
  desk.ask("session.connect", { serviceAddress: to, token, sameAccount: null });
async function change(policy: Policy | null): Promise<void> {
  if (policy === null) rmSync(place.file);
  else writePolicy(place, policy);
  await source.look();
}

const services = [{ id: 7, name: "Vaccination", minutes: 15 }];
const clinic: Policy = { timeZone: "America/Denver", services, retentionMonths: 24, language: "es-US" };

describe("what the organization sets", () => {
  beforeEach(async () => {
    desk = await start(clinic);
    await signIn();
  });

  it("holds at the desk, and is told as set", async () => {
    expect(await desk.get("settings.get", {})).toMatchObject({ ...clinic });
    expect(await desk.get("policy.get", {})).toMatchObject({
      file: place.file,
      sets: ["timeZone", "services", "retentionMonths", "language"],
      problems: [],
      waits: false,
    });
  });

  it.each([
    { timeZone: "UTC" },
    { services: [] },
    { retentionMonths: 0 },
    { language: "en-US" as const },
    { theme: "dark" as const, retentionMonths: 12 },
  ])("is not changed over IPC: %j", async (patch) => {
    const before = await desk.get("settings.get", {});
    expect(await desk.ask("settings.save", patch)).toMatchObject(refused);
    expect(await desk.get("settings.get", {})).toEqual(before);
  });

  it("leaves the rest a person's to change, and that is what is kept", async () => {
    const whole = await desk.get("settings.get", {});
    expect(await desk.get("settings.save", { ...whole, theme: "dark" })).toMatchObject({
      ...clinic,
      theme: "dark",
    });
    await change(null);
    await desk.get("policy.take", {});
    expect(await desk.get("settings.get", {})).toMatchObject({
      theme: "dark",
      timeZone: "America/New_York",
      services: [],
      retentionMonths: 0,
      language: "system",
    });
  });

  it("of which practice has what is the computer's alone", async () => {
    await desk.get("session.practise", {});
    const { timeZone, services: own, language } = await desk.get("settings.get", {});
    expect([timeZone, language]).toEqual(["America/New_York", "es-US"]);
    expect(own).not.toEqual(services);
    expect((await desk.get("policy.get", {})).sets).toEqual(["language"]);
    expect(await desk.ask("settings.save", { retentionMonths: 12 })).toMatchObject({ ok: true });
  });

  it("changes when the window says that nobody is in the middle of anything, and the window hears of both", async () => {
    await change({ ...clinic, retentionMonths: 12 });
    expect(desk.crossed.filter((line) => line.includes('"policy.changed"'))).toHaveLength(1);
    expect(await desk.get("policy.get", {})).toMatchObject({ waits: true });
    expect((await desk.get("settings.get", {})).retentionMonths).toBe(24);
    await desk.get("policy.take", {});
    expect((await desk.get("settings.get", {})).retentionMonths).toBe(12);
    expect(
      desk.crossed.some(
        (line) => line.startsWith('["settings.changed"') && line.includes('"retentionMonths":12'),
      ),
    ).toBe(true);
  });

  it("stands in the diagnostics by name, and by no value", async () => {
    const { files } = await desk.get("diagnostics.show", {});
    const facts: unknown = JSON.parse(files.find(({ name }) => name === "policy.json")?.text ?? "");
    expect(facts).toEqual({
      sets: ["timeZone", "services", "retentionMonths", "language"],
      refused: [],
      waits: false,
    });
  });
});

describe("a policy that is refused", () => {
  it("sets nothing at all, and is named with its file, line and field", async () => {
    desk = await start('{\n  "retentionMonths": 24,\n  "timeZone": "Mars"\n}');
    await signIn();
    expect(await desk.get("settings.get", {})).toMatchObject({
      retentionMonths: 0,
      timeZone: "America/New_York",
    });
    expect(await desk.get("policy.get", {})).toMatchObject({
      file: place.file,
      sets: [],
      problems: [{ fault: "value", line: 3, field: "timeZone" }],
    });
    const { files } = await desk.get("diagnostics.show", {});
    expect(JSON.parse(files.find(({ name }) => name === "policy.json")?.text ?? "")).toMatchObject({
      refused: [{ fault: "value", line: 3 }],
    });
  });
});

describe("a service's address that is set", () => {
  it("is the only one that can be connected to, and no other hears of the token", async () => {
    const other = await startFakeService();
    desk = await start({ serviceAddress: `${service.baseUrl}/` });
    expect((await desk.get("policy.get", {})).serviceAddress).toBe(service.baseUrl);
    expect(await signIn(other.baseUrl)).toMatchObject({
      ...refused,
      failure: { fields: { serviceAddress: { id: "failures.managed" } } },
    });
    expect(other.requests).toEqual([]);
    expect(await signIn()).toMatchObject({ ok: true });
    await other.close();
  });

  it("ends a session elsewhere with the next start, and with the policy's end it is there again", async () => {
    const other = await startFakeService();
    desk = await start({});
    await signIn(other.baseUrl);
    await change({ serviceAddress: service.baseUrl });
    await desk.get("policy.take", {});
    // Who works here goes on, and is told.
    expect((await desk.get("session.get", {})).session.status).toBe("signed-in");
    const first = desk;
    await first.stop();
    desk = await start({ serviceAddress: service.baseUrl }, first);
    expect((await desk.get("session.get", {})).session).toMatchObject({ status: "signed-out" });
    const heard = other.requests.length;
    await desk.stop();
    expect(other.requests).toHaveLength(heard);
    desk = await start({}, first);
    expect((await desk.get("session.get", {})).session).toMatchObject({
      status: "signed-in",
      serviceAddress: other.baseUrl,
    });
    await desk.stop();
    await other.close();
  });
});

describe("a lock that is set", () => {
  let locked: LockTestDesk;
  const begin = async (policy: Policy): Promise<void> => {
    writePolicy(place, policy);
    source = await sourceOf(place);
    locked = await startLockable({ policy: source });
    const { directory } = locked;
    others.push(async () => {
      await locked.desk.stop();
      source.stop();
      removeFolder(directory);
    });
    await locked.get("session.connect", { serviceAddress: service.baseUrl, token, sameAccount: null });
  };

  it("has its own minutes, which nobody changes", async () => {
    await begin({ lock: { idleMinutes: 3 } });
    expect(await locked.get("lock.get", {})).toMatchObject({ after: 3, pinRequired: false });
    expect(await locked.ask("lock.setAfter", { minutes: 0 })).toMatchObject(refused);
    await locked.get("lock.setPin", { which: "desk", present: "", next: "4711" });
    expect(await locked.get("lock.setPin", { which: "desk", present: "4711", next: null })).toMatchObject({
      outcome: "right",
    });
  });

  it("asks for a PIN: without one nothing is sent, and with one it stays", async () => {
    await begin({ lock: { pinRequired: true } });
    expect(await locked.get("lock.get", {})).toMatchObject({ pinRequired: true, hasPin: false });
    const { id } = await locked.get("items.create", {
      kind: "webhook",
      form: { url: "https://example.com/x", events: ["a.b.v1"] },
    });
    expect(await locked.ask("items.submit", { id, wait: true })).toMatchObject({
      failure: { code: "managed" },
    });
    expect(service.requests.filter(({ method }) => method === "POST")).toEqual([]);
    await locked.get("lock.setPin", { which: "desk", present: "", next: "4711" });
    expect(await locked.ask("lock.setPin", { which: "desk", present: "4711", next: null })).toMatchObject(
      refused,
    );
    expect(await locked.get("lock.setPin", { which: "desk", present: "4711", next: "4712" })).toMatchObject({
      outcome: "right",
    });
    expect(await locked.ask("items.submit", { id, wait: true })).not.toMatchObject({
      failure: { code: "managed" },
    });
  });

  it("sends nothing that was ready before it asked for a PIN, and all of it once there is one", async () => {
    await begin({});
    service.rule(({ method }) => (method === "POST" ? { status: 503, body: "" } : null));
    const { id } = await locked.get("items.create", { kind: "patient", form: fullPatient });
    await locked.get("items.submit", { id, wait: true });
    expect((await locked.get("items.get", { id })).status).toBe("ready");
    await locked.desk.stop();

    writePolicy(place, { lock: { pinRequired: true } });
    await source.look();
    let hasPin = false;
    const posted = new Promise<boolean>((resolve) => {
      service.rule(({ method }) => {
        if (method === "POST") resolve(hasPin);
        return null;
      });
    });
    const { directory, secrets } = locked;
    locked = await startLockable({ policy: source, directory, secrets });
    // Long enough for the service to hear of it, were it sent: it is asked so often besides.
    for (let round = 0; round < 50; round += 1) await locked.get("webhooks.list", {});
    expect(service.requests.filter(({ method }) => method === "POST")).toHaveLength(1);
    hasPin = true;
    await locked.get("lock.setPin", { which: "desk", present: "", next: "4711" });
    expect(await posted).toBe(true);
  });
});
