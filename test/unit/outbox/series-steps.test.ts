import { beforeEach, describe, expect, it } from "vitest";
import { fail, failed, type Result } from "../../../shared/core/failure.ts";
import type { BookingForm } from "../../../shared/bookings/booking-form.ts";
import { type SeriesForm, emptySeries } from "../../../shared/bookings/series-form.ts";
import type { BookingItem, Item } from "../../../shared/outbox/item.ts";
import { isBooking } from "../../../main/features/outbox/kinds/kinds.ts";
import { say, said, verbatim } from "../../../messages/saying.ts";
import { settle } from "../../support/fake-clock.ts";
import {
  outboxKit,
  startOfTest,
  typedBooking,
  typedPatient,
  type OutboxKit,
} from "../../support/outbox-kit.ts";
import { booked } from "../../support/scripted-client.ts";
import { idOf } from "../../support/store-records.ts";

// What is answered, told and kept at each step of booking a series.

let kit: OutboxKit;
beforeEach(async () => {
  kit = await outboxKit();
});

const fourTimes: SeriesForm = { ...emptySeries, every: "2", times: "4" };
const repeated = (change: Partial<BookingForm> = {}): BookingForm =>
  typedBooking({ series: fourTimes, ...change });
/** For a patient without a number: what is made waits, and none of it goes out. */
const forNewPatient = (): BookingForm =>
  repeated({ patient: { kind: "known", id: kit.knownPatient(null).id }, sameAddress: true });

function valueOf<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(said(result.failure.why));
  return result.value;
}
function begin(form = repeated()): BookingItem {
  const made = valueOf(kit.items.create({ kind: "booking", form }));
  return isBooking(made) ? made : expect.fail("it is no booking");
}
const idsOf = ({ series }: BookingItem): readonly string[] => series?.ids ?? [];
/** All items there are, the one that was typed among them. */
const total = (): number =>
  kit.store.read(({ items }) =>
    Object.values(items.counts("account-one")).reduce((sum, count) => sum + count, 0),
  );

describe("a series that is made", () => {
  it("is told of with every booking of it, and traced", async () => {
    const { id } = begin(forNewPatient());
    kit.changed.length = 0;
    kit.traced.length = 0;
    const first = valueOf(await kit.items.bookSeries(id));
    expect(kit.changed).toEqual(idsOf(first));
    expect(kit.changed).toHaveLength(4);
    expect(kit.traced).toEqual(["submitted"]);
  });

  it("goes out by itself, at once and all of it", async () => {
    kit.client.respond = () => booked();
    const first = valueOf(await kit.items.bookSeries(begin().id));
    // At once: no clock has to move for the first of them.
    await settle();
    expect(kit.client.posts()).not.toEqual([]);
    await kit.clock.advance(60_000);
    expect(idsOf(first).map((id) => kit.item(id).status)).toEqual(["done", "done", "done", "done"]);
  });

  it("is shown with its bookings in their order, without one that is gone, or of another account", async () => {
    const first = valueOf(await kit.items.bookSeries(begin(forNewPatient()).id));
    const [one, two, three, four] = idsOf(first);
    kit.save({ ...kit.item(one ?? ""), series: { ids: [one, two, idOf(999_999), four], number: 1 } } as Item);
    const listed = valueOf(kit.items.series(one ?? "")).items;
    expect(listed.map(({ id }) => id)).toEqual([one, two, four]);
    expect(listed[0]).not.toHaveProperty("payload");
    const other = { ...kit.item(three ?? ""), id: idOf(888_888), accountId: "account-two" };
    kit.store.transaction(({ items }) => items.insert(other));
    kit.save({ ...kit.item(one ?? ""), series: { ids: [one, other.id], number: 1 } } as Item);
    expect(valueOf(kit.items.series(one ?? "")).items.map(({ id }) => id)).toEqual([one]);
  });

  it("lets one of its visits be edited as one, and never be repeated itself", async () => {
    const first = valueOf(await kit.items.bookSeries(begin(forNewPatient()).id));
    kit.items.edit(first.id);
    expect(kit.items.saveForm(first.id, { kind: "booking", form: repeated() })).toEqual(
      failed(fail("invalid-input", say("series.inSeries"))),
    );
    const notes = { ...first.form, notes: "Rings twice" };
    expect(kit.items.saveForm(first.id, { kind: "booking", form: notes }).ok).toBe(true);
    expect(kit.item(first.id).form).toMatchObject({ notes: "Rings twice" });
  });
});

