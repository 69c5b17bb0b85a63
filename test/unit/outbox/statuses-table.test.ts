import { describe, expect, it } from "vitest";
import { isUncertain } from "../../../shared/outbox/attempts.ts";
import type { ItemKind } from "../../../shared/outbox/item.ts";
import { toAttemptOutcome } from "../../../main/features/outbox/attempts.ts";
import { decide, type AttemptFacts } from "../../../main/features/outbox/decide.ts";
import { classify } from "../../../main/http/classify.ts";
import type { Exchange } from "../../../main/http/exchange.ts";
import { documented, type Documented } from "../../../main/http/recognise.ts";
import type { Saying, SayingValue } from "../../../messages/saying.ts";

/**
 * What is concluded from each answer to each request, at the first try and at a later one, when an earlier one may have
 * arrived. Once there is a doubt, only an answer that shows what was made takes it away.
 */
const answered = (
  status: number,
  body = "{}",
  more: Partial<Extract<Exchange, { kind: "answered" }>> = {},
): Exchange => ({
  kind: "answered",
  phase: "answered",
  status,
  retryAfter: null,
  body: Buffer.from(body),
  bodyEnd: "complete",
  contentType: body.startsWith("<") ? "text/html" : "application/json",
  ...more,
});
const page = "<!doctype html><title>Proxy</title>";
const broken = { phase: "answering", bodyEnd: "broken" } as const;

const endpoints: Readonly<
  Record<ItemKind, { readonly wanted: keyof typeof documented; readonly made: object }>
> = {
  patient: { wanted: "createPatient", made: { patientId: 5 } },
  booking: { wanted: "bookAppointment", made: { id: 5 } },
  webhook: { wanted: "registerWebhook", made: { id: 5, url: "https://ehr.example", events: [] } },
};
const kinds = ["patient", "booking", "webhook"] as const;

/** Earlier tries: none, one that may have arrived, and one that a person has since said was not made. */
const before = {
  first: { uncertainBefore: false, isSettled: true },
  unclear: { uncertainBefore: true, isSettled: false },
  again: { uncertainBefore: true, isSettled: true },
} as const;
type Before = keyof typeof before;

/** What an item becomes, with the sentence that says what became of the thing itself; null where the answer alone is told. */
type Concluded =
  | "made"
  | "not made"
  | "sent later, nothing was sent"
  | "sent later, not made"
  | "sent again, unknown"
  | "to edit, not said"
  | "to edit, unknown"
  | "to check, unknown";

const isSaying = (value: SayingValue): value is Saying => typeof value === "object" && "id" in value;
/** The ids that a sentence is made of. */
const idsOf = (value: SayingValue): string[] =>
  isSaying(value) ? [value.id, ...Object.values(value.values).flatMap(idsOf)] : [];

/** Sentences that say of the thing itself what became of it, or may have. */
const ofTheThing =
  /^failures\.(nothing|triedBefore|repeatRefused|mayBeOurs|service\.(tokenRefused|asksToWait))/;

function conclude(exchange: Exchange, kind: ItemKind, tries: Before): readonly [Concluded, string | null] {
  const outcome = classify(exchange, {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- they differ in their value alone
    documented: documented[endpoints[kind].wanted] as Documented<unknown>,
    payload: null,
    now: new Date(0),
  });
  const facts: AttemptFacts = {
    kind,
    ...before[tries],
    unreadableBefore: 0,
    ownsConflict: false,
    trustsIdempotencyKey: false,
    takenNumber: null,
    refusedAlike: false,
  };
  const decision = decide(facts, toAttemptOutcome(outcome));
  if (decision.to === "done") return ["made", null];
  const told = idsOf(decision.problem.why).filter((id) => ofTheThing.test(id));
  const key = told[0]?.replace("failures.", "").replace(/^service\./, "") ?? null;
  const mayBeMade = facts.uncertainBefore || isUncertain(outcome);
  switch (decision.to) {
    case "needs-checking":
      return ["to check, unknown", key];
    case "needs-editing":
      return [mayBeMade ? "to edit, unknown" : key === null ? "to edit, not said" : "not made", key];
    case "ready":
      if (mayBeMade) return ["sent again, unknown", key];
      return [key === "nothingSent" ? "sent later, nothing was sent" : "sent later, not made", key];
  }
}

type Cell = readonly [Concluded, string | null];
type Row = {
  readonly answers: readonly (readonly [name: string, exchange: Exchange])[];
  /** At the first try, and at a later one whether or not a person has said since that the earlier one was not made. */
  readonly patient: readonly [first: Cell, later: Cell];
  readonly webhook: readonly [first: Cell, later: Cell];
  /** The same, and after "Book again" where that is another. */
  readonly booking: readonly [first: Cell, later: Cell, again?: Cell];
};

