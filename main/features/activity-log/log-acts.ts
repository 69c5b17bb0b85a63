import type { AccountId } from "../../../shared/session/account.ts";
import { isForm } from "../../../shared/outbox/item.ts";
import type { RouteName } from "../../../shared/routes.ts";
import type { Result } from "../../../shared/core/failure.ts";
import type { Handlers } from "../../ipc/router.ts";
import { staffOf } from "../outbox/index.ts";
import type { Clock, Log } from "../../platform/ports.ts";
import type { AuditAct } from "../../db/audit.ts";
import type { Store } from "../../db/types.ts";
import type { SavedKind } from "../../desk/desk.ts";
import { sameReading } from "./same-reading.ts";

/**
 * What each route has to do with the activity log. `written`: what it changes is recorded where it changes (`store/audit-
 * trail.ts`). `read`: it shows records, or takes them elsewhere, and is recorded here. `nothing`: neither. A route that is
 * new does not compile until it is one of them.
 */
export const routesAndLog: Readonly<Record<RouteName, "written" | "read" | "nothing">> = {
  "app.info": "nothing",
  "app.about": "nothing",
  "app.drawn": "nothing",
  "app.nextLink": "nothing",
  "app.copy": "nothing",
  "app.print": "read",
  "app.noticeRead": "nothing",
  "app.setRecordsAside": "nothing",
  "app.flushed": "nothing",
  "app.openFile": "read",
  "app.saveFile": "read",
  "session.get": "nothing",
  "session.inspectToken": "nothing",
  "session.connect": "written",
  "session.practise": "written",
  "session.signOut": "read",
  "connection.check": "nothing",
  "settings.get": "nothing",
  "settings.save": "written",
  "staff.get": "nothing",
  "staff.choose": "written",
  "guide.get": "nothing",
  "guide.change": "nothing",
  "items.create": "written",
  "items.saveForm": "written",
  "items.get": "read",
  "items.list": "nothing",
  "items.part": "nothing",
  "items.counts": "nothing",
  "items.hold": "written",
  "items.noAnswer": "written",
  "items.submit": "written",
  "items.takeBack": "written",
  "items.moments": "nothing",
  "question.hold": "nothing",
  "question.answer": "nothing",
  "question.release": "nothing",
  "items.edit": "written",
  "items.correct": "written",
  "items.bookSeries": "written",
  "items.series": "nothing",
  "items.discard": "written",
  "items.decide": "written",
  "items.sayCanceled": "written",
  "outbox.pause": "nothing",
  "patients.search": "read",
  "patients.byNumber": "read",
  "patients.byExternalId": "read",
  "patients.placeOfZip": "nothing",
  "patients.get": "read",
  "patients.person": "read",
  "patients.cards": "nothing",
  "patients.similar": "nothing",
  "patients.samePerson": "written",
  "patients.notSamePerson": "written",
  "patients.saveNotes": "written",
  "patients.useExisting": "written",
  "bookings.list": "nothing",
  "bookings.days": "nothing",
  "bookings.onDates": "nothing",
  "bookings.counts": "nothing",
  "bookings.ofPatient": "nothing",
  "cards.ways": "nothing",
  "cards.collect": "written",
  "cards.useEarlier": "written",
  "cards.testSource": "nothing",
  "cards.practise": "written",
  "webhooks.list": "nothing",
  "webhooks.look": "nothing",
  "slip.savePdf": "read",
  "slip.saveCalendar": "read",
  "import.get": "nothing",
  "import.choose": "nothing",
  "import.drop": "nothing",
  "import.read": "nothing",
  "import.rows": "nothing",
  "import.fix": "nothing",
  "import.saveBad": "read",
  "import.begin": "written",
  "import.close": "nothing",
  "import.pause": "written",
  "import.stop": "written",
  "export.save": "read",
  "practice.line": "nothing",
  "practice.answer": "nothing",
  "practice.deliveries": "nothing",
  "retention.list": "nothing",
  "retention.erase": "written",
  "keeping.get": "nothing",
  "keeping.amounts": "nothing",
  "keeping.preview": "nothing",
  "keeping.set": "written",
  "backup.get": "nothing",
  "backup.suggest": "nothing",
  "backup.chooseFolder": "nothing",
  "backup.set": "nothing",
  "backup.setPassphrase": "nothing",
  "backup.forgetPassphrase": "nothing",
  // What becomes of it is recorded when it is known, and a restore in the records that were restored.
  "backup.run": "written",
  "backup.stop": "nothing",
  "backup.chooseFile": "nothing",
  "backup.look": "nothing",
  "backup.closeFile": "nothing",
  "backup.restore": "written",
  "audit.list": "nothing",
  "audit.state": "nothing",
  "audit.people": "nothing",
  "audit.check": "written",
  "audit.warningRead": "written",
  "audit.export": "written",
  "diagnostics.show": "nothing",
  "diagnostics.save": "written",
  // Noted where it is known that it was done: another desk, and the hub, have a say in it.
  "clinic.get": "nothing",
  "clinic.create": "written",
  "clinic.join": "written",
  "clinic.stopJoining": "nothing",
  "clinic.invite": "written",
  "clinic.answer": "written",
  "clinic.withdraw": "nothing",
  "clinic.renameDesk": "written",
  "clinic.removeDesk": "written",
  "clinic.leave": "written",
  "clinic.makeSheet": "written",
  // That it was made is written; those before it are good for nothing then.
  "clinic.keepSheet": "nothing",
  "clinic.recover": "written",
  "clinic.look": "nothing",
  "clinic.claims": "nothing",
  "clinic.takeOver": "written",
  "clinic.handOver": "written",
  "clinic.bookWithoutHub": "written",
  "notices.get": "nothing",
  "notices.register": "written",
  "notices.test": "nothing",
  "notices.retire": "written",
  "notices.list": "nothing",
  "notices.show": "nothing",
  "notices.point": "written",
  "notices.readAgain": "nothing",
  "notices.ofBooking": "nothing",
  "notices.seen": "nothing",
  "notices.denied": "nothing",
  "doctor.get": "nothing",
  "doctor.run": "nothing",
  "doctor.stop": "nothing",
  "doctor.report": "nothing",
  "policy.get": "nothing",
  "policy.take": "nothing",
  "proxy.get": "nothing",
  "proxy.answer": "nothing",
  "proxy.forget": "nothing",
  // The records are closed while the desk is locked: what is done to the lock is noted with it (`features/lock/lock-acts.ts`).
  "lock.get": "nothing",
  "lock.now": "written",
  "lock.unlock": "written",
  "lock.prompt": "written",
  "lock.recover": "written",
  "lock.setPin": "written",
  "lock.setAfter": "written",
  "lock.openAdmin": "written",
  "updates.get": "nothing",
  "updates.check": "nothing",
  "updates.download": "nothing",
  "updates.restart": "nothing",
};

