import { expect, it, vi } from "vitest";
import type { BookingItem } from "../../shared/outbox/item.ts";
import { saidOrNull } from "../../messages/saying.ts";
import { words } from "../../messages/words.ts";
import { formatClaimState, findOtherSender } from "../../renderer/features/clinic/claim-words.ts";
import { fullPatient, sendPatient, type TestDesk } from "../support/desk-kit.ts";
import { inStep, joins, memberState, patient, service, signedInDesk } from "./support/clinic-desks.ts";
import { becomes, scene, waiting, type Scene } from "./support/clinic-scene.ts";
import { middleman, type Middleman } from "./support/middleman.ts";
import { testDatabase, testHub } from "./support/started.ts";

type Cut = Pick<Scene, "desks" | "known" | "one" | "two" | "booked"> & {
  readonly three: TestDesk;
  /** On the way to the service, of every desk. */
  readonly service: Middleman;
  /** On the way from the first desk to the hub. */
  readonly hub: Middleman;
};

/** Three desks; what the first says to the hub, and all say to the service, can be held up. */
async function cutOff(): Promise<Cut> {
  const mock = await service();
  const hub = await testHub(await testDatabase());
  const toHub = await middleman(hub.address);
  const toService = await middleman(mock.baseUrl);
  const at = { ...mock, baseUrl: toService.address };
  // A request is held up for as long as the test says.
  const desk = (): ReturnType<typeof signedInDesk> => signedInDesk(at, { deadline: 3_600_000 });
  const desks = [await desk(), await desk(), await desk()] as const;
  const [two, one, three] = desks;
  await sendPatient(two, fullPatient);
  await two.get("clinic.create", { hub: hub.address, token: String(hub.creationToken), name: "Desk 2" });
  await joins(one, two, { hub: toHub.address, name: "Desk 1" });
  await joins(three, two, { hub: hub.address, name: "Desk 3" });
  for (const desk of desks) await inStep(desk);
  const { patients } = await two.get("patients.search", { text: "Sample", limit: 20 });
  const booked = (): number => mock.ledger().filter(({ kind }) => kind === "appointment").length;
  return { desks, one, two, three, known: String(patients[0]?.id), booked, service: toService, hub: toHub };
}

const isAway = (desk: TestDesk): Promise<void> =>
  vi.waitFor(async () => {
    await desk.get("clinic.look", {});
    expect((await memberState(desk)).line).toBe("away");
  }, patient);

const bookingOf = async (desk: TestDesk, id: string): Promise<BookingItem> => {
  const item = await desk.get("items.get", { id });
  if (item.kind !== "booking") throw new TypeError(item.kind);
  return item;
};

const numberAt = async (desk: TestDesk, id: string): Promise<number | undefined> =>
  (await bookingOf(desk, id)).result?.appointment?.id;

/** The first desk books without the hub; the second takes over what it knows nothing of, and books. */
async function bookedAtBoth(at: Cut): Promise<string> {
  const { one, two, hub } = at;
  const id = await waiting(at, one);
  hub.deal(() => "drop");
  await isAway(one);
  await one.ask("clinic.bookWithoutHub", { id });
  await two.get("clinic.takeOver", { id });
  const shown = { attempts: [], historyIncomplete: false };
  expect((await two.get("items.decide", { id, decision: "again", shown })).status).toBe("done");
  return id;
}

it("a visit that two desks booked needs a person at every desk, until one says which was canceled", async () => {
  const at = await cutOff();
  const { one, two, three, booked, hub } = at;
  const id = await bookedAtBoth(at);
  const numbers = [await numberAt(one, id), await numberAt(two, id)];
  expect([booked(), new Set(numbers).size]).toEqual([2, 2]);
  hub.deal(() => "pass");
  for (const desk of at.desks) {
    await inStep(desk);
    await becomes(desk, id, "needs-checking");
    const { problem, result } = await bookingOf(desk, id);
    expect(problem?.why.id).toBe("failures.clinic.bookedTwice");
    expect(result?.twice).toEqual(numbers.toSorted());
    expect((await desk.get("items.counts", {}))["needs-checking"]).toBe(1);
    // Nothing but that takes it away.
    for (const decision of ["booked", "again"] as const)
      expect(await desk.ask("items.decide", { id, decision })).toMatchObject({ ok: false });
  }
  const [first, second] = numbers;
  await one.get("items.sayCanceled", { id, number: Number(first) });
  await inStep(one);
  for (const desk of [two, three, one]) {
    await becomes(desk, id, "done");
    await vi.waitFor(async () => expect(await numberAt(desk, id)).toBe(second), patient);
  }
  expect(booked()).toBe(2);
});

