import fc from "fast-check";
import type { FormOf } from "../../../shared/outbox/routes.ts";
import { tracePoints, type TracePoint } from "../../../main/platform/ports.ts";
import { typedBooking, typedPatient } from "../../support/outbox-kit.ts";
import { foreignExternalIds, otherAnswers, type Fate } from "./service.ts";
import { accounts, type LineState } from "./world.ts";

/** What is typed, in small numbers that shrink: `patient` counts the patients that are known by then. */
export type Typed =
  | { readonly kind: "patient"; readonly complete: boolean; readonly externalId: string }
  | {
      readonly kind: "booking";
      readonly patient: number | null;
      readonly complete: boolean;
      readonly when: "soon" | "far";
      readonly card: "not needed" | "missing" | "there";
    }
  | { readonly kind: "webhook"; readonly url: number };

const decisions = ["again", "booked", "not-booked"] as const;
type Decided = (typeof decisions)[number];

/** One thing that happens. `item` and `request` count those there are by then; what cannot be done is not. */
export type Step =
  | { readonly do: "create"; readonly typed: Typed; readonly next: "nothing" | "send" | "later" }
  | { readonly do: "type"; readonly item: number; readonly typed: Typed }
  | { readonly do: "submit"; readonly item: number; readonly wait: boolean; readonly twice: boolean }
  | { readonly do: "hold" | "edit" | "discard" | "use existing" | "take back"; readonly item: number }
  | { readonly do: "decide"; readonly item: number; readonly how: Decided }
  | { readonly do: "end request"; readonly request: number; readonly fate: Fate }
  | { readonly do: "script"; readonly fates: readonly Fate[] }
  | { readonly do: "line"; readonly state: LineState }
  | { readonly do: "pass" | "sleep"; readonly ms: number }
  | { readonly do: "wall"; readonly ms: number }
  | { readonly do: "disk"; readonly skip: number; readonly fail: number }
  | { readonly do: "kill" | "quit" | "restore"; readonly carried: number }
  | {
      readonly do: "last point";
      readonly point: TracePoint;
      readonly times: number;
      readonly carried: number;
    }
  | { readonly do: "sign in" | "expire"; readonly account: string }
  | { readonly do: "trust" | "pause"; readonly on: boolean }
  | { readonly do: "sign out" | "wake" | "back up" | "late ones" };

const hour = 3_600_000;
const wallJumps = [
  -hour,
  hour,
  -24 * hour,
  24 * hour,
  365 * 24 * hour,
  -3_653 * 24 * hour,
  73 * 365 * 24 * hour,
];

/** The form of what is typed; `patients` are the patients known to the account. */
export function formOf(typed: Typed, patients: readonly string[]): FormOf {
  switch (typed.kind) {
    case "patient": {
      const firstName = typed.complete ? "Ann" : "";
      return { kind: "patient", form: { ...typedPatient, firstName, externalId: typed.externalId } };
    }
    case "webhook":
      return {
        kind: "webhook",
        form: {
          url: typed.url === 0 ? "no address" : `https://example.com/${typed.url}`,
          events: ["a.b.v1"],
        },
      };
    case "booking": {
      const id = typed.patient === null ? undefined : patients[typed.patient % (patients.length + 1)];
      const number = String((typed.when === "soon" ? 100 : 77) + (typed.patient ?? 0));
      return {
        kind: "booking",
        form: typedBooking({
          // Reading a time in another zone is slow, and tested elsewhere.
          timeZone: "UTC",
          patient: id === undefined ? { kind: "number", text: number } : { kind: "known", id },
          service: typed.complete ? "101" : "",
          ...(typed.when === "soon" ? { date: "2026-03-02", time: "5pm" } : { date: "2098-04-01" }),
          billingType: typed.card === "not needed" ? "Monthly Invoice" : "Bill to Patient",
          paymentMethod: typed.card === "there" ? "pm_1234" : "",
        }),
      };
    }
  }
}

const carried = fc.constantFrom("no" as const, "yes" as const, "late" as const);
const retryAfter = fc.constantFrom(null, "1", "40", "4000", "Mon, 02 Mar 2026 09:05:00 GMT");
const statuses = [400, 401, 403, 404, 407, 408, 409, 422, 429, 500, 503, 302] as const;

