import { failed, fail, ok } from "../../../shared/core/failure.ts";
import type { AccountId } from "../../../shared/session/account.ts";
import { keptAgreement, type KeptPeriods, type KeptThing } from "../../../shared/keeping/kept.ts";
import type { RecordId } from "../../../shared/core/record-id.ts";
import {
  computeCut,
  getCutInForce,
  getKeptYears,
  mayGo,
  type Agreed,
} from "../../../shared/keeping/keeping.ts";
import { getStartOfDay } from "../../../shared/time/clinic-day.ts";
import { getToday } from "../../../shared/time/zoned-time.ts";
import { say } from "../../../messages/saying.ts";
import { practiceAccount } from "../session/index.ts";
import type { DeskOptions } from "../../desk/desk.ts";
import type { Handlers } from "../../ipc/router.ts";
import type { OpenSession } from "../session/open-session.ts";
import { isBooking, type ListOptions } from "../outbox/index.ts";
import { managed, type PolicyView } from "../policy/index.ts";
import type { Log } from "../../platform/ports.ts";
import type { MadePlace } from "../../db/record-types.ts";
import { StoreError } from "../../db/store-error.ts";
import type { Repositories } from "../../db/types.ts";
import type { OnKeepingStep } from "./keeping-steps.ts";
import { type Cut, findLastBefore } from "../activity-log/index.ts";

type Options = ListOptions &
  Pick<DeskOptions, "logFiles"> & {
    readonly session: () => OpenSession | null;
    readonly log: Log;
    readonly policy: () => PolicyView;
    /** Takes entries out of the activity log. False: it is not to be touched just now. */
    readonly thinLog: (cut: Cut) => Promise<boolean>;
    /** What the backups take, in bytes; null where that is not known. */
    readonly measureBackups: () => Promise<number | null>;
    readonly onChange: (ids: readonly RecordId[]) => void;
    readonly onKeepingStep?: OnKeepingStep;
  };

type KeepingRoute = `keeping.${"get" | "amounts" | "preview" | "set"}`;
export type Keeping = {
  readonly handlers: Pick<Handlers, KeepingRoute>;
  /** The desk is open: what is older than it is kept goes, now and then. */
  readonly begin: () => void;
  readonly stop: () => void;
};

/** Milliseconds until the first look after the start, when the log has been checked, and between two. */
const firstLook = 5 * 60_000;
const lookEvery = 6 * 60 * 60_000;
/** Bookings that are looked at, and that are removed, in one go: a few milliseconds, in which nobody else is answered. */
const lookedAtOnce = 500;
const removedAtOnce = 25;
const day = 24 * 60 * 60_000;
const firstPlace: MadePlace = { made: "", sequence: 0 };
const othersFirst = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const notHere = failed(fail("refused", say("failures.keeping.notHere"), { next: "none" }));
/** The name of what is set, in the policy and in the activity log. */
const settingOf = { bookings: "bookingYears", log: "logYears" } as const;

