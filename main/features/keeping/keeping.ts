import { failed, fail, ok } from "../../../shared/core/failure.ts";
import type { KeptPeriods, KeptThing } from "../../../shared/keeping/kept.ts";
import type { RecordId } from "../../../shared/core/record-id.ts";
import { computeCut, getCutInForce, getKeptYears } from "../../../shared/keeping/keeping.ts";
import { getStartOfDay } from "../../../shared/time/clinic-day.ts";
import { getToday } from "../../../shared/time/zoned-time.ts";
import { say } from "../../../messages/saying.ts";
import { practiceAccount } from "../session/index.ts";
import type { DeskOptions } from "../../desk/desk.ts";
import type { Handlers } from "../../ipc/router.ts";
import type { OpenSession } from "../session/open-session.ts";
import type { ListOptions } from "../outbox/index.ts";
import { managed, type PolicyView } from "../policy/index.ts";
import type { Log } from "../../platform/ports.ts";
import { StoreError } from "../../db/store-error.ts";
import { createAgreedYears, yearsSettings } from "./agreed-years.ts";
import { countKept } from "./amounts.ts";
import type { OnKeepingStep } from "./keeping-steps.ts";
import { createOldBookings } from "./old-bookings.ts";
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

const notHere = failed(fail("refused", say("failures.keeping.notHere"), { next: "none" }));

/** How long finished bookings and the activity log are kept: all of them, until a person has agreed to less. */
export function createKeeping(options: Options): Keeping {
  const { store, clock, settings, policy, onChange, onKeepingStep: onStep = () => undefined } = options;
  const today = (): string => getToday(settings().timeZone, clock.now().toISOString());
  const cutOf = (date: string): Cut => ({ date, instant: getStartOfDay(date, settings().timeZone) });
  /** Whether anything of this is offered: what is not on the disk is gone with the program, and practice is nobody's. */
  const isOffered = ({ accountId }: OpenSession): boolean =>
    store.origin !== "memory" && accountId !== practiceAccount;
  let isStopped = false;
  let sweeping: Promise<void> | null = null;
  let isWanted = false;
  let cancel = (): void => undefined;
  /** The session may be over by now, and the desk be locked. */
  const isOver = ({ isOpen }: OpenSession): boolean => isStopped || !isOpen();
  const agreedYears = createAgreedYears({ store, policy, today });
  const oldBookings = createOldBookings({ store, isOver, onStep, onChange });

  /** Answers whether it is through. */
  async function sweep(): Promise<boolean> {
    const session = options.session();
    if (session === null || !isOffered(session)) return true;
    const { accountId: account } = session;
    let isThrough = true;
    for (const what of ["bookings", "log"] as const) {
      const kept = agreedYears.read(what, account);
      const date = getCutInForce(kept);
      if (date === null || kept.agreed === null) continue;
      const isDone = await (what === "log"
        ? options.thinLog(cutOf(date))
        : oldBookings.remove(session, cutOf(date)));
      if (isOver(session)) return false;
      isThrough &&= isDone;
      const { years, upTo } = kept.agreed;
      // Agreed to anew meanwhile, it is swept again.
      if (isDone && date > upTo && !isWanted)
        store.transaction((records) => agreedYears.write(records, [what, account], { years, upTo: date }));
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

  return {
    begin: () => lookIn(firstLook),
    stop: () => {
      isStopped = true;
      cancel();
    },
    handlers: {
      "keeping.get": (_, session) => {
        if (!isOffered(session)) return ok({ kept: null });
        const of = (what: KeptThing): KeptPeriods => getKeptYears(agreedYears.read(what, session.accountId));
        return ok({ kept: { bookings: of("bookings"), log: of("log") } });
      },
      "keeping.amounts": async (_, { accountId: account }) => {
        const rest = await countKept(store, clock, account);
        const { bytes: database, free } = store.read(({ keeping: kept }) => kept.pages());
        const logs = (options.logFiles?.() ?? []).reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
        const backups = await options.measureBackups();
        return ok({ ...rest, bytes: { database, free, backups, logs } });
      },
      "keeping.preview": async ({ what, years }, session) => {
        const before = computeCut(today(), years);
        if (before === null || !isOffered(session)) return notHere;
        const cut = cutOf(before);
        const count =
          what === "log"
            ? store.read(({ audit }) => findLastBefore(audit, cut.instant) - audit.start().entries)
            : await oldBookings.count(session, cut);
        return ok({ count, before });
      },
      "keeping.set": ({ what, years, before }, session) => {
        if (!isOffered(session)) return notHere;
        const { accountId: account } = session;
        const set = agreedYears.setYears(what);
        if (set !== undefined && set !== years) return failed(managed);
        const cut = computeCut(today(), years) ?? today();
        // Shown a moment before midnight, it is what was shown.
        const upTo = before !== null && before < cut ? before : cut;
        store.transaction((records) => {
          agreedYears.write(records, [what, account], { years, upTo });
          records.audit.add([
            { act: "settings-changed", account, more: { settings: [yearsSettings[what]] } },
          ]);
        });
        look();
        return ok({});
      },
    },
  };
}
