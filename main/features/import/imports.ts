import { failed, fail, ok } from "../../../shared/core/failure.ts";
import type { AccountId } from "../../../shared/session/account.ts";
import type { RecordId } from "../../../shared/core/record-id.ts";
import type { ImportState } from "../../../shared/import/import.ts";
import type { PatientRecord } from "../../../shared/patients/patient.ts";
import type { Settings } from "../../../shared/settings/settings.ts";
import { getToday } from "../../../shared/time/zoned-time.ts";
import { formatName } from "../../../messages/format.ts";
import { say } from "../../../messages/saying.ts";
import type { DeskOptions } from "../../desk/desk.ts";
import type { Handlers } from "../../ipc/router.ts";
import { saveImported, readStaffName } from "../outbox/index.ts";
import type { OpenSession } from "../session/open-session.ts";
import type { GroupCommit } from "../../db/group-commit.ts";
import type { Store } from "../../db/types.ts";
import { createImportJobs, type ImportJobs } from "./job.ts";
import { createImporting } from "./importing.ts";
import { findMadeSince, type KnownToImport } from "./judge.ts";
import { createDroppedSource, openFileSource } from "./source.ts";
import type { OnImportStep } from "./steps.ts";

type Options = Pick<DeskOptions, "clock" | "random" | "log"> & {
  readonly store: Store;
  readonly inGroup: GroupCommit;
  readonly window: DeskOptions["window"];
  readonly session: () => OpenSession | null;
  readonly accountId: () => AccountId | null;
  readonly settings: () => Settings;
  readonly isOnline: () => boolean;
  readonly emit: (state: ImportState) => void;
  /** Items that came into the outbox. */
  readonly onQueued: (ids: readonly RecordId[]) => void;
  readonly onStep: OnImportStep;
};

/** Milliseconds in which news are gathered. */
const pause = 100;

type ImportRoute = Extract<keyof Handlers, `import.${string}`>;
export type Imports = {
  readonly handlers: Pick<Handlers, ImportRoute>;
  readonly jobs: ImportJobs;
  readonly stop: () => void;
};

/** Who is known here: whichever of a person's records it is. */
function knownHere({ store }: Pick<Options, "store">, account: AccountId): KnownToImport {
  const personOf = (patient: PatientRecord | null | undefined) => {
    if (patient === null || patient === undefined) return null;
    const id = store.read(({ people }) => people.keptOf(patient.id));
    return { id, name: formatName(patient.input) };
  };
  return {
    samePerson: ({ firstName, lastName, dob }) => {
      const likeness = { accountId: account, firstName, lastName, dob, phone: "", email: "" };
      return personOf(store.read(({ patients }) => patients.similar(likeness))[0]);
    },
    byExternalId: (externalId) =>
      personOf(store.read(({ patients }) => patients.byExternalId(account, externalId))),
  };
}

/** Patients out of files, as the window asks for it. */
export function createImports(options: Options): Imports {
  const { store, clock, random, settings, window } = options;
  const now = (): string => clock.now().toISOString();
  const dates = () => ({ today: getToday(settings().timeZone, now()), dateOrder: settings().dateOrder });
  let cancel: (() => void) | null = null;
  let stopped = false;
  const changed = (): void => {
    if (stopped) return;
    cancel ??= clock.after(pause, () => {
      cancel = null;
      try {
        options.emit(desk.state());
      } catch (error) {
        options.log.error("import.not-told", error);
      }
    });
  };
  const jobs = createImportJobs({
    ...options,
    onProgress: changed,
    saveItem: (kept, row) =>
      saveImported(kept, row, {
        store,
        random,
        now,
        problem: findMadeSince(row.form, knownHere(options, kept.accountId)),
        context: {
          now: clock.now(),
          settings: settings(),
          serviceHere: false,
          patient: null,
        },
      }),
  });
  const desk = createImporting({
    ...options,
    dates,
    jobs,
    staff: (account) => store.read(({ meta }) => readStaffName(meta, account)),
    known: (account) => knownHere(options, account),
    onChange: changed,
  });
  const gone = failed(fail("not-found", say("import.file.closed")));
  return {
    jobs,
    stop: () => {
      stopped = true;
      cancel?.();
      jobs.stop();
    },
    handlers: {
      "import.get": () => ok(desk.state()),
      "import.choose": async () => {
        const path = (await window.files?.choose("patients")) ?? null;
        return path === null ? ok(desk.state()) : desk.open(() => openFileSource(path));
      },
      "import.drop": ({ name, bytes }) => desk.open(async () => createDroppedSource(name, bytes)),
      "import.read": ({ id, reading }) => desk.read(id, reading),
      "import.rows": ({ id, which }) => desk.rows(id, which),
      "import.fix": ({ id, fixed }) => desk.fix(id, fixed.row, fixed.form),
      "import.saveBad": async ({ id }) => {
        const path = (await window.files?.chooseNew("badRows")) ?? null;
        return path === null ? ok({ name: null, rows: 0 }) : desk.saveBad(id, path);
      },
      "import.begin": ({ id }) => desk.begin(id),
      "import.close": () => {
        desk.close();
        return ok(desk.state());
      },
      "import.pause": ({ id, paused }) => (jobs.pause(id, paused) ? ok(desk.state()) : gone),
      "import.stop": ({ id }) => (jobs.stopRest(id) ? ok(desk.state()) : gone),
    },
  };
}
