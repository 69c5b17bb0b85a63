import { describe, expect, it } from "vitest";
import {
  bookAgain,
  confirmAttempt,
  editClaim,
  endClaim,
  handOver,
  reopenClaim,
  startClaim,
  confirmAgain,
  takeOver,
} from "../../../../shared/clinic/log/claims.ts";
import type { Asking, LogItem } from "../../../../shared/clinic/log/item.ts";
import type { RuleRefusal } from "../../../../shared/clinic/log/refusal.ts";
import { asking, sharedItem, unclear } from "../../../support/shared-items.ts";

/** The first epoch of generation 2. */
const leapt = 2 * 2 ** 20 + 1;
const at = { item: "i", epoch: 1 };
const confirmation = (attempt: string, notSent: string[] = []) =>
  ({ type: "confirm", ...at, attempt, notSent }) as const;
const decision = (attempts: string[], historyIncomplete = false) =>
  ({ type: "book-again", ...at, attempts, historyIncomplete }) as const;

const refusedAs = (result: { readonly ok: boolean; readonly refusal?: RuleRefusal }): RuleRefusal | null =>
  result.refusal ?? null;

describe("only the holder, in the claim's epoch and while the item waits", () => {
  const acts: readonly (readonly [string, (item: LogItem, asks: Asking) => RuleRefusal | null])[] = [
    ["is told that it may send", (item, asks) => refusedAs(confirmAttempt(item, confirmation("x"), asks))],
    ["is told so again", (item, asks) => confirmAgain(item, confirmation("known"), asks)],
    [
      "hands it over",
      (item, asks) => refusedAs(handOver(item, { type: "hand-over", ...at, to: "b", notSent: [] }, asks)),
    ],
    ["decides to book again", (item, asks) => refusedAs(bookAgain(item, decision(["known"]), asks))],
    ["marks it as booked", (item, asks) => refusedAs(endClaim(item, { type: "mark-booked", ...at }, asks))],
    ["discards it", (item, asks) => refusedAs(endClaim(item, { type: "discard", ...at }, asks))],
    ["edits it", (item, asks) => refusedAs(editClaim(item, { type: "edit", ...at, draft: "j" }, asks))],
  ];
  const known = unclear("known", { state: "open", named: true });

  it.each(acts)("%s", (_what, act) => {
    const waits = sharedItem({ attempts: [known] });
    expect(act(waits, asking("a"))).toBeNull();
    for (const [item, desk] of [
      [waits, "b"],
      [{ ...waits, epoch: 2 }, "a"],
      [{ ...waits, ended: "booked" as const }, "a"],
      [{ ...waits, ended: "discarded" as const }, "a"],
    ] as const)
      expect(act(item, asking(desk))).toEqual({
        code: "claim-changed",
        claim: { holder: "a", epoch: item.epoch, ended: item.ended },
      });
  });
});

describe("sharing", () => {
  const entry = { type: "share", item: "i", generation: 2, attempts: ["x", "y", "x"] } as const;
  const sharing = (needsChecking: boolean) => ({ ...entry, attempts: [...entry.attempts], needsChecking });

  it("gives its maker the first claim of the generation, with each attempt of before once and unclear", () => {
    expect(startClaim(null, sharing(true), asking("a", { generation: 2 }))).toEqual({
      ok: true,
      value: sharedItem({
        epoch: leapt,
        sharedIn: 2,
        mustDecide: true,
        attempts: [unclear("x"), unclear("y")],
      }),
    });
  });

  it("of what nobody has to check leaves nothing to decide", () =>
    expect(startClaim(null, sharing(false), asking("a", { generation: 3 }))).toMatchObject({
      value: { mustDecide: false, sharedIn: 2 },
    }));

  it("twice is refused with the claim as it stands, also to its maker", () =>
    expect(startClaim(sharedItem({ epoch: 7 }), sharing(false), asking("a", { generation: 2 }))).toEqual({
      ok: false,
      refusal: { code: "item-shared", claim: { holder: "a", epoch: 7, ended: null } },
    }));

  it("as of a generation that has not come is refused: it would count as newer than what was lost", () =>
    expect(refusedAs(startClaim(null, sharing(false), asking("a", { generation: 1 })))).toEqual({
      code: "unknown",
    }));
});