/** That desk sends it, and the request is on the way: it has left the desk, and the service has not heard of it. */
async function heldUp(desk: TestDesk, { id, line }: { readonly id: string; readonly line: Middleman }) {
  const { arrived, goesOn } = line.hold(
    ({ method, path }) => method === "POST" && path.endsWith("/appointment"),
  );
  const sent = desk.ask("items.submit", { id, wait: true });
  await arrived;
  return { sent, goesOn };
}

it.each(["pass", "lose-answer"] as const)(
  "a request that is slow arrives after another desk took over and booked (and its answer: %s)",
  async (fate) => {
    const at = await cutOff();
    const { one, two, booked, service: line } = at;
    const id = await waiting(at, one);
    const { sent, goesOn } = await heldUp(one, { id, line });
    await inStep(two);
    const { claims } = await two.get("clinic.claims", { ids: [id] });
    expect(claims).toMatchObject([{ attempts: [{ isOpen: true }] }]);
    await two.get("clinic.takeOver", { id });
    const attempts = claims.flatMap((claim) => claim.attempts.map((one) => one.id));
    const shown = { attempts, historyIncomplete: false };
    expect((await two.get("items.decide", { id, decision: "again", shown })).status).toBe("done");
    await one.get("clinic.look", {});
    goesOn(fate);
    await sent;
    const number = await numberAt(two, id);
    for (const desk of at.desks) {
      await inStep(desk);
      await becomes(desk, id, fate === "pass" ? "needs-checking" : "done");
      const { result } = await bookingOf(desk, id);
      if (fate === "pass") expect(result?.twice).toHaveLength(2);
      else expect(result?.appointment?.id).toBe(number);
    }
    expect(booked()).toBe(2);
  },
);

it("what a person sent goes out by itself though the hub's answer whether it may was lost", async () => {
  const at = await cutOff();
  const { one, two, booked, hub } = at;
  const id = await waiting(at, one);
  hub.deal(({ method, path }) => (method === "POST" && path.endsWith("/log") ? "lose-answer" : "pass"));
  await one.get("items.submit", { id, wait: true });
  // The hub has said yes.
  await vi.waitFor(async () => {
    await inStep(two);
    const { claims } = await two.get("clinic.claims", { ids: [id] });
    expect(claims).toMatchObject([{ attempts: [{ isOpen: true }] }]);
  }, patient);
  hub.deal(() => "pass");
  await becomes(one, id, "done");
  expect(booked()).toBe(1);
});

it("a desk that left and joins again takes over the number of what was booked meanwhile", async () => {
  const { one, two, hub, booked, ...of } = await scene();
  const id = await waiting({ ...of }, two);
  await two.get("clinic.leave", {});
  expect((await bookingOf(two, id)).status).toBe("needs-checking");
  await one.get("clinic.takeOver", { id });
  const shown = { attempts: [], historyIncomplete: false };
  await one.get("items.decide", { id, decision: "again", shown });
  await joins(two, one, { hub: hub.address, name: "Desk 2 again" });
  await becomes(two, id, "done");
  expect(await numberAt(two, id)).toBe(await numberAt(one, id));
  expect(booked()).toBe(1);
});

/** The first desk's request is held up while the second takes over. Answers what lets it arrive, and how its sending ends. */
async function takenOverWhileSent({ one, two, service: line, ...of }: Cut) {
  const id = await waiting(of, one);
  const { sent, goesOn } = await heldUp(one, { id, line });
  await inStep(two);
  await two.get("clinic.takeOver", { id });
  return { id, goesOn, sent };
}