/** What a route's answer shows was done. */
type Shown = Omit<AuditAct, "account" | "person">;

/** What somebody looks for: compared with what they looked for a moment ago, and never written anywhere. */
type Sought = { readonly by: "words" | "number" | "external-id"; readonly text: string };

const searched: Shown = { act: "patients-searched" };
/** `name` is null where no file was chosen; `count`: the rows in it. */
const exported = (file: SavedKind, name: string | null, count?: number): Shown | null =>
  name === null ? null : { act: "exported", more: count === undefined ? { file } : { file, count } };

/** Milliseconds in which reads are gathered for one write, since the last and at most. */
const quiet = 1_000;
const longest = 10_000;
/** Entries that are kept for records that can be written again. Beyond that the first of them are lost. */
const mostWaiting = 10_000;

type Options = {
  readonly store: Store;
  readonly clock: Pick<Clock, "after" | "monotonic" | "now">;
  readonly log: Log;
  readonly accountId: () => AccountId | null;
};

export type LogActs = {
  /** The handlers; those that show records, or take them elsewhere, are recorded. */
  readonly recorded: (handlers: Handlers) => Handlers;
  /** An act of the desk itself, such as its start. */
  readonly note: (act: Shown) => void;
  /** What was gathered is written now. */
  readonly flush: () => void;
};

/**
 * Records what people look at, and what leaves records as files or on paper. Nobody waits for it: what is read is written a
 * moment later in one transaction. A program that is killed in that moment forgets it, and no change of a record, nor what left
 * them: that is written at once. What cannot be written, as on a full disk, is with the next.
 */
