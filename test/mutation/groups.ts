/** Files that are mutated together, and the unit tests that belong to them. */
export type Group = {
  readonly name: string;
  /** Of each file, the least percentage of its mutants that its tests must notice. */
  readonly atLeast: number;
  /** Paths from the root of the project. */
  readonly files: readonly string[];
  /** Test files, or globs of them, from the root of the project. */
  readonly tests: readonly string[];
};

const outbox = (...names: readonly string[]): string[] => names.map((name) => `main/outbox/${name}.ts`);
const outboxTests = (...names: readonly string[]): string[] =>
  names.map((name) => `test/unit/outbox/${name}.test.ts`);

/** Every test that runs the whole outbox: whatever goes out, goes through its engine. */
const engine = outboxTests(
  "engine",
  "engine-kinds",
  "engine-queue",
  "engine-store",
  "engine-turns",
  "engine-waits",
  "found-by-model",
);

/** A file that decides what is sent: 95 of 100 mutants in it are noticed. */
const decides = (name: string, files: readonly string[], tests: readonly string[]): Group => ({
  name,
  atLeast: 95,
  files,
  tests,
});

/** What decides whether, when and as what a request goes out, and what its answer means. The gate of every change. */
export const decidesSending: readonly Group[] = [
  decides("decide", outbox("decide"), outboxTests("decide")),
  decides(
    "attempts",
    [...outbox("attempts"), "contract/records/attempts.ts"],
    outboxTests("attempts", "found-by-model", "items-unclear"),
  ),
  decides("retry-after", ["main/service/retry-after.ts"], ["test/unit/service/retry-after.test.ts"]),
  decides("evidence", ["main/service/evidence.ts"], ["test/unit/service/evidence.test.ts"]),
  decides(
    "recognise",
    ["main/service/recognise.ts", "domain/echo.ts"],
    ["test/unit/service/recognise.test.ts", "test/unit/domain/echo.test.ts"],
  ),
  decides("classify", ["main/service/classify.ts"], ["test/unit/service/classify.test.ts"]),
  decides("restored", outbox("restored"), outboxTests("restored", "send-counter", "found-by-model")),
  decides("backoff", outbox("backoff", "retry-schedule"), outboxTests("backoff", "retry-schedule")),
  decides("brake", outbox("brake", "waits"), outboxTests("brake", "engine-queue", "engine-waits")),
  decides("ready-items", outbox("ready-items"), [...outboxTests("ready-items"), ...engine]),
  decides("moments", outbox("moments"), outboxTests("moments", "taking-back")),
  decides("taking-back", outbox("taking-back"), outboxTests("taking-back")),
  decides("transitions", outbox("transitions"), outboxTests("transitions", "items-unclear")),
  decides("series", outbox("series"), outboxTests("series")),
  decides("submit", outbox("submit"), outboxTests("taking-back", "items", "items-unclear", "series")),
  decides("counted-send", outbox("counted-send"), outboxTests("counted-send", "engine-store")),
  decides("send-counter", outbox("send-counter"), outboxTests("send-counter")),
  decides("connectivity", outbox("connectivity"), outboxTests("connectivity")),
  decides(
    "payment",
    ["main/payment/collect.ts", "main/payment/setup-intent-source.ts"],
    ["test/unit/payment/collect.test.ts", "test/unit/payment/setup-intent-source.test.ts"],
  ),
];
