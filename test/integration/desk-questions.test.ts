import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { emptySeries } from "../../shared/bookings/series-form.ts";
import { say } from "../../messages/saying.ts";
import { words } from "../../messages/words.ts";
import { startMockService, type MockService } from "../../mock/service.ts";
import {
  bookingForm,
  hasty,
  removeFolder,
  requiredPatient,
  sendPatient,
  startDesk,
  type TestDesk,
} from "../support/desk-kit.ts";

/** The whole desk with a question over the moment to undo; the ledger of the service says what was sent. */
let mock: MockService;
let desk: TestDesk;
const undoSeconds = 5;
let patient = "";
beforeEach(async () => {
  mock = await startMockService({ decideAfterMs: 3_600_000 });
  desk = await startDesk({ ...hasty, undoSeconds });
  await desk.get("session.connect", { serviceAddress: mock.baseUrl, token: mock.token, sameAccount: null });
  patient = String((await sendPatient(desk, requiredPatient)).result?.patientId);
});
afterEach(async () => {
  await desk.stop();
  await mock.close();
  removeFolder(desk.directory);
});

const booked = (): number => mock.ledger().filter(({ kind }) => kind === "appointment").length;
/** As long as three moments to undo. */
const longer = (): Promise<void> =>
  new Promise((resolve) => void hasty.clock.after(undoSeconds * 3_000, resolve));

/** Presses Book; answers its id once main says that it is about to be sent. */
async function press(visits: number): Promise<string> {
  const form = bookingForm({
    patient: { kind: "number", text: patient },
    sameAddress: false,
    address: "1 Main St",
    city: "Springfield",
    state: "IL",
    zip: "62701",
    step: "review",
    ...(visits > 1 ? { series: { ...emptySeries, every: "1", times: String(visits) } } : {}),
  });
  const { id } = await desk.get("items.create", { kind: "booking", form });
  void (visits > 1 ? desk.ask("items.bookSeries", { id }) : desk.ask("items.submit", { id, wait: true }));
  await expect
    .poll(async () => (await desk.get("items.moments", {})).moments)
    .toMatchObject([{ itemId: id, visits }]);
  return id;
}

type Asked = { readonly yes: (id: string) => Promise<unknown>; readonly no: () => Promise<unknown> };
/** A question of the window: held, answered, carried out and released, as its component does. */
async function inWindow(act: (id: string) => Promise<unknown>): Promise<Asked> {
  const { id: question } = await desk.get("question.hold", {});
  const release = (): Promise<unknown> => desk.get("question.release", { id: question });
  return {
    yes: async (id) => {
      expect(await desk.get("question.answer", { id: question })).toEqual({ isHeld: true });
      await act(id);
      return release();
    },
    no: release,
  };
}
const questions: { readonly [name: string]: () => Promise<Asked> } = {
  "“Discard?”": () =>
    inWindow((id) => desk.get("items.discard", { id, read: { status: "draft", mayBeMade: false } })),
  "“Sign out?”": () => inWindow(() => desk.get("session.signOut", {})),
  "“Quit?”": () => {
    const over = desk.desk.suspend();
    return Promise.resolve({ yes: async () => over(true), no: async () => over(false) });
  },
};
const table = Object.keys(questions).flatMap((name) => [1, 3].map((visits) => [name, visits] as const));

describe.each(table)(
  "%s over %i visits that are about to be sent, for longer than the moment",
  (name, visits) => {
    const ask = async (): Promise<{ readonly id: string; readonly asked: Asked }> => {
      const id = await press(visits);
      const asked = (await questions[name]?.()) ?? expect.fail();
      await longer();
      expect(booked()).toBe(0);
      expect(desk.desk.quitWords()?.message).toBe(words.items.tally.aboutToSend({ count: visits }));
      return { id, asked };
    };

    // booking-55: A question over a booking in its undo time holds it, with all visits of a series
    it("answered with yes: nothing is sent, as it was read", { tags: ["booking-55"] }, async () => {
      const { id, asked } = await ask();
      await asked.yes(id);
      await longer();
      expect(booked()).toBe(0);
    });

    it("answered with no: each is sent once", async () => {
      const { asked } = await ask();
      await asked.no();
      await expect.poll(booked).toBe(visits);
      await longer();
      expect(booked()).toBe(visits);
    });
  },
);

it("a page that goes away takes its questions with it", async () => {
  await press(1);
  await desk.get("question.hold", {});
  await desk.get("question.hold", {});
  await longer();
  expect(booked()).toBe(0);
  desk.desk.pageGone();
  await expect.poll(booked).toBe(1);
});

it("a discard that was read of something else by now is refused, and takes nothing", async () => {
  const id = await press(3);
  await desk.get("outbox.pause", { paused: true });
  // Nothing is held, as when the question was asked for too long: the draft that was read is three bookings now.
  const stand = async () => (await desk.get("items.series", { id })).items.map(({ status }) => status);
  await expect.poll(stand).toEqual(["ready", "ready", "ready"]);
  const read = { status: "draft", mayBeMade: false } as const;
  expect(await desk.ask("items.discard", { id, read })).toMatchObject({
    ok: false,
    failure: { code: "busy", why: say("failures.outbox.changedMeanwhile") },
  });
  await desk.get("outbox.pause", { paused: false });
  await expect.poll(booked).toBe(3);
});
