import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { BookingItem } from "../../shared/outbox/item.ts";
import { say } from "../../messages/saying.ts";
import { startMockService, type MockService } from "../../mock/service.ts";
import {
  asBooking,
  bookingForm,
  hasty,
  removeFolder,
  requiredPatient,
  sendPatient,
  startDesk,
  type TestDesk,
} from "../support/desk-kit.ts";

/** The whole desk with a moment to undo; the ledger of the service says what was sent. */
let mock: MockService;
let desk: TestDesk;
const undoSeconds = 15;
const connect = (): Promise<unknown> =>
  desk.get("session.connect", { serviceAddress: mock.baseUrl, token: mock.token, sameAccount: null });

let patient = "";
beforeEach(async () => {
  mock = await startMockService({ decideAfterMs: 3_600_000 });
  desk = await startDesk({ ...hasty, undoSeconds });
  await connect();
  patient = String((await sendPatient(desk, requiredPatient)).result?.patientId);
});
afterEach(async () => {
  await desk.stop();
  await mock.close();
  removeFolder(desk.directory);
});

const booked = (): number => mock.ledger().filter(({ kind }) => kind === "appointment").length;
const itemNow = async (id: string): Promise<BookingItem> => asBooking(await desk.get("items.get", { id }));

/** Presses Book; answers its id once main says that it is about to be sent, and what comes of it. */
async function press(): Promise<{ readonly id: string; readonly sent: Promise<BookingItem> }> {
  const form = bookingForm({
    patient: { kind: "number", text: patient },
    sameAddress: false,
    address: "1 Main St",
    city: "Springfield",
    state: "IL",
    zip: "62701",
    step: "review",
  });
  const { id } = await desk.get("items.create", { kind: "booking", form });
  const sent = desk.get("items.submit", { id, wait: true }).then(asBooking);
  await expect
    .poll(async () => (await desk.get("items.moments", {})).moments)
    .toMatchObject([{ itemId: id }]);
  return { id, sent };
}

describe("a booking that is about to be sent", () => {
  // log-7: An undone booking is in the log
  it(
    "is taken back: the window is told before the answer, nothing arrives, and it is at Review as it was",
    { tags: ["log-7"] },
    async () => {
      const { id, sent } = await press();
      const listed = await desk.get("items.list", { kinds: [], statuses: ["draft"], limit: 9, offset: 0 });
      expect(listed.items).toMatchObject([{ id, problem: null }]);
      const taken = await desk.get("items.takeBack", { id });
      expect(taken).toMatchObject({ isTakenBack: true, newPatient: null, item: { id, status: "draft" } });
      const told = desk.crossed.findLastIndex((line) => line.includes("moments.changed"));
      const answered = desk.crossed.findLastIndex((line) => line.includes("isTakenBack"));
      expect(desk.crossed[told]).toBe(JSON.stringify(["moments.changed", { moments: [] }]));
      expect(told).toBeLessThan(answered);
      expect(await sent).toMatchObject({ status: "draft", problem: null, form: { step: "review" } });
      expect(booked()).toBe(0);
      const filter = { day: null, person: null, group: "items" as const };
      const log = await desk.get("audit.list", { from: 0, limit: 9, anchor: null, filter });
      expect(
        log.rows.filter(({ record }) => record === id).map(({ act, byProgram }) => [act, byProgram]),
      ).toEqual([
        ["undone", false],
        ["begun", false],
      ]);
    },
  );

  it("is sent once when its time is over, and Undo then says what is so", async () => {
    const { id, sent } = await press();
    expect((await sent).status).toBe("done");
    expect(booked()).toBe(1);
    expect(await desk.get("items.takeBack", { id })).toMatchObject({
      isTakenBack: false,
      item: { status: "done" },
    });
  });

  it("is a draft that says so after the desk was stopped, and started again", async () => {
    const { id, sent } = await press();
    await desk.stop();
    await sent.catch(() => undefined);
    desk = await startDesk({ ...hasty, undoSeconds, directory: desk.directory, secrets: desk.secrets });
    await desk.get("connection.check", {});
    expect(await itemNow(id)).toMatchObject({
      status: "draft",
      problem: { why: say("failures.outbox.endedBefore", { button: "book" }) },
    });
    expect((await desk.get("items.moments", {})).moments).toEqual([]);
    expect(booked()).toBe(0);
  });

  it("is shown to nobody else and not sent once somebody signs out, also when they come back", async () => {
    const { id, sent } = await press();
    const out = desk.get("session.signOut", {});
    expect((await desk.get("items.moments", {})).moments).toEqual([]);
    await out;
    await sent.catch(() => undefined);
    await connect();
    expect(await itemNow(id)).toMatchObject({
      status: "draft",
      problem: { why: say("failures.outbox.signedOutBefore", { button: "book" }) },
    });
    // As long as its moment would have been.
    await new Promise((resolve) => void hasty.clock.after(undoSeconds * 1_000, () => resolve(null)));
    expect(booked()).toBe(0);
  });

  it("stands still while quitting is asked about, and is not sent by who then quits", async () => {
    const { id, sent } = await press();
    const over = desk.desk.suspend();
    expect(desk.desk.quitWords()).not.toBeNull();
    await new Promise((resolve) => void hasty.clock.after(undoSeconds * 2_000, () => resolve(null)));
    expect(booked()).toBe(0);
    over(true);
    expect((await sent).status).toBe("draft");
    expect((await desk.get("items.takeBack", { id })).isTakenBack).toBe(false);
    expect(booked()).toBe(0);
  });
});
