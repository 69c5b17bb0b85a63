import { beforeEach, describe, expect, it } from "vitest";
import { ok, type Result } from "../../../shared/core/failure.ts";
import type { Item } from "../../../shared/outbox/item.ts";
import type { FormOf } from "../../../shared/outbox/routes.ts";
import { emptySeries } from "../../../shared/bookings/series-form.ts";
import { createItemHandlers } from "../../../main/features/outbox/item-handlers.ts";
import { createGroupCommit } from "../../../main/db/group-commit.ts";
import { said } from "../../../messages/saying.ts";
import { withSession } from "../../support/at-desk.ts";
import { settle } from "../../support/fake-clock.ts";
import { outboxKit, typedBooking, typedPatient, type OutboxKit } from "../../support/outbox-kit.ts";
import { booked, failing } from "../../support/scripted-client.ts";
import { idOf } from "../../support/store-records.ts";

const routesOf = (of: OutboxKit) =>
  withSession(
    createItemHandlers({
      ...of.outbox,
      session: of.session,
      inGroup: createGroupCommit({ store: of.store, clock: of.clock, soon: queueMicrotask }),
      onChange: (ids) => void told.push(ids),
    }),
    of.session,
  );
type Routes = ReturnType<typeof routesOf>;
let kit: OutboxKit;
let desk: Routes;
let told: (readonly string[])[];
beforeEach(async () => {
  kit = await outboxKit();
  told = [];
  desk = routesOf(kit);
});

async function valueOf<T>(asked: Promise<Result<T>> | Result<T>): Promise<T> {
  const result = await asked;
  if (!result.ok) throw new Error(`${result.failure.code}: ${said(result.failure.why)}`);
  return result.value;
}
const content = (change = {}): FormOf => ({ kind: "booking", form: typedBooking(change) });
const created = (change = {}): Promise<Item> => valueOf(desk["items.create"](content(change)));

describe("what is typed", () => {
  it("is kept, and read again as it was typed last", async () => {
    const { id } = await created();
    const { savedAt } = await valueOf(desk["items.saveForm"]({ id, content: content({ notes: "Gate 4" }) }));
    expect(savedAt).toBe(kit.item(id).updatedAt);
    expect(await valueOf(desk["items.get"]({ id }))).toMatchObject({ id, form: { notes: "Gate 4" } });
  });

  it("is refused as a failure that undoes nothing of what is saved in the same moment", async () => {
    const [kept, refused] = await Promise.allSettled([
      desk["items.create"](content({ notes: "Gate 4" })),
      desk["items.create"](content({ notes: "4242 4242 4242 4242" })),
    ]);
    expect(kept).toMatchObject({ status: "fulfilled", value: { ok: true } });
    expect(refused).toMatchObject({ status: "rejected", reason: { failure: { code: "card-number" } } });
  });

  it("is not saved over what was thrown away", async () => {
    const { id } = await created();
    expect(await valueOf(desk["items.discard"]({ id }))).toMatchObject({ id, status: "discarded" });
    await expect(
      Promise.resolve(desk["items.saveForm"]({ id, content: content({ notes: "Gate 4" }) })),
    ).rejects.toMatchObject({ failure: { code: "busy" } });
  });

  it("is put aside and taken up again", async () => {
    const { id } = await created();
    expect(await valueOf(desk["items.hold"]({ id }))).toMatchObject({ id, status: "on-hold" });
    expect(await valueOf(desk["items.edit"]({ id }))).toMatchObject({ id, status: "draft" });
  });
});

