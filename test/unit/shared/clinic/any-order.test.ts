import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ReportedOutcome, Entry } from "../../../../shared/hub-api/entries.ts";
import {
  bookAgain,
  confirmAttempt,
  editClaim,
  handOver,
  reopenClaim,
  takeOver,
} from "../../../../shared/clinic/log/claims.ts";
import { type LogItem, mayHaveArrived, listUnnamedAttempts } from "../../../../shared/clinic/log/item.ts";
import { applyOutcomeEntry, applyWithoutHub } from "../../../../shared/clinic/log/outcomes.ts";
import { asking, sharedItem } from "../../../support/shared-items.ts";
import { limitCases } from "../../../support/cases.ts";

const desks = ["a", "b", "c"] as const;

/** What a desk might ask next, right or wrong. */
type Move = {
  readonly desk: string;
  readonly does: Entry["type"];
  readonly attempt: string;
  readonly names: boolean;
  readonly told: ReportedOutcome;
};

function play(before: readonly LogItem[], { desk, does, attempt, names, told }: Move): readonly LogItem[] {
  const one = before.at(-1);
  if (one === undefined) return before;
  const at = { item: one.item, epoch: one.epoch };
  const known = names ? one.attempts.filter(mayHaveArrived).map((other) => other.attempt) : [];
  const asks = asking(desk);
  const all = (next: LogItem): readonly LogItem[] => [...before.slice(0, -1), next];
  const kept = (result: { ok: boolean; value?: LogItem }): readonly LogItem[] =>
    result.ok && result.value !== undefined ? all(result.value) : before;
  switch (does) {
    case "confirm":
      return kept(confirmAttempt(one, { type: does, ...at, attempt, notSent: names ? known : [] }, asks));
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
      return kept(reopenClaim(one, { type: does, ...at }, asks));
    case "without-hub":
      return kept(applyWithoutHub(one, { type: does, item: one.item, attempt, attempts: [] }, asks));
    case "outcome": {
      const result = applyOutcomeEntry(before, { type: does, item: one.item, attempt, outcome: told }, asks);
      return result.ok ? result.value : before;
    }
    default: {
      const result = editClaim(one, { type: "edit", ...at, draft: `${one.item}+` }, asks);
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
    told: fc.constantFrom<ReportedOutcome[]>("booked", "unclear", "unclear", "refused", "not-sent"),
  });

  it("a yes is given only when all that may have arrived is named, and epochs only grow", () => {
    let yes = 0;
    fc.assert(
      fc.property(fc.array(move, { maxLength: 25 }), (moves) => {
        let items: readonly LogItem[] = [sharedItem()];
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
            expect(listUnnamedAttempts(others)).toEqual([]);
            expect([after.mustDecide, after.ended, before.holder]).toEqual([false, null, next.desk]);
          }
          if (after.item === before.item) expect(after.epoch).toBeGreaterThanOrEqual(before.epoch);
          const told = next.does === "outcome" && next.told === "booked" && items !== earlier;
          const booked = items.filter(({ attempts }) =>
            attempts.some((one) => one.attempt === next.attempt && !one.inherited && mayHaveArrived(one)),
          );
          if (told) expect(booked.map(({ ended }) => ended)).toEqual(booked.map(() => "booked"));
        }
      }),
      limitCases(2_000),
    );
    expect(yes).toBeGreaterThan(100);
  });

  /** What a desk keeps of them at the least. */
  const withoutNothing = (items: readonly LogItem[]): readonly LogItem[] =>
    items.map((item) => ({ ...item, attempts: item.attempts.filter(mayHaveArrived) }));

  it("a desk that forgets at any moment what came to nothing finds the same as one that forgets nothing", () => {
    let forgotten = 0;
    fc.assert(
      fc.property(fc.array(fc.tuple(move, fc.boolean()), { maxLength: 25 }), (moves) => {
        let [all, some]: [readonly LogItem[], readonly LogItem[]] = [[sharedItem()], [sharedItem()]];
        for (const [next, forgets] of moves) {
          [all, some] = [play(all, next), play(some, next)];
          if (forgets) some = withoutNothing(some);
          forgotten += Number(forgets && all.some(({ attempts }) => !attempts.every(mayHaveArrived)));
          expect(withoutNothing(some)).toEqual(withoutNothing(all));
        }
      }),
      limitCases(2_000),
    );
    expect(forgotten).toBeGreaterThan(100);
  });
});