export function logActs({ store, clock, log, accountId }: Options): LogActs {
  let waiting: AuditAct[] = [];
  let since = 0;
  let cancel: (() => void) | null = null;
  const isSame = sameReading(clock);

  function flush(): void {
    cancel?.();
    cancel = null;
    const group = waiting;
    waiting = [];
    if (group.length === 0) return;
    try {
      store.transaction(({ audit }) => audit.add(group));
    } catch (error) {
      log.error("audit.not-recorded", error, { count: group.length });
      waiting = group.slice(-mostWaiting);
    }
  }

  function personAt(account: AccountId): string | null {
    try {
      return store.read(({ meta }) => staffOf(meta, account));
    } catch {
      // Records that cannot be read are told of elsewhere, and keep nobody from what was answered.
      return null;
    }
  }

  function shownTo(account: AccountId, shown: Shown, sought: Sought | null): void {
    const person = personAt(account);
    const isReading = shown.act !== "printed" && shown.more?.file === undefined;
    if (isReading && isSame(JSON.stringify([account, person, shown, sought?.by]), sought?.text)) return;
    gather({ ...shown, account, person });
    if (!isReading) flush();
  }

  function gather(act: AuditAct): void {
    waiting.push({ at: clock.now().toISOString(), ...act });
    const now = clock.monotonic();
    if (cancel === null) since = now;
    cancel?.();
    cancel = clock.after(Math.max(0, Math.min(quiet, since + longest - now)), flush);
  }

  /** The handler, and the entry of what its answer shows; null: nothing. `sought`: what was looked for, which no entry has. */
  const noting =
    <I, O>(
      handler: (input: I) => Promise<Result<O>> | Result<O>,
      act: (input: I, answer: O) => Shown | null,
      sought: (input: I) => Sought | null = () => null,
    ) =>
    async (input: I): Promise<Result<O>> => {
      // Who asked: they may have gone when a long file is written. Nobody who is signed out sees records.
      const account = accountId();
      const answer = await handler(input);
      const shown = answer.ok && account !== null ? act(input, answer.value) : null;
      if (shown !== null && account !== null) shownTo(account, shown, sought(input));
      return answer;
    };

  const recorded = (handlers: Handlers): Handlers => ({
    ...handlers,
    "app.print": noting(handlers["app.print"], () => ({ act: "printed" })),
    "app.openFile": noting(handlers["app.openFile"], ({ kind }, { file }) =>
      file === null ? null : { act: "imported", more: { file: kind } },
    ),
    "app.saveFile": noting(handlers["app.saveFile"], ({ kind }, { name }) => exported(kind, name)),
    "slip.savePdf": noting(handlers["slip.savePdf"], (_, { name }) => exported("slipPdf", name)),
    "slip.saveCalendar": noting(handlers["slip.saveCalendar"], (_, { name }) =>
      exported("slipCalendar", name),
    ),
    "import.saveBad": noting(handlers["import.saveBad"], (_, { name, rows }) =>
      exported("badRows", name, rows),
    ),
    "export.save": noting(handlers["export.save"], ({ what }, { name, rows }) => exported(what, name, rows)),
    "patients.search": noting(
      handlers["patients.search"],
      ({ text }) => (text.trim() === "" ? null : searched),
      ({ text }) => ({ by: "words", text }),
    ),
    "patients.byNumber": noting(
      handlers["patients.byNumber"],
      () => searched,
      ({ patientId }) => ({ by: "number", text: String(patientId) }),
    ),
    "patients.byExternalId": noting(
      handlers["patients.byExternalId"],
      () => searched,
      ({ externalId }) => ({ by: "external-id", text: externalId }),
    ),
    "patients.get": noting(handlers["patients.get"], ({ id }) => ({ act: "patient-opened", record: id })),
    "patients.person": noting(handlers["patients.person"], ({ id }) => ({
      act: "patient-opened",
      record: id,
    })),
    // A form that is typed is begun, or edited.
    "items.get": noting(handlers["items.get"], ({ id }, item) =>
      isForm(item) ? null : { act: "opened", record: id, more: { kind: item.kind } },
    ),
    ...signOut(handlers),
  });

  /** Before: afterwards nobody is at the desk. */
  const signOut = (handlers: Handlers): Pick<Handlers, "session.signOut"> => ({
    "session.signOut": (input) => {
      const account = accountId();
      // Whatever becomes of the entry: nothing keeps anybody from signing out.
      if (account !== null) gather({ act: "signed-out", account });
      flush();
      return handlers["session.signOut"](input);
    },
  });

  return { recorded, flush, note: (act) => gather({ ...act, account: accountId() }) };
}
