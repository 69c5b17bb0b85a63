import { describe, expect, test } from "vitest";
import type { CardStart } from "../../../shared/cards/card-window.ts";
import { fail, failed, FailureError, ok, type Result } from "../../../shared/core/failure.ts";
import type { Card } from "../../../shared/cards/card.ts";
import { createCardCollection, type CardCollection } from "../../../main/features/cards/collect.ts";
import type { CardRecords, CardSubject } from "../../../main/features/cards/ports.ts";
import type { SetupIntent } from "../../../main/features/cards/setup-intent-source.ts";
import type { PendingIntent } from "../../../main/db/record-types.ts";
import { openedSession } from "../../support/open-gate.ts";
import { fakeClock, type FakeClock } from "../../support/fake-clock.ts";
import { account, idOf } from "../../support/store-records.ts";
import { said, say, verbatim } from "../../../messages/saying.ts";

const subjectOf = (number: number): CardSubject => ({
  itemId: idOf(number),
  accountId: account,
  patient: `patient ${number}`,
  patientRecordId: idOf(number + 100),
  displayName: verbatim("Ann Sample"),
});
const facts = { brand: "Visa", last4: "4242", expMonth: 12, expYear: 2034 };

/** Main's side of the card window, with a window that only remembers what happened to it. */
type Kit = {
  readonly collection: Omit<CardCollection, "collect"> & {
    readonly collect: (itemId: string) => ReturnType<CardCollection["collect"]>;
  };
  readonly clock: FakeClock;
  readonly windows: { closed: number; focused: number; readonly closeIt: () => void }[];
  readonly pending: Map<string, PendingIntent>;
  readonly kept: { readonly subject: CardSubject; readonly card: Card }[];
  readonly asked: string[];
  readonly world: {
    made: Result<SetupIntent>;
    keep: (card: Card) => Result<Card>;
    /** Holds the source's answer back. */
    hold: Promise<void>;
    isSetUp: boolean;
    windowFails: boolean;
  };
};

function kit(): Kit {
  const clock = fakeClock("2026-03-02T09:00:00Z");
  const windows: Kit["windows"] = [];
  const pending = new Map<string, PendingIntent>();
  const kept: { subject: CardSubject; card: Card }[] = [];
  const asked: string[] = [];
  let made = 0;
  const world: Kit["world"] = {
    made: ok({ clientSecret: "", publishableKey: null, isLive: null }),
    keep: ok,
    hold: Promise.resolve(),
    isSetUp: true,
    windowFails: false,
  };
  const records: CardRecords = {
    subject: (itemId) =>
      itemId === idOf(9)
        ? failed(fail("busy", verbatim("Sent already.")))
        : ok(subjectOf(Number(itemId.slice(-3)))),
    pendingIntent: ({ itemId }) => pending.get(itemId) ?? null,
    setPendingIntent: (intent) => void pending.set(intent.itemId, intent),
    earlier: () => [],
    keep: (subject, card) => {
      const result = world.keep(card);
      kept.push({ subject, card });
      pending.delete(subject.itemId);
      return result;
    },
  };
  const whole = createCardCollection({
    records,
    source: {
      create: async (url) => {
        asked.push(url);
        await world.hold;
        made += 1;
        return world.made.ok
          ? ok({ ...world.made.value, clientSecret: `seti_${made}_secret_${made}` })
          : world.made;
      },
      test: async () => ok({ message: verbatim("") }),
    },
    settings: () =>
      world.isSetUp
        ? { publishableKey: "pk_test_set", setupIntentUrl: "https://clinic.example/intents" }
        : null,
    isPractice: () => false,
    openWindow: ({ onClosed }) => {
      if (world.windowFails) throw new FailureError(fail("refused", verbatim("No window.")));
      const window = { closed: 0, focused: 0, closeIt: onClosed };
      windows.push(window);
      return {
        focus: () => void (window.focused += 1),
        close: () => {
          window.closed += 1;
          onClosed();
        },
      };
    },
    clock,
  });
  const collection = { ...whole, collect: (itemId: string) => whole.collect(itemId, openedSession) };
  return { collection, clock, windows, pending, kept, asked, world };
}

const begin = async ({ collection }: Kit, renew = false): Promise<CardStart> => {
  const answer = await collection.handlers.begin({ renew });
  if (!answer.ok) throw new Error(said(answer.failure.why));
  if ("failure" in answer.value) throw new Error(said(answer.value.failure.why));
  return answer.value;
};
const done = (of: Kit, setupIntentId: string, card: typeof facts | null = facts) =>
  of.collection.handlers.done({ setupIntentId, paymentMethod: "pm_1", card });

