import { expect, it, onTestFinished, vi } from "vitest";
import type { NoticeLine, NoticesState } from "../../shared/notices/notices.ts";
import { bookingForm, sendBooking, type TestDesk } from "../support/desk-kit.ts";
import { startFaultProxy } from "../faults/line/proxy.ts";
import { clinicOf, inStep, patient, service, signedInDesk } from "./support/clinic-desks.ts";
import { scene, type Scene } from "./support/clinic-scene.ts";
import { copyOf, testDatabase, testHub } from "./support/started.ts";

type Member = Extract<NoticesState, { setUp: "member" }>;

async function stateOf(desk: TestDesk): Promise<Member> {
  const state = await desk.get("notices.get", {});
  if (state.setUp !== "member") throw new Error(state.setUp);
  return state;
}

/** Registers for notices at the first desk, and waits until the service has taken both. */
async function registered({ one, mock }: Pick<Scene, "one" | "mock">): Promise<Member> {
  await one.get("notices.register", {});
  await vi.waitFor(() => {
    if (mock.ledger().filter(({ kind }) => kind === "webhook").length < 2) throw new Error("not registered");
  }, patient);
  return stateOf(one);
}

/** Waits until a desk has so many notices. */
const received = (desk: TestDesk, count: number): Promise<readonly NoticeLine[]> =>
  vi.waitFor(async () => {
    await desk.get("clinic.look", {});
    const { notices } = await desk.get("notices.list", { before: null, only: "all", limit: 100 });
    if (notices.length < count) throw new Error(`${notices.length} notices`);
    return notices;
  }, patient);

const visit = (known: string, notes = "") => bookingForm({ patient: { kind: "known", id: known }, notes });

const ofNumberOne = () =>
  bookingForm({
    patient: { kind: "number", text: "1" },
    sameAddress: false,
    address: "1 Main St",
    city: "Springfield",
    state: "IL",
    zip: "62701",
  });

const lineOf = async (desk: TestDesk, id: string) => {
  const { rows } = await desk.get("bookings.ofPatient", {
    patient: (await desk.get("patients.search", { text: "Sample", limit: 1 })).patients[0]?.id ?? "",
    limit: 20,
  });
  return rows.find((row) => row.id === id);
};

it("an approval and a denial reach all desks, once somebody has pointed at the booking's number", async () => {
  const { one, two, mock, hub, known } = await scene();
  const state = await registered({ one, mock });
  // The service is on this computer, too: it may be told of this address, and a person is told who else can't.
  expect([state.unreachable, state.reach?.id]).toEqual([null, "fields.address.onlyHere"]);
  expect(state.addresses.map(({ event }) => event).toSorted()).toEqual([
    "appointment.approved.v1",
    "appointment.denied.v1",
  ]);
  for (const { url } of state.addresses) expect(url.startsWith(`${hub.address}/in/`)).toBe(true);
  const approved = await sendBooking(one, visit(known));
  const denied = await sendBooking(one, visit(known, "please deny"));
  const before = await received(two, 2);
  expect(before.map(({ problem, booking }) => [problem, booking])).toEqual([
    ["no-pointer", null],
    ["no-pointer", null],
  ]);
  expect((await lineOf(two, approved.id))?.notices).toEqual([]);

  await received(one, 2);
  const detail = await one.get("notices.show", { number: before[0]?.number ?? 1 });
  const field = detail.fields.find(({ pointer }) => pointer === "/data/appointmentId");
  expect(field).toMatchObject({ isKnown: true, isChosen: false });
  await one.get("notices.point", {
    number: detail.number,
    pointer: "/data/appointmentId",
    everywhere: true,
  });
  for (const desk of [one, two])
    await vi.waitFor(async () => {
      await desk.get("clinic.look", {});
      const [good, bad] = [await lineOf(desk, approved.id), await lineOf(desk, denied.id)];
      expect(good?.notices.map(({ event }) => event)).toEqual(["appointment.approved.v1"]);
      expect(bad?.notices.map(({ event }) => event)).toEqual(["appointment.denied.v1"]);
      expect(good?.result?.appointment?.status).toBe("Pending");
    }, patient);

  // The badge: until somebody at this desk looks.
  expect(await two.get("notices.denied", {})).toEqual({ denied: 1 });
  expect(await two.get("notices.seen", { id: denied.id })).toEqual({ denied: 0 });
  expect(await one.get("notices.denied", {})).toEqual({ denied: 1 });
  const counts = { total: 2, matched: 2, unmatched: 0, unread: 0 };
  await vi.waitFor(async () => expect((await stateOf(two)).counts).toEqual(counts), patient);
});