const fate: fc.Arbitrary<Fate> = fc.oneof(
  { weight: 4, arbitrary: fc.constant({ fate: "ok" as const }) },
  {
    weight: 1,
    arbitrary: fc.record({
      fate: fc.constant("unreadable" as const),
      how: fc.constantFrom("broken" as const, "html" as const, "too-large" as const, "other-type" as const),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ fate: fc.constant("other" as const), how: fc.constantFrom(...otherAnswers) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      fate: fc.constant("not-reached" as const),
      phase: fc.constantFrom("none" as const, "connecting" as const),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      fate: fc.constant("unclear" as const),
      phase: fc.constantFrom("sending" as const, "sent" as const, "answering" as const),
      carried,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      fate: fc.constant("status" as const),
      status: fc.constantFrom(...statuses),
      body: fc.constantFrom("json" as const, "empty" as const, "html" as const, "broken" as const),
      carried: fc.boolean(),
      retryAfter,
    }),
  },
);

const typedPatients = fc.record({
  kind: fc.constant("patient" as const),
  complete: fc.integer({ min: 0, max: 7 }).map((number) => number > 0),
  externalId: fc.constantFrom("", "", "", "EXT-1", ...foreignExternalIds),
});
const typedBookings = fc.record({
  kind: fc.constant("booking" as const),
  patient: fc.option(fc.integer({ min: 0, max: 5 }), { nil: null }),
  complete: fc.integer({ min: 0, max: 7 }).map((number) => number > 0),
  when: fc.constantFrom("far" as const, "far" as const, "soon" as const),
  card: fc.constantFrom("not needed" as const, "not needed" as const, "missing" as const, "there" as const),
});
const typedWebhooks = fc.record({
  kind: fc.constant("webhook" as const),
  url: fc.integer({ min: 0, max: 3 }),
});
const typed: fc.Arbitrary<Typed> = fc.oneof(
  { weight: 3, arbitrary: typedPatients },
  { weight: 5, arbitrary: typedBookings },
  { weight: 2, arbitrary: typedWebhooks },
);

const item = fc.nat({ max: 9 });
const bits = fc.nat({ max: 255 });
const account = fc.constantFrom(...accounts);
const doing = <T extends string>(name: T): fc.Arbitrary<T> => fc.constant(name);

const steps: readonly (readonly [weight: number, fc.Arbitrary<Step>])[] = [
  [
    40,
    fc.record({
      do: doing("create"),
      typed,
      next: fc.constantFrom(
        "send" as const,
        "send" as const,
        "send" as const,
        "later" as const,
        "nothing" as const,
      ),
    }),
  ],
  [4, fc.record({ do: doing("type"), item, typed })],
  [10, fc.record({ do: doing("submit"), item, wait: fc.boolean(), twice: fc.boolean() })],
  [3, fc.record({ do: doing("hold"), item })],
  [5, fc.record({ do: doing("edit"), item })],
  [2, fc.record({ do: doing("discard"), item })],
  [3, fc.record({ do: doing("use existing"), item })],
  [6, fc.record({ do: doing("take back"), item })],
  [12, fc.record({ do: doing("decide"), item, how: fc.constantFrom(...decisions) })],
  [60, fc.record({ do: doing("end request"), request: fc.nat({ max: 4 }), fate })],
  [8, fc.record({ do: doing("script"), fates: fc.array(fate, { minLength: 1, maxLength: 4 }) })],
  [
    4,
    fc.record({
      do: doing("line"),
      state: fc.constantFrom<LineState[]>(
        "up",
        "up",
        "up",
        "up",
        "up",
        "down",
        "error",
        "refused",
        "held",
        "unreadable",
        "other",
        "asked to wait",
      ),
    }),
  ],
  [
    24,
    fc.record({
      do: doing("pass"),
      ms: fc.constantFrom(300, 2_000, 6_000, 31_000, 70_000, 400_000, 900_000),
    }),
  ],
  [2, fc.record({ do: doing("sleep"), ms: fc.constantFrom(60_000, 8 * hour, 48 * hour) })],
  [4, fc.record({ do: doing("wall"), ms: fc.constantFrom(...wallJumps) })],
  [4, fc.record({ do: doing("disk"), skip: fc.nat({ max: 6 }), fail: fc.integer({ min: 1, max: 4 }) })],
  [4, fc.record({ do: doing("kill"), carried: bits })],
  [
    6,
    fc.record({
      do: doing("last point"),
      point: fc.constantFrom(...tracePoints),
      times: fc.integer({ min: 1, max: 3 }),
      carried: bits,
    }),
  ],
  [2, fc.record({ do: doing("quit"), carried: bits })],
  [6, fc.record({ do: doing("sign in"), account })],
  [1, fc.record({ do: doing("sign out") })],
  [2, fc.record({ do: doing("expire"), account })],
  [3, fc.record({ do: doing("trust"), on: fc.boolean() })],
  [1, fc.record({ do: doing("pause"), on: fc.boolean() })],
  [2, fc.record({ do: doing("wake") })],
  [2, fc.record({ do: doing("late ones") })],
  [4, fc.record({ do: doing("back up") })],
  [3, fc.record({ do: doing("restore"), carried: bits })],
];

