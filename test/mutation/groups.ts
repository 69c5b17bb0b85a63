import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

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

const root = join(import.meta.dirname, "..", "..");

const outbox = (...names: readonly string[]): string[] =>
  names.map((name) => `main/features/outbox/${name}.ts`);
const outboxTests = (...names: readonly string[]): string[] =>
  names.map((name) => `test/unit/outbox/${name}.test.ts`);

/** Every test that runs the whole outbox: whatever goes out, goes through its engine. */
const engine = outboxTests(
  "engine",
  "engine-again",
  "engine-kinds",
  "engine-progress",
  "engine-queue",
  "engine-rests",
  "engine-sharing",
  "engine-store",
  "engine-turns",
  "engine-unread",
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
  decides("decide", outbox("decide"), outboxTests("decide", "decide-reasons")),
  decides(
    "attempts",
    [...outbox("attempts"), "shared/outbox/attempt.ts", "shared/outbox/attempts.ts"],
    outboxTests("attempts", "thinned", "found-by-model", "items-unclear"),
  ),
  decides("retry-after", ["main/http/retry-after.ts"], ["test/unit/http/retry-after.test.ts"]),
  decides("evidence", ["main/http/evidence.ts"], ["test/unit/http/evidence.test.ts"]),
  decides(
    "recognise",
    ["main/http/recognise.ts", "shared/outbox/echo.ts"],
    ["test/unit/http/recognise.test.ts", "test/unit/shared/outbox/echo.test.ts"],
  ),
  decides(
    "classify",
    ["main/http/classify.ts", "shared/text/too-deep.ts"],
    ["test/unit/http/classify.test.ts", "test/unit/http/classify-reasons.test.ts"],
  ),
  decides("restored", outbox("restored"), outboxTests("restored", "send-counter", "found-by-model")),
  decides("backoff", outbox("backoff", "retry-schedule"), outboxTests("backoff", "retry-schedule")),
  decides("brake", outbox("brake"), outboxTests("brake", "engine-queue", "engine-waits")),
  decides(
    "engine",
    outbox("engine", "attempt-runner", "send-gate", "send-places", "send-progress", "ended"),
    [...engine, ...outboxTests("ended")],
  ),
  decides("ready-items", outbox("ready-items"), [...outboxTests("ready-items"), ...engine]),
  decides("moments", outbox("moments"), outboxTests("moments", "moments-steps", "taking-back")),
  decides("taking-back", outbox("taking-back"), outboxTests("taking-back", "taking-back-records")),
  decides(
    "transitions",
    outbox("transitions"),
    outboxTests("transitions", "transitions-doubts", "items-unclear"),
  ),
  decides("questions", outbox("questions"), outboxTests("questions")),
  decides("tally", ["shared/outbox/tally.ts"], ["test/unit/shared/outbox/tally.test.ts"]),
  decides("series", outbox("series"), outboxTests("series", "series-steps", "edited")),
  decides(
    "submit",
    outbox("submit"),
    outboxTests("submit", "taking-back", "items", "items-unclear", "series", "found-by-model"),
  ),
  decides("counted-send", outbox("counted-send"), outboxTests("counted-send", "sender", "engine-store")),
  decides("send-counter", outbox("send-counter"), outboxTests("send-counter")),
  decides("connectivity", outbox("connectivity"), outboxTests("connectivity", "connectivity-waits")),
  decides(
    "kinds",
    ["booking", "patient", "patient-record", "webhook", "webhook-list"].map(
      (name) => `main/features/outbox/kinds/${name}.ts`,
    ),
    [
      "test/unit/outbox/kinds/*.test.ts",
      ...outboxTests("transitions", "items-unclear", "engine-kinds", "item-decisions", "edited"),
    ],
  ),
  decides(
    "cards",
    ["main/features/cards/collect.ts", "main/features/cards/setup-intent-source.ts"],
    ["test/unit/cards/collect.test.ts", "test/unit/cards/setup-intent-*.test.ts"],
  ),
  decides(
    "notices",
    ["body", "book", "news"].map((name) => `shared/notices/${name}.ts`),
    ["test/unit/notices/*.test.ts"],
  ),
];

/** The files of schemas that do more than name fields: those of shared/ that are mutated. */
const parsers: readonly string[] = [
  "shared/cards/card-window.ts",
  "shared/core/sentence.ts",
  "shared/settings/settings.ts",
  "shared/core/stored.ts",
  "shared/service-api/error-body.ts",
  "shared/service-api/text.ts",
  "shared/service-api/webhook.ts",
];

