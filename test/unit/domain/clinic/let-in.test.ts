import { expect, it } from "vitest";
import { letInBy } from "../../../../domain/clinic/let-in.ts";

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
  expect([...letInBy(desk, { since, letIn })].toSorted()).toEqual(all);
});

it("has whoever came through one of them, whatever time a hub gives that", () => {
  const lied = new Map([...letIn, ["of-late", { by: "late", at: 5 }] as const]);
  expect([...letInBy("laptop", { since: 30, letIn: lied })]).toContain("of-late");
});

it("ends where two desks let each other in", () => {
  const circle = new Map([
    ["a", { by: "b", at: 1 }],
    ["b", { by: "a", at: 1 }],
  ]);
  expect([...letInBy("a", { since: 0, letIn: circle })]).toEqual(["b"]);
});