it("a notice that comes before its booking's answer is shown at it when the number is known", async () => {
  const { one, two, mock, known } = await scene();
  const { addresses } = await registered({ one, mock });
  const first = await sendBooking(one, visit(known));
  const [seen] = await received(one, 1);
  await one.get("notices.point", {
    number: seen?.number ?? 1,
    pointer: "/data/appointmentId",
    everywhere: true,
  });
  const next = (first.result?.appointment?.id ?? 0) + 1;
  const url = addresses.find(({ event }) => event.includes("denied"))?.url ?? "";
  expect((await post(url, JSON.stringify({ data: { appointmentId: next } }))).status).toBe(204);
  const [early] = await received(one, 2);
  expect(early).toMatchObject({ booking: next, item: null });
  const late = await sendBooking(two, visit(known));
  expect(late.result?.appointment?.id).toBe(next);
  await inStep(one);
  await vi.waitFor(async () => {
    const line = await lineOf(one, late.id);
    expect(line?.notices.map(({ event }) => event)).toContain("appointment.denied.v1");
  }, patient);
});

it("what is hostile or makes no sense stays in the list, with why, and is shown at no booking", async () => {
  const { one, mock, known } = await scene();
  const { addresses } = await registered({ one, mock });
  const { url } = addresses[0] ?? { url: "" };
  const booked = await sendBooking(one, visit(known));
  const number = booked.result?.appointment?.id ?? 0;
  const [first] = await received(one, 1);
  await one.get("notices.point", {
    number: first?.number ?? 1,
    pointer: "/data/appointmentId",
    everywhere: true,
  });
  const bodies: readonly (readonly [
    string | Uint8Array<ArrayBuffer>,
    Record<string, string>,
    string | null,
  ])[] = [
    ["<script>alert(1)</script>", { "content-type": "text/html" }, "no-json"],
    [JSON.stringify({ data: { patientId: number } }), {}, "no-number"],
    [JSON.stringify({ data: { appointmentId: "4711; drop table" } }), {}, "no-number"],
    ['{"data":{"appointmentId":9007199254740993}}', {}, "no-number"],
    [JSON.stringify({ __proto__: null, data: [] }), {}, "no-number"],
    [Buffer.from([0xff, 0xfe, 0x00]), { "content-type": "application/json" }, "no-text"],
    [await gzip(Buffer.alloc(20_000_000, 32)), { "content-encoding": "gzip" }, "packed"],
    [Buffer.from("x"), { "content-encoding": "made-up" }, "packed"],
    [Buffer.from("{}"), { "content-type": "application/json; charset=klingon" }, "no-text"],
    [`{"data":${"[".repeat(50_000)}${"]".repeat(50_000)}}`, {}, "no-number"],
    [`{${Array.from({ length: 20_000 }, (_none, at) => `"k${at}":1`).join()}}`, {}, "no-number"],
    [
      await gzip(Buffer.from(JSON.stringify({ data: { appointmentId: number } }))),
      { "content-encoding": "gzip" },
      null,
    ],
    [
      Buffer.from(JSON.stringify({ data: { appointmentId: number } }), "utf16le"),
      { "content-type": "application/json; charset=utf-16le" },
      null,
    ],
    [`\uFEFF${JSON.stringify({ data: { appointmentId: String(number) } })}`, {}, null],
  ];
  for (const [body, headers] of bodies) expect((await post(url, body, headers)).status).toBe(204);
  const notices = await received(one, bodies.length + 1);
  expect(notices.slice(0, bodies.length).map(({ problem }) => problem)).toEqual(
    bodies.map(([, , problem]) => problem).toReversed(),
  );
  for (const { number: each } of notices) await one.get("notices.show", { number: each });
});

