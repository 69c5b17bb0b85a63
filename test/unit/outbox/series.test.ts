import { beforeEach, describe, expect, it } from "vitest";
import type { BookingItem } from "../../../shared/outbox/item.ts";
import type { BookingForm } from "../../../shared/bookings/booking-form.ts";
import { type SeriesForm, emptySeries } from "../../../shared/bookings/series-form.ts";
import { isBooking } from "../../../main/features/outbox/kinds/kinds.ts";
import { say } from "../../../messages/saying.ts";
import { outboxKit, typedBooking, type OutboxKit } from "../../support/outbox-kit.ts";

let kit: OutboxKit;
beforeEach(async () => {
  kit = await outboxKit();
});

const fourTimes: SeriesForm = { ...emptySeries, every: "2", times: "4" };
/** Over November 1, on which the clocks go back. */
const repeated = (change: Partial<BookingForm> = {}): BookingForm =>
  typedBooking({ date: "2026-10-20", series: fourTimes, ...change });

function begin(form: BookingForm): BookingItem {
  const made = kit.items.create({ kind: "booking", form });
  if (!made.ok || !isBooking(made.value)) throw new Error("no booking");
  return made.value;
}
function bookings(ids: readonly string[]): readonly BookingItem[] {
  return ids.map((id) => kit.item(id)).filter(isBooking);
}
async function made(form = repeated()): Promise<readonly BookingItem[]> {
  const booked = await kit.items.bookSeries(begin(form).id);
  if (!booked.ok) throw new Error(JSON.stringify(booked.failure));
  return bookings(booked.value.series?.ids ?? []);
}
const failureOf = async (id: string): Promise<unknown> => {
  const answer = await kit.items.bookSeries(id);
  return answer.ok ? null : { code: answer.failure.code, fields: Object.keys(answer.failure.fields) };
};
const drafts = (): number => kit.store.read(({ items }) => items.counts("account-one")).draft;

