import { describe, expect, it } from "vitest";
import {
  countLetIn,
  type LetIn,
  mayAnswer,
  type Report,
  findSpeakers,
  mustWaitForSecondReport,
} from "../../../../shared/clinic/log/losses.ts";

const hour = 60 * 60 * 1_000;
const report = (desk: string, more: Partial<Report> = {}): Report => ({
  desk,
  by: "a",
  number: 1,
  at: 0,
  answer: null,
  ...more,
});
const letIn = (all: Readonly<Record<string, LetIn>> = {}) => new Map(Object.entries(all));
const waitsBeside = (one: Report, others: readonly Report[], came = letIn()) =>
  mustWaitForSecondReport(one, { reports: [one, ...others], letIn: came });

describe("a report that a desk was lost", () => {
  const second = report("c", { number: 9, at: 100 * hour });

  it("does not wait where it is the only one", () => expect(waitsBeside(second, [])).toBe(false));

  it.each([
    ["of a moment before", 100 * hour],
    ["of less than a day before", 76 * hour + 1],
    ["whose time is not known", Number.NaN],
    ["that the hub's clock puts later, though it came before", 200 * hour],
  ])("waits after another %s", (_what, at) => expect(waitsBeside(second, [report("b", { at })])).toBe(true));

  it("does not wait after another of a day before, nor for one that came later", () => {
    expect(waitsBeside(second, [report("b", { at: 76 * hour })])).toBe(false);
    expect(waitsBeside(second, [report("b", { at: 100 * hour, number: 10 })])).toBe(false);
  });

  it("waits with every other one of the same push", () =>
    expect(waitsBeside(second, [report("b", { at: second.at, number: second.number })])).toBe(true));

  it("does not wait for one that was none, and does for one that another desk confirmed", () => {
    const at = 99 * hour;
    expect(waitsBeside(second, [report("b", { at, answer: false })])).toBe(false);
    expect(waitsBeside(second, [report("b", { at, answer: true })])).toBe(true);
  });

  it("waits no more once it is answered", () => {
    const before = report("b", { at: 99 * hour });
    for (const answer of [true, false]) expect(waitsBeside({ ...second, answer }, [before])).toBe(false);
  });

  it("is not put off by what the desk in question said itself, nor by one that it has just let in", () => {
    const before = report("b", { at: 99 * hour, by: "c" });
    expect(waitsBeside(second, [before])).toBe(false);
    const ghost = { ...before, by: "ghost" };
    expect(waitsBeside(second, [ghost], letIn({ ghost: { by: "c", at: 98 * hour } }))).toBe(false);
    expect(waitsBeside(second, [ghost], letIn({ ghost: { by: "c", at: 70 * hour } }))).toBe(true);
  });

  it("waits after one of the same desk, whichever desk had just let that one in", () => {
    const came = letIn({ a: { by: "c", at: 98 * hour } });
    expect(waitsBeside(second, [report("b", { at: 99 * hour })], came)).toBe(true);
  });
});

