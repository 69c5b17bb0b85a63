import { expect, it } from "vitest";
import { hubLimits } from "../../../../shared/hub-api/limits.ts";
import type { DeskRecord } from "../../../../shared/clinic/log/desk-rule.ts";
import { createClaimEntries, createBookAgainEntries } from "../../../../shared/clinic/log/desk-words.ts";
import { sharedItem, unclear } from "../../../support/shared-items.ts";

const record = (more: Partial<DeskRecord> = {}): DeskRecord => ({
  item: "i",
  madeIn: 1,
  status: "waiting",
  epoch: null,
  intent: null,
  outcomes: {},
  ...more,
});
const share = (more: object = {}) => ({
  type: "share",
  item: "i",
  generation: 1,
  attempts: [],
  needsChecking: false,
  ...more,
});
const told = (attempt: string, outcome: string) => ({ type: "outcome", item: "i", attempt, outcome });

it.each(["direct", "sending"] as const)("nothing is said of what is %s: its end is not known", (status) => {
  const known = record({ status, outcomes: { x: "unclear" } });
  expect(createClaimEntries(known, null, 1)).toEqual([]);
  expect(createClaimEntries(known, sharedItem(), 1)).toEqual([]);
});

it("what the hub has never heard of is shared, as made when it was made, but never later than the hub is", () => {
  expect(createClaimEntries(record(), null, 1)).toEqual([share()]);
  expect(createClaimEntries(record(), null, 4)).toEqual([share()]);
  expect(createClaimEntries(record({ madeIn: 4 }), null, 2)).toEqual([share({ generation: 2 })]);
});

it.each(["needs-checking", "discarded", "edited", "booked"] as const)(
  "shared while it is %s it has to be checked",
  (status) =>
    expect(createClaimEntries(record({ status }), null, 1)[0]).toEqual(share({ needsChecking: true })),
);

it("an attempt that is unclear is part of the sharing, and what else became of one is told after it", () =>
  expect(
    createClaimEntries(
      record({
        status: "needs-checking",
        outcomes: { v: "booked", w: "refused", x: "unclear", y: "not-sent" },
      }),
      null,
      1,
    ),
  ).toEqual([
    share({ attempts: ["x"], needsChecking: true }),
    told("v", "booked"),
    told("w", "refused"),
    told("y", "not-sent"),
  ]));

it("that a person said it was booked is told where no attempt says so, under the first claim", () => {
  const booked = record({ status: "booked", outcomes: { x: "refused" } });
  expect(createClaimEntries(booked, null, 1).slice(1)).toEqual([
    told("x", "refused"),
    { type: "mark-booked", item: "i", epoch: 2 ** 20 + 1 },
  ]);
  const outcomes = { w: "refused", x: "booked" } as const;
  expect(createClaimEntries({ ...booked, outcomes }, null, 1).slice(1)).toEqual([
    told("w", "refused"),
    told("x", "booked"),
  ]);
});

it.each([
  ["booked", "unclear", true],
  ["unclear", "open", true],
  ["unclear", "refused", true],
  ["refused", "open", true],
  ["not-sent", "open", true],
  ["booked", "booked", false],
  ["unclear", "unclear", false],
  ["unclear", "booked", false],
  ["refused", "not-sent", false],
  ["not-sent", "unclear", false],
] as const)("that an attempt is %s is told to a hub that has it as %s: %s", (outcome, state, isTold) => {
  const shared = sharedItem({ attempts: [unclear("w"), unclear("x", { state })] });
  expect(createClaimEntries(record({ outcomes: { x: outcome } }), shared, 1)).toEqual(
    isTold ? [told("x", outcome)] : [],
  );
});

it("an attempt that the hub has lost is told again", () =>
  expect(
    createClaimEntries(record({ outcomes: { x: "not-sent" } }), sharedItem({ attempts: [unclear("y")] }), 1),
  ).toEqual([told("x", "not-sent")]));

it("a decision is one entry, and several where it names more attempts than one may hold", () => {
  const names = Array.from({ length: 2 * hubLimits.attempts + 1 }, (_none, nth) => `x${nth}`);
  const said = (attempts: string[]) =>
    createBookAgainEntries(sharedItem({ epoch: 7 }), { attempts, historyIncomplete: true });
  const entry = { type: "book-again", item: "i", epoch: 7, historyIncomplete: true };
  expect(said([])).toEqual([{ ...entry, attempts: [] }]);
  expect(said(names.slice(0, hubLimits.attempts))).toHaveLength(1);
  expect(said(names).map(({ attempts }) => attempts.length)).toEqual([
    hubLimits.attempts,
    hubLimits.attempts,
    1,
  ]);
  expect(said(names).flatMap(({ attempts }) => attempts)).toEqual(names);
});