describe("a confirmation", () => {
  it("is recorded as an open attempt of its desk, behind those of before", () => {
    const before = unclear("old", { named: true });
    expect(confirmAttempt(sharedItem({ attempts: [before] }), confirmation("x"), asking("a"))).toEqual({
      ok: true,
      value: sharedItem({ attempts: [before, unclear("x", { state: "open" })] }),
    });
  });

  it("is refused for an attempt of that id that may have arrived", () => {
    for (const state of ["open", "unclear", "booked"] as const) {
      const attempts = [unclear("x", { state, named: true })];
      expect(refusedAs(confirmAttempt(sharedItem({ attempts }), confirmation("x"), asking("a")))).toEqual({
        code: "attempt-used",
      });
    }
  });

  it("takes one of that id that came to nothing as one that was never heard of, as desks do that forgot it", () => {
    const open = unclear("x", { state: "open" });
    for (const state of ["not-sent", "refused"] as const)
      for (const desk of ["a", "b"]) {
        const attempts = [unclear("x", { state, desk })];
        expect(confirmAttempt(sharedItem({ attempts }), confirmation("x"), asking("a"))).toMatchObject({
          value: { attempts: [open] },
        });
      }
  });

  it.each([
    ["open", ["x"]],
    ["unclear", ["x"]],
    ["booked", ["x"]],
    ["not-sent", null],
    ["refused", null],
  ] as const)("beside an attempt that is %s has to be decided: %j", (state, attempts) => {
    const item = sharedItem({ attempts: [unclear("x", { state })] });
    expect(refusedAs(confirmAttempt(item, confirmation("y"), asking("a")))).toEqual(
      attempts === null ? null : { code: "needs-checking", attempts },
    );
  });

  it("waits for a person after a takeover, also where no attempt is known", () =>
    expect(
      refusedAs(confirmAttempt(sharedItem({ mustDecide: true }), confirmation("x"), asking("a"))),
    ).toEqual({
      code: "needs-checking",
      attempts: [],
    }));

  it("in a restored database names who has not reported yet", () =>
    expect(
      refusedAs(
        confirmAttempt(sharedItem(), confirmation("x"), asking("a", { generation: 1, awaited: ["b", "c"] })),
      ),
    ).toEqual({ code: "history-incomplete", awaited: ["b", "c"] }));

  const cases = [
    ["its own open one, which it names", unclear("x", { state: "open" }), ["x"], true],
    ["its own open one, which it does not name", unclear("x", { state: "open" }), ["z"], false],
    ["an open one of another desk", unclear("x", { state: "open", desk: "b" }), ["x"], false],
    ["one that may have arrived", unclear("x"), ["x"], false],
    ["an open one of the item before", unclear("x", { state: "open", inherited: true }), ["x"], false],
  ] as const;
  it.each(cases)("takes for not sent %s", (_what, attempt, notSent, isBelieved) => {
    const asked = confirmAttempt(
      sharedItem({ attempts: [attempt] }),
      confirmation("y", [...notSent]),
      asking("a"),
    );
    expect(asked).toEqual(
      isBelieved
        ? {
            ok: true,
            value: sharedItem({
              attempts: [{ ...attempt, state: "not-sent" }, unclear("y", { state: "open" })],
            }),
          }
        : { ok: false, refusal: { code: "needs-checking", attempts: ["x"] } },
    );
  });
});

describe("a confirmation that is asked for again", () => {
  const open = unclear("x", { state: "open" });
  const again = (item: LogItem, more: Partial<Asking> = {}) =>
    confirmAgain(item, confirmation("x"), asking("a", more));

  it("is a yes while its attempt is open and nothing else is to be decided", () => {
    expect(again(sharedItem({ attempts: [open] }))).toBeNull();
    expect(again(sharedItem({ attempts: [open, unclear("y", { state: "refused" })] }))).toBeNull();
  });

  it("is none for an attempt that has ended, or that the hub does not know", () => {
    for (const attempts of [[], [{ ...open, state: "not-sent" as const }], [{ ...open, attempt: "y" }]])
      expect(again(sharedItem({ attempts }))).toEqual({ code: "attempt-used" });
  });

  it("is none when another attempt was heard of since, or a person has to decide", () => {
    expect(again(sharedItem({ attempts: [unclear("y"), open] }))).toEqual({
      code: "needs-checking",
      attempts: ["y"],
    });
    expect(again(sharedItem({ attempts: [open], mustDecide: true }))).toEqual({
      code: "needs-checking",
      attempts: [],
    });
  });
});

describe("handing over", () => {
  it("makes the other desk the holder in the next epoch, with what was not sent", () => {
    const item = sharedItem({
      attempts: [unclear("x", { state: "open" }), unclear("y", { state: "open" })],
    });
    expect(handOver(item, { type: "hand-over", ...at, to: "b", notSent: ["x"] }, asking("a"))).toEqual({
      ok: true,
      value: sharedItem({
        holder: "b",
        epoch: 2,
        attempts: [unclear("x", { state: "not-sent" }), unclear("y", { state: "open" })],
      }),
    });
  });

  it("leaps over every epoch of before a restore", () =>
    expect(
      handOver(
        sharedItem(),
        { type: "hand-over", ...at, to: "b", notSent: [] },
        asking("a", { generation: 2 }),
      ),
    ).toMatchObject({ value: { epoch: leapt } }));
});