it("a test comes back through the hub, and a retired address shows nothing any more", async () => {
  const { one, two, mock } = await scene();
  const { addresses } = await registered({ one, mock });
  const [address] = addresses;
  const tested = await one.get("notices.test", { address: String(address?.id) });
  expect(tested).toMatchObject({ status: 204, arrived: true });
  const { counts } = await stateOf(one);
  expect(counts).toEqual({ total: 1, matched: 0, unmatched: 0, unread: 0 });
  await one.get("notices.retire", { address: String(address?.id) });
  await inStep(two);
  expect((await stateOf(two)).addresses.map(({ retired }) => retired).toSorted()).toEqual([false, true]);
  expect((await post(String(address?.url), "{}")).status).toBe(204);
  await vi.waitFor(async () => {
    await two.get("clinic.look", {});
    const found = (await stateOf(two)).addresses.find(({ id }) => id === address?.id);
    expect(found).toMatchObject({ ignored: 1, received: 1 });
  }, patient);
  expect(await received(two, 1)).toHaveLength(1);
});

it("what came while a desk was off is there when it comes back, and what came to a hub that was killed in between", async () => {
  const { one, two, mock, database, hub, known } = await scene();
  await registered({ one, mock });
  const port = Number(new URL(hub.address).port);
  await sendBooking(one, visit(known));
  await received(one, 1);
  await hub.close();
  const again = await testHub(database, { port });
  expect(again.address).toBe(hub.address);
  await sendBooking(one, visit(known));
  expect(await received(two, 2)).toHaveLength(2);
  const numbers = (await received(one, 2)).map(({ receivedAt }) => receivedAt);
  expect(numbers).toEqual(numbers.toSorted().toReversed());
});

it("a hub whose database was put back gets its addresses again, and the time between is one in which some may be lost", async () => {
  const { one, two, mock, database, hub, known } = await scene();
  const port = Number(new URL(hub.address).port);
  await hub.close();
  const before = await copyOf(database);
  const second = await testHub(database, { port });
  await inStep(one);
  const { addresses } = await registered({ one, mock });
  await sendBooking(one, visit(known));
  const [kept] = await received(one, 1);
  await one.get("notices.point", {
    number: kept?.number ?? 1,
    pointer: "/data/appointmentId",
    everywhere: true,
  });
  await received(two, 1);
  await second.close();
  const after = await testHub(before, { port });
  expect(after.address).toBe(hub.address);
  await vi.waitFor(async () => {
    await inStep(one);
    const answers = await Promise.all(addresses.map(async ({ url }) => (await post(url, "{}")).status));
    expect(answers).toEqual([204, 204]);
  }, patient);
  // What this desk had is still here once, and what comes now comes after it.
  const notices = await received(one, 3);
  expect(notices.map(({ problem }) => problem)).toEqual(["no-number", "no-number", null]);
  await vi.waitFor(async () => expect((await stateOf(one)).gaps.length).toBeGreaterThan(0), patient);
});

it("a booking that was pending while no hub answered says to ask the service, until a notice comes", async () => {
  const { one, mock, database, known } = await scene();
  await registered({ one, mock });
  const first = await sendBooking(one, visit(known));
  const [notice] = await received(one, 1);
  await one.get("notices.point", {
    number: notice?.number ?? 1,
    pointer: "/data/appointmentId",
    everywhere: true,
  });
  const pending = await sendBooking(one, visit(known));
  await database.query(
    "insert into hub.absences values (now() - interval '1 minute', now() + interval '1 minute')",
  );
  await vi.waitFor(async () => {
    await one.get("clinic.look", {});
    expect((await lineOf(one, pending.id))?.askService).toBe(true);
  }, patient);
  const { missedIn } = await one.get("notices.ofBooking", { id: pending.id });
  expect(missedIn).not.toBeNull();
  expect((await lineOf(one, first.id))?.askService).toBe(false);
  await received(one, 2);
  expect((await lineOf(one, pending.id))?.askService).toBe(false);
});