describe("a report that waits", () => {
  const at = 100 * hour;
  const reports = [report("b", { at: at - hour }), report("c", { number: 9, at: at - hour })];
  const answered = (desk: string, lost: boolean, came = letIn(), of = reports) =>
    mayAnswer(desk, { desk: "c", lost }, { lately: { reports: of, letIn: came }, at });

  it("is confirmed by another desk than the one that said so", () => {
    expect([answered("d", true), answered("a", true)]).toEqual([true, false]);
  });

  it("is taken back by the one that said so, or by another", () =>
    expect([answered("a", false), answered("d", false)]).toEqual([true, true]));

  it("is answered by nobody who speaks for the one that said so, or for the one in question", () => {
    const of = (by: string, since = at - 2 * hour) => letIn({ d: { by, at: since } });
    expect(answered("d", true, of("a"))).toBe(false);
    expect(answered("d", true, letIn({ d: { by: "e", at }, e: { by: "a", at } }))).toBe(false);
    expect(answered("d", true, of("e"))).toBe(true);
    expect(answered("d", true, of("a", at - 24 * hour))).toBe(true);
    expect([answered("d", false, of("c")), answered("c", false)]).toEqual([false, false]);
  });

  it("is not confirmed by a sheet, nor by whom one let in within the last day, and may be taken back by them", () => {
    const sheet = { by: "b", at: 0, isSheet: true };
    const since = (time: number, more: Readonly<Record<string, LetIn>> = {}) =>
      letIn({ paper: sheet, d: { by: "paper", at: time }, ...more });
    expect([answered("paper", true, since(at)), answered("d", true, since(at - 2 * hour))]).toEqual([
      false,
      false,
    ]);
    const through = { e: { by: "d", at } };
    expect(answered("e", true, since(at - 2 * hour, through))).toBe(false);
    expect(answered("d", true, since(at - 24 * hour))).toBe(true);
    expect([answered("paper", false, since(at)), answered("d", false, since(at))]).toEqual([true, true]);
  });

  it("is not confirmed by who let in the desk that said so", () => {
    const byGhost = reports.map((one) => ({ ...one, by: "ghost" }));
    expect(answered("a", true, letIn({ ghost: { by: "a", at: at - 2 * hour } }), byGhost)).toBe(false);
    expect(answered("d", true, letIn({ ghost: { by: "a", at: at - 2 * hour } }), byGhost)).toBe(true);
  });

  it("is the only one that is answered", () => {
    const first = { desk: "b", lost: true };
    expect(mayAnswer("d", first, { lately: { reports, letIn: letIn() }, at })).toBe(false);
    const one = [report("c", { at: at - hour })];
    for (const lost of [true, false]) expect(answered("d", lost, letIn(), one)).toBe(false);
    expect(answered("d", true, letIn(), [])).toBe(false);
  });
});

describe("who speaks for whom", () => {
  it("ends at who was there for a day, and never goes round", () => {
    const all = letIn({
      b: { by: "a", at: 0 },
      c: { by: "b", at: 23 * hour },
      d: { by: "d", at: 23 * hour },
    });
    const of = (desk: string, at: number, came = all): string => [...findSpeakers(desk, at, came)].join("");
    expect(["a", "b", "c", "d"].map((desk) => of(desk, 23 * hour))).toEqual(["a", "ba", "cba", "d"]);
    expect(["b", "c"].map((desk) => of(desk, 24 * hour))).toEqual(["b", "cb"]);
    const round = letIn({ a: { by: "b", at: 0 }, b: { by: "a", at: 0 } });
    expect(of("a", 0, round)).toBe("ab");
  });

  it("counts a time that is not known, or is later, as just now", () => {
    const all = letIn({ b: { by: "a", at: Number.NaN }, c: { by: "a", at: 9 * hour } });
    expect(["b", "c"].map((desk) => findSpeakers(desk, 0, all).has("a"))).toEqual([true, true]);
  });
});

it("nobody confirms its own report, nor has it confirmed, once it has been in the clinic for a day itself", () => {
  const at = 100 * hour;
  const reports = [report("b", { at }), report("c", { number: 9, at })];
  const came = letIn({ a: { by: "e", at: at - 23 * hour }, ghost: { by: "a", at } });
  const lately = { reports, letIn: came };
  const answers = (desk: string): boolean =>
    mayAnswer(desk, { desk: "c", lost: true }, { lately, at: at + 2 * hour });
  expect(["a", "ghost", "e", "d"].map(answers)).toEqual([false, false, false, true]);
});

it("who came within the last day is counted for whoever they came through, however many lie between", () => {
  const came = (by: string, at: number) => ({ letIn: { by, at } });
  const desks = new Map<string, { readonly letIn: LetIn | null }>([
    ["a", { letIn: null }],
    ["laptop", came("a", 0)],
    ["early", came("laptop", 10 * hour)],
    ["late", came("laptop", 40 * hour)],
    ["of-late", came("late", 41 * hour)],
    ["of-of-late", came("of-late", 41 * hour)],
    ["of-early", came("early", 41 * hour)],
    ["own", came("a", 41 * hour)],
    ["unknown", came("laptop", Number.NaN)],
  ]);
  const at = 48 * hour;
  const count = (desk: string): number => countLetIn(desk, at, desks);
  // `early` has been there for a day, and speaks for itself.
  expect(["laptop", "late", "of-of-late", "early", "a"].map(count)).toEqual([4, 4, 4, 1, 1]);
  expect(countLetIn("laptop", at + 24 * hour, desks)).toBe(1);
});
