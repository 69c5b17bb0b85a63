import { once } from "node:events";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { expect, it, vi } from "vitest";
import type { Failure } from "../../shared/core/failure.ts";
import { bookingForm, fullPatient, sendBooking, sendPatient, type TestDesk } from "../support/desk-kit.ts";
import { selfSigned } from "../support/self-signed.ts";
import {
  clinicOf,
  inStep,
  joins,
  memberState,
  patient,
  service,
  signedInDesk,
} from "./support/clinic-desks.ts";
import { becomes, scene, waiting } from "./support/clinic-scene.ts";
import { middleman, type Deed } from "./support/middleman.ts";
import { testDatabase, testHub, type TestDatabase } from "./support/started.ts";

const json = (status: number, value: unknown): Deed => ({ status, body: JSON.stringify(value) });
const html = { "content-type": "text/html" };

/** What answers at the hub's address, and what a person reads of it; last: who has just typed that address. */
const answers: readonly (readonly [what: string, deed: Deed, why: string, typed?: string])[] = [
  ["a page", { status: 200, body: "<html><h1>It works!</h1>", headers: html }, "notAHub"],
  ["another program's JSON", json(200, { status: "ok" }), "notAHub"],
  ["nothing", { status: 200, body: "" }, "notAHub"],
  ["20 MB", { status: 200, body: Buffer.alloc(20 * 1_024 * 1_024, "[") }, "notAHub"],
  [
    "a bomb",
    { status: 200, body: gzipSync(Buffer.alloc(40_000_000)), headers: { "content-encoding": "gzip" } },
    "notAHub",
  ],
  ["a redirect", { status: 302, body: "", headers: { location: "http://127.0.0.1:9/" } }, "notAHub"],
  ["a sign-in page", { status: 401, body: "<html>Sign in", headers: html }, "notAHub"],
  ["a proxy without its hub", { status: 502, body: "<html>Bad gateway", headers: html }, "away"],
  ["a broken line", "drop", "away", "perhapsTls"],
  [
    "half an answer",
    { status: 200, body: "{", headers: { "content-length": "900", connection: "close" } },
    "away",
  ],
  ["a hub that ends", json(503, { code: "closing" }), "away"],
  ["a hub with a fault", json(500, { code: "internal" }), "hubFault"],
  ["a hub without its database", json(503, { code: "database-unavailable" }), "databaseAway"],
  ["a hub with a full disk", json(503, { code: "storage-full" }), "storageFull"],
  ["a hub that is asked too often", json(429, { code: "rate-limited" }), "tooOften"],
  ["a hub of another version", json(404, { code: "not-found" }), "otherVersion"],
  ["a hub with another database", json(401, { code: "unauthorized" }), "unknownHere"],
];

const whyOf = ({ why, fields }: Failure): string => (Object.values(fields)[0] ?? why).id;
const failureOf = async (asked: ReturnType<TestDesk["ask"]>): Promise<string> => {
  const answer = await asked;
  return answer.ok ? "done" : whyOf(answer.failure);
};

it("whatever answers in place of the hub, a desk says what it is, books on by itself, and shares it all later, once", async () => {
  const { one, hub, booked, known, mock } = await scene();
  const between = await middleman(hub.address);
  const two = await signedInDesk(mock);
  await joins(two, one, { hub: between.address, name: "Desk 3" });
  const held = await waiting({ desks: [one, two], known }, two);
  const made: string[] = [];
  for (const [at, [what, deed, why]] of answers.entries()) {
    between.deal(() => deed);
    await vi.waitFor(async () => {
      await two.get("clinic.look", {});
      const { line, reason } = await memberState(two);
      expect([what, line, reason?.id]).toEqual([what, "away", `failures.clinic.${why}`]);
    }, patient);
    const form = bookingForm({ patient: { kind: "known", id: known }, date: `2031-05-${at + 1}` });
    const sent = await sendBooking(two, form);
    expect([what, sent.status]).toEqual([what, "done"]);
    made.push(sent.id);
    // What waits asks nobody who cannot answer.
    expect((await two.get("items.submit", { id: held, wait: true })).status).toBe("ready");
  }
  between.deal(() => "pass");
  await inStep(two);
  for (const id of made) await becomes(one, id, "done");
  expect((await memberState(one)).aside).toEqual((await memberState(two)).aside);
  await becomes(one, held, "done");
  expect(booked()).toBe(answers.length + 1);
});

