import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Entry } from "../../../../shared/hub-api/entries.ts";
import { getFirstEpoch, getNextEpoch } from "../../../../shared/clinic/log/claim-epoch.ts";
import {
  bookAgain,
  confirmAttempt,
  confirmAgain,
  handOver,
  takeOver,
} from "../../../../shared/clinic/log/claims.ts";
import { type AttemptState, mergeAttemptStates } from "../../../../shared/clinic/log/item.ts";
import { isMemberChange, findOutdatedRing } from "../../../../shared/clinic/log/members.ts";
import { applyOutcomeEntry } from "../../../../shared/clinic/log/outcomes.ts";
import { asking, sharedItem } from "../../../support/shared-items.ts";

const claimed = { item: "i", epoch: 1 };
const ask = (attempt: string, notSent: string[] = []) =>
  ({ type: "confirm", ...claimed, attempt, notSent }) as const;

describe("epochs", () => {
  it("grow with each holder, and leap over a restored database however many there were", () => {
    const generation = fc.integer({ min: 0, max: 2 ** 32 - 2 });
    const held = fc.integer({ min: 0, max: 2 ** 20 - 2 });
    fc.assert(
      fc.property(generation, held, (before, holders) => {
        const last = getFirstEpoch(before) + holders;
        expect(getNextEpoch(last, before)).toBe(last + 1);
        expect(getNextEpoch(1, before + 1)).toBeGreaterThan(last);
        expect(Number.isSafeInteger(getNextEpoch(last, before + 1))).toBe(true);
      }),
    );
  });

  it("of two generations never meet: at the last of one it stays, and a person can still take over from another", () => {
    const generation = 1_990_000_000;
    const last = getFirstEpoch(generation + 1) - 1;
    const word = { type: "take-over", item: "i" } as const;
    let item = sharedItem({ holder: "thief", epoch: last - 3, sharedIn: generation });
    // Whoever has the keys of two desks says as many as it likes.
    for (let nth = 0; nth < 10; nth += 1) {
      const desk = item.holder === "thief" ? "guest" : "thief";
      const taken = takeOver(item, { ...word, epoch: item.epoch }, asking(desk, { generation }));
      item = taken.ok ? taken.value : expect.fail(JSON.stringify(taken.refusal));
      expect(item.epoch).toBeLessThanOrEqual(last);
    }
    expect(item.epoch).toBe(last);
    // Every other desk can still send it, once a person there has decided.
    const here = asking("a", { generation });
    const taken = takeOver(item, { ...word, epoch: last }, here);
    expect(taken).toMatchObject({ ok: true, value: { holder: "a", epoch: last, mustDecide: true } });
    const own = taken.ok ? taken.value : item;
    // What would give its holder the same claim again is not taken.
    const over = { type: "hand-over" as const, item: "i", epoch: last, to: "b", notSent: [] };
    for (const again of [takeOver(own, { ...word, epoch: last }, here), handOver(own, over, here)])
      expect(again).toMatchObject({ ok: false, refusal: { code: "claim-changed" } });
    // The hub is put back, and its clock is behind: the next generation is one more.
    const next = takeOver(sharedItem(), { ...word, epoch: 1 }, asking("b", { generation: generation + 1 }));
    expect(next.ok && next.value.epoch > last).toBe(true);
  });
});

describe("an attempt", () => {
  it("ends the same in whatever order its reports come, and is never forgotten to have arrived", () => {
    const states: AttemptState[] = ["open", "not-sent", "unclear", "booked"];
    fc.assert(
      fc.property(fc.shuffledSubarray(states), (told) => {
        const end = told.reduce<AttemptState>(mergeAttemptStates, "open");
        expect(end).toBe(told.toReversed().reduce<AttemptState>(mergeAttemptStates, "open"));
        if (told.includes("booked")) expect(end).toBe("booked");
      }),
    );
    expect(mergeAttemptStates("unclear", "not-sent")).toBe("unclear");
  });

  it("that may have arrived is believed not to have only by its own desk", () => {
    const confirmed = confirmAttempt(sharedItem(), ask("x"), asking("a"));
    if (!confirmed.ok) throw new Error("confirmed");
    const taken = { type: "outcome", item: "i", attempt: "x", outcome: "not-sent" } as const;
    expect(applyOutcomeEntry([confirmed.value], taken, asking("b"))).toMatchObject({
      ok: false,
      refusal: { code: "attempt-used" },
    });
    expect(applyOutcomeEntry([confirmed.value], { ...taken, outcome: "booked" }, asking("b"))).toMatchObject({
      ok: true,
      value: [{ ended: "booked" }],
    });
  });
});

describe("while the history may be incomplete", () => {
  it("only a person who is told lets an older item go, and one shared since is free", () => {
    const now = asking("a", { generation: 9, awaited: ["b"] });
    expect(confirmAttempt(sharedItem(), ask("x"), now)).toMatchObject({
      ok: false,
      refusal: { code: "history-incomplete", awaited: ["b"] },
    });
    expect(confirmAttempt(sharedItem({ sharedIn: 9 }), ask("x"), now).ok).toBe(true);
    expect(confirmAttempt(sharedItem({ decidedIn: 9 }), ask("x"), now).ok).toBe(true);
    expect(confirmAttempt(sharedItem({ decidedIn: 8 }), ask("x"), now).ok).toBe(false);
    const decision = { type: "book-again" as const, ...claimed, attempts: [], historyIncomplete: false };
    expect(bookAgain(sharedItem(), decision, now).ok).toBe(false);
    expect(bookAgain(sharedItem(), { ...decision, historyIncomplete: true }, now)).toMatchObject({
      ok: true,
      value: { decidedIn: 9 },
    });
  });

  it("a confirmation of before it is not given again", () => {
    const confirmed = confirmAttempt(sharedItem(), ask("x"), asking("a"));
    if (!confirmed.ok) throw new Error("confirmed");
    expect(confirmAgain(confirmed.value, ask("x"), asking("a"))).toBeNull();
    expect(
      confirmAgain(confirmed.value, ask("x"), asking("a", { generation: 1, awaited: ["b"] })),
    ).toMatchObject({ code: "history-incomplete" });
  });
});

describe("a ring", () => {
  const ring: Entry = { type: "ring", keyEpoch: 1, ciphertext: "0".repeat(64) };
  const reported: Entry = { type: "reported" };
  const removed: Entry = { type: "member-removed", desk: "b", lost: false };

  it("is outdated where its desk had not read of the last change of members or keys", () => {
    expect(findOutdatedRing([removed, ring], { read: 4, changedAt: 5 })).toBe(1);
    expect(findOutdatedRing([removed, ring], { read: 5, changedAt: 5 })).toBeNull();
    expect(findOutdatedRing([ring], { read: 6, changedAt: 5 })).toBeNull();
    expect(findOutdatedRing([removed, reported], { read: 0, changedAt: 5 })).toBeNull();
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
    expect([ring, removed, added].every(isMemberChange)).toBe(true);
    expect(isMemberChange(reported)).toBe(false);
  });
});