const anyStep = fc.oneof(...steps.map(([weight, arbitrary]) => ({ weight, arbitrary })));
const latest = fc.constant(0);
const unsent = fc.record({
  do: doing("create"),
  typed,
  next: fc.constantFrom("nothing" as const, "later" as const),
});
const sent = fc.record({ do: doing("create"), typed: typedBookings, next: fc.constant("send" as const) });
const newPatient: Typed = { kind: "patient", complete: true, externalId: "" };
const ofNewPatient: Typed = { kind: "booking", patient: 0, complete: true, when: "far", card: "not needed" };
const sentPatient = fc.constant<Step>({ do: "create", typed: newPatient, next: "send" });
const waits = fc.constant<Step>({ do: "create", typed: ofNewPatient, next: "send" });
const noRoom = fc.record({
  do: doing("disk"),
  skip: fc.nat({ max: 24 }),
  fail: fc.integer({ min: 1, max: 3 }),
});
const first = fc.record({ do: doing("end request"), request: latest, fate });
const backsUp = fc.record({ do: doing("back up") });
const restores = fc.record({ do: doing("restore"), carried: bits });
const submits = fc.record({
  do: doing("submit"),
  item: latest,
  wait: fc.constant(true),
  twice: fc.boolean(),
});
const passes = fc.record({ do: doing("pass"), ms: fc.constantFrom(2_000, 6_000, 70_000) });
const trusts = fc.record({ do: doing("trust"), on: fc.constant(true) });
const takesUp = fc.oneof(
  fc.record({ do: fc.constantFrom("edit" as const, "discard" as const), item: latest }),
  fc.record({ do: doing("type"), item: latest, typed: typedBookings }),
  fc.record({ do: doing("decide"), item: latest, how: fc.constantFrom(...decisions) }),
);

const takesBack = fc.record({ do: doing("take back"), item: latest });

/** Breaks off, having been made or not. */
const breaksOff = fc.record({
  do: doing("end request"),
  request: latest,
  fate: fc.record({ fate: fc.constant("unclear" as const), phase: fc.constant("sent" as const), carried }),
});
const isRefused = fc.record({
  do: doing("end request"),
  request: latest,
  fate: fc.record({
    fate: fc.constant("status" as const),
    status: fc.constantFrom(400, 403, 404, 409, 422),
    body: fc.constantFrom("json" as const, "html" as const),
    carried: fc.constant(false),
    retryAfter: fc.constant(null),
  }),
});
const sentOne = fc.record({
  do: doing("create"),
  typed: fc.oneof(typedPatients, typedWebhooks, typedBookings),
  next: fc.constant("send" as const),
});
const edits = fc.record({ do: doing("edit"), item: latest });
const retypes = fc.record({ do: doing("type"), item: latest, typed });
const strangersOnly = fc.record({
  do: doing("script"),
  fates: fc.array(fc.record({ fate: fc.constant("other" as const), how: fc.constantFrom(...otherAnswers) }), {
    minLength: 3,
    maxLength: 4,
  }),
});

/** What takes many steps in one order to come about, and would seldom do so by chance. */
const stories: readonly fc.Arbitrary<readonly Step[]>[] = [
  fc.tuple(unsent, backsUp, submits, first, restores, takesUp, submits),
  fc.tuple(trusts, sent, first, passes, first, passes, takesUp, submits),
  fc.tuple(sent, first, takesUp, first, takesUp, submits),
  fc.tuple(sentPatient, waits, waits, noRoom, first, first, passes, first),
  fc.tuple(sentOne, breaksOff, passes, isRefused, edits, retypes, submits, first),
  fc.tuple(sentOne, breaksOff, edits, retypes, submits, passes, first),
  fc.tuple(sent, takesBack, submits, passes, takesBack, passes, first),
  fc.tuple(strangersOnly, sentOne, passes, passes, passes, takesUp, submits),
];

/** A day at the desk, from the first letter typed. */
export type Run = {
  readonly seed: number;
  /** How long a booking can be taken back. */
  readonly undoSeconds: number;
  readonly honoursKey: boolean;
  readonly steps: readonly Step[];
};

const chapter: fc.Arbitrary<readonly Step[]> = fc.oneof(
  { weight: 20, arbitrary: anyStep.map((step) => [step]) },
  { weight: 1, arbitrary: fc.oneof(...stories) },
);

export const anyRun: fc.Arbitrary<Run> = fc.record({
  seed: fc.nat({ max: 1_000 }),
  undoSeconds: fc.constantFrom(0, 0, 5),
  honoursKey: fc.boolean(),
  steps: fc
    .noBias(fc.array(chapter, { minLength: 1, maxLength: 50, size: "max" }))
    .map((chapters) => chapters.flat()),
});