it("what came of a booking whose answer was lost stands beside it as evidence, and changes nothing of it", async () => {
  const mock = await service();
  const line = await startFaultProxy({ target: Number(new URL(mock.baseUrl).port) });
  onTestFinished(() => line.close());
  const hub = await testHub(await testDatabase());
  const one = await signedInDesk({ ...mock, baseUrl: line.url });
  await clinicOf(hub, [one]);
  await registered({ one, mock });
  const first = await sendBooking(one, ofNumberOne());
  const [notice] = await received(one, 1);
  await one.get("notices.point", {
    number: notice?.number ?? 1,
    pointer: "/data/appointmentId",
    everywhere: true,
  });
  line.follow({
    request: ({ method }) => (method === "POST" ? { at: "after-commit", how: "reset" } : null),
  });
  const lost = await sendBooking(one, ofNumberOne());
  expect(lost.status).toBe("needs-checking");
  await received(one, 2);
  const { notices, unmatched } = await one.get("notices.ofBooking", { id: lost.id });
  expect(notices).toEqual([]);
  expect(unmatched.map(({ booking, item }) => [booking, item])).toEqual([
    [(first.result?.appointment?.id ?? 0) + 1, null],
  ]);
  expect((await one.get("items.get", { id: lost.id })).status).toBe("needs-checking");
  expect((await one.get("notices.ofBooking", { id: first.id })).unmatched).toEqual([]);
  expect(mock.ledger().filter(({ kind }) => kind === "appointment")).toHaveLength(2);
});

it("what was approved and denied stays so when the hub was lost and the clinic is created again", async () => {
  const { one, mock, hub, known } = await scene();
  await registered({ one, mock });
  const booked = await sendBooking(one, visit(known, "please deny"));
  const [first] = await received(one, 1);
  const pointed = { number: first?.number ?? 0, pointer: "/data/appointmentId", everywhere: true };
  await one.get("notices.point", pointed);
  const shown = async () => [
    (await one.get("notices.ofBooking", { id: booked.id })).notices.map(({ event }) => event),
    await one.get("notices.denied", {}),
  ];
  const before = await shown();
  expect(before).toEqual([["appointment.denied.v1"], { denied: 1 }]);
  await hub.close();
  await one.get("clinic.leave", {});
  const empty = await testHub(await testDatabase());
  const token = String(empty.creationToken);
  await one.get("clinic.create", { hub: empty.address, token, name: "Desk 1" });
  await inStep(one);
  expect(await shown()).toEqual(before);
  // Also once another address is there.
  await one.get("notices.register", {});
  await inStep(one);
  expect(await shown()).toEqual(before);
});

it("what comes after a desk was removed is sealed to somebody it is not", async () => {
  const { one, two, mock, database } = await scene();
  const { addresses } = await registered({ one, mock });
  await inStep(two);
  const recipient = async (): Promise<string | undefined> =>
    (await database.query<{ notice_recipient: string }>("select notice_recipient from hub.clinics"))[0]
      ?.notice_recipient;
  const known = await recipient();
  const { desks } = await inStep(one);
  const removed = desks.find(({ isSelf }) => !isSelf)?.id ?? "";
  await one.get("clinic.removeDesk", { desk: removed, lost: false });
  await vi.waitFor(async () => {
    await inStep(one);
    expect(await recipient()).not.toBe(known);
  }, patient);
  expect((await post(addresses[0]?.url ?? "", '{"id":1}')).status).toBe(204);
  expect((await received(one, 1))[0]?.problem).toBe("no-pointer");
});

async function gzip(body: Buffer): Promise<Buffer<ArrayBuffer>> {
  const { gzipSync } = await import("node:zlib");
  return gzipSync(body);
}

/** As the service leaves it: `fetch` would unpack nothing, and sends any header but a few. */
const post = (
  url: string,
  body: string | Uint8Array<ArrayBuffer>,
  headers: Record<string, string> = {},
): Promise<Response> => fetch(url, { method: "POST", body, headers });