describe("collecting a card", () => {
  test("keeps the card before it answers, then closes the window", async () => {
    const desk = kit();
    const order: string[] = [];
    desk.world.keep = (card) => {
      order.push("kept");
      return ok(card);
    };
    const answer = desk.collection.collect(idOf(1)).then((result) => (order.push("answered"), result));
    expect(await begin(desk)).toMatchObject({
      clientSecret: "seti_1_secret_1",
      publishableKey: "pk_test_set",
      displayName: verbatim("Ann Sample"),
      lookUpFirst: false,
    });
    expect(await done(desk, "seti_1")).toEqual(ok({}));
    expect(await answer).toEqual(ok({ outcome: "collected", card: { id: "pm_1", ...facts } }));
    expect(order).toEqual(["kept", "answered"]);
    await desk.clock.advance(0);
    expect(desk.windows.map(({ closed }) => closed)).toEqual([1]);
    expect(desk.collection.isOpen()).toBe(false);
  });

  test("keeps a card of which the provider says nothing", async () => {
    const desk = kit();
    const answer = desk.collection.collect(idOf(1));
    await begin(desk);
    await done(desk, "seti_1", null);
    const unknown = { brand: null, last4: null, expMonth: null, expYear: null };
    expect(await answer).toEqual(ok({ outcome: "collected", card: { id: "pm_1", ...unknown } }));
  });

  test("takes the publishable key of the answer, which is of the intent's account", async () => {
    const desk = kit();
    desk.world.made = ok({ clientSecret: "", publishableKey: "pk_test_other", isLive: false });
    void desk.collection.collect(idOf(1));
    expect(await begin(desk)).toMatchObject({ publishableKey: "pk_test_other" });
    expect(desk.pending.get(idOf(1))).toMatchObject({ publishableKey: "pk_test_other" });
  });

  test.each(["closed", "save-for-later"] as const)("ends without a card when it is %s", async (reason) => {
    const desk = kit();
    const answer = desk.collection.collect(idOf(1));
    await begin(desk);
    await desk.collection.handlers.cancel({ reason });
    expect(await answer).toEqual(ok({ outcome: "cancelled", reason }));
    expect(desk.pending.has(idOf(1))).toBe(true);
  });

  test("ends without a card when the window is closed from outside", async () => {
    const desk = kit();
    const answer = desk.collection.collect(idOf(1));
    desk.windows[0]?.closeIt();
    expect(await answer).toEqual(ok({ outcome: "cancelled", reason: "closed" }));
  });

  test("asked for again brings the one window to the front and shares its answer", async () => {
    const desk = kit();
    const first = desk.collection.collect(idOf(1));
    const second = desk.collection.collect(idOf(1));
    await begin(desk);
    await done(desk, "seti_1");
    expect(desk.windows).toHaveLength(1);
    expect(desk.windows[0]?.focused).toBe(1);
    expect(await second).toEqual(await first);
  });

  test("for another booking is refused while a window is open: no card goes to the wrong patient", async () => {
    const desk = kit();
    void desk.collection.collect(idOf(1));
    expect(await desk.collection.collect(idOf(2))).toEqual(
      failed(fail("busy", say("failures.card.forOtherBooking"))),
    );
    expect(desk.windows).toHaveLength(1);
    expect(desk.windows[0]?.focused).toBe(1);
  });

  test("opens no window without settings, nor for a booking that was sent", async () => {
    const desk = kit();
    expect(await desk.collection.collect(idOf(9))).toMatchObject({ failure: { code: "busy" } });
    desk.world.isSetUp = false;
    expect(await desk.collection.collect(idOf(1))).toEqual(
      failed(fail("refused", say("failures.card.notSetUp"), { next: "none" })),
    );
    expect(desk.windows).toEqual([]);
  });

  test("says in its window that the settings have gone meanwhile, and asks for no intent", async () => {
    const desk = kit();
    void desk.collection.collect(idOf(1));
    desk.world.isSetUp = false;
    expect(await desk.collection.handlers.begin({ renew: false })).toMatchObject({
      ok: true,
      value: { failure: { code: "refused" } },
    });
    expect(desk.asked).toEqual([]);
  });

  test("whose window cannot be opened can be tried again", async () => {
    const desk = kit();
    desk.world.windowFails = true;
    expect(() => desk.collection.collect(idOf(1))).toThrow("refused");
    desk.world.windowFails = false;
    void desk.collection.collect(idOf(1));
    expect(desk.windows).toHaveLength(1);
  });

  test("that cannot be kept stays open, and is kept by another try", async () => {
    const desk = kit();
    const answer = desk.collection.collect(idOf(1));
    await begin(desk);
    desk.world.keep = () => {
      throw new FailureError(fail("store", verbatim("The disk is full.")));
    };
    expect(() =>
      desk.collection.handlers.done({ setupIntentId: "seti_1", paymentMethod: "pm_1", card: facts }),
    ).toThrow(FailureError);
    expect(desk.collection.isOpen()).toBe(true);
    desk.world.keep = ok;
    await done(desk, "seti_1");
    expect(await answer).toMatchObject({ ok: true });
  });

  test("whose booking changed meanwhile says so: the card is kept, and not put into it", async () => {
    const desk = kit();
    desk.world.keep = () => failed(fail("busy", verbatim("This booking has changed meanwhile.")));
    const answer = desk.collection.collect(idOf(1));
    await begin(desk);
    await done(desk, "seti_1");
    expect(await answer).toMatchObject({ ok: false, failure: { code: "busy" } });
    expect(desk.kept).toHaveLength(1);
  });
});

