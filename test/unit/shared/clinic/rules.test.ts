import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Entry } from "../../../../shared/hub-api/entries.ts";
import { firstEpoch, nextEpoch } from "../../../../shared/clinic/log/claim-epoch.ts";
import { bookAgain, confirm, stillConfirmed } from "../../../../shared/clinic/log/claims.ts";
import { type AttemptState, joined } from "../../../../shared/clinic/log/item.ts";
import { changesMembers, outdatedRing } from "../../../../shared/clinic/log/members.ts";
import { outcome } from "../../../../shared/clinic/log/outcomes.ts";
import { asking, sharedItem } from "../../../support/shared-items.ts";

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
    const confirmed = confirm(sharedItem(), ask("x"), asking("a"));
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
    expect(confirm(sharedItem(), ask("x"), now)).toMatchObject({
      ok: false,
      refusal: { code: "history-incomplete", awaited: ["b"] },
    });
    expect(confirm(sharedItem({ sharedIn: 9 }), ask("x"), now).ok).toBe(true);
    expect(confirm(sharedItem({ decidedIn: 9 }), ask("x"), now).ok).toBe(true);
    expect(confirm(sharedItem({ decidedIn: 8 }), ask("x"), now).ok).toBe(false);
    const decision = { type: "book-again" as const, ...claimed, attempts: [], historyIncomplete: false };
    expect(bookAgain(sharedItem(), decision, now).ok).toBe(false);
    expect(bookAgain(sharedItem(), { ...decision, historyIncomplete: true }, now)).toMatchObject({
      ok: true,
      value: { decidedIn: 9 },
    });
  });

  it("a confirmation of before it is not given again", () => {
    const confirmed = confirm(sharedItem(), ask("x"), asking("a"));
    if (!confirmed.ok) throw new Error("confirmed");
    expect(stillConfirmed(confirmed.value, ask("x"), asking("a"))).toBeNull();
    expect(
      stillConfirmed(confirmed.value, ask("x"), asking("a", { generation: 1, awaited: ["b"] })),
    ).toMatchObject({ code: "history-incomplete" });
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