/** How long finished bookings and the activity log are kept: all of them, until a person has agreed to less. */
export function createKeeping(options: Options): Keeping {
  const { store, clock, settings, policy, onKeepingStep: onStep = () => undefined } = options;
  const today = (): string => getToday(settings().timeZone, clock.now().toISOString());
  const cutOf = (date: string): Cut => ({ date, instant: getStartOfDay(date, settings().timeZone) });
  /** Whether anything of this is offered: what is not on the disk is gone with the program, and practice is nobody's. */
  const isOffered = ({ accountId }: OpenSession): boolean =>
    store.origin !== "memory" && accountId !== practiceAccount;
  let isStopped = false;
  let sweeping: Promise<void> | null = null;
  let isWanted = false;
  let cancel = (): void => undefined;

  const keyOf = (what: KeptThing, account: AccountId): string =>
    what === "log" ? "kept-years/log" : `kept-years/bookings/${account}`;

  function agreedTo(what: KeptThing, account: AccountId): Agreed | null {
    const text = store.read(({ meta }) => meta.get(keyOf(what, account)));
    return text === null ? null : (keptAgreement.safeParse(JSON.parse(text)).data ?? null);
  }
  const setYears = (what: KeptThing): number | undefined => policy().policy?.[settingOf[what]];
  const standing = (what: KeptThing, account: AccountId) => ({
    set: setYears(what),
    agreed: agreedTo(what, account),
    today: today(),
  });
  const agree = ({ meta }: Repositories, key: string, agreed: Agreed): void =>
    meta.set(key, JSON.stringify(agreed));

  /** Of these, removes those that may go. In a transaction. */
  function removeOld(
    { audit, items, keeping: kept }: Repositories,
    account: AccountId,
    { old, cut }: { readonly old: readonly { id: RecordId; visit: string | null }[]; readonly cut: Cut },
  ): readonly RecordId[] {
    const gone = old
      .filter(({ id, visit }) => {
        const item = items.find(id);
        if (item === null || !isBooking(item)) return false;
        const heir = items.madeFrom(id)?.status ?? null;
        return mayGo(item, { visit, heir, isWaitedFor: kept.isWaitedFor(account, id) }, cut.instant);
      })
      .map(({ id }) => id);
    if (gone.length === 0) return gone;
    audit.byProgram();
    kept.remove(account, gone);
    audit.add([{ act: "bookings-removed", account, more: { count: gone.length, before: cut.date } }]);
    return gone;
  }

  /** The session may be over by now, and the desk be locked. */
  const isOver = ({ isOpen }: OpenSession): boolean => isStopped || !isOpen();

  /** Parts of the bookings that were made before the cut, and were over by then; others are answered in between. */
  async function* oldBookings(session: OpenSession, cut: Cut) {
    for (let after: MadePlace | null = firstPlace; after !== null && !isOver(session); await othersFirst()) {
      const from: MadePlace = after;
      const { old, next } = store.read(({ keeping: kept }) =>
        kept.look(session.accountId, { before: cut.instant, after: from, limit: lookedAtOnce }),
      );
      after = next;
      yield old;
    }
  }

  async function sweepBookings(session: OpenSession, cut: Cut): Promise<boolean> {
    for await (const found of oldBookings(session, cut))
      for (let at = 0; at < found.length && !isOver(session); at += removedAtOnce) {
        const old = found.slice(at, at + removedAtOnce);
        const gone = store.transaction((records) => {
          const ids = removeOld(records, session.accountId, { old, cut });
          onStep("bookings-going");
          return ids;
        });
        onStep("bookings-gone");
        if (gone.length > 0) options.onChange(gone);
        await othersFirst();
      }
    return !isOver(session);
  }

  /** Answers whether it is through. */
  async function sweep(): Promise<boolean> {
    const session = options.session();
    if (session === null || !isOffered(session)) return true;
    const { accountId: account } = session;
    let isThrough = true;
    for (const what of ["bookings", "log"] as const) {
      const kept = standing(what, account);
      const date = getCutInForce(kept);
      if (date === null || kept.agreed === null) continue;
      const isDone = await (what === "log"
        ? options.thinLog(cutOf(date))
        : sweepBookings(session, cutOf(date)));
      if (isOver(session)) return false;
      isThrough &&= isDone;
      const { years, upTo } = kept.agreed;
      // Agreed to anew meanwhile, it is swept again.
      if (isDone && date > upTo && !isWanted)
        store.transaction((records) => agree(records, keyOf(what, account), { years, upTo: date }));
    }
    return isThrough;
  }

  /** Until nothing was agreed to meanwhile. */
  async function sweepAll(): Promise<void> {
    isWanted = false;
    if (!(await sweep())) lookIn(firstLook);
    if (isWanted && !isStopped) await sweepAll();
  }

  /** One at a time. */
  function look(): void {
    isWanted = true;
    sweeping ??= sweepAll()
      .catch((error: unknown) => {
        // What the disk does not take is told elsewhere, and is tried again.
        if (!(error instanceof StoreError)) options.log.error("keeping.not-swept", error);
      })
      .finally(() => {
        sweeping = null;
      });
  }

  function lookIn(milliseconds: number): void {
    cancel();
    if (!isStopped)
      cancel = clock.after(milliseconds, () => {
        look();
        lookIn(lookEvery);
      });
  }

  async function countOld(what: KeptThing, session: OpenSession, cut: Cut): Promise<number> {
    if (what === "log")
      return store.read(({ audit }) => findLastBefore(audit, cut.instant) - audit.start().entries);
    let count = 0;
    for await (const old of oldBookings(session, cut)) count += old.length;
    return count;
  }

  /** One after the other: each is some ten milliseconds where there are many, in which nobody else is answered. */
  async function counted(account: AccountId) {
    const since = (days: number): string => new Date(clock.now().getTime() - days * day).toISOString();
    const [month, year] = [since(30), since(365)];
    const amount = (what: "patients" | "bookings") =>
      store.read(({ keeping: kept }) => kept.amount(what, account, { month, year }));
    const patients = amount("patients");
    await othersFirst();
    const bookings = amount("bookings");
    await othersFirst();
    const entries = store.read(({ audit }) => {
      const last = audit.head().entries;
      const sinceThen = (instant: string): number => last - findLastBefore(audit, instant);
      return { all: sinceThen(""), month: sinceThen(month), year: sinceThen(year) };
    });
    return { patients, bookings, entries };
  }

  return {
    begin: () => lookIn(firstLook),
    stop: () => {
      isStopped = true;
      cancel();
    },
    handlers: {
      "keeping.get": (_, session) => {
        if (!isOffered(session)) return ok({ kept: null });
        const of = (what: KeptThing): KeptPeriods => getKeptYears(standing(what, session.accountId));
        return ok({ kept: { bookings: of("bookings"), log: of("log") } });
      },
      "keeping.amounts": async (_, { accountId: account }) => {
        const rest = await counted(account);
        const { bytes: database, free } = store.read(({ keeping: kept }) => kept.pages());
        const logs = (options.logFiles?.() ?? []).reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
        const backups = await options.measureBackups();
        return ok({ ...rest, bytes: { database, free, backups, logs } });
      },
      "keeping.preview": async ({ what, years }, session) => {
        const before = computeCut(today(), years);
        if (before === null || !isOffered(session)) return notHere;
        return ok({ count: await countOld(what, session, cutOf(before)), before });
      },
      "keeping.set": ({ what, years, before }, session) => {
        if (!isOffered(session)) return notHere;
        const { accountId: account } = session;
        const set = setYears(what);
        if (set !== undefined && set !== years) return failed(managed);
        const cut = computeCut(today(), years) ?? today();
        // Shown a moment before midnight, it is what was shown.
        const upTo = before !== null && before < cut ? before : cut;
        store.transaction((records) => {
          agree(records, keyOf(what, account), { years, upTo });
          records.audit.add([{ act: "settings-changed", account, more: { settings: [settingOf[what]] } }]);
        });
        look();
        return ok({});
      },
    },
  };
}
