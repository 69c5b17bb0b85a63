import { beforeEach, describe, expect, it } from "vitest";
import { fail } from "../../../shared/core/failure.ts";
import { itemStatuses, type Item, type ItemStatus } from "../../../shared/outbox/item.ts";
import { say, verbatim } from "../../../messages/saying.ts";
import {
  deskAccount,
  outboxKit,
  typedBooking,
  typedPatient,
  typedWebhook,
  type OutboxKit,
} from "../../support/outbox-kit.ts";

/** What a press stands as on the disk, and what becomes of that: the engine is not needed for it. */
let kit: OutboxKit;
beforeEach(async () => {
  kit = await outboxKit();
  kit.world.settings = { ...kit.world.settings, undoSeconds: 5 };
});

const refusal = fail("refused", verbatim("No."));
function booking(change: Partial<Item> = {}): Item {
  const one = kit.ready({ kind: "booking", form: typedBooking() });
  const next = { ...one, status: "draft", ...change } as Item;
  kit.save(next);
  return next;
}
/** Saved as it stands for its moment, which has begun. */
function pressed(change: Partial<Item> = {}): Item {
  const item = booking(change);
  kit.save({ ...item, ...kit.undo.standing(item) });
  void kit.undo.hold(item, 1, () => undefined);
  kit.changed.length = 0;
  return item;
}
const undone = (): readonly unknown[] =>
  kit.store
    .read(({ audit }) => audit.after(0, 1_000))
    .map(({ entry }) => entry)
    .filter(({ act }) => act === "undone");
const notSent = (which: "ended" | "signedOut" | "locked", button: "book" | "send") =>
  fail("not-reached", say(`failures.outbox.${which}Before`, { button }));

describe("what is held back", () => {
  const held: readonly ItemStatus[] = ["draft", "on-hold", "saved-for-later", "needs-card", "needs-editing"];

  it.each(itemStatuses)("is a booking that nobody has pressed to send yet: %s", (status) => {
    expect(kit.undo.holdsBack(booking({ status }))).toBe(held.includes(status));
  });

  it("is no booking that was tried, none where there are no seconds for it, and nothing else", () => {
    const attempt = {
      startedAt: "2026-03-02T09:00:00.000Z",
      endedAt: null,
      phase: "none" as const,
      status: null,
      outcome: null,
    };
    expect(kit.undo.holdsBack({ ...booking(), attempts: [attempt] })).toBe(false);
    const others = [
      kit.ready({ kind: "patient", form: typedPatient }),
      kit.ready({ kind: "webhook", form: typedWebhook }),
    ];
    for (const other of others) expect(kit.undo.holdsBack({ ...other, status: "draft" })).toBe(false);
    kit.world.settings = { ...kit.world.settings, undoSeconds: 0 };
    expect(kit.undo.holdsBack(booking())).toBe(false);
  });

  it.each<[ItemStatus, ItemStatus, "book" | "send"]>([
    ["draft", "draft", "book"],
    ["on-hold", "draft", "book"],
    ["needs-card", "draft", "book"],
    ["saved-for-later", "saved-for-later", "send"],
    ["needs-editing", "needs-editing", "book"],
  ])(
    "that was %s stands as %s, which never goes out by itself, and names the button: %s",
    (before, place, button) => {
      expect(kit.undo.standing(booking({ status: before, problem: refusal }))).toEqual({
        status: place,
        problem: notSent("ended", button),
      });
    },
  );
});

describe("taken back", () => {
  it.each<[ItemStatus, ItemStatus, boolean]>([
    ["draft", "draft", false],
    ["on-hold", "draft", false],
    ["saved-for-later", "saved-for-later", false],
    ["needs-editing", "needs-editing", true],
  ])("from %s it is %s, and keeps its reason where it had one: %s", (before, place, keeps) => {
    const item = pressed({ status: before, problem: refusal });
    kit.clock.setWall("2026-03-02T11:00:00.000Z");
    const taken = kit.undo.takeBack(item.id);
    expect(taken).toMatchObject({
      status: place,
      problem: keeps ? refusal : null,
      updatedAt: "2026-03-02T11:00:00.000Z",
    });
    expect(kit.item(item.id)).toEqual(taken);
    expect(kit.changed).toEqual([item.id]);
  });

  it("is noted in the activity log, since nothing else says that there was a press", () => {
    const item = pressed();
    expect(undone()).toEqual([]);
    kit.undo.takeBack(item.id);
    expect(undone()).toMatchObject([
      {
        act: "undone",
        account: deskAccount.accountId,
        record: item.id,
        more: '{"kind":"booking","from":"draft","to":"draft"}',
      },
    ]);
  });

  it("is nothing a second time, nor what never was held back", () => {
    const item = pressed();
    kit.undo.takeBack(item.id);
    kit.changed.length = 0;
    expect(kit.undo.takeBack(item.id)).toBeNull();
    expect(kit.undo.takeBack(booking().id)).toBeNull();
    expect(undone()).toHaveLength(1);
  });

  it("is nothing where the item is gone meanwhile, and no fault", () => {
    const id = "00000000-0000-4000-8000-999999999999";
    void kit.undo.hold({ ...booking(), id }, 1, () => undefined);
    expect(kit.undo.takeBack(id)).toBeNull();
    expect(undone()).toEqual([]);
  });

  it.each([
    ["stands otherwise", { status: "needs-checking" as const }],
    [
      "was tried",
      {
        attempts: [
          {
            startedAt: "2026-03-02T09:00:00.000Z",
            endedAt: null,
            phase: "none" as const,
            status: null,
            outcome: null,
          },
        ],
      },
    ],
  ])("leaves alone what %s meanwhile, as records put back from a backup do", (_what, change) => {
    const item = pressed();
    const now = { ...kit.item(item.id), ...change } as Item;
    kit.save(now);
    expect(kit.undo.takeBack(item.id)).toEqual(kit.item(item.id));
    expect(kit.item(item.id)).toEqual(now);
    expect(undone()).toEqual([]);
  });
});