describe("no series is made", () => {
  const refuses = async (id: string, answer: object): Promise<void> => {
    expect(await kit.items.bookSeries(id)).toEqual(answer);
    expect(total()).toBe(1);
  };
  const unread = failed(
    fail("invalid-input", say("series.incomplete"), { fields: { date: say("series.incomplete") } }),
  );

  it.each<[string, SeriesForm]>([
    ["nothing is repeated", emptySeries],
    ["the rule has no end", { ...emptySeries, every: "2" }],
    ["the rule cannot be read", { ...emptySeries, every: "often", times: "4" }],
  ])("where %s, and the rule's place says so", async (_, series) => {
    await refuses(begin(repeated({ series })).id, unread);
  });

  it("without a payment method, which is asked for", async () => {
    await refuses(
      begin(repeated({ billingType: "Bill to Patient" })).id,
      failed(
        fail("invalid-input", say("failures.outbox.needsCard"), {
          fields: { paymentMethod: say("failures.outbox.addCard") },
        }),
      ),
    );
  });

  it.each<[string, Partial<Item>]>([
    ["was thrown away", { status: "discarded" }],
    ["a person said is booked", { status: "done" }],
    [
      "was refused when it was sent",
      {
        status: "needs-editing",
        attempts: [
          {
            startedAt: startOfTest,
            endedAt: startOfTest,
            phase: "answered",
            status: 400,
            outcome: verbatim("x"),
          },
        ],
      },
    ],
  ])("of what %s", async (_, change) => {
    const one = begin();
    kit.save({ ...one, ...change } as Item);
    await refuses(one.id, failed(fail("busy", say("failures.outbox.alreadySent"))));
  });

  it("of a patient, nor of what is not here", async () => {
    const patient = valueOf(kit.items.create({ kind: "patient", form: typedPatient }));
    const otherKind = failed(fail("invalid-input", say("failures.outbox.otherKind")));
    await refuses(patient.id, otherKind);
    expect(kit.items.series(patient.id)).toEqual(otherKind);
    const gone = await kit.items.bookSeries(idOf(999_999));
    expect(gone).toMatchObject({ ok: false, failure: { code: "not-found" } });
    expect(kit.items.series(idOf(999_999))).toEqual(gone);
  });

  it("of a booking by itself, which has no others", () => {
    expect(kit.items.series(begin().id)).toEqual({ ok: true, value: { items: [] } });
  });
});

describe("the moment of a series", () => {
  function press(form = repeated()) {
    kit.world.settings = { ...kit.world.settings, undoSeconds: 5 };
    const { id } = begin(form);
    kit.changed.length = 0;
    return { id, answer: kit.items.bookSeries(id) };
  }

  it("is told of as it begins", () => {
    const { id } = press();
    expect(kit.changed).toContain(id);
  });

  it("is one, however often and late Book is pressed, and whatever is set meanwhile", async () => {
    const { id, answer } = press();
    await kit.clock.advance(3_000);
    kit.world.settings = { ...kit.world.settings, undoSeconds: 0 };
    let heard = false;
    const second = kit.items.bookSeries(id).then((result) => ((heard = true), result));
    await settle();
    expect([heard, total()]).toEqual([false, 1]);
    await kit.clock.advance(2_000);
    expect(heard).toBe(true);
    expect(await second).toEqual(await answer);
    expect(total()).toBe(4);
  });

  it("starts no second one for a late press: both hear the end of the first", async () => {
    const { id, answer } = press();
    await kit.clock.advance(3_000);
    let heard = false;
    const second = kit.items.bookSeries(id).then(() => (heard = true));
    await kit.clock.advance(2_000);
    expect(heard).toBe(true);
    await Promise.all([second, answer]);
  });

  it("ends with a draft that says why, where the first visit has passed meanwhile", async () => {
    const { id, answer } = press();
    await kit.clock.advance(4_000);
    kit.clock.setWall("2026-04-02T12:00:00.000Z");
    kit.changed.length = 0;
    await kit.clock.advance(1_000);
    expect(await answer).toMatchObject({ ok: true, value: { status: "draft" } });
    expect(kit.item(id)).toMatchObject({
      status: "draft",
      form: { series: fourTimes },
      problem: { code: "invalid-input", fields: { date: say("fields.dayPassed") } },
      updatedAt: kit.clock.now().toISOString(),
    });
    expect(kit.changed).toContain(id);
    expect(total()).toBe(1);
  });

  it("makes nothing of what became something else meanwhile", async () => {
    const { id, answer } = press();
    kit.save({ ...kit.item(id), status: "discarded" });
    await kit.clock.advance(5_000);
    expect(await answer).toMatchObject({ ok: true, value: { status: "discarded" } });
    expect(kit.item(id)).toMatchObject({ status: "discarded", form: { series: fourTimes } });
    expect(total()).toBe(1);
  });

  it("makes nothing where nobody is signed in at its end, and says so", async () => {
    const { id, answer } = press();
    kit.world.account = null;
    await kit.clock.advance(5_000);
    expect(await answer).toMatchObject({ ok: false, failure: { code: "signed-out" } });
    expect(kit.item(id).status).toBe("draft");
    expect(total()).toBe(1);
  });
});