/** Books at that desk what it holds, told what may have arrived. */
async function bookedAgain(desk: TestDesk, id: string): Promise<void> {
  const { claims } = await desk.get("clinic.claims", { ids: [id] });
  expect(claims).toMatchObject([{ isHeldHere: true, attempts: [{ isOpen: true }] }]);
  const attempts = claims.flatMap((claim) => claim.attempts.map((one) => one.id));
  const shown = { attempts, historyIncomplete: false };
  expect((await desk.get("items.decide", { id, decision: "again", shown })).status).toBe("done");
}

/** What a desk says of a booking, in the words of its window, and of the visit that it takes for it. */
async function saidAt(desk: TestDesk, id: string) {
  const { problem, result, status } = await bookingOf(desk, id);
  const { claims } = await desk.get("clinic.claims", { ids: [id] });
  const { self } = await memberState(desk);
  return {
    isElsewhere: status === "elsewhere",
    why: saidOrNull(problem?.why),
    appointment: result?.appointment ?? null,
    stands: claims.flatMap(formatClaimState),
    mayStillSend: claims.map((claim) => findOtherSender(claim, self)),
  };
}

const nothing = { isElsewhere: false, why: null, appointment: null, stands: [], mayStillSend: [] };
const { claim: says } = words.clinic;

/** What happens at the first two desks, and what the second and the third then say of it. */
const forThree: readonly (readonly [
  what: string,
  happens: (at: Cut) => Promise<{ readonly id: string; readonly ends?: () => Promise<void> }>,
  expected: (at: Cut, id: string) => Promise<readonly [second: unknown, third: unknown]>,
])[] = [
  [
    "a visit that was booked twice",
    async (at) => {
      const id = await bookedAtBoth(at);
      at.hub.deal(() => "pass");
      return { id };
    },
    async (at, id) => {
      // Each desk has both numbers; which of the two visits it shows is as it heard of them.
      const { result } = await bookingOf(at.two, id);
      const numbers = (result?.twice ?? []).map((one) => `#${one}`).join(", ");
      const why = words.failures.clinic.bookedTwice({ numbers });
      const both = { ...nothing, why, appointment: result?.appointment };
      return [both, both];
    },
  ],
  [
    "a visit of which the first desk's answer was lost",
    async (at) => {
      const { id, goesOn, sent } = await takenOverWhileSent(at);
      await bookedAgain(at.two, id);
      goesOn("lose-answer");
      await sent;
      return { id };
    },
    async (at, id) => {
      const { result } = await bookingOf(at.one, id);
      expect(result?.appointment).toMatchObject({ id: expect.any(Number), status: "Pending" });
      const both = { ...nothing, appointment: result?.appointment };
      return [both, both];
    },
  ],
  [
    "a booking that the first desk may still send",
    async (at) => {
      const { id, goesOn, sent } = await takenOverWhileSent(at);
      const ends = async (): Promise<void> => {
        goesOn("lose-answer");
        await sent;
      };
      return { id, ends };
    },
    () => {
      const why = words.failures.clinic.takenOver;
      const open = { ...nothing, why, stands: [says.checking], mayStillSend: ["Desk 1"] };
      return Promise.resolve([open, { ...open, isElsewhere: true }]);
    },
  ],
  [
    "a booking that the first desk saved for later",
    async (at) => ({ id: await waiting(at, at.one) }),
    () => {
      const both = {
        ...nothing,
        isElsewhere: true,
        stands: [says.waitsForPerson],
        mayStillSend: [null],
      };
      return Promise.resolve([both, both]);
    },
  ],
];

it.each(forThree)("a third desk says the same as the second of %s", async (_what, happens, expected) => {
  const at = await cutOff();
  const { id, ends } = await happens(at);
  // What the first desk sends it does not share yet.
  for (const desk of ends === undefined ? at.desks : [at.two, at.three]) await inStep(desk);
  await vi.waitFor(async () => {
    for (const desk of [at.two, at.three]) await inStep(desk);
    const seen = [await saidAt(at.two, id), await saidAt(at.three, id)];
    expect(seen).toEqual(await expected(at, id));
  }, patient);
  await ends?.();
});
