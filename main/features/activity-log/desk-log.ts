import { ok } from "../../../shared/core/failure.ts";
import type { AccountId } from "../../../shared/session/account.ts";
import type { AuditState } from "../../../shared/activity-log/audit.ts";
import type { Settings } from "../../../shared/settings/settings.ts";
import type { RecordsNotice } from "../../../shared/desk/app-routes.ts";
import type { RunningDesk, DeskOptions, WhoNoted } from "../../desk/desk.ts";
import type { Handlers } from "../../ipc/router.ts";
import { readStaffName } from "../outbox/index.ts";
import type { Store } from "../../db/types.ts";
import type { KeptAct } from "../lock/lock-acts.ts";
import type { AuditAct } from "../../db/audit.ts";
import { createAuditMiddleware, type LogActs } from "./log-acts.ts";
import type { LogAnchor } from "../integrity/log-anchor.ts";
import { createLogCheck, type CheckedLog } from "./log-check.ts";
import { createLogExport } from "./log-export.ts";
import { createLogList } from "./log-list.ts";
import { pruneLog, type Cut } from "./log-thinning.ts";

type Options = Pick<DeskOptions, "clock" | "log" | "window" | "version" | "updates" | "onKeepingStep"> & {
  readonly store: Store;
  readonly anchor: LogAnchor;
  /** What was checked before the desk was locked; left out, nothing was. */
  readonly checked?: CheckedLog;
  readonly settings: () => Settings;
  readonly accountId: () => AccountId | null;
  readonly emit: (state: AuditState) => void;
  /** What is said on every screen may have changed. */
  readonly onNotice: () => void;
};

type LogRoute = `audit.${"list" | "state" | "people" | "check" | "warningRead" | "export"}`;

export type DeskLog = Pick<LogActs, "noteReading"> & {
  readonly handlers: Pick<Handlers, LogRoute>;
  readonly state: () => AuditState;
  /** What is wrong with the log, until a person has read it. */
  readonly notice: () => Pick<RecordsNotice, "log">;
  /** The desk is open, again or from the start: from now on the log is checked in the background. */
  readonly begin: (how: { readonly isReopened: boolean }) => void;
  readonly noteLock: RunningDesk["noteLock"];
  /** Takes out entries from before that. False: something is wrong with the log, or it is read through just now. */
  readonly thin: (cut: Cut) => Promise<boolean>;
  /** The desk ends: what was gathered is written, with that where it was not locked. */
  readonly end: () => Promise<void>;
};

function lockEntry(
  { act, why, at, until, count }: KeptAct,
  who: WhoNoted,
  account: AccountId | null,
): AuditAct {
  const byProgram = act === "locked" && why !== "person";
  return {
    act,
    account,
    at,
    ...(who === "unknown" ? { person: null } : {}),
    ...(byProgram ? { byProgram } : {}),
    more: { ...(why === undefined ? {} : { why }), ...(count > 1 ? { count, until } : {}) },
  };
}

/** Which alteration a person has read of. */
const readKey = "log-read";
/** Which version of the program had these records open last. */
const versionKey = "program-version";

type VersionOptions = Pick<Options, "store" | "version" | "log" | "accountId">;

/** Records that another version had open before: an update that was put in place by whatever way is known by that alone. */
function noteVersion({ store, version, log, accountId }: VersionOptions): void {
  try {
    const was = store.read(({ meta }) => meta.get(versionKey));
    if (was === version) return;
    store.transaction(({ audit, meta }) => {
      meta.set(versionKey, version);
      if (was !== null) audit.add([{ act: "version-changed", account: accountId(), more: { was, version } }]);
    });
  } catch (error) {
    // Nothing keeps a desk from opening; the next start notes it.
    log.error("audit.not-recorded", error);
  }
}

/** The activity log: who did what, checked, shown and exported. */
export function createDeskLog(options: Options): DeskLog {
  const { store, anchor, accountId, settings } = options;
  const acts = createAuditMiddleware(options);
  const list = createLogList(options);
  const check = createLogCheck({
    ...options,
    onState: () => {
      options.emit(check.state());
      options.onNotice();
    },
  });
  const timeZone = (): string => settings().timeZone;
  const write = options.window.files?.write;
  const exported = createLogExport({
    store,
    list,
    timeZone,
    files: write,
    note: (file, count) =>
      store.transaction(({ audit }) =>
        audit.add([{ act: "exported", account: accountId(), more: { file, count } }]),
      ),
  });

  const alteration = ({ altered }: AuditState): string | null =>
    altered && `${altered.entry}/${altered.places}`;

  function notice(): Pick<RecordsNotice, "log"> {
    const outside = anchor.found();
    if (outside !== "same" && outside !== "unknown") return { log: outside };
    const altered = alteration(check.state());
    const isRead = altered === store.read(({ meta }) => meta.get(readKey));
    return altered === null || isRead ? {} : { log: "altered" };
  }

  function warningRead(): void {
    const altered = alteration(check.state());
    const account = accountId();
    store.transaction(({ audit, meta }) => {
      meta.set(readKey, altered ?? "");
      audit.add([
        {
          act: "log-warning-read",
          account,
          person: account === null ? null : readStaffName(meta, account),
        },
      ]);
    });
    anchor.read();
    options.onNotice();
  }

  let exports = 0;
  function mayThin(): boolean {
    const { isChecking, checkedAt, altered, outside } = check.state();
    return exports === 0 && !isChecking && checkedAt !== null && altered === null && outside === "same";
  }

  /** Locked, Front Desk goes on without its records. */
  let isLocked = false;
  const noteLock: RunningDesk["noteLock"] = (done, who) => {
    acts.flush();
    isLocked ||= done.some(({ act }) => act === "locked");
    store.transaction(({ audit }) => audit.add(done.map((act) => lockEntry(act, who, accountId()))));
  };

  let stopHearing = (): void => undefined;
  const hearRefusals = (): void => {
    const heard = options.updates?.refusals(({ reason, at }) =>
      acts.note({ act: "update-refused", at, more: { reason } }),
    );
    stopHearing = heard ?? stopHearing;
  };

  return {
    noteLock,
    noteReading: acts.noteReading,
    state: check.state,
    notice,
    thin: (cut) =>
      pruneLog({ store, anchor, mayThin, onStep: options.onKeepingStep ?? (() => undefined) }, cut),
    begin: ({ isReopened }) => {
      if (!isReopened) acts.note({ act: "started" });
      acts.flush();
      noteVersion(options);
      hearRefusals();
      void check.run("since");
    },
    end: async () => {
      check.stop();
      stopHearing();
      if (!isLocked) acts.note({ act: "ended" });
      acts.flush();
      await anchor.end();
    },
    handlers: {
      // Who looks sees what was read a moment ago, too.
      "audit.list": async (input) => {
        acts.flush();
        return ok(await list.part(input, timeZone()));
      },
      "audit.state": () => ok(check.state()),
      "audit.people": () => ok({ people: [...store.read(({ audit }) => audit.people())] }),
      "audit.check": () => {
        store.transaction(({ audit }) => audit.add([{ act: "log-checked", account: accountId() }]));
        void check.run("whole");
        return ok(check.state());
      },
      "audit.warningRead": () => ok((warningRead(), {})),
      "audit.export": async (input) => {
        acts.flush();
        exports += 1;
        try {
          return await exported(input);
        } finally {
          exports -= 1;
        }
      },
    },
  };
}