describe("what is sent", () => {
  it("goes out at once or is saved for later, as it was pressed", async () => {
    kit.client.respond = () => booked();
    const [now, later] = [await created(), await created({ time: "4pm" })];
    expect(await valueOf(desk["items.submit"]({ id: now.id, wait: true }))).toMatchObject({ status: "done" });
    expect(await valueOf(desk["items.submit"]({ id: later.id, wait: false }))).toMatchObject({
      status: "saved-for-later",
    });
    expect(kit.client.posts()).toHaveLength(1);
  });

  it("can be taken back in its moment, which is shown to its account", async () => {
    kit.world.settings = { ...kit.world.settings, undoSeconds: 5 };
    const { id } = await created();
    const sent = desk["items.submit"]({ id, wait: true });
    await settle();
    expect(await valueOf(desk["items.moments"]({}))).toEqual({
      moments: [{ itemId: id, visits: 1, stands: "draft", left: 5_000 }],
    });
    expect(await valueOf(desk["items.takeBack"]({ id }))).toMatchObject({ isTakenBack: true, item: { id } });
    await sent;
    expect(await valueOf(desk["items.moments"]({}))).toEqual({ moments: [] });
  });

  it("is noted as not answered while it waits for a card", async () => {
    const { id } = await created({ billingType: "Bill to Patient" });
    await desk["items.submit"]({ id, wait: false });
    const { noAnswerAt } = await valueOf(desk["items.noAnswer"]({ id }));
    expect(noAnswerAt).toEqual([kit.clock.now().toISOString()]);
  });

  it("is decided about by a person, and corrected once it is booked", async () => {
    kit.client.respond = () => failing("unclear");
    const { id } = await created();
    await desk["items.submit"]({ id, wait: true });
    expect(await valueOf(desk["items.decide"]({ id, decision: "booked" }))).toMatchObject({ status: "done" });
    const correction = await valueOf(desk["items.correct"]({ id }));
    expect(correction).toMatchObject({ status: "draft" });
    expect(kit.item(id)).toMatchObject({ correctedBy: correction.id });
  });

  it("is decided about as the person saw it, where several desks share it", async () => {
    const asked: unknown[] = [];
    kit = await outboxKit({ bookAgain: (_item, shown) => (asked.push(shown), null) });
    desk = routesOf(kit);
    kit.client.respond = () => failing("unclear");
    const { id } = await created();
    await desk["items.submit"]({ id, wait: true });
    const shown = { attempts: [idOf(3)], historyIncomplete: false };
    await desk["items.decide"]({ id, decision: "again", shown });
    expect(asked).toEqual([shown]);
  });

  it("waits while the outbox is paused, and the window is told of that", async () => {
    expect(await valueOf(desk["outbox.pause"]({ paused: true }))).toEqual({ paused: true });
    expect(kit.engine.isPaused()).toBe(true);
    expect(await valueOf(desk["outbox.pause"]({ paused: false }))).toEqual({ paused: false });
    expect(kit.engine.isPaused()).toBe(false);
    expect(told).toEqual([[], []]);
  });
});

describe("what repeats", () => {
  it("becomes its bookings, which are listed together", async () => {
    const series = { ...emptySeries, every: "2", times: "3" };
    const { id } = await created({ date: "2026-10-20", series });
    const first = await valueOf(desk["items.bookSeries"]({ id }));
    expect(first.series?.ids).toHaveLength(3);
    const { items } = await valueOf(desk["items.series"]({ id }));
    expect(items.map((item) => item.id)).toEqual(first.series?.ids);
  });
});

describe("a patient who exists already", () => {
  it("is taken under the number that the service named", async () => {
    kit.client.respond = () => failing("patient-exists", { existingPatientId: 44 });
    const form = { ...typedPatient, externalId: "EXT-1" };
    const { id } = await valueOf(desk["items.create"]({ kind: "patient", form }));
    await desk["items.submit"]({ id, wait: true });
    const taken = await valueOf(desk["patients.useExisting"]({ itemId: id, patientId: 44 }));
    expect(taken).toMatchObject({ patientId: 44 });
    expect(kit.item(id).status).toBe("done");
  });
});

describe("editing what was tried", () => {
  const refused = async (): Promise<Item> => {
    kit.client.respond = () => failing("fields-refused");
    const { id } = await created();
    return valueOf(desk["items.submit"]({ id, wait: true }));
  };

  it("makes a draft in its place", async () => {
    const { id } = await refused();
    const draft = await valueOf(desk["items.edit"]({ id }));
    expect(draft).toMatchObject({ editOf: id, status: "needs-editing" });
    expect(kit.item(id).status).toBe("discarded");
  });

  it("goes on with the draft that all desks know, where several share it", async () => {
    let theirs = "";
    kit = await outboxKit({ edits: () => Promise.resolve(ok(theirs)) });
    desk = routesOf(kit);
    const { id } = await refused();
    theirs = (await created({ notes: "Theirs" })).id;
    expect(await valueOf(desk["items.edit"]({ id }))).toEqual(kit.item(theirs));
    expect(kit.item(id).status).toBe("needs-editing");
  });
});