describe("the setup intent", () => {
  test("is durable before the page can use it", async () => {
    const desk = kit();
    void desk.collection.collect(idOf(1));
    const { clientSecret } = await begin(desk);
    expect(desk.pending.get(idOf(1))?.clientSecret).toBe(clientSecret);
  });

  test("of a window that was closed is looked up the next time, instead of asking the patient again", async () => {
    const desk = kit();
    void desk.collection.collect(idOf(1));
    const { clientSecret } = await begin(desk);
    desk.windows[0]?.closeIt();
    void desk.collection.collect(idOf(1));
    expect(await begin(desk)).toMatchObject({ clientSecret, lookUpFirst: true });
    expect(desk.asked).toHaveLength(1);
  });

  test("of a page that begins again is looked up too", async () => {
    const desk = kit();
    void desk.collection.collect(idOf(1));
    await begin(desk);
    expect(await begin(desk)).toMatchObject({ clientSecret: "seti_1_secret_1", lookUpFirst: true });
  });

  test("is replaced when the page says that it is used up, and not before another one is there", async () => {
    const desk = kit();
    void desk.collection.collect(idOf(1));
    await begin(desk);
    const { made } = desk.world;
    const failure = fail("not-reached", verbatim("No answer."));
    desk.world.made = failed(failure);
    expect(await desk.collection.handlers.begin({ renew: true })).toEqual(
      ok({ displayName: verbatim("Ann Sample"), practice: false, failure }),
    );
    expect(desk.pending.get(idOf(1))?.clientSecret).toBe("seti_1_secret_1");
    desk.world.made = made;
    expect(await begin(desk, true)).toMatchObject({ clientSecret: "seti_3_secret_3", lookUpFirst: false });
    expect(desk.pending.get(idOf(1))?.clientSecret).toBe("seti_3_secret_3");
  });

  test("that comes when the window is gone is not used for the next one", async () => {
    const desk = kit();
    const held = Promise.withResolvers<void>();
    desk.world.hold = held.promise;
    void desk.collection.collect(idOf(1));
    const late = desk.collection.handlers.begin({ renew: false });
    desk.windows[0]?.closeIt();
    void desk.collection.collect(idOf(2));
    held.resolve();
    expect(await late).toMatchObject({ ok: false });
    expect(desk.pending.size).toBe(0);
  });

  test("is not asked for without end by a page that never stops", async () => {
    const desk = kit();
    void desk.collection.collect(idOf(1));
    const answers: unknown[] = [];
    for (let round = 0; round < 50; round += 1)
      answers.push(await desk.collection.handlers.begin({ renew: true }));
    expect(desk.asked).toHaveLength(20);
    expect(answers[19]).toMatchObject({ ok: true, value: { clientSecret: "seti_20_secret_20" } });
    expect(answers.at(-1)).toMatchObject({
      value: { failure: fail("busy", say("failures.card.begunTooOften")) },
    });
  });
});

describe("an answer that does not belong to the window", () => {
  test.each(["seti_2", "seti_1_secret_1", "seti_"])("of the intent %s keeps nothing", async (id) => {
    const desk = kit();
    void desk.collection.collect(idOf(1));
    await begin(desk);
    expect(await done(desk, id)).toEqual(failed(fail("invalid-input", say("failures.card.otherIntent"))));
    expect(desk.kept).toEqual([]);
    expect(desk.collection.isOpen()).toBe(true);
  });

  test("before any setup intent, or without a window, keeps nothing", async () => {
    const desk = kit();
    const none = failed(fail("refused", say("failures.card.noneCollected")));
    expect(await done(desk, "seti_1")).toEqual(none);
    expect(await desk.collection.handlers.begin({ renew: false })).toEqual(none);
    void desk.collection.collect(idOf(1));
    expect(await done(desk, "seti_1")).toMatchObject({ ok: false });
    expect(desk.kept).toEqual([]);
  });

  test("that comes twice is kept once", async () => {
    const desk = kit();
    void desk.collection.collect(idOf(1));
    await begin(desk);
    await done(desk, "seti_1");
    expect(await done(desk, "seti_1")).toMatchObject({ ok: false });
    expect(desk.kept).toHaveLength(1);
  });
});

test("leaving the desk closes the window without a card", async () => {
  const desk = kit();
  const answer = desk.collection.collect(idOf(1));
  desk.collection.stop();
  expect(await answer).toEqual(ok({ outcome: "cancelled", reason: "closed" }));
  await desk.clock.advance(0);
  expect(desk.windows[0]?.closed).toBe(1);
});

test("leaving the desk, or giving up, where no card is collected changes nothing", async () => {
  const desk = kit();
  desk.collection.stop();
  expect(await desk.collection.handlers.cancel({ reason: "closed" })).toEqual(ok({}));
  expect(desk.collection.isOpen()).toBe(false);
  const answer = desk.collection.collect(idOf(1));
  await begin(desk);
  await done(desk, "seti_1");
  expect(await answer).toMatchObject({ ok: true, value: { outcome: "collected" } });
});
