/** A test that is to catch a planted fault: a share of a row of faults, or a file of tests. */
export type Catcher =
  | { readonly by: "fault"; readonly id: string; readonly share: number }
  | { readonly by: "tests"; readonly project: "unit" | "integration" | "hub"; readonly file: string };

/** One fault in a copy of our own code: what stands there, once, and what stands there instead. */
export type Mutation = {
  readonly name: string;
  readonly file: string;
  readonly changes: readonly { readonly from: string; readonly to: string }[];
  readonly caughtBy: Catcher;
};

/** The model ends at the first promise that is broken: a large share costs nothing but once, for the pass. */
const model: Catcher = { by: "fault", id: "F9", share: 0.1 };

const transitionsTests: Catcher = {
  by: "tests",
  project: "unit",
  file: "test/unit/outbox/transitions.test.ts",
};

const unitTests = (name: string): Catcher => ({
  by: "tests",
  project: "unit",
  file: `test/unit/${name}.test.ts`,
});

/** Whoever has the keys of one desk. */
const stolenDesk: Catcher = { by: "tests", project: "hub", file: "test/hub/desks-stolen.test.ts" };
const saidBooked: Catcher = { by: "tests", project: "hub", file: "test/hub/desks-said-booked.test.ts" };

const promoted: Catcher = { by: "tests", project: "hub", file: "test/hub/promoted.test.ts" };

/** Each body that is sent, held against what the screens show. */
const sentAsShown: Catcher = { by: "tests", project: "hub", file: "test/hub/sent-as-shown.test.ts" };

