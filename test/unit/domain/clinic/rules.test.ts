import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Entry } from "../../../../contract/hub/entries.ts";
import { firstEpoch, nextEpoch } from "../../../../domain/clinic/claim-epoch.ts";
import {
  bookAgain,
  confirm,
  edit,
  handOver,
  reopen,
  stillConfirmed,
  takeOver,
} from "../../../../domain/clinic/claims.ts";
import {
  type Asking,
  type AttemptState,
  type Item,
  joined,
  mayHaveArrived,
  unnamed,
} from "../../../../domain/clinic/item.ts";
import { changesMembers, outdatedRing } from "../../../../domain/clinic/members.ts";
import { outcome, withoutHub } from "../../../../domain/clinic/outcomes.ts";

const desks = ["a", "b", "c"] as const;
const asking = (desk: string, more: Partial<Asking> = {}): Asking => ({
  desk,
  generation: 0,
  awaited: [],
  ...more,
});
const item = (more: Partial<Item> = {}): Item => ({
  item: "i",
  maker: "a",
  holder: "a",
  epoch: 1,
  sharedIn: 0,
  decidedIn: null,
  mustDecide: false,
  ended: null,
  attempts: [],
  ...more,
});
const claimed = { item: "i", epoch: 1 };
const ask = (attempt: string, notSent: string[] = []) =>
  ({ type: "confirm", ...claimed, attempt, notSent }) as const;

describe("epochs", () => {
  it("grow with each holder, and leap over a restored database however many there were", () => {
    const generation = fc.integer({ min: 0, max: 2 ** 32 - 2 });
    const held = fc.integer({ min: 0, max: 2 ** 20 - 1 });
    fc.assert(
      fc.property(generation, held, (before, holders) => {
        const last = firstEpoch(before) + holders;
        expect(nextEpoch(last, before)).toBe(last + 1);
        expect(nextEpoch(1, before + 1)).toBeGreaterThan(last);
        expect(Number.isSafeInteger(nextEpoch(last, before + 1))).toBe(true);
      }),
    );
  });
});

describe("an attempt", () => {
  it("ends the same in whatever order its reports come, and is never forgotten to have arrived", () => {
    const states: AttemptState[] = ["open", "not-sent", "unclear", "booked"];
    fc.assert(
      fc.property(fc.shuffledSubarray(states), (told) => {
        const end = told.reduce<AttemptState>(joined, "open");
        expect(end).toBe(told.toReversed().reduce<AttemptState>(joined, "open"));
        if (told.includes("booked")) expect(end).toBe("booked");
      }),
    );
    expect(joined("unclear", "not-sent")).toBe("unclear");
  });

  it("that may have arrived is believed not to have only by its own desk", () => {
    const confirmed = confirm(item(), ask("x"), asking("a"));
    if (!confirmed.ok) throw new Error("confirmed");
    const taken = { type: "outcome", item: "i", attempt: "x", outcome: "not-sent" } as const;
    expect(outcome([confirmed.value], taken, asking("b"))).toMatchObject({
      ok: false,
      refusal: { code: "attempt-used" },
    });
    expect(outcome([confirmed.value], { ...taken, outcome: "booked" }, asking("b"))).toMatchObject({
      ok: true,
      value: [{ ended: "booked" }],
    });
  });
});

describe("while the history may be incomplete", () => {
  it("only a person who is told lets an older item go, and one shared since is free", () => {
    const now = asking("a", { generation: 9, awaited: ["b"] });
    expect(confirm(item(), ask("x"), now)).toMatchObject({
      ok: false,
      refusal: { code: "history-incomplete", awaited: ["b"] },
    });
    expect(confirm(item({ sharedIn: 9 }), ask("x"), now).ok).toBe(true);
    expect(confirm(item({ decidedIn: 9 }), ask("x"), now).ok).toBe(true);
    expect(confirm(item({ decidedIn: 8 }), ask("x"), now).ok).toBe(false);
    const decision = { type: "book-again" as const, ...claimed, attempts: [], historyIncomplete: false };
    expect(bookAgain(item(), decision, now).ok).toBe(false);
    expect(bookAgain(item(), { ...decision, historyIncomplete: true }, now)).toMatchObject({
      ok: true,
      value: { decidedIn: 9 },
    });
  });

  it("a confirmation of before it is not given again", () => {
    const confirmed = confirm(item(), ask("x"), asking("a"));
    if (!confirmed.ok) throw new Error("confirmed");
    expect(stillConfirmed(confirmed.value, ask("x"), asking("a"))).toBeNull();
    expect(
      stillConfirmed(confirmed.value, ask("x"), asking("a", { generation: 1, awaited: ["b"] })),
    ).toMatchObject({ code: "history-incomplete" });
  });
});

/** What a desk might ask next, right or wrong. */
type Move = {
  readonly desk: string;
  readonly does: Entry["type"];
  readonly attempt: string;
  readonly names: boolean;
};

