import { describe, expect, it } from "vitest";
import { listGuestsOfGone, listLetInBy } from "../../../../shared/clinic/log/let-in.ts";

type Known = Parameters<typeof listGuestsOfGone>[0] extends ReadonlyMap<string, infer K> ? K : never;

const letIn = new Map([
  ["front", { by: "front", at: 0 }],
  ["laptop", { by: "front", at: 10 }],
  ["early", { by: "laptop", at: 20 }],
  ["of-early", { by: "early", at: 50 }],
  ["late", { by: "laptop", at: 40 }],
  ["of-late", { by: "late", at: 41 }],
  ["any-time", { by: "laptop", at: NaN }],
]);

it.each([
  { desk: "laptop", since: 0, all: ["any-time", "early", "late", "of-early", "of-late"] },
  // Whom one of before that time let in later is none of those.
  { desk: "laptop", since: 30, all: ["any-time", "late", "of-late"] },
  { desk: "laptop", since: 41, all: ["any-time"] },
  { desk: "late", since: 0, all: ["of-late"] },
  { desk: "front", since: 0, all: ["any-time", "early", "laptop", "late", "of-early", "of-late"] },
  { desk: "nobody", since: 0, all: [] },
])("$desk let in $all since $since", ({ desk, since, all }) => {
  expect([...listLetInBy(desk, { since, letIn })].toSorted()).toEqual(all);
});

it("has whoever came through one of them, whatever time a hub gives that", () => {
  const lied = new Map([...letIn, ["of-late", { by: "late", at: 5 }] as const]);
  expect([...listLetInBy("laptop", { since: 30, letIn: lied })]).toContain("of-late");
});

it("ends where two desks let each other in", () => {
  const circle = new Map([
    ["a", { by: "b", at: 1 }],
    ["b", { by: "a", at: 1 }],
  ]);
  expect([...listLetInBy("a", { since: 0, letIn: circle })]).toEqual(["b"]);
});

describe("who goes with the one that let them in", () => {
  const all = [...letIn].map(([desk, came]) => ({ desk, removedBy: null, letIn: came }));
  const clinic = (...removed: readonly string[]) =>
    new Map(
      all.map((one) => [one.desk, { ...one, removedBy: removed.includes(one.desk) ? 7 : one.removedBy }]),
    );
  const everybody = all.map(({ desk }) => desk);
  const without = (...some: readonly string[]) => everybody.filter((desk) => !some.includes(desk));

  it("is nobody where all stay, or nobody is gone", () => {
    expect(listGuestsOfGone(clinic("laptop"), everybody)).toEqual([]);
    expect(listGuestsOfGone(clinic(), [])).toEqual([]);
  });

  it("is each that nobody named, through however many others it came", () => {
    expect(listGuestsOfGone(clinic("laptop"), without("late", "of-late"))).toEqual(["late", "of-late"]);
    expect(listGuestsOfGone(clinic("laptop", "late"), without("of-late"))).toEqual(["of-late"]);
    expect(listGuestsOfGone(clinic("laptop"), ["front"]).toSorted()).toEqual([
      "any-time",
      "early",
      "late",
      "of-early",
      "of-late",
    ]);
  });

  it("is nobody who came through one that stays", () => {
    expect(listGuestsOfGone(clinic("laptop"), without("of-early"))).toEqual([]);
    expect(listGuestsOfGone(clinic("laptop"), without("late", "of-late", "of-early"))).toEqual([
      "late",
      "of-late",
    ]);
  });

  it("is nobody of whom it is not known who let them in", () => {
    const old = { desk: "old", removedBy: null, letIn: null };
    expect(listGuestsOfGone(new Map<string, Known>([...clinic("laptop"), ["old", old]]), everybody)).toEqual(
      [],
    );
  });

  it("ends where two let each other in", () => {
    const round = new Map([
      ["a", { desk: "a", removedBy: 1, letIn: { by: "b", at: 1 } }],
      ["b", { desk: "b", removedBy: null, letIn: { by: "a", at: 1 } }],
    ]);
    expect(listGuestsOfGone(round, [])).toEqual(["b"]);
  });
});