it("whatever answers, nobody creates, joins, invites or recovers, and each is told why", async () => {
  const mock = await service();
  const hub = await testHub(await testDatabase());
  const between = await middleman(hub.address);
  const [one, two] = [await signedInDesk(mock), await signedInDesk(mock)];
  await clinicOf({ ...hub, address: between.address }, [one]);
  const { sheet } = await one.get("clinic.makeSheet", {});
  await one.get("clinic.invite", {});
  const code = String((await memberState(one)).invitation?.code);
  const paper = `${between.address}\n${sheet.clinic}\n${sheet.identity}`;
  for (const [what, deed, why, typed = why] of answers) {
    between.deal(() => deed);
    const to = { hub: between.address, name: "Desk 2" };
    // A sheet that the hub does not know is told of as such.
    const ofSheet = why === "unknownHere" ? "sheetUnknown" : why;
    expect([
      what,
      await failureOf(two.ask("clinic.create", { ...to, token: "A".repeat(43) })),
      await failureOf(two.ask("clinic.join", { ...to, code })),
      await failureOf(two.ask("clinic.recover", { sheet: paper, name: "Desk 2" })),
      await failureOf(one.ask("clinic.invite", {})),
    ]).toEqual([what, ...[typed, typed, ofSheet, why].map((id) => `failures.clinic.${id}`)]);
    expect((await two.get("clinic.get", {})).membership).toBe("none");
  }
  between.deal(() => "pass");
  await inStep(one);
  await joins(two, one, { hub: between.address, name: "Desk 2" });
});

it("a typed address at which no hub can be asked says whether nothing is there, no TLS, or a certificate that is not trusted", async () => {
  const mock = await service();
  const hub = await testHub(await testDatabase());
  const [one, two] = [await signedInDesk(mock), await signedInDesk(mock)];
  await clinicOf(hub, [one]);
  await one.get("clinic.invite", {});
  const code = String((await memberState(one)).invitation?.code);
  const secure = createServer(selfSigned({ subject: "127.0.0.1" }), (_asked, answer) => answer.end());
  secure.listen(0, "127.0.0.1");
  await once(secure, "listening");
  const { port } = secure.address() as AddressInfo;
  // One after the other: a person is asked about one clinic at a time.
  const asked = async (address: string) => [
    await failureOf(two.ask("clinic.create", { hub: address, token: "A".repeat(43), name: "Desk 2" })),
    await failureOf(two.ask("clinic.join", { hub: address, code, name: "Desk 2" })),
  ];
  const both = (id: string) => [`failures.clinic.${id}`, `failures.clinic.${id}`];
  expect(await asked(hub.address.replace("http:", "https:"))).toEqual(both("noTlsHere"));
  expect(await asked(`https://127.0.0.1:${port}`)).toEqual(both("notSecure"));
  expect(await asked(`127.0.0.1:${port}`)).toEqual(both("perhapsTls"));
  secure.close();
  await once(secure, "close");
  expect(await asked(`https://127.0.0.1:${port}`)).toEqual(both("nothingThere"));
  // Nothing was begun by any of it.
  await joins(two, one, { hub: hub.address, name: "Desk 2" });
});

it("a clinic whose making was answered to nobody is made by the same token, and a founder who is cut off says the rest later", async () => {
  const mock = await service();
  const hub = await testHub(await testDatabase());
  const between = await middleman(hub.address);
  const [one, two] = [await signedInDesk(mock), await signedInDesk(mock)];
  await sendPatient(one, fullPatient);
  const asked = { hub: between.address, token: String(hub.creationToken), name: "Desk 1" };
  between.deal(() => "lose-answer");
  expect(await failureOf(one.ask("clinic.create", asked))).toBe("failures.clinic.perhapsTls");
  // The second time the answer comes, and then the line is cut: no key was said yet.
  between.deal(({ path }) => (path === "/v1/clinics" ? "pass" : "drop"));
  await one.get("clinic.create", asked);
  await vi.waitFor(async () => expect((await memberState(one)).line).toBe("away"), patient);
  between.deal(() => "pass");
  await inStep(one);
  await joins(two, one, { hub: between.address, name: "Desk 2" });
  expect((await memberState(two)).desks.map(({ name }) => name)).toEqual(["Desk 1", "Desk 2"]);
  expect((await two.get("patients.search", { text: "Sample", limit: 5 })).patients).toHaveLength(1);
});