export const mutations: readonly Mutation[] = [
  {
    name: "an item is taken off the list before it is sent",
    file: "main/features/outbox/transitions.ts",
    changes: [{ from: `status: "sending" as const, problem`, to: `status: "discarded" as const, problem` }],
    caughtBy: model,
  },
  {
    name: "a booking is tried again after a reset",
    file: "main/features/outbox/decide.ts",
    changes: [
      {
        from: `const isRepeatable = !repeats(facts, "by-person") || facts.trustsIdempotencyKey;`,
        to: `const isRepeatable = true;`,
      },
    ],
    caughtBy: { by: "fault", id: "F1", share: 0.35 },
  },
  {
    name: "the log is not synced at each commit",
    file: "main/db/connection.ts",
    changes: [{ from: `["synchronous", "full", 2]`, to: `["synchronous", "normal", 1]` }],
    caughtBy: { by: "tests", project: "integration", file: "test/integration/store-files.test.ts" },
  },
  {
    name: "redirects are followed",
    file: "main/http/dispatcher.ts",
    changes: [
      {
        from: `import type { Dispatcher } from "undici";`,
        to: `import { interceptors, type Dispatcher } from "undici";`,
      },
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
    file: "main/features/outbox/transitions.ts",
    changes: [
      {
        from: `return restate({ ...frozen, ...open, attempts: pruneAttempts([...frozen.attempts, attempt]) });`,
        to: `const begun = { ...frozen, ...open, attempts: pruneAttempts([...frozen.attempts, attempt]) };
      clock.after(10, () => restate(begun));
      return begun;`,
      },
    ],
    caughtBy: model,
  },
  {
    name: "a 409 is always our own patient",
    file: "main/features/outbox/decide.ts",
    changes: [
      {
        from: `  if (!facts.uncertainBefore) return refused(facts, failure, false);`,
        to: ``,
      },
      {
        from: `  if (facts.ownsConflict && number !== undefined) return`,
        to: `  if (number !== undefined) return`,
      },
    ],
    caughtBy: unitTests("outbox/decide"),
  },
  {
    name: "the body is read from the form again at each attempt",
    file: "main/features/outbox/transitions.ts",
    changes: [{ from: `if (item.payload !== null) return refrozen(item, item.payload);`, to: `` }],
    caughtBy: transitionsTests,
  },
  {
    name: "an attempt begins for an item of another account",
    file: "main/features/outbox/transitions.ts",
    changes: [{ from: ` || item.accountId !== account.accountId`, to: `` }],
    caughtBy: transitionsTests,
  },
  {
    name: "a booking is tried again after a 5xx",
    file: "main/features/outbox/decide.ts",
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
    file: "main/features/outbox/brake.ts",
    changes: [{ from: `if (queue.kind === "wait") waiting.`, to: `if (queue.kind === "token") waiting.` }],
    caughtBy: model,
  },
  {
    name: "what was being sent when the program ended is sent again",
    file: "main/features/outbox/transitions.ts",
    changes: [
      {
        from: `return restate({ ...ended, status: decision.to, problem }).id;`,
        to: `return restate({ ...ended, status: "ready", problem }).id;`,
      },
    ],
    caughtBy: model,
  },
  {
    name: "a restored backup is not noticed",
    file: "main/features/outbox/restored.ts",
    changes: [
      { from: `if (outside === null || outside <= inside) return [];`, to: `if (inside > -1) return [];` },
    ],
    caughtBy: { by: "fault", id: "F10", share: 1 },
  },
  {
    name: "whatever answers 2xx has made it",
    file: "main/features/outbox/decide.ts",
    changes: [
      {
        from: `      return unreadable(facts, outcome.problem);`,
        to: `      return { to: "done", by: "answer" };`,
      },
    ],
    caughtBy: { by: "fault", id: "F21", share: 0.1 },
  },
  {
    name: "a refused token holds only until a probe answers",
    file: "main/features/outbox/brake.ts",
    changes: [
      {
        from: `if (queue.kind === "token") line.refused(failure);`,
        to: `if (queue.kind === "token") line.failed(failure);`,
      },
    ],
    caughtBy: unitTests("outbox/engine-waits"),
  },
  {
    name: "an item may go out again at once",
    file: "main/features/outbox/retry-schedule.ts",
    changes: [
      { from: `const at = Math.max(floor, now + milliseconds);`, to: `const at = now;` },
      { from: `at, failures, floor });`, to: `at, failures, floor: now });` },
    ],
    caughtBy: unitTests("outbox/retry-schedule"),
  },
  {
    name: "a refusal says that nothing was created, whatever earlier tries came to",
    file: "main/features/outbox/decide.ts",
    changes: [
      {
        from: `  if (!facts.uncertainBefore) {
    // What a 409`,
        to: `  if (!repeats(facts, "by-person")) {
    // What a 409`,
      },
    ],
    caughtBy: { by: "fault", id: "F24", share: 0.3 },
  },
  {
    name: "what may have been made is edited while it is still tried",
    file: "main/features/outbox/items.ts",
    changes: [
      {
        from: `    if (isComplete(item) && isUnsettled(item)) return failed(unsettled(item.kind));`,
        to: ``,
      },
    ],
    caughtBy: unitTests("outbox/items-unclear"),
  },
  {
    name: "an edited patient gets another external ID",
    file: "main/features/outbox/kinds/patient.ts",
    changes: [
      {
        from: `const held = wasUncertain(item.attempts) ? sentExternalId(item) : before;`,
        to: `const held = before;`,
      },
    ],
    caughtBy: { by: "fault", id: "F24", share: 0.3 },
  },
  {
    name: "the count outside is waited for without an end",
    file: "main/features/outbox/counted-send.ts",
    changes: [
      {
        from: `const count = await waitAtMost(counted(), limits).catch(`,
        to: `const count = await (limits, counted().then((value) => ({ value }))).catch(`,
      },
    ],
    caughtBy: unitTests("outbox/engine-waits"),
  },
  {
    name: "nobody looks who is at the desk after a wait",
    file: "main/features/outbox/counted-send.ts",
    changes: [{ from: `    if (!isWanted()) return withdrawn;`, to: `` }],
    caughtBy: unitTests("outbox/engine-waits"),
  },
  {
    name: "the answer to another booking is taken for this one's",
    file: "main/http/recognise.ts",
    changes: [
      {
        from: `return differing.size > 1 ? say("failures.service.doubt.describesOtherBooking") : null;`,
        to: `return null;`,
      },
      {
        from: `if (fields.includes("patientId")) return say("failures.service.doubt.otherPatient");`,
        to: ``,
      },
    ],
    caughtBy: unitTests("http/recognise"),
  },
  {
    name: "two bookings may have one number",
    file: "main/features/outbox/kinds/booking.ts",
    changes: [
      { from: `  return others.length > 0 ? { number: answer.id, others } : null;`, to: `  return null;` },
    ],
    caughtBy: unitTests("outbox/items-unclear"),
  },
  {
    name: "a request that broke off while it was sent counts as not sent",
    file: "shared/outbox/attempt.ts",
    changes: [
      {
        from: `if (phase === "none" || phase === "connecting") return false;`,
        to: `if (phase === "none" || phase === "connecting" || phase === "sending") return false;`,
      },
    ],
    caughtBy: unitTests("outbox/attempts"),
  },
  {
    name: "tries that may have arrived are forgotten among those that did not",
    file: "shared/outbox/attempt.ts",
    changes: [
      { from: `return count < mostUncertain ? undefined : (same ?? alike.at(-1));`, to: `return same;` },
    ],
    caughtBy: unitTests("outbox/thinned"),
  },
  {
    name: "the account of a token is the same at every service",
    file: "main/features/session/sign-in.ts",
    changes: [
      {
        from: `if (subject !== null) return ok(digestOf([serviceAddress, issuer, subject]));`,
        to: `if (subject !== null) return ok(digestOf([issuer, subject]));`,
      },
    ],
    caughtBy: unitTests("session/whose-account"),
  },
  {
    name: "an old token's 401 is taken for the new one's",
    file: "main/features/outbox/send-gate.ts",
    changes: [{ from: `      now.credentials.token === credentials.token &&`, to: `` }],
    caughtBy: unitTests("outbox/engine-queue"),
  },
  {
    name: "a setup intent of another account is taken up",
    file: "main/features/cards/card-records.ts",
    changes: [
      {
        from: `return pending?.accountId === accountId && isOf(patient, pending.patient) ? pending : null;`,
        to: `return accountId !== "" && pending !== null && isOf(patient, pending.patient) ? pending : null;`,
      },
    ],
    caughtBy: { by: "tests", project: "integration", file: "test/integration/card-intents.test.ts" },
  },
  {
    name: "a setup intent's secret is kept for ever",
    file: "main/db/cards.ts",
    changes: [
      {
        from: `clearPendingIntent: (itemId) => void clearPending.run(itemId),`,
        to: `clearPendingIntent: (itemId) => void (clearPending, itemId),`,
      },
    ],
    caughtBy: { by: "tests", project: "integration", file: "test/integration/card-intents.test.ts" },
  },
  {
    name: "the environment may switch off the check of certificates",
    file: "main/http/dispatcher.ts",
    changes: [{ from: `    rejectUnauthorized: true,`, to: `` }],
    caughtBy: { by: "tests", project: "integration", file: "test/integration/service-tls.test.ts" },
  },
  {
    name: "another copy of the records is not looked for",
    file: "main/features/outbox/send-counter.ts",
    changes: [{ from: `    return isTaken ? "other-copy" : null;`, to: `    return null;` }],
    caughtBy: unitTests("outbox/send-counter"),
  },
  {
    name: "a beginning is acknowledged before its sync",
    file: "main/db/group-commit.ts",
    changes: [
      {
        from: `          settle = () => resolve(value);`,
        to: `          resolve(value);`,
      },
    ],
    caughtBy: unitTests("db/group-commit"),
  },
  {
    name: "a shared sync that fails is told to one alone, and the others are acknowledged",
    file: "main/db/group-commit.ts",
    changes: [
      {
        from: `        alone = group.length;
        done = 0;`,
        to: `        group[0]?.fail(error);
        for (const { settle } of group.slice(1)) settle();`,
      },
    ],
    caughtBy: unitTests("db/group-commit"),
  },
  {
    name: "a booking can be taken back after it was let go",
    file: "main/features/outbox/moments.ts",
    changes: [
      {
        from: `      running.delete(id);
      try {`,
        to: `      try {`,
      },
    ],
    caughtBy: unitTests("outbox/taking-back"),
  },
  {
    name: "a booking that can be taken back is ready on the disk meanwhile",
    file: "main/features/outbox/taking-back.ts",
    changes: [
      {
        from: `status === "needs-editing" ? status : "draft"`,
        to: `status === "needs-editing" ? status : "ready"`,
      },
    ],
    caughtBy: unitTests("outbox/taking-back"),
  },
  {
    name: "the moment to undo goes on over a sign-out",
    file: "main/features/outbox/taking-back.ts",
    changes: [{ from: `running.ids()`, to: `running.ids().slice(1)` }],
    caughtBy: unitTests("outbox/taking-back"),
  },
  {
    name: "a session is open after it was closed",
    file: "main/features/session/open-session.ts",
    changes: [{ from: `      isOpen = false;`, to: `` }],
    caughtBy: unitTests("session/open-session"),
  },
  {
    name: "a call goes on for a session that was closed while the admin PIN was asked for",
    file: "main/ipc/router.ts",
    changes: [{ from: `  if (session?.isOpen() === false) return failed(signedOutKept);`, to: `` }],
    caughtBy: unitTests("ipc/declared-routes"),
  },
  {
    name: "a night of sleep uses up the moment to undo",
    file: "main/features/outbox/moments.ts",
    changes: [
      { from: `Math.min(step, Math.max(0, clock.monotonic() - since))`, to: `clock.monotonic() - since` },
    ],
    caughtBy: unitTests("outbox/moments"),
  },
  {
    name: "rows of an import leave before their items are kept",
    file: "main/features/import/job.ts",
    changes: [
      {
        from: `    if (isWorthIt) {`,
        to: `    if (isWorthIt) {
      const early = store.transaction(({ imports }) => {
        const rows = imports.nextRows(kept, room);
        for (const { row } of rows) imports.takeRow(kept, row);
        return rows;
      });
      await new Promise((resolve) => setTimeout(resolve, 150));
      store.transaction(({ imports }) => {
        for (const { row, form } of early) if (form !== null) imports.keepRow(kept, { row, form });
      });`,
      },
    ],
    caughtBy: { by: "fault", id: "F27", share: 0.2 },
  },
  {
    name: "what was done is logged after it, not with it",
    file: "main/db/sqlite-store.ts",
    changes: [{ from: `    trail.settle();`, to: `    setImmediate(() => db.open && trail.settle());` }],
    caughtBy: unitTests("db/audit"),
  },
  {
    name: "an entry of the activity log does not hold the one before it",
    file: "main/db/audit.ts",
    changes: [
      { from: `hashText(serializeEntry(entry, previous))`, to: `hashText(serializeEntry(entry, noHash))` },
    ],
    caughtBy: unitTests("db/audit"),
  },
  {
    name: "the keychain hears of entries before they are on the disk",
    file: "main/features/integrity/log-anchor.ts",
    changes: [
      {
        from: `    const here = head();
    // What was`,
        to: `    const here = { ...head(), entries: head().entries + 1 };
    // What was`,
      },
    ],
    caughtBy: { by: "tests", project: "integration", file: "test/integration/activity-log.test.ts" },
  },
  {
    name: "a wrong PIN is counted only after it was looked at",
    file: "main/features/lock/pins.ts",
    changes: [{ from: "await keep(wrong)", to: "null" }],
    caughtBy: unitTests("lock/pins"),
  },
  {
    name: "a locked desk goes on answering",
    file: "main/desk/desk-door.ts",
    changes: [{ from: "    opened = null;\n    mute();", to: "    mute();" }],
    caughtBy: { by: "tests", project: "integration", file: "test/integration/lock.test.ts" },
  },
  {
    name: "what is unfinished in a backup that was put back is not doubted",
    file: "main/features/integrity/restored-check.ts",
    changes: [
      {
        from: `    store.transaction(({ meta, imports, audit, accounts }) => {
      imports.doubt();
      const marked = markDoubtful(doubts.putBack, marking);`,
        to: `    store.transaction(({ meta, imports, audit, accounts }) => {
      imports.doubt();
      const marked: string[] = [];`,
      },
    ],
    caughtBy: { by: "tests", project: "integration", file: "test/integration/backup.test.ts" },
  },
  {
    name: "the hub confirms a second attempt beside one that is open",
    file: "shared/clinic/log/claims.ts",
    changes: [
      {
        from: `  const undone = undecided(before, asking);
  if (undone !== null) return refuse(undone);
  const { attempt }`,
        to: `  const { attempt }`,
      },
    ],
    caughtBy: unitTests("shared/clinic/claims"),
  },
  {
    name: "what is taken over may be sent without a decision",
    file: "shared/clinic/log/claims.ts",
    changes: [
      {
        from: `    mustDecide: true,
  });
}

/** Rule 4`,
        to: `  });
}

/** Rule 4`,
      },
    ],
    caughtBy: unitTests("shared/clinic/claims"),
  },
  {
    name: "a desk believes a push that nobody signed",
    file: "main/features/clinic/clinic-log.ts",
    changes: [
      {
        from: `  if (!isSignedBy(signer, { bytes, signature: logged.signature })) return "bad-signature";`,
        to: ``,
      },
    ],
    caughtBy: unitTests("clinic/clinic-log"),
  },
  {
    name: "any number in a notice is its booking's",
    file: "shared/notices/book.ts",
    changes: [{ from: `?? pointers.find((one) => one.event === null))`, to: `?? pointers[0])` }],
    caughtBy: unitTests("notices/book"),
  },
  {
    name: "a notice is unpacked whatever it grows to",
    file: "main/features/notices/body-text.ts",
    changes: [{ from: `{ maxOutputLength: mostBytes }`, to: `{ maxOutputLength: 2 ** 30 }` }],
    caughtBy: unitTests("notices/read-notice"),
  },
  {
    name: "what another desk says under another record's name is taken",
    file: "main/features/clinic/take-log.ts",
    changes: [
      { from: `if (id !== null && deriveSharedId(kept.clinic, id) !== record)`, to: `if (id === "")` },
    ],
    caughtBy: stolenDesk,
  },
  {
    name: "a booking that nobody holds is taken as another desk says it stands",
    file: "main/features/clinic/keep-content.ts",
    changes: [
      { from: `if (shared === null) return status === "done";`, to: `if (shared === null) return true;` },
    ],
    caughtBy: stolenDesk,
  },
  {
    name: "a body that another desk made beside the form is sent",
    file: "main/features/clinic/keep-content.ts",
    changes: [{ from: `isMadeOfForm(shown, patient) ? shown.payload`, to: `come.id !== "" ? shown.payload` }],
    caughtBy: stolenDesk,
  },
  {
    name: "a patient whom the service knows gets the number of another by another desk's word",
    file: "main/features/clinic/keep-content.ts",
    changes: [
      {
        from: `const patientId = local?.patientId ?? come.patientId;`,
        to: `const patientId = come.patientId ?? local?.patientId ?? null;`,
      },
    ],
    caughtBy: sentAsShown,
  },
  {
    name: "another card is charged than the one that is shown",
    file: "shared/bookings/booking-form.ts",
    changes: [
      { from: `form.card !== null && form.card.id !== values`, to: `form.card === null && "" === values` },
    ],
    caughtBy: sentAsShown,
  },
  {
    name: "until the keychain was asked who is signed in, the desk is nobody's",
    file: "main/features/session/sign-in.ts",
    changes: [{ from: `    if (current === null && !isRead) return true;`, to: `` }],
    caughtBy: unitTests("session/takes-desk"),
  },
  {
    name: "a desk that was lost keeps its token",
    file: "main/desk/halted.ts",
    changes: [{ from: `(await account.signOut()).ok && account.session`, to: `account.session` }],
    caughtBy: { by: "tests", project: "hub", file: "test/hub/desks-lost.test.ts" },
  },
  {
    name: "a link that lies where an exported file is begun is followed",
    file: "main/platform/whole-file.ts",
    changes: [
      { from: "join(dirname(path), `.${randomUUID()}.part`)", to: "join(dirname(path), `.export.part`)" },
      { from: `"wx", 0o600`, to: `"w", 0o600` },
    ],
    caughtBy: unitTests("platform/whole-file"),
  },
  {
    name: "what nobody can see in a name that another desk wrote goes into an exported list",
    file: "main/features/import/exported-line.ts",
    changes: [{ from: `cleanLine(cell, longestCell)`, to: `cell` }],
    caughtBy: unitTests("import/exports"),
  },
  {
    name: "the hub takes any number of notices to one address",
    file: "hub/notices/receive.ts",
    changes: [{ from: `    if (!mayCome(address)) throw new Refused({ code: "rate-limited" });`, to: `` }],
    caughtBy: { by: "tests", project: "hub", file: "test/hub/flood.test.ts" },
  },
  {
    name: "a stranger's text in a link ends the quotation marks that it stands in",
    file: "shared/links/desk-link.ts",
    changes: [{ from: `cleanLine(externalId, longestShown).replaceAll(/["“”«»]/g, "'")`, to: `externalId` }],
    caughtBy: unitTests("shared/links/desk-link"),
  },
  {
    name: "who was removed is forgotten when the log is read anew",
    file: "main/features/clinic/membership.ts",
    changes: [
      {
        from: `    ring: {},
    spent: epoch`,
        to: `    ring: {},
    gone: [],
    spent: epoch`,
      },
    ],
    caughtBy: { by: "tests", project: "hub", file: "test/hub/desks-put-back.test.ts" },
  },
  {
    name: "an earlier log is sealed in with its own key",
    file: "main/features/clinic/membership.ts",
    changes: [
      {
        from: `isFresh(kept) &&
  listReturned(kept).length === 0;`,
        to: `true;`,
      },
    ],
    caughtBy: unitTests("clinic/put-back"),
  },
  {
    name: "the key that is in use goes on where a desk leaves that has it",
    file: "main/features/clinic/take-log.ts",
    changes: [
      {
        from: `leavesWithKey(kept, read) ? addSpent(kept, read.log.keyEpoch) : kept.spent`,
        to: `leavesWithKey(kept, read) ? kept.spent : kept.spent`,
      },
    ],
    caughtBy: unitTests("clinic/put-back"),
  },
  {
    name: "the word of a desk that was removed deletes another's key after the hub was put back",
    file: "main/features/clinic/removal.ts",
    changes: [{ from: ` && !isGone(gone, member.desk)`, to: `` }],
    caughtBy: unitTests("clinic/put-back"),
  },
  {
    name: "the second desk that is reported lost within a day deletes its key at once",
    file: "shared/clinic/log/losses.ts",
    changes: [
      { from: `        isWithinADay(other.at, report.at) &&`, to: `        other.at > report.at &&` },
    ],
    caughtBy: unitTests("shared/clinic/losses"),
  },
  {
    name: "whoever reported a desk lost confirms it as well",
    file: "shared/clinic/log/losses.ts",
    changes: [
      {
        from: `&& !haveOne(own, said);`,
        to: `&& said.size > 0;`,
      },
    ],
    caughtBy: unitTests("shared/clinic/losses"),
  },
  {
    name: "a recovery sheet confirms that a desk was lost",
    file: "shared/clinic/log/losses.ts",
    changes: [{ from: `!isSpeakingForSheet(desk, at, lately.letIn) &&`, to: `own.size > 0 &&` }],
    caughtBy: unitTests("shared/clinic/losses"),
  },
  {
    name: "a hub has a sheet's word confirm that a desk was lost",
    file: "main/features/clinic/removal.ts",
    changes: [{ from: `isAnswer && isSpeakingForSheet(`, to: `asked === true && isSpeakingForSheet(` }],
    caughtBy: unitTests("clinic/clinic-log"),
  },
  {
    name: "a desk that was reported lost does not wait for another one to say so",
    file: "main/features/clinic/removal.ts",
    changes: [
      {
        from: `return asked === true || (!isConfirmed && mustWaitForSecondReport(report, lately)) ? "reported" : "lost";`,
        to: `return !isAnswer && mustWaitForSecondReport(report, { ...lately, reports: [] }) ? "reported" : "lost";`,
      },
    ],
    caughtBy: { by: "tests", project: "hub", file: "test/hub/desks-reported.test.ts" },
  },
  {
    name: "a member's word about another desk is believed",
    file: "shared/clinic/log/who-may.ts",
    changes: [{ from: `desk: { by: "itself", about`, to: `desk: { by: "member", about` }],
    caughtBy: stolenDesk,
  },
  {
    name: "a member gives another desk a credential",
    file: "shared/clinic/log/members.ts",
    changes: [{ from: `desks.has(desk) && desk !== speaker &&`, to: `desks.has(desk) && desk === "" &&` }],
    caughtBy: unitTests("shared/clinic/who-may"),
  },
  {
    name: "who lacks the present key removes nobody",
    file: "main/features/clinic/change-members.ts",
    changes: [{ from: `!hasRing(kept) ?`, to: `!(kept.keyEpoch in kept.ring) ?` }],
    caughtBy: unitTests("clinic/change-members"),
  },
  {
    name: "attempts of a desk at what another one holds are kept without end",
    file: "shared/clinic/log/outcomes.ts",
    changes: [
      { from: `one.desk !== holder && ofDesk(attempts, one).length >= mostOfADesk`, to: `holder === ""` },
      { from: ` || ofDesk(attempts, one).length >= mostOfADesk`, to: `` },
    ],
    caughtBy: unitTests("shared/clinic/outcomes"),
  },
  {
    name: "a desk unsays another one's attempt by way of an item of its own",
    file: "shared/clinic/log/outcomes.ts",
    changes: [
      {
        from: `isTheirs(attempt) ? withOutcome(item, attempt, state) : item`,
        to: `withOutcome(item, attempt, state)`,
      },
    ],
    caughtBy: unitTests("clinic/stolen-words"),
  },
  {
    name: "an attempt that came to nothing counts at a desk that has not forgotten it",
    file: "shared/clinic/log/item.ts",
    changes: [{ from: `one.attempt === attempt && mayHaveArrived(one)`, to: `one.attempt === attempt` }],
    caughtBy: unitTests("shared/clinic/any-order"),
  },
  {
    name: "an attempt that is one too many leaves no doubt",
    file: "shared/clinic/log/outcomes.ts",
    changes: [{ from: `{ ...item, mustDecide: true } : item`, to: `item : item` }],
    caughtBy: unitTests("shared/clinic/outcomes"),
  },
  {
    name: "a desk that was let in today lets in as many again",
    file: "shared/clinic/log/losses.ts",
    changes: [{ from: `firstOf(one.letIn.by) === first`, to: `one.letIn.by === desk` }],
    caughtBy: unitTests("shared/clinic/losses"),
  },
  {
    name: "a newcomer believes a log that parts from that of the desk that invited it",
    file: "main/features/clinic/membership.ts",
    changes: [{ from: `!isWhole : isDeepStrictEqual(head, invitedAt)`, to: `!isWhole : true` }],
    caughtBy: unitTests("clinic/put-back"),
  },
  {
    name: "a thief gives two desks two keys of one number",
    file: "main/features/clinic/take-log.ts",
    changes: [{ from: `if (isLateRing(own,`, to: `if (own.size < 0 && isLateRing(own,` }],
    caughtBy: unitTests("clinic/change-members"),
  },
  {
    name: "a removal that is outrun names who goes, and not who stays",
    file: "main/features/clinic/change-members.ts",
    changes: [
      { from: `stay === undefined ? byName()`, to: `stay === undefined || stay.length > 0 ? byName()` },
    ],
    caughtBy: unitTests("clinic/change-members"),
  },
  {
    name: "whoever a removed desk let in stays, where nobody has read of it",
    file: "shared/clinic/log/let-in.ts",
    changes: [
      {
        from: `all.filter(({ removedBy }) => removedBy !== null).map`,
        to: `all.filter(({ removedBy }) => removedBy === 0).map`,
      },
    ],
    caughtBy: unitTests("shared/clinic/let-in"),
  },
  {
    name: "a report that waits is said anew after a restore",
    file: "main/features/clinic/gone.ts",
    changes: [{ from: `(report !== null && !isWaiting(log, desk))`, to: `report !== null` }],
    caughtBy: unitTests("clinic/put-back"),
  },
  {
    name: "a new desk opens what came before with whatever ring was said last",
    file: "main/features/clinic/hub-log.ts",
    changes: [{ from: `!hadRing && hasOthers(`, to: `hasOthers(noKeys, ahead) && hasOthers(` }],
    caughtBy: unitTests("clinic/put-back"),
  },
  {
    name: "a key for notices is believed to be of a time that is still to come",
    file: "shared/notices/book.ts",
    changes: [{ from: `identities.filter((one) => one.keyEpoch <= present)`, to: `identities` }],
    caughtBy: unitTests("clinic/put-back"),
  },
  {
    name: "a desk that was just let in reports whoever let it in beside another one",
    file: "shared/clinic/log/losses.ts",
    changes: [
      { from: `!speakers.has(report.desk) || haveOne(speakers, own)`, to: `!speakers.has(report.desk)` },
    ],
    caughtBy: unitTests("shared/clinic/losses"),
  },
  {
    name: "a desk's word leads a clinic to the last generation that there is",
    file: "hub/clinic/standing.ts",
    changes: [{ from: `Math.max(standing.generation, standing.now / 1_000 + tenYears)`, to: `Infinity` }],
    caughtBy: { by: "tests", project: "hub", file: "test/hub/restored.test.ts" },
  },
  {
    name: "who says without end that the log was another is removed by nobody",
    file: "hub/log/push.ts",
    changes: [{ from: ` && !isOfMembers(push, found)`, to: `` }],
    caughtBy: { by: "tests", project: "hub", file: "test/hub/restored.test.ts" },
  },
  {
    name: "later keys take the place of the first ones",
    file: "main/features/clinic/key-ring.ts",
    changes: [{ from: `[...sorted.slice(0, half), ...sorted.slice(-half)]`, to: `sorted.slice(-2 * half)` }],
    caughtBy: unitTests("clinic/sealing"),
  },
  {
    name: "an exported file may be read by everybody on the computer",
    file: "main/platform/whole-file.ts",
    changes: [{ from: `"wx", 0o600`, to: `"wx"` }],
    caughtBy: unitTests("platform/whole-file"),
  },
  {
    name: "what was ready goes out from a desk that must have a PIN and has none",
    file: "main/features/outbox/send-gate.ts",
    changes: [
      { from: `!isClosed && mayWork() && isAtDesk`, to: `!isClosed && isAtDesk` },
      { from: `account === null || !mayWork() ? null`, to: `account === null ? null` },
    ],
    caughtBy: unitTests("outbox/engine"),
  },
  {
    name: "a variable of the environment stands in for the system's certificates",
    file: "main/platform/environment.ts",
    changes: [{ from: `, "SSL_CERT_FILE", "SSL_CERT_DIR"]`, to: `]` }],
    caughtBy: unitTests("platform/environment"),
  },
  {
    name: "main does not ask before it uses a new place",
    file: "main/features/lock/new-places.ts",
    changes: [
      {
        from: `if (agreed.has(key) || isInUse({ use, place })) return null;`,
        to: `if (place !== "") return null;`,
      },
    ],
    caughtBy: { by: "tests", project: "integration", file: "test/integration/new-places.test.ts" },
  },
  {
    name: "an address behind a blank that the URL parser leaves is used unasked",
    file: "main/features/settings/desk-settings.ts",
    changes: [{ from: `URL.canParse(address.trim())`, to: `URL.canParse(address)` }],
    caughtBy: { by: "tests", project: "integration", file: "test/integration/new-places.test.ts" },
  },
  {
    name: "a desk leaves its clinic, and nobody outside of the page is asked",
    file: "main/features/clinic/desk-removal.ts",
    changes: [
      {
        from: `(await options.agreeToDeed({ use: "leave", hub })) ?? refuseLeaving(session)`,
        to: `refuseLeaving(session)`,
      },
    ],
    caughtBy: unitTests("clinic/asked-outside"),
  },
  {
    name: "a yes to one deed in a clinic counts for the next of its kind",
    file: "main/features/lock/new-places.ts",
    changes: [{ from: `use !== "clinic" && !deeds.has(use)`, to: `use !== "clinic"` }],
    caughtBy: unitTests("lock/new-places"),
  },
  {
    name: "a place is taken for another that begins like it",
    file: "main/features/lock/desk-places.ts",
    changes: [{ from: `originOf(address) === place`, to: `place.startsWith(originOf(address) ?? " ")` }],
    caughtBy: unitTests("lock/desk-places"),
  },
  {
    name: "a password is kept for a proxy that never asked",
    file: "main/http/proxy-passwords.ts",
    changes: [{ from: `      if (!haveAsked.has(proxy)) return;`, to: `` }],
    caughtBy: unitTests("http/proxy-passwords"),
  },
  {
    name: "a cell may begin a formula behind a semicolon",
    file: "shared/text/csv.ts",
    changes: [{ from: `run.replaceAll(/[;|\\t\\r\\n]/g, "$&'")`, to: `run` }],
    caughtBy: unitTests("shared/text/csv"),
  },
  {
    name: "a log that the keychain knew, and knows nothing of any more, is believed",
    file: "main/features/integrity/log-anchor.ts",
    changes: [{ from: `outside === null && wasAnchored() && !isPutBack`, to: `told === null` }],
    caughtBy: { by: "tests", project: "integration", file: "test/integration/activity-log.test.ts" },
  },
  {
    name: "what is declared of replication is not looked at again behind the commit",
    file: "hub/database/database.ts",
    changes: [{ from: `requireSynchronous({ ...found, standbys })`, to: `requireSynchronous(found)` }],
    caughtBy: promoted,
  },
  {
    name: "a promoted replica is not searched for what was acknowledged",
    file: "hub/database/identity.ts",
    changes: [{ from: `judged === "promoted" && (await hasAll(client))`, to: `judged === "promoted"` }],
    caughtBy: promoted,
  },
  {
    name: "an old primary is answered from",
    file: "hub/database/mark.ts",
    changes: [
      { from: `last.timeline > present.timeline) return "behind"`, to: `last === null) return "behind"` },
    ],
    caughtBy: unitTests("hub/mark"),
  },
  {
    name: "a desk that reads another server's longer log stops at once",
    file: "main/features/clinic/hub-log.ts",
    changes: [
      {
        from: `return isOther ? options.witness() : faulty(fault)`,
        to: `return isOther ? faulty(fault) : faulty(fault)`,
      },
    ],
    caughtBy: { by: "tests", project: "hub", file: "test/hub/desks-two-primaries.test.ts" },
  },
  {
    name: "numbers that somebody says were canceled are kept without end",
    file: "main/features/clinic/kept-claims.ts",
    changes: [{ from: `.slice(-mostCanceled)`, to: `` }],
    caughtBy: unitTests("clinic/stolen-words"),
  },
  {
    name: "a desk that leaves with a key of its own making has what is shared with it",
    file: "main/features/clinic/take-log.ts",
    changes: [{ from: `leaves.some(([desk]) => desk === push.desk)`, to: `leaves.length < 0` }],
    caughtBy: unitTests("clinic/stolen-words"),
  },
  {
    name: "what the hub refuses of the clinic's own records is said again without end",
    file: "main/features/clinic/words.ts",
    changes: [{ from: `if (isSaid || isRefused || (`, to: `if (isSaid || (` }],
    caughtBy: unitTests("clinic/clinic-line"),
  },
  {
    name: "a name that nobody has used is dropped before somebody uses it",
    file: "shared/clinic/log/records.ts",
    changes: [{ from: `if (isNothing || version`, to: `if (version` }],
    caughtBy: unitTests("shared/clinic/records"),
  },
  {
    name: "what a desk that is removed held stays as it is for good",
    file: "shared/clinic/log/records.ts",
    changes: [{ from: `item.holder !== desk && isThere(item.holder)`, to: `item.holder !== desk` }],
    caughtBy: unitTests("clinic/stolen-words"),
  },
  {
    name: "whoever reported a desk confirms it to that desk, where a hub shows it",
    file: "main/features/clinic/removal.ts",
    changes: [{ from: `isAnswer && isAnothers(admin.desk, kept, now)`, to: `isAnswer` }],
    caughtBy: unitTests("clinic/clinic-log"),
  },
  {
    name: "ghosts together have at an item more attempts than a decision names",
    file: "shared/clinic/log/outcomes.ts",
    changes: [{ from: `all >= mostOfAnItem || `, to: `` }],
    caughtBy: unitTests("shared/clinic/outcomes"),
  },
  {
    name: "each word about an attempt keeps anew all items that know it",
    file: "shared/clinic/log/apply.ts",
    changes: [
      { from: `if (item !== items[at] || item.item === entry.item)`, to: `if (items[at] !== undefined)` },
    ],
    caughtBy: unitTests("shared/clinic/bounds"),
  },
  {
    name: "a holder is told yes without end",
    file: "shared/clinic/log/claims.ts",
    changes: [{ from: `own.length >= mostOfADesk || `, to: `` }],
    caughtBy: unitTests("shared/clinic/bounds"),
  },
  {
    name: "epochs of one generation reach into the next",
    file: "shared/clinic/log/claim-epoch.ts",
    changes: [{ from: `isLastEpoch(epoch, generation) ? epoch : Math`, to: `Math` }],
    caughtBy: unitTests("shared/clinic/rules"),
  },
  {
    name: "a holder's tries that came to nothing are kept without end",
    file: "shared/clinic/log/claims.ts",
    changes: [{ from: `...dropEarliest(others, desk), open`, to: `...others, open` }],
    caughtBy: unitTests("shared/clinic/bounds"),
  },
  {
    name: "each push writes all attempts of an item again",
    file: "hub/log/keep.ts",
    changes: [{ from: `if (!same.has(one)) changed`, to: `changed` }],
    caughtBy: { by: "tests", project: "hub", file: "test/hub/claims.test.ts" },
  },
  {
    name: "the hub forgets tries by their names",
    file: "hub/log/known.ts",
    changes: [{ from: `order by a.place)`, to: `order by a.attempt)` }],
    caughtBy: { by: "tests", project: "hub", file: "test/hub/claims.test.ts" },
  },
  {
    name: "what a removed desk had dropped stays dropped",
    file: "main/features/clinic/words.ts",
    changes: [
      {
        from: `known?.dropped === true && isGone(kept.gone, known.droppedBy ?? "")`,
        to: `known?.version === -1`,
      },
    ],
    caughtBy: unitTests("clinic/stolen-drops"),
  },
  {
    name: "nobody looks for what a removed desk had dropped",
    file: "main/features/clinic/freed.ts",
    changes: [{ from: `if (all.length > 0)`, to: `if (all.length < 0)` }],
    caughtBy: unitTests("clinic/stolen-drops"),
  },
  {
    name: "nobody is told of what another desk dropped",
    file: "main/features/clinic/freed.ts",
    changes: [{ from: `isHere && desk !== self ? "deleted" : null`, to: `null` }],
    caughtBy: unitTests("clinic/stolen-drops"),
  },
  {
    name: "a patient whom a person deleted comes back from another desk",
    file: "main/features/clinic/keep-content.ts",
    changes: [{ from: `if (wasHere &&`, to: `if (!wasHere && wasHere &&` }],
    caughtBy: unitTests("clinic/stolen-drops"),
  },
  {
    name: "a booking that nobody shared is rewritten by any desk",
    file: "main/features/clinic/keep-content.ts",
    changes: [
      {
        from: `shared === null ? local.status === "done" : isTheirs`,
        to: `shared === null ? local.status === "draft" : isTheirs`,
      },
    ],
    caughtBy: unitTests("clinic/stolen-display"),
  },
  {
    name: "what a removed desk held is rewritten by any desk",
    file: "main/features/clinic/keep-content.ts",
    changes: [{ from: `one.removedAt !== null);`, to: `one.removedAt === -1);` }],
    caughtBy: unitTests("clinic/stolen-display"),
  },
  {
    name: "what was booked here is shown as a thief has it who says that it waits",
    file: "main/features/clinic/keep-content.ts",
    changes: [{ from: `const shown = isBooked ? local : come;`, to: `const shown = come;` }],
    caughtBy: unitTests("clinic/stolen-display"),
  },
  {
    name: "a desk makes addresses for notices without end",
    file: "shared/clinic/log/apply.ts",
    changes: [{ from: `>= most.desk ||`, to: `< 0 ||` }],
    caughtBy: unitTests("shared/clinic/bounds"),
  },
  {
    name: "a removed desk's addresses for notices take the others' place",
    file: "shared/clinic/log/apply.ts",
    changes: [{ from: `if (this.desk(by)?.removedBy === null) all += count;`, to: `all += count;` }],
    caughtBy: unitTests("shared/clinic/bounds"),
  },
  {
    name: "what a thief wrote of notices goes out with a desk's own",
    file: "shared/notices/book.ts",
    changes: [{ from: `madeHere.includes(id)`, to: `id !== ""` }],
    caughtBy: unitTests("clinic/stolen-notices"),
  },
  {
    name: "two desks write the book of notices over each other's without end",
    file: "main/features/clinic/shared-content.ts",
    changes: [
      { from: `hasMoreThan(book, said) ? digest`, to: `hasMoreThan(book, said) || book !== null ? digest` },
    ],
    caughtBy: unitTests("clinic/stolen-notices"),
  },
  {
    name: "a hub takes a push that no desk can read",
    file: "hub/log/read-push.ts",
    changes: [{ from: `fatal: true, ignoreBOM: true`, to: `fatal: true` }],
    caughtBy: unitTests("hub/read-push"),
  },
  {
    name: "one name has two spellings",
    file: "shared/hub-api/values.ts",
    changes: [{ from: `z.uuidv4().lowercase()`, to: `z.uuidv4()` }],
    caughtBy: unitTests("hub/read-push"),
  },
  {
    name: "what a removed desk had sent and discarded comes back as a draft",
    file: "main/features/clinic/freed.ts",
    changes: [
      {
        from: `return mayBeMade ? keepDoubted(reading, item) :`,
        to: `return mayBeMade && false ? keepDoubted(reading, item) :`,
      },
    ],
    caughtBy: unitTests("clinic/stolen-drops"),
  },
  {
    name: "a desk that does not know who let in whom leaves in whom the hub removes",
    file: "main/features/clinic/hub-log.ts",
    changes: [{ from: `members.some(({ letIn }) => letIn === null)`, to: `members.length < 0` }],
    caughtBy: unitTests("clinic/clinic-line"),
  },
  {
    name: "what a removed desk discarded of another's work is gone",
    file: "main/features/clinic/freed.ts",
    changes: [{ from: `item.status !== "discarded"`, to: `item.status !== "done"` }],
    caughtBy: unitTests("clinic/stolen-drops"),
  },
  {
    name: "what a thief discards is shown as what it writes of it",
    file: "main/features/clinic/keep-content.ts",
    changes: [
      { from: `const ended = isDiscarded ? "discarded" : come.status;`, to: `const ended = come.status;` },
    ],
    caughtBy: unitTests("clinic/stolen-ends"),
  },
  {
    name: "a thief says when it discarded another's work",
    file: "main/features/clinic/keep-content.ts",
    changes: [
      { from: `isDiscarded && local !== null ? { updatedAt: heardAt }`, to: `local === undefined ? {}` },
    ],
    caughtBy: unitTests("clinic/stolen-ends"),
  },
  {
    name: "what a removed desk edited and discarded of another's work is gone",
    file: "main/db/clinic.ts",
    changes: [{ from: `in ('discarded', 'edited')`, to: `in ('discarded')` }],
    caughtBy: unitTests("clinic/stolen-ends"),
  },
  {
    name: "what lost desks alone said was booked stays booked",
    file: "main/features/clinic/lost-desks.ts",
    changes: [{ from: `  bookedBy.length > 0 &&`, to: `  bookedBy.length > 600 &&` }],
    caughtBy: unitTests("clinic/stolen-ends"),
  },
  {
    name: "an honest desk's booking ends another one that a thief gave its attempt",
    file: "main/features/clinic/told-before.ts",
    changes: [
      {
        from: `return [...new Set(told.map((one) => one.desk))];`,
        to: `return told.length > 0 ? [desk] : [];`,
      },
    ],
    caughtBy: unitTests("clinic/stolen-booked"),
  },
  {
    name: "a person's word ends no doubt where its attempt is not kept",
    file: "main/features/clinic/told-before.ts",
    changes: [
      {
        from: `    items.add(entry.item);
    attempts.add(entry.attempt);`,
        to: `    attempts.add(entry.attempt);`,
      },
    ],
    caughtBy: unitTests("clinic/stolen-booked"),
  },
  {
    name: "nobody looks at what a lost desk said was booked once its maker is replaced",
    file: "main/features/clinic/lost-desks.ts",
    changes: [{ from: `?? ids[0] ?? null`, to: `?? null` }],
    caughtBy: unitTests("clinic/stolen-booked"),
  },
  {
    name: "what a lost desk edited and said was booked is checked by nobody",
    file: "main/features/clinic/freed.ts",
    changes: [{ from: `if (lost.size === 0) return [];`, to: `if (lost.size < 600) return [];` }],
    caughtBy: unitTests("clinic/stolen-booked"),
  },
  {
    name: "what a lost desk edited is to be checked once more where the log is read anew",
    file: "main/features/clinic/freed.ts",
    changes: [{ from: `shared?.ended !== "edited" || shared.isAnew`, to: `shared?.ended !== "edited"` }],
    caughtBy: unitTests("clinic/stolen-booked"),
  },
  {
    name: "a desk says as its own what others alone had said was booked, where a hub was put back",
    file: "main/features/clinic/lost-desks.ts",
    changes: [
      { from: `ended === null && bookedBy.length > 0 &&`, to: `ended === null && bookedBy.length > 600 &&` },
    ],
    caughtBy: unitTests("clinic/stolen-booked"),
  },
  {
    name: "what was heard as booked was booked before it was shared, where the log is read anew",
    file: "main/features/clinic/told-before.ts",
    changes: [
      { from: `earlier === null ? isDone`, to: `before === null ? isDone` },
      { from: `: earlier.wasDone &&`, to: `: before.wasDone &&` },
    ],
    caughtBy: unitTests("clinic/stolen-booked"),
  },
  {
    name: "what another desk too said was booked is doubted",
    file: "main/features/clinic/lost-desks.ts",
    changes: [{ from: `bookedBy.every(`, to: `bookedBy.some(` }],
    caughtBy: unitTests("clinic/stolen-ends"),
  },
  {
    name: "what an earlier version heard as booked is doubted for what a lost desk repeats",
    file: "main/features/clinic/told-before.ts",
    changes: [{ from: `if (before?.ended === "booked" && bookedBy.length === 0) return bookedBy;`, to: `` }],
    caughtBy: unitTests("clinic/lost-desk"),
  },
  {
    name: "a desk that is replaced counts as lost",
    file: "main/features/clinic/lost-desks.ts",
    changes: [{ from: `kept.gone.filter((one) => one.lost)`, to: `kept.gone.filter((one) => one.desk)` }],
    caughtBy: unitTests("clinic/lost-desk"),
  },
  {
    name: "whom a lost desk let in speaks for another",
    file: "main/features/clinic/lost-desks.ts",
    changes: [{ from: `if (gone.has(guest) && !lost.has(guest))`, to: `if (guest === desk)` }],
    caughtBy: unitTests("clinic/lost-desk"),
  },
  {
    name: "a row of lost desks is walked along from each of them",
    file: "main/features/clinic/lost-desks.ts",
    changes: [
      {
        from: `if (gone.has(guest) && !lost.has(guest))`,
        to: `if (kept.gone.some((one) => one.desk === guest) && !lost.has(guest))`,
      },
    ],
    caughtBy: unitTests("clinic/lost-desk"),
  },
  {
    name: "what a lost desk said years before is doubted",
    file: "main/features/clinic/lost-desks.ts",
    changes: [{ from: ` && !(Date.parse(at) < (lost.get(desk) ?? NaN))`, to: `` }],
    caughtBy: unitTests("clinic/lost-desk"),
  },
  {
    name: "the service's answer at another desk ends no doubt",
    file: "main/features/clinic/lost-desks.ts",
    changes: [{ from: `answers.every(({ desk }) => lost.has(desk));`, to: `answers.length < 600;` }],
    caughtBy: unitTests("clinic/lost-desk"),
  },
  {
    name: "the number that a replaced desk told is forgotten where the log is read anew",
    file: "main/features/clinic/take-log.ts",
    changes: [
      { from: `if (!isLost(members, read.push.desk))`, to: `if (!isGone(members.gone, read.push.desk))` },
    ],
    caughtBy: unitTests("clinic/lost-desk"),
  },
  {
    name: "the only number of a booking is forgotten with a lost desk",
    file: "main/features/clinic/freed.ts",
    changes: [{ from: `hasNumber(before) && !hasNumber(shared)`, to: `item === null` }],
    caughtBy: unitTests("clinic/lost-desk"),
  },
  {
    name: "nobody hears that it was booked after all",
    file: "main/features/clinic/words.ts",
    changes: [
      {
        from: `if (isChecked && item.status === "done")`,
        to: `if (shared.isAnew && item.status === "done")`,
      },
    ],
    caughtBy: unitTests("clinic/stolen-ends"),
  },
  {
    name: "what began anew stays at the other desks",
    file: "main/features/clinic/keep-content.ts",
    changes: [{ from: ` && !isUndone(kept, shared, { come, desk })`, to: `` }],
    caughtBy: unitTests("clinic/lost-desk"),
  },
  {
    name: "what a lost desk said was booked begins anew twice",
    file: "main/features/clinic/freed.ts",
    changes: [
      { from: `if (item?.status !== "needs-checking") return null;`, to: `if (item === null) return null;` },
    ],
    caughtBy: unitTests("clinic/stolen-ends"),
  },
  {
    name: "what began anew waits again where the log is read anew",
    file: "main/features/clinic/settle.ts",
    changes: [{ from: `if (shared.isAnew && (`, to: `if (!shared.isAnew && shared.isAnew && (` }],
    caughtBy: unitTests("clinic/lost-desk"),
  },
  {
    name: "whoever says that it was not booked has the hub asked, which has it as booked for good",
    file: "main/features/clinic/shared-decisions.ts",
    changes: [
      {
        from: `if (begun !== null) return ok(begun);`,
        to: `if (begun === "") return ok(begun);`,
      },
    ],
    caughtBy: saidBooked,
  },
  {
    name: "what a removed desk told of numbers stays",
    file: "main/features/clinic/kept-claims.ts",
    changes: [{ from: `answers.filter(({ desk }) => !desks.has(desk))`, to: `answers` }],
    caughtBy: unitTests("clinic/stolen-ends"),
  },
  {
    name: "a number that a removed desk called canceled stays canceled",
    file: "main/features/clinic/kept-claims.ts",
    changes: [{ from: `desks.has(desk) ? [number] : []`, to: `desks.has(desk) ? [] : []` }],
    caughtBy: unitTests("clinic/stolen-ends"),
  },
  {
    name: "a desk that repeats another's number forgets its own",
    file: "main/features/clinic/kept-claims.ts",
    changes: [{ from: `if (isRepeated(shared, desk, said)) return told;`, to: `` }],
    caughtBy: unitTests("clinic/stolen-ends"),
  },
  {
    name: "the number that was told first is forgotten with the next one",
    file: "main/features/clinic/settle.ts",
    changes: [{ from: `keepFirstAnswer(reading, kept, { item, shared, next });`, to: `` }],
    caughtBy: unitTests("clinic/stolen-ends"),
  },
  {
    name: "what was booked, and a removed desk shared and discarded, is gone",
    file: "main/features/clinic/freed.ts",
    changes: [{ from: `shared?.wasDone === true && item.result`, to: `shared === undefined && item.result` }],
    caughtBy: unitTests("clinic/stolen-ends"),
  },
  {
    name: "what may have been sent goes out again by another desk's decision",
    file: "main/features/clinic/settle.ts",
    changes: [{ from: `if (mayBeMade || item.status`, to: `if (item.status` }],
    caughtBy: unitTests("clinic/stolen-items"),
  },
  {
    name: "what a thief takes and gives back goes out by itself",
    file: "main/features/clinic/settle.ts",
    changes: [{ from: `goesByItself.has(stood) && !isFirstHand(shared)`, to: `goesByItself.size < 0` }],
    caughtBy: unitTests("clinic/stolen-items"),
  },
  {
    name: "a desk's own tries vanish by another desk's word",
    file: "main/features/clinic/keep-content.ts",
    changes: [{ from: `withKnownTries(shown.attempts, local?.attempts ?? [])`, to: `[...shown.attempts]` }],
    caughtBy: unitTests("clinic/stolen-items"),
  },
  {
    name: "a booking under a patient's name counts as what was said of the patient",
    file: "main/features/clinic/keep-content.ts",
    changes: [
      {
        from: `if (kept !== null && isOtherKind(reading, kept))`,
        to: `if (kept === content && known === before)`,
      },
    ],
    caughtBy: unitTests("clinic/stolen-patients"),
  },
  {
    name: "the draft of an edited booking is what a thief wrote under its name",
    file: "main/features/clinic/settle.ts",
    changes: [{ from: `else items.update(draft);`, to: `` }],
    caughtBy: unitTests("clinic/stolen-drafts"),
  },
  {
    name: "a draft's name that is not derived is not known at the desk that made it",
    file: "main/features/clinic/settle.ts",
    changes: [
      { from: `=== entry.draft ? earlier : claim.recordId;`, to: `=== entry.draft ? earlier : null;` },
    ],
    caughtBy: unitTests("clinic/stolen-drafts"),
  },
  {
    name: "bookings wait without end for a patient whom a removed desk said that it creates",
    file: "main/features/clinic/freed.ts",
    changes: [
      {
        from: `const ofPatients = forgetRemovedMakers(reading, kept);`,
        to: `const ofPatients = went.size < 0 ? forgetRemovedMakers(reading, kept) : [];`,
      },
    ],
    caughtBy: unitTests("clinic/stolen-patients"),
  },
  {
    name: "a thief fills another desk's list of drafts by giving and taking back",
    file: "main/features/clinic/keep-content.ts",
    changes: [{ from: `isForm(item) && item.updatedAt !== item.createdAt`, to: `isForm(item)` }],
    caughtBy: unitTests("clinic/stolen-drafts"),
  },
  {
    name: "another key of the same number, for the recovery sheet alone, is taken for the clinic's",
    file: "main/features/clinic/recovering.ts",
    changes: [{ from: `if (isLateRing(before,`, to: `if (before.size < 0 && isLateRing(before,` }],
    caughtBy: unitTests("clinic/stolen-sheet"),
  },
  {
    name: "a ghost with the sheet's public key that is removed stands in the sheet's way",
    file: "main/features/clinic/recovering.ts",
    changes: [{ from: `member.removedAt === null && member.publicKey`, to: `member.publicKey` }],
    caughtBy: unitTests("clinic/stolen-sheet"),
  },
  {
    name: "addresses that a thief dates back push out those of other desks",
    file: "shared/notices/book.ts",
    changes: [
      {
        from: `isOthers(x) - isOthers(y) || Number(x.retired) - Number(y.retired) || rank - other ||`,
        to: ``,
      },
    ],
    caughtBy: unitTests("clinic/stolen-book"),
  },
  {
    name: "what ghosts say that the service answered is kept without end",
    file: "main/features/clinic/kept-claims.ts",
    changes: [{ from: `boundAnswer(said.appointment)`, to: `said.appointment` }],
    caughtBy: unitTests("clinic/stolen-answers"),
  },
  {
    name: "ghosts' numbers of a booking leave no room for that of the desk that has it",
    file: "main/features/clinic/kept-claims.ts",
    changes: [{ from: `desk !== holder && desk !== maker);`, to: `desk !== "");` }],
    caughtBy: unitTests("clinic/stolen-numbers"),
  },
];