describe("on the screen", () => {
  it("has no reason that would be so only if the program ended, but keeps the one it had", () => {
    for (const status of ["draft", "needs-editing"] as const) {
      const item = pressed({ status, problem: refusal });
      const shown = kit.undo.shownAs(kit.item(item.id));
      expect(shown).toEqual({ ...kit.item(item.id), problem: status === "draft" ? null : refusal });
    }
    const other = booking({ problem: refusal });
    expect(kit.undo.shownAs(other)).toBe(other);
  });
});

describe("when the session is over", () => {
  it("ends the moments of whoever was there, says that nothing was sent, and notes no press of theirs", () => {
    const [one, two] = [pressed(), pressed({ status: "saved-for-later" })];
    kit.changed.length = 0;
    kit.undo.closeSession();
    expect(kit.item(one.id)).toMatchObject({ status: "draft", problem: notSent("signedOut", "book") });
    expect(kit.item(two.id)).toMatchObject({
      status: "saved-for-later",
      problem: notSent("signedOut", "send"),
    });
    expect([kit.undo.of(one.id), kit.undo.of(two.id)]).toEqual([null, null]);
    expect(kit.changed).toEqual([one.id, two.id]);
    expect(undone()).toEqual([]);
  });

  it("ends all of them though the disk is full, and says why once it can be written", async () => {
    const [one, two] = [pressed(), pressed()];
    kit.world.diskFull = true;
    kit.undo.closeSession();
    kit.world.diskFull = false;
    expect([kit.undo.of(one.id), kit.undo.of(two.id)]).toEqual([null, null]);
    expect(kit.logged).toEqual(["outbox.not-noted", "outbox.not-noted"]);
    expect(kit.item(one.id)).toMatchObject({ status: "draft", problem: notSent("ended", "book") });
    await kit.clock.advance(3_000);
    for (const { id } of [one, two])
      expect(kit.item(id)).toMatchObject({ status: "draft", problem: notSent("signedOut", "book") });
  });
});

describe("the end of all moments", () => {
  it("by the lock says that the desk was locked, whoever is at it", () => {
    const { id } = pressed();
    kit.undo.locked();
    expect(kit.undo.of(id)).toBeNull();
    expect(kit.item(id)).toMatchObject({ status: "draft", problem: notSent("locked", "book") });
    expect(undone()).toEqual([]);
  });

  it("with the program leaves none running, and no timer for what the disk did not take", async () => {
    const others = kit.clock.pending();
    const [running, unkept] = [pressed(), pressed()];
    kit.world.diskFull = true;
    kit.undo.takeBack(unkept.id);
    kit.undo.stop();
    expect(kit.undo.of(running.id)).toBeNull();
    expect(kit.clock.pending()).toBe(others);
    // Nor does one begin for what is tried once more with the end.
    kit.undo.stop();
    expect(kit.clock.pending()).toBe(others);
  });

  it("is written again by one timer, however many the disk did not take", () => {
    const others = kit.clock.pending();
    const all = [pressed(), pressed()];
    kit.world.diskFull = true;
    for (const { id } of all) kit.undo.takeBack(id);
    expect(kit.clock.pending()).toBe(others + 1);
  });

  it.each([
    ["draft", "book"],
    ["saved-for-later", "send"],
  ] as const)("that could not be kept is no press of Undo: %s", async (status, button) => {
    const item = booking({ status });
    kit.save({ ...item, ...kit.undo.standing(item) });
    const over = kit.undo.hold(item, 1, () => {
      throw new Error("not kept");
    });
    await Promise.all([expect(over).rejects.toThrow("not kept"), kit.clock.advance(5_000)]);
    expect(kit.item(item.id).problem?.why).toEqual(
      say("failures.outbox.unkeptBefore", { button, full: "no" }),
    );
    expect(undone()).toEqual([]);
  });
});