/** What is not mutated, and who judges it instead. */
export const apart: Readonly<Record<string, string>> = {
  ...because(
    "it opens sockets: test/integration and F1, F2, F21 break them for real",
    [
      "authorities",
      "client",
      "connector",
      "dispatcher",
      "exchange",
      "kept-proxy-passwords",
      "proxies",
      "proxy-passwords",
      "tunnel",
    ].map((name) => `main/http/${name}.ts`),
  ),
  ...because("it is the keychain: test/integration and F7 use a real one", [
    "main/features/session/keytar-api.ts",
    "main/features/session/keytar-secret-store.ts",
  ]),
  ...because(
    "it is the disk: test/integration, F3 to F5, F10 and F11 break it for real",
    ["background-check", "connection", "files", "key", "migrations", "open", "watched-store"].map(
      (name) => `main/db/${name}.ts`,
    ),
  ),
  ...because(
    "it is the disk and its rights: test/integration/policy-file.test.ts puts links, pipes and files of others there",
    ["main/features/policy/trusted-file.ts"],
  ),
  ...because("it is Electron's: test/e2e opens it", ["main/features/cards/card-window.ts"]),
  ...because("it joins parts and decides nothing", [
    "main/features/outbox/outbox.ts",
    "main/features/outbox/kinds/kinds.ts",
    "main/features/policy/dispatchers.ts",
    ...["cards", "outbox", "policy", "session"].map((feature) => `main/features/${feature}/index.ts`),
  ]),
  ...because("it answers routes over a whole desk: test/integration opens one", [
    "main/features/cards/card-parts.ts",
    "main/features/cards/card-records.ts",
    "main/features/lock/desk-places.ts",
    "main/features/lock/lock-handlers.ts",
    "main/features/lock/token-recovery.ts",
    "main/features/outbox/lists.ts",
    "main/features/policy/desk-policy.ts",
    "main/features/policy/proxy-handlers.ts",
    "main/features/session/account-book.ts",
    "main/features/session/session.ts",
  ]),
  ...because("it is a table of schemas: the tests of what parses with them hold it", [
    ...globSync(["shared/**/{routes,*-routes}.ts", "shared/{hub-api,service-api}/*.ts"], {
      cwd: root,
    })
      .map((path) => path.replaceAll("\\", "/"))
      .filter((path) => !parsers.includes(path)),
    "shared/activity-log/audit.ts",
    "shared/backup/backup.ts",
    "shared/bookings/booking-line.ts",
    "shared/clinic/clinic.ts",
    "shared/connection-check/doctor.ts",
    "shared/core/channels.ts",
    "shared/core/failure-schema.ts",
    "shared/core/failure.ts",
    "shared/core/nothing.ts",
    "shared/core/place.ts",
    "shared/core/record-id.ts",
    "shared/core/saying.ts",
    "shared/desk/desk.ts",
    "shared/events.ts",
    "shared/handover/screen.ts",
    "shared/import/import.ts",
    "shared/keeping/kept.ts",
    "shared/lock/lock.ts",
    "shared/notices/notices.ts",
    "shared/onboarding/guide.ts",
    "shared/outbox/attempt-schema.ts",
    "shared/outbox/item.ts",
    "shared/outbox/moment.ts",
    "shared/outbox/undo-seconds.ts",
    "shared/outbox/urgent.ts",
    "shared/patients/patient.ts",
    "shared/policy/policy.ts",
    "shared/session/account.ts",
    "shared/time/time-zone.ts",
    "shared/updates/updates.ts",
    "shared/webhooks/webhook-list.ts",
  ]),
  ...because("it has types alone", [
    "main/features/outbox/ports.ts",
    "main/features/cards/ports.ts",
    "main/http/undici.d.ts",
    ...["clinic-types", "item-types", "notice-types", "record-types", "types"].map(
      (name) => `main/db/${name}.ts`,
    ),
  ]),
};

function because(reason: string, files: readonly string[]): Record<string, string> {
  return Object.fromEntries(files.map((file) => [file, reason]));
}

const sent = new Set(decidesSending.flatMap(({ files }) => files));

/** Every file of these patterns that is in no list above: 85 of 100 mutants in it are noticed. */
const rest = (name: string, patterns: readonly string[], tests: readonly string[]): Group => ({
  name,
  atLeast: 85,
  files: globSync([...patterns], { cwd: root })
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => !sent.has(path) && !(path in apart))
    .toSorted(),
  tests,
});

/**
 * Tests that look at thousands of inputs, or at a million letters: a second for each mutant that they reach. What they hold is
 * also held case by case, which a mutant is tried with; they stay in `npm test`.
 */
const tooSlow = new Set([
  "test/unit/shared/clinic/any-order.test.ts",
  "test/unit/shared/intake/hostile.test.ts",
  "test/unit/shared/intake/license-picture.test.ts",
]);

/** The unit tests that import one of these files. */
const readers = (paths: readonly string[]): string[] =>
  globSync("test/unit/**/*.test.ts", { cwd: root })
    .map((test) => test.replaceAll("\\", "/"))
    .filter((test) => {
      const text = readFileSync(join(root, test), "utf8");
      return !tooSlow.has(test) && paths.some((path) => text.includes(`../${path}";`));
    })
    .toSorted();

