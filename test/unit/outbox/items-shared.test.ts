import { beforeEach, describe, expect, it } from "vitest";
import { fail, failed, ok, type Result } from "../../../shared/core/failure.ts";
import type { ShownClaim } from "../../../shared/clinic/clinic.ts";
import type { Item } from "../../../shared/outbox/item.ts";
import type { FormOf } from "../../../shared/outbox/routes.ts";
import type { Sharing } from "../../../main/features/outbox/ports.ts";
import { verbatim } from "../../../messages/saying.ts";
import { settle } from "../../support/fake-clock.ts";
import {
  deskAccount,
  outboxKit,
  typedBooking,
  typedPatient,
  type OutboxKit,
} from "../../support/outbox-kit.ts";
import { booked, failing, type Answer } from "../../support/scripted-client.ts";
import { idOf } from "../../support/store-records.ts";

// What people do with an item that several desks share.

let kit: OutboxKit;
/** Who was asked about what, and what they answer. */
let asked: unknown[];
let others: Partial<Sharing>;
beforeEach(async () => {
  asked = [];
  others = {};
  kit = await outboxKit({
    mayChange: (item) => others.mayChange?.(item) ?? null,
    edits: (item) => {
      asked.push(item);
      return others.edits?.(item) ?? Promise.resolve(ok(null));
    },
    bookAgain: (item, shown) => {
      asked.push({ item, shown });
      return others.bookAgain?.(item, shown) ?? null;
    },
  });
});

const notNow = fail("busy", verbatim("Desk 2 is at it."));
const booking: FormOf = { kind: "booking", form: typedBooking() };
const patient: FormOf = { kind: "patient", form: typedPatient };

function create(content = booking): Item {
  const made = kit.items.create(content);
  return made.ok ? made.value : expect.fail("not created");
}
/** An item after one try with that answer. */
async function tried(answer: Answer, content = booking): Promise<Item> {
  const { id } = create(content);
  kit.client.respond = () => answer;
  await kit.items.submit(id, true);
  kit.client.respond = () => null;
  kit.changed.length = 0;
  return kit.item(id);
}

describe("what another desk holds", () => {
  const changes: readonly (readonly [string, (id: string) => Result<unknown> | Promise<Result<unknown>>])[] =
    [
      ["typed into", (id) => kit.items.saveForm(id, booking)],
      ["held", (id) => kit.items.hold(id)],
      ["noted as not answered", (id) => kit.items.noAnswer(id)],
      ["edited", (id) => kit.items.edit(id)],
      ["thrown away", (id) => kit.items.discard(id)],
      ["sent", (id) => kit.items.submit(id, true)],
      ["decided", (id) => kit.items.decide(id, "again")],
      ["corrected", (id) => kit.items.correct(id)],
    ];

  it.each(changes)("is not %s here", async (_what, change) => {
    const item = create();
    others = { mayChange: ({ id }) => (id === item.id ? notNow : null) };
    expect(await change(item.id)).toEqual(failed(notNow));
    expect(kit.item(item.id)).toEqual(item);
    expect(kit.client.posts()).toEqual([]);
  });

  it("is shown all the same", () => {
    const item = create();
    others = { mayChange: () => notNow };
    expect(kit.items.get(item.id)).toEqual(ok(item));
  });
});