describe("booking a series", () => {
  it("makes ordinary bookings: each with its own id, key, day and place, and none with the rule", async () => {
    const all = await made();
    expect(all.map(({ form }) => [form.date, form.time, form.series])).toEqual([
      ["2026-10-20", "14:00", undefined],
      ["2026-11-03", "14:00", undefined],
      ["2026-11-17", "14:00", undefined],
      ["2026-12-01", "14:00", undefined],
    ]);
    expect(new Set(all.map(({ id }) => id)).size).toBe(4);
    expect(new Set(all.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(4);
    expect(all.map(({ series }) => series?.number)).toEqual([1, 2, 3, 4]);
    expect(all.every(({ status }) => status === "ready" || status === "sending")).toBe(true);
  });

  it("pressed twice, makes them once", async () => {
    const { id } = begin(repeated());
    const [first, second] = await Promise.all([kit.items.bookSeries(id), kit.items.bookSeries(id)]);
    const idsOf = (answer: typeof first): unknown => (answer.ok ? answer.value.series?.ids : null);
    expect(idsOf(first)).toHaveLength(4);
    expect(idsOf(second)).toEqual(idsOf(first));
    expect(kit.items.series(id)).toMatchObject({ ok: true, value: { items: { length: 4 } } });
  });

  // booking-13: All visits of a series are made, or none
  it(
    "all or none: a disk that fails in the middle leaves the draft, with its rule, and nothing else",
    { tags: ["booking-13"] },
    async () => {
      const { id } = begin(repeated());
      const { transaction } = kit.store;
      let inserts = 0;
      const failing = (work: Parameters<typeof transaction>[0]): unknown =>
        transaction((repositories) =>
          work({
            ...repositories,
            items: {
              ...repositories.items,
              insert: (item) => {
                inserts += 1;
                if (inserts === 2) throw new Error("full");
                repositories.items.insert(item);
              },
            },
          }),
        );
      Object.assign(kit.store, { transaction: failing });
      await expect(kit.items.bookSeries(id)).rejects.toThrow("full");
      expect(inserts).toBe(2);
      expect(kit.item(id)).toMatchObject({ status: "draft", form: { series: fourTimes } });
      expect(drafts()).toBe(1);
      expect(kit.store.read(({ items }) => items.readyCount("account-one"))).toBe(0);
    },
  );

  it("says what is saved and what was not sent, where the disk is full", async () => {
    const { id } = begin(repeated());
    kit.world.diskFull = true;
    const answer = await kit.items.bookSeries(id);
    expect(answer.ok ? null : answer.failure.why).toEqual(say("failures.store.notSent", { full: "yes" }));
  });

  it("one visit that cannot be booked keeps all from being made", async () => {
    const changes = [
      { of: "2026-11-03", date: "soon", time: "", repeatedHour: null, isRemoved: false },
    ] as const;
    const { id } = begin(repeated({ series: { ...fourTimes, changes: [...changes] } }));
    expect(await failureOf(id)).toEqual({ code: "invalid-input", fields: ["date"] });
    expect(kit.item(id).status).toBe("draft");
    expect(drafts()).toBe(1);
  });

  it.each([
    ["the patient", { patient: null }, ["patient"]],
    ["the service", { service: "" }, ["service"]],
    ["the first day", { date: "1/1/2020" }, ["date"]],
    ["a card", { billingType: "Bill to Patient" as const }, ["paymentMethod"]],
  ])("without %s nothing is made", async (_what, change, fields) => {
    const { id } = begin(repeated(change));
    expect(await failureOf(id)).toEqual({ code: "invalid-input", fields });
    expect(drafts()).toBe(1);
  });

  it("each goes out with the same payment method", async () => {
    const card = { id: "pm_1", brand: "visa", last4: "4242", expMonth: 1, expYear: 2030 };
    const all = await made(repeated({ billingType: "Bill to Patient", paymentMethod: "pm_1", card }));
    expect(all.map(({ form }) => form.paymentMethod)).toEqual(["pm_1", "pm_1", "pm_1", "pm_1"]);
  });

  it("all wait for a patient who has no number yet", async () => {
    const patient = { kind: "known" as const, id: kit.knownPatient(null).id };
    const all = await made(repeated({ patient, sameAddress: true }));
    expect(all.map(({ status }) => status)).toEqual(Array.from({ length: 4 }, () => "waiting-for-patient"));
  });
});

describe("a repeated form", () => {
  // booking-18: A repeated form is never sent as one booking
  it(
    "never goes out as one booking: not by Book, not by Save for later, not from the list of calls",
    { tags: ["booking-18"] },
    async () => {
      const { id } = begin(repeated());
      for (const wait of [true, false])
        expect(await kit.items.submit(id, wait)).toMatchObject({
          ok: false,
          failure: { code: "invalid-input" },
        });
      expect(kit.item(id)).toMatchObject({ status: "draft", form: { series: fourTimes } });
      const called = begin(typedBooking({ billingType: "Bill to Patient" }));
      await kit.items.submit(called.id, false);
      expect(kit.item(called.id).status).toBe("needs-card");
      kit.items.saveForm(called.id, {
        kind: "booking",
        form: repeated({ billingType: "Bill to Patient" }),
      });
      expect(kit.item(called.id).status).toBe("draft");
    },
  );

  it("is held and taken up with its rule", () => {
    const { id } = begin(repeated());
    kit.items.hold(id);
    kit.items.edit(id);
    expect(kit.item(id)).toMatchObject({ status: "draft", form: { series: fourTimes } });
  });

  it("that was booked cannot come back by a late save of its rule", async () => {
    const { id } = begin(repeated());
    // They are made in this turn, and none has gone out yet.
    const booked = kit.items.bookSeries(id);
    const late = kit.items.saveForm(id, { kind: "booking", form: repeated() });
    expect(late).toMatchObject({ ok: false, failure: { code: "invalid-input" } });
    expect(kit.item(id)).toMatchObject({ status: expect.stringMatching(/ready|sending/) });
    await booked;
  });

  it("of which nothing is typed goes out as one", async () => {
    const { id } = begin(typedBooking({ series: emptySeries }));
    expect(await kit.items.submit(id, false)).toMatchObject({
      ok: true,
      value: { status: "saved-for-later" },
    });
  });
});

it("one that is thrown away, or edited, leaves the others as they are", async () => {
  const all = await made(repeated({ patient: { kind: "known", id: kit.knownPatient(null).id } }));
  const [first, second] = all;
  kit.items.discard(first?.id ?? "");
  kit.items.edit(second?.id ?? "");
  expect(bookings(all.map(({ id }) => id)).map(({ status }) => status)).toEqual([
    "discarded",
    "draft",
    "waiting-for-patient",
    "waiting-for-patient",
  ]);
});

describe("the moment to undo a series", () => {
  const total = (): number =>
    kit.store.read(({ items }) =>
      Object.values(items.counts("account-one")).reduce((sum, count) => sum + count, 0),
    );
  const begunWith = (): BookingItem => {
    kit.world.settings = { ...kit.world.settings, undoSeconds: 5 };
    return begin(repeated());
  };

  it("is one for all of them: until it is over there is only the draft, which says that nothing was sent", async () => {
    const { id } = begunWith();
    const answer = kit.items.bookSeries(id);
    await kit.clock.advance(4_999);
    expect(kit.item(id)).toMatchObject({ status: "draft", form: { series: fourTimes } });
    expect(kit.item(id).problem?.why.id).toBe("failures.outbox.endedBefore");
    expect(total()).toBe(1);
    await kit.clock.advance(1);
    expect(await answer).toMatchObject({ ok: true, value: { series: { number: 1 } } });
    expect(total()).toBe(4);
    expect(kit.item(id).problem).toBeNull();
  });

  it("taken back, it is the draft with its rule as it was, and none was made", async () => {
    const { id } = begunWith();
    const answer = kit.items.bookSeries(id);
    await kit.clock.advance(3_000);
    expect(kit.items.takeBack(id)).toMatchObject({ ok: true, value: { isTakenBack: true } });
    expect(await answer).toMatchObject({
      ok: true,
      value: { status: "draft", problem: null, form: { series: fourTimes } },
    });
    await kit.clock.advance(60_000);
    expect(total()).toBe(1);
    expect(kit.client.posts()).toHaveLength(0);
  });

  it("pressed twice, it has one moment, and both presses hear of it", async () => {
    const { id } = begunWith();
    const answers = Promise.all([kit.items.bookSeries(id), kit.items.bookSeries(id)]);
    await kit.clock.advance(5_000);
    const [first, second] = await answers;
    expect(first).toMatchObject({ ok: true, value: { series: { ids: { length: 4 } } } });
    expect(second).toEqual(first);
    expect(total()).toBe(4);
  });
});