const unknown: Cell = ["sent again, unknown", null];
const toCheck: Cell = ["to check, unknown", null];
const made: Cell = ["made", null];
const refused: Cell = ["not made", "nothingCreated"];
const notSaid: Cell = ["to edit, not said", null];
const repeat = (kind: ItemKind, to: Concluded = "to edit, unknown"): Cell => [to, `repeatRefused.${kind}`];
const repeatedBooking = repeat("booking", "to check, unknown");
const notSent: readonly [Cell, Cell] = [
  ["sent later, nothing was sent", "nothingSent"],
  ["sent again, unknown", "triedBefore"],
];
const asked = (key: string): readonly [Cell, Cell] => [
  ["sent later, not made", key],
  ["sent again, unknown", key],
];
const all = (cells: readonly [Cell, Cell]) => ({ patient: cells, booking: cells, webhook: cells });

const rows: readonly Row[] = [
  {
    answers: [
      ["200 {}", answered(200)],
      ["200, a page", answered(200, page)],
      ["204", answered(204, "")],
      ["408", answered(408)],
      ["422 that broke off", answered(422, '{"mess', broken)],
      ["500", answered(500)],
      ["502, a page", answered(502, page)],
      ["503 that asks to wait", answered(503, "{}", { retryAfter: "5" })],
      ["nothing, after it was sent", { kind: "unclear", phase: "sent", reason: "ECONNRESET" }],
    ],
    patient: [unknown, unknown],
    booking: [toCheck, toCheck],
    webhook: [unknown, unknown],
  },
  {
    answers: [
      ["302", answered(302, "")],
      ["304", answered(304, "")],
    ],
    patient: [
      ["to edit, unknown", null],
      ["to edit, unknown", null],
    ],
    booking: [toCheck, toCheck],
    webhook: [
      ["to edit, unknown", null],
      ["to edit, unknown", null],
    ],
  },
  {
    answers: [
      ["400", answered(400, '{"message":"No"}')],
      ["422", answered(422)],
    ],
    patient: [refused, repeat("patient")],
    // What is refused can be mended, once a person has said what became of the earlier one.
    booking: [refused, repeatedBooking, repeat("booking")],
    webhook: [refused, repeat("webhook")],
  },
  {
    answers: [
      ["402", answered(402)],
      ["403", answered(403)],
      ["404", answered(404)],
      ["413", answered(413)],
    ],
    patient: [refused, repeat("patient")],
    booking: [refused, repeatedBooking],
    webhook: [refused, repeat("webhook")],
  },
  {
    // Something else may have answered.
    answers: [
      ["403, a page", answered(403, page)],
      ["404, a page", answered(404, page)],
    ],
    patient: [notSaid, repeat("patient")],
    booking: [notSaid, repeatedBooking],
    webhook: [notSaid, repeat("webhook")],
  },
  {
    // The interface shows it for a patient alone.
    answers: [["409", answered(409)]],
    patient: [refused, ["to edit, unknown", "mayBeOurs"]],
    booking: [notSaid, repeatedBooking],
    webhook: [notSaid, repeat("webhook")],
  },
  {
    answers: [["409 with a number", answered(409, '{"patientId":7}')]],
    patient: [refused, ["to edit, unknown", "mayBeOursNumber"]],
    booking: [notSaid, repeatedBooking],
    webhook: [notSaid, repeat("webhook")],
  },
  {
    answers: [
      ["401", answered(401)],
      ["401 that broke off", answered(401, "", broken)],
    ],
    ...all(asked("tokenRefused")),
  },
  {
    answers: [
      ["429", answered(429)],
      ["429, a page", answered(429, page)],
    ],
    ...all(asked("asksToWait")),
  },
  {
    answers: [
      ["407 of the network's proxy", answered(407, page)],
      ["nothing, and nothing was sent", { kind: "not-reached", phase: "connecting", reason: "ECONNREFUSED" }],
    ],
    ...all(notSent),
  },
];

const cells = rows.flatMap(({ answers, ...row }) =>
  answers.flatMap(([name, exchange]) =>
    kinds.flatMap((kind) => {
      const [first, later, again = later]: readonly [Cell, Cell, Cell?] = row[kind];
      return Object.entries({ first, unclear: later, again }).map(
        ([tries, cell]) => [name, kind, tries as Before, exchange, cell] as const,
      );
    }),
  ),
);

// booking-62: A response means made, not made or unknown; only a made booking ends a doubt
describe("what is concluded from an answer", { tags: ["booking-62"] }, () => {
  it.each(cells)("%s to a %s, %s try", (_name, kind, tries, exchange, cell) => {
    expect(conclude(exchange, kind, tries)).toEqual(cell);
  });

  it.each(kinds.flatMap((kind) => [200, 201, 202].map((status) => [status, kind] as const)))(
    "%d that shows it made: a %s is made, whatever was before",
    (status, kind) => {
      const shows = answered(status, JSON.stringify(endpoints[kind].made));
      for (const tries of ["first", "unclear", "again"] as const)
        expect(conclude(shows, kind, tries)).toEqual(made);
    },
  );

  it("never says that nothing came of it while an earlier try may have arrived", () => {
    for (const [, kind, tries, exchange] of cells)
      if (tries !== "first") expect(conclude(exchange, kind, tries)[1] ?? "").not.toMatch(/^nothing/);
  });
});