/**
 * What asks for a record or draws one reaches most of shared/ and tells little of it, at the price of a whole desk for each
 * mutant: it is left out.
 */
const ofAnotherPart = /^test\/unit\/(?:db|electron|links|outbox|renderer)\//;

const shared = (folder: string): Group => {
  const group = rest(folder, [`${folder}/**/*.ts`], []);
  const files = group.files.filter((path) => !parsers.includes(path));
  const tests = readers(files).filter((test) => !ofAnotherPart.test(test));
  return { ...group, files, tests: [...tests, ...(alsoTries[folder] ?? [])] };
};

/** Tests of folders of shared/ that do not import what they try. */
const alsoTries: Readonly<Record<string, readonly string[]>> = {
  "shared/text": [
    "test/unit/shared/patients/patient-query.test.ts",
    "test/unit/shared/bookings/booking-query.test.ts",
  ],
};

/** Files of main/db about one thing, with the tests that ask for it: all others, which open a store too, tell no more of them. */
const db = (subject: string, files: readonly string[], tests: readonly string[]): Group => ({
  name: `db/${subject}`,
  atLeast: 85,
  files: files.map((name) => `main/db/${name}.ts`),
  tests: tests.map((name) => `test/unit/db/${name}.test.ts`),
});

/** The others in which something is decided. Nightly. */
export const others: readonly Group[] = [
  rest("rest of outbox", ["main/features/outbox/*.ts"], ["test/unit/outbox/*.test.ts"]),
  rest(
    "session",
    ["main/features/session/*.ts", "main/platform/secret-store.ts"],
    ["test/unit/session/*.test.ts", "test/unit/platform/secret-store.test.ts"],
  ),
  rest("proxies", ["main/http/proxy-challenge.ts"], ["test/unit/http/proxy-challenge.test.ts"]),
  rest("policy", ["main/features/policy/*.ts"], ["test/unit/policy/*.test.ts"]),
  rest("lock", ["main/features/lock/*.ts"], ["test/unit/lock/*.test.ts"]),
  rest("rest of cards", ["main/features/cards/*.ts"], ["test/unit/cards/*.test.ts"]),
  rest(
    "rest of kinds",
    ["main/features/outbox/kinds/*.ts"],
    ["test/unit/outbox/kinds/*.test.ts", "test/unit/db/*.test.ts"],
  ),
  db(
    "items",
    ["items", "item-parts", "parts", "long-texts", "rows"],
    ["items", "items-queue", "parts", "parts-places", "long-texts", "merge", "rows", "versions"],
  ),
  db("bookings", ["bookings", "booking-parts"], ["bookings", "bookings-more", "parts", "parts-places"]),
  db("tallies", ["tallies"], ["tallies", "parts"]),
  db(
    "patients",
    ["patients", "patient-index", "patient-search", "recent-patients", "search-steps", "known-names"],
    [
      "patients",
      "patients-kept",
      "patient-index",
      "patient-search",
      "index-merge",
      "same-people",
      "merge",
      "migrations",
    ],
  ),
  db(
    "words",
    ["fold", "search-query", "search-words", "sorted-names"],
    ["fold", "search-query", "search-words", "sorted-names"],
  ),
  db(
    "people",
    [
      "same-people",
      "patient-notes",
      "retention",
      "keeping",
      "keeping-migration",
      "stray-drafts",
      "change-order",
      "index-merge",
    ],
    ["same-people", "patient-notes", "retention", "retention-look", "keeping", "stray-drafts", "index-merge"],
  ),
  db(
    "files",
    ["presence", "put-back", "reported-lost", "snapshot"],
    ["presence", "put-back", "reported-lost", "snapshot"],
  ),
  db("log", ["audit", "audit-trail"], ["audit", "audit-find", "audit-tries"]),
  db("clinic", ["clinic", "clinic-migrations", "notices", "on-demand"], ["clinic", "notices"]),
  db(
    "kept",
    ["cards", "imports", "small-tables"],
    ["store", "cards", "imports", "merge", "meta", "settings", "versions"],
  ),
  db(
    "writes",
    ["sqlite-store", "store-error", "group-commit", "chores", "known-records", "problems"],
    [
      "acts-within-acts",
      "store",
      "store-error",
      "audit",
      "clinic",
      "notices",
      "parts",
      "patients-kept",
      "group-commit",
      "chores",
      "known-records",
      "problems",
    ],
  ),
  // A group each, so that one of them can be tried alone, with those tests alone that read it.
  ...globSync("shared/*/", { cwd: root })
    .map((path) => path.replaceAll("\\", "/"))
    .toSorted()
    .map(shared)
    .filter(({ files }) => files.length > 0),
  rest("schemas", parsers, [
    ...["cards/card", "core/sentence", "core/stored", "outbox/item-upgrades", "settings/settings"].map(
      (name) => `test/unit/shared/${name}.test.ts`,
    ),
    "test/unit/shared/service-api/*.test.ts",
    "test/unit/db/versions.test.ts",
  ]),
];
