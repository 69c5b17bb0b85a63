/** A test that is to catch a planted fault: a share of a row of faults, or a file of tests. */
export type Catcher =
  | { readonly by: "fault"; readonly id: string; readonly share: number }
  | { readonly by: "tests"; readonly project: "unit" | "integration"; readonly file: string };

/** One fault in a copy of our own code: what stands there, once, and what stands there instead. */
export type Mutation = {
  readonly name: string;
  readonly file: string;
  readonly changes: readonly { readonly from: string; readonly to: string }[];
  readonly caughtBy: Catcher;
};

/** The model ends at the first promise that is broken: a large share costs nothing but once, for the pass. */
const model: Catcher = { by: "fault", id: "F9", share: 0.2 };

const transitionsTests: Catcher = {
  by: "tests",
  project: "unit",
  file: "test/unit/outbox/transitions.test.ts",
};

export const mutations: readonly Mutation[] = [
  {
    name: "an item is taken off the list before it is sent",
    file: "main/outbox/transitions.ts",
    changes: [{ from: `status: "sending" as const, parked`, to: `status: "discarded" as const, parked` }],
    caughtBy: model,
  },
  {
    name: "a booking is tried again after a reset",
    file: "main/outbox/decide.ts",
    changes: [
      {
        from: `const isRepeatable = facts.kind !== "booking" || facts.trustsIdempotencyKey;`,
        to: `const isRepeatable = true;`,
      },
    ],
    caughtBy: { by: "fault", id: "F1", share: 0.35 },
  },
  {
    name: "the log is not synced at each commit",
    file: "main/store/connection.ts",
    changes: [{ from: `["synchronous", "full", 2]`, to: `["synchronous", "normal", 1]` }],
    caughtBy: { by: "tests", project: "integration", file: "test/integration/store-files.test.ts" },
  },
  {
    name: "redirects are followed",
    file: "main/service/dispatcher.ts",
    changes: [
      { from: `import { Agent, buildConnector,`, to: `import { Agent, interceptors, buildConnector,` },
      {
        from: `bodyTimeout: 0,
  });`,
        to: `bodyTimeout: 0,
  }).compose(interceptors.redirect({ maxRedirections: 3 }));`,
      },
    ],
    caughtBy: { by: "tests", project: "integration", file: "test/integration/service-client.test.ts" },
  },
  {
    name: "the intent is recorded after the request",
    file: "main/outbox/transitions.ts",
    changes: [
      {
        from: `return save({ ...frozen, ...open, attempts: [...frozen.attempts, attempt] });`,
        to: `const begun = { ...frozen, ...open, attempts: [...frozen.attempts, attempt] };
      clock.after(10, () => save(begun));
      return begun;`,
      },
    ],
    caughtBy: model,
  },
  {
    name: "a 409 is always our own patient",
    file: "main/outbox/decide.ts",
    changes: [
      {
        from: `  if (!facts.uncertainBefore) return refused(facts, failure, false);`,
        to: ``,
      },
    ],
    caughtBy: model,
  },
  {
    name: "the body is read from the form again at each attempt",
    file: "main/outbox/transitions.ts",
    changes: [{ from: `if (item.payload !== null) return refrozen(item, item.payload);`, to: `` }],
    caughtBy: transitionsTests,
  },
  {
    name: "an attempt begins for an item of another account",
    file: "main/outbox/transitions.ts",
    changes: [{ from: ` || item.accountId !== account.accountId`, to: `` }],
    caughtBy: transitionsTests,
  },
  {
    name: "a booking is tried again after a 5xx",
    file: "main/outbox/decide.ts",
    changes: [
      {
        from: `    case "service-error":
      return uncertain`,
        to: `      return uncertain(facts, problem, probe);
    case "service-error":
      return { to: "ready", problem, queue: probe };
    case "internal":
      return uncertain`,
      },
    ],
    caughtBy: { by: "fault", id: "F2", share: 0.25 },
  },
  {
    name: "Retry-After is ignored",
    file: "main/outbox/brake.ts",
    changes: [{ from: `if (queue.kind === "wait") waiting.`, to: `if (queue.kind === "token") waiting.` }],
    caughtBy: model,
  },
  {
    name: "what was being sent when the program ended is sent again",
    file: "main/outbox/transitions.ts",
    changes: [
      {
        from: `return save({ ...ended, status: decision.to, problem }).id;`,
        to: `return save({ ...ended, status: "ready", problem }).id;`,
      },
    ],
    caughtBy: model,
  },
  {
    name: "a restored backup is not noticed",
    file: "main/outbox/restored.ts",
    changes: [
      { from: `if (outside === null || outside <= inside) return [];`, to: `if (inside > -1) return [];` },
    ],
    caughtBy: { by: "fault", id: "F10", share: 1 },
  },
];