describe("taking over", () => {
  const entry = { type: "take-over", ...at } as const;

  it("is anybody's, and has to be decided from then on; open attempts stay open", () => {
    const item = sharedItem({ attempts: [unclear("x", { state: "open" })] });
    expect(takeOver(item, entry, asking("b"))).toEqual({
      ok: true,
      value: { ...item, holder: "b", epoch: 2, mustDecide: true },
    });
  });

  it("leaps over every epoch of before a restore", () =>
    expect(takeOver(sharedItem(), entry, asking("b", { generation: 2 }))).toMatchObject({
      value: { epoch: leapt },
    }));

  it.each([{ epoch: 2 }, { ended: "booked" as const }, { ended: "edited" as const }])(
    "is refused of %j: somebody was quicker",
    (more) => {
      const item = sharedItem(more);
      expect(refusedAs(takeOver(item, entry, asking("b")))).toEqual({
        code: "claim-changed",
        claim: { holder: "a", epoch: item.epoch, ended: item.ended },
      });
    },
  );
});

describe("the decision to book again", () => {
  const attempts = [
    unclear("x"),
    unclear("y", { state: "open", desk: "b" }),
    unclear("z", { state: "refused" }),
  ];
  const item = sharedItem({ mustDecide: true, attempts, decidedIn: 5 });

  it("names what may have arrived, and nothing that certainly did not", () =>
    expect(bookAgain(item, decision(["x", "y"]), asking("a"))).toEqual({
      ok: true,
      value: {
        ...item,
        mustDecide: false,
        attempts: attempts.map((one) => ({ ...one, named: one.attempt !== "z" })),
      },
    }));

  it("is refused with those that it does not name", () =>
    expect(refusedAs(bookAgain(item, decision(["x", "z"]), asking("a")))).toEqual({
      code: "needs-checking",
      attempts: ["y"],
    }));

  it("keeps what an earlier one has named", () => {
    const named = unclear("x", { state: "not-sent", named: true });
    expect(bookAgain(sharedItem({ attempts: [named] }), decision([]), asking("a"))).toMatchObject({
      value: { attempts: [named] },
    });
  });

  it("in a restored database needs the word that more may be missing, and only there keeps it", () => {
    const restored = asking("a", { generation: 1, awaited: ["b"] });
    expect(refusedAs(bookAgain(sharedItem(), decision([]), restored))).toEqual({
      code: "history-incomplete",
      awaited: ["b"],
    });
    expect(bookAgain(sharedItem(), decision([], true), restored)).toMatchObject({ value: { decidedIn: 1 } });
    expect(bookAgain(sharedItem({ sharedIn: 1 }), decision([]), restored)).toMatchObject({
      value: { decidedIn: null },
    });
  });
});

describe("an end that a person says", () => {
  it.each([
    ["mark-booked", "booked"],
    ["discard", "discarded"],
  ] as const)("by %s is %s", (type, ended) =>
    expect(endClaim(sharedItem(), { type, ...at }, asking("a"))).toEqual({
      ok: true,
      value: sharedItem({ ended }),
    }),
  );

  it("is taken back with every attempt to be named anew", () => {
    const item = sharedItem({ ended: "booked", attempts: [unclear("x", { named: true })] });
    expect(reopenClaim(item, { type: "reopen", ...at }, asking("a"))).toEqual({
      ok: true,
      value: sharedItem({ mustDecide: true, attempts: [unclear("x")] }),
    });
  });

  it.each([
    ["another desk", "b", { ended: "booked" }],
    ["an earlier claim", "a", { ended: "booked", epoch: 2 }],
    ["what was discarded", "a", { ended: "discarded" }],
    ["what waits", "a", { ended: null }],
  ] as const)("is not taken back by or of %s", (_what, desk, more) => {
    const item = sharedItem(more);
    expect(refusedAs(reopenClaim(item, { type: "reopen", ...at }, asking(desk)))).toEqual({
      code: "claim-changed",
      claim: { holder: "a", epoch: item.epoch, ended: item.ended },
    });
  });
});

it("editing closes the item, and its draft has to name anew whatever of it may have arrived", () => {
  const item = sharedItem({
    maker: "b",
    epoch: 9,
    sharedIn: 1,
    decidedIn: 2,
    attempts: [unclear("x", { named: true }), unclear("y", { state: "refused" })],
  });
  expect(
    editClaim(item, { type: "edit", item: "i", epoch: 9, draft: "j" }, asking("a", { generation: 2 })),
  ).toEqual({
    ok: true,
    value: {
      parent: { ...item, ended: "edited" },
      draft: {
        ...item,
        item: "j",
        maker: "a",
        epoch: leapt,
        attempts: [unclear("x", { inherited: true })],
      },
    },
  });
});