describe("editing what was tried", () => {
  it("goes on with the draft that the others agreed on, and says what changed", async () => {
    const item = await tried(failing("fields-refused"));
    const theirs = create();
    others = { edits: () => Promise.resolve(ok(theirs.id)) };
    kit.changed.length = 0;
    expect(await kit.items.editShared(item.id)).toEqual(ok(theirs));
    expect(asked).toEqual([item]);
    expect(kit.changed).toEqual([item.id, theirs.id]);
  });

  it("says why it may not be edited now, and changes nothing", async () => {
    const item = await tried(failing("fields-refused"));
    others = { edits: () => Promise.resolve(failed(notNow)) };
    expect(await kit.items.editShared(item.id)).toEqual(failed(notNow));
    expect(kit.changed).toEqual([]);
    expect(kit.item(item.id)).toEqual(item);
  });

  it("is for this desk alone when the others have no part in it", async () => {
    const item = await tried(failing("fields-refused"));
    expect(await kit.items.editShared(item.id)).toBeNull();
    expect(asked).toEqual([item]);
    expect(kit.changed).toEqual([]);
  });

  it("says that a draft which never came here is not here", async () => {
    const item = await tried(failing("fields-refused"));
    others = { edits: () => Promise.resolve(ok(idOf(9_999))) };
    expect(await kit.items.editShared(item.id)).toMatchObject({ ok: false, failure: { code: "not-found" } });
  });

  it("asks nobody about what was never tried, or is not this account's", async () => {
    expect(await kit.items.editShared(create().id)).toBeNull();
    expect(await kit.items.editShared(kit.ready(booking).id)).toBeNull();
    const { id } = await tried(failing("fields-refused"));
    kit.world.account = { ...deskAccount, accountId: "account-two" };
    expect(await kit.items.editShared(id)).toBeNull();
    expect(asked).toEqual([]);
  });

  it("asks nobody about what cannot be edited: it is done, or may have been made and goes out again", async () => {
    const done = await tried(booked());
    const unsettled = await tried(failing("unclear"), patient);
    expect([done.status, unsettled.status]).toEqual(["done", "ready"]);
    for (const { id } of [done, unsettled]) expect(await kit.items.editShared(id)).toBeNull();
    expect(asked).toEqual([]);
  });

  it("asks about what waits to go out and never reached the service", async () => {
    const item = await tried(failing("not-reached"));
    expect(item).toMatchObject({ status: "ready", attempts: [{ phase: "connecting" }] });
    await kit.items.editShared(item.id);
    expect(asked).toEqual([item]);
  });

  it("asks about what is to be put right, also when an earlier try may have made it", async () => {
    const unclear = await tried(failing("unclear"), patient);
    const item: Item = { ...unclear, status: "needs-editing" };
    kit.save(item);
    await kit.items.editShared(item.id);
    expect(asked).toEqual([item]);
  });
});

describe("booking again", () => {
  const shown: ShownClaim = { attempts: [idOf(3)], historyIncomplete: true };
  const doubtful = (): Promise<Item> => tried(failing("unclear"));

  it("is sent once the others agreed to what the person saw, and not before", async () => {
    const item = await doubtful();
    let agree = (): void => undefined;
    others = { bookAgain: () => new Promise((resolve) => (agree = () => resolve(ok(null)))) };
    kit.client.respond = () => booked(9);
    const decided = kit.items.decide(item.id, "again", shown);
    await settle();
    expect(asked).toEqual([{ item, shown }]);
    expect(kit.item(item.id)).toEqual(item);
    agree();
    expect(await decided).toMatchObject({ ok: true, value: { status: "done", resends: 1 } });
    expect(kit.client.posts()).toHaveLength(2);
  });

  it("is not sent when they do not, and says why", async () => {
    const item = await doubtful();
    others = { bookAgain: () => Promise.resolve(failed(notNow)) };
    expect(await kit.items.decide(item.id, "again", shown)).toEqual(failed(notNow));
    expect(kit.item(item.id)).toEqual(item);
    expect(kit.client.posts()).toHaveLength(1);
  });

  it("goes on with what the others made of it meanwhile, and is counted once", async () => {
    const item = await doubtful();
    others = {
      bookAgain: () => {
        kit.save({ ...item, status: "ready", problem: null, resends: 4 });
        return Promise.resolve(ok(null));
      },
    };
    kit.client.respond = () => booked(9);
    expect(await kit.items.decide(item.id, "again", shown)).toMatchObject({
      ok: true,
      value: { status: "done", resends: 4 },
    });
    expect(kit.client.posts()).toHaveLength(2);
  });

  it("is not sent when somebody signed out while they were asked", async () => {
    const item = await doubtful();
    others = {
      bookAgain: () => {
        kit.world.account = null;
        return Promise.resolve(ok(null));
      },
    };
    expect(await kit.items.decide(item.id, "again", shown)).toMatchObject({
      ok: false,
      failure: { code: "signed-out" },
    });
    expect(kit.item(item.id)).toEqual(item);
    expect(kit.client.posts()).toHaveLength(1);
  });

  it("asks nobody when the booking was found, or is settled already", async () => {
    const item = await doubtful();
    await kit.items.decide(item.id, "booked", shown);
    await kit.items.decide(item.id, "again", shown);
    expect(asked).toEqual([]);
  });
});