function play(before: readonly Item[], { desk, does, attempt, names }: Move): readonly Item[] {
  const one = before.at(-1);
  if (one === undefined) return before;
  const at = { item: one.item, epoch: one.epoch };
  const known = names ? one.attempts.filter(mayHaveArrived).map((other) => other.attempt) : [];
  const asks = asking(desk);
  const all = (next: Item): readonly Item[] => [...before.slice(0, -1), next];
  const kept = (result: { ok: boolean; value?: Item }): readonly Item[] =>
    result.ok && result.value !== undefined ? all(result.value) : before;
  switch (does) {
    case "confirm":
      return kept(confirm(one, { type: does, ...at, attempt, notSent: names ? known : [] }, asks));
    case "take-over":
      return kept(takeOver(one, { type: does, ...at }, asks));
    case "hand-over":
      return kept(
        handOver(
          one,
          { type: does, ...at, to: desks[(desks.indexOf(desk as "a") + 1) % 3] ?? "a", notSent: known },
          asks,
        ),
      );
    case "book-again":
      return kept(bookAgain(one, { type: does, ...at, attempts: known, historyIncomplete: false }, asks));
    case "reopen":
      return kept(reopen(one, { type: does, ...at }, asks));
    case "without-hub":
      return kept(withoutHub(one, { type: does, item: one.item, attempt, attempts: [] }, asks));
    case "outcome": {
      const result = outcome(
        before,
        { type: does, item: one.item, attempt, outcome: names ? "unclear" : "booked" },
        asks,
      );
      return result.ok ? result.value : before;
    }
    default: {
      const result = edit(one, { type: "edit", ...at, draft: `${one.item}+` }, asks);
      return result.ok ? [...before.slice(0, -1), result.value.parent, result.value.draft] : before;
    }
  }
}

describe("whatever desks ask in whatever order", () => {
  const move = fc.record({
    // One desk asks more than the others: else nearly all that is asked is refused.
    desk: fc.constantFrom("a", "a", "a", ...desks),
    does: fc.constantFrom<Entry["type"][]>(
      "confirm",
      "confirm",
      "take-over",
      "hand-over",
      "book-again",
      "reopen",
      "without-hub",
      "outcome",
      "edit",
    ),
    attempt: fc.constantFrom("p", "q", "r", "s", "t"),
    names: fc.boolean(),
  });

  it("a yes is given only when all that may have arrived is named, and epochs only grow", () => {
    let yes = 0;
    fc.assert(
      fc.property(fc.array(move, { maxLength: 25 }), (moves) => {
        let items: readonly Item[] = [item()];
        for (const next of moves) {
          const earlier = items;
          const before = items.at(-1);
          items = play(items, next);
          const after = items.at(-1);
          if (before === undefined || after === undefined) throw new Error("an item");
          if (next.does === "confirm" && after !== before) {
            yes += 1;
            const others = {
              ...after,
              attempts: after.attempts.filter(({ attempt }) => attempt !== next.attempt),
            };
            expect(unnamed(others)).toEqual([]);
            expect([after.mustDecide, after.ended, before.holder]).toEqual([false, null, next.desk]);
          }
          if (after.item === before.item) expect(after.epoch).toBeGreaterThanOrEqual(before.epoch);
          const told = next.does === "outcome" && !next.names && items !== earlier;
          const booked = items.filter(({ attempts }) =>
            attempts.some((one) => one.attempt === next.attempt && !one.inherited),
          );
          if (told) expect(booked.map(({ ended }) => ended)).toEqual(booked.map(() => "booked"));
        }
      }),
      { numRuns: 2_000 },
    );
    expect(yes).toBeGreaterThan(100);
  });
});

describe("a ring", () => {
  const ring: Entry = { type: "ring", keyEpoch: 1, ciphertext: "0".repeat(64) };
  const reported: Entry = { type: "reported" };
  const removed: Entry = { type: "member-removed", desk: "b", lost: false };

  it("is outdated where its desk had not read of the last change of members or keys", () => {
    expect(outdatedRing([removed, ring], { read: 4, changedAt: 5 })).toBe(1);
    expect(outdatedRing([removed, ring], { read: 5, changedAt: 5 })).toBeNull();
    expect(outdatedRing([ring], { read: 6, changedAt: 5 })).toBeNull();
    expect(outdatedRing([removed, reported], { read: 0, changedAt: 5 })).toBeNull();
  });

  it("is a change of members, as whoever comes and goes is", () => {
    const added: Entry = {
      type: "member-added",
      desk: "b",
      admin: true,
      publicKey: "",
      recipient: "",
      credential: "",
    };
    expect([ring, removed, added].every(changesMembers)).toBe(true);
    expect(changesMembers(reported)).toBe(false);
  });
});