it("a desk that was let in while its line broke has its name at the others later", async () => {
  const mock = await service();
  const hub = await testHub(await testDatabase());
  const between = await middleman(hub.address);
  const [one, two] = [await signedInDesk(mock), await signedInDesk(mock)];
  await clinicOf(hub, [one]);
  await one.get("clinic.invite", {});
  const code = String((await memberState(one)).invitation?.code);
  between.deal(({ path }) => (path.includes("/invitations/") ? "pass" : "drop"));
  await two.get("clinic.join", { hub: between.address, code, name: "Desk 2" });
  await vi.waitFor(async () => {
    expect((await memberState(one)).invitation?.asks).toBe("Desk 2");
  }, patient);
  await one.get("clinic.answer", { accept: true });
  await vi.waitFor(async () => expect((await memberState(two)).line).toBe("away"), patient);
  between.deal(() => "pass");
  await inStep(two);
  await vi.waitFor(async () => {
    expect((await inStep(one)).desks.map(({ name }) => name)).toEqual(["Desk 1", "Desk 2"]);
  }, patient);
});

/** From now on PostgreSQL itself refuses to write the log, as it does on a full disk. */
const fills = async ({ query }: TestDatabase): Promise<void> => {
  await query(`create function hub.refuse() returns trigger language plpgsql as
    $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$`);
  await query("create trigger refuse before insert on hub.pushes for each row execute function hub.refuse()");
};

it("a hub whose disk is full says so to the desks, which book on, and share it when there is room again", async () => {
  const { one, two, database, known, booked } = await scene();
  await fills(database);
  const form = bookingForm({ patient: { kind: "known", id: known } });
  const { id, status } = await sendBooking(one, form);
  expect(status).toBe("done");
  await vi.waitFor(async () => {
    await one.get("clinic.look", {});
    const { line, reason, toShare } = await memberState(one);
    expect([line, reason?.id, toShare]).toEqual(["away", "failures.clinic.storageFull", 1]);
  }, patient);
  const { self } = await memberState(two);
  expect(await failureOf(one.ask("clinic.removeDesk", { desk: self, lost: false }))).toBe(
    "failures.clinic.storageFull",
  );
  await database.query("drop trigger refuse on hub.pushes");
  await inStep(one);
  await becomes(two, id, "done");
  expect((await memberState(two)).line).toBe("up");
  expect(booked()).toBe(1);
});

it("a hub that loses its database in the middle says so, and goes on where it was", async () => {
  const { one, two, hub, database, known, booked } = await scene();
  const id = await waiting({ desks: [one, two], known }, one);
  const name = String(database.owner.database);
  // Superusers, as who tests, are let in all the same.
  await database.query(`alter database ${name} connection limit 0`);
  await database.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()",
    [name],
  );
  await vi.waitFor(async () => {
    await one.get("clinic.look", {});
    expect((await memberState(one)).reason?.id).toBe("failures.clinic.databaseAway");
  }, patient);
  expect((await one.get("items.submit", { id, wait: true })).status).toBe("ready");
  const direct = await sendBooking(one, bookingForm({ patient: { kind: "known", id: known }, time: "5pm" }));
  expect([direct.status, booked()]).toEqual(["done", 1]);
  await database.query(`alter database ${name} connection limit -1`);
  await inStep(one);
  await becomes(two, direct.id, "done");
  await becomes(two, id, "done");
  expect([booked(), hub.lines.some((line) => line.includes("Sample"))]).toEqual([2, false]);
});
