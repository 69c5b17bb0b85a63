import { fail, failed, FailureError, ok, type Failure, type Result } from "../../../shared/core/failure.ts";
import type { AccountId } from "../../../shared/session/account.ts";
import type { PatientForm } from "../../../shared/patients/patient-form.ts";
import type { RecordId } from "../../../shared/core/record-id.ts";
import type {
  FileReading,
  ImportFile,
  ImportRow,
  ImportState,
  KeptImport,
} from "../../../shared/import/import.ts";
import type { DateContext } from "../../../shared/time/calendar.ts";
import { say } from "../../../messages/saying.ts";
import type { Clock, Log, RandomIds } from "../../platform/ports.ts";
import type { GroupCommit } from "../../db/group-commit.ts";
import type { Store } from "../../db/types.ts";
import type { OpenSession } from "../session/open-session.ts";
import { writeBadRows } from "./bad-rows.ts";
import { startDryRun, withOrder, type Rehearsal } from "./dry-run.ts";
import type { ImportJobs } from "./job.ts";
import { isBad, createRowJudge, type KnownToImport } from "./judge.ts";
import { inspectFile, toShownColumns, type InspectedFile } from "./look.ts";
import type { Source } from "./source.ts";
import type { OnImportStep } from "./steps.ts";
import { takeRows } from "./taking.ts";
import { writeLines } from "./write-lines.ts";

type Options = {
  readonly store: Store;
  readonly inGroup: GroupCommit;
  readonly clock: Clock;
  readonly random: Pick<RandomIds, "uuid">;
  readonly log: Log;
  readonly session: () => OpenSession | null;
  /** Who is at the desk, by name; null when nobody has said. */
  readonly staff: (account: AccountId) => string | null;
  readonly dates: () => DateContext;
  readonly known: (account: AccountId) => KnownToImport;
  readonly jobs: ImportJobs;
  readonly onChange: () => void;
  readonly onStep: OnImportStep;
};

/** The file that is looked at. It is one account's: another one at the desk sees nothing of it. */
type Open = {
  readonly id: RecordId;
  readonly account: AccountId;
  readonly source: Source;
  readonly looked: InspectedFile;
  readonly rehearsal: Rehearsal;
  readonly taking: AbortController;
  taken: number | null;
};

export type Importing = {
  readonly state: () => ImportState;
  readonly open: (source: () => Promise<Source>) => Promise<Result<ImportState>>;
  readonly read: (id: RecordId, reading: FileReading) => Promise<Result<ImportState>>;
  readonly rows: (id: RecordId, which: "bad" | "known") => Result<{ rows: ImportRow[] }>;
  readonly fix: (id: RecordId, row: number, form: PatientForm) => Result<ImportState>;
  readonly saveBad: (id: RecordId, path: string) => Promise<Result<{ name: string; rows: number }>>;
  readonly begin: (id: RecordId) => Promise<Result<ImportState>>;
  readonly close: () => void;
};

const closed = fail("not-found", say("import.file.closed"));
const gone = failed(closed);
const busy = failed(fail("busy", say("import.oneAtATime")));
const notReady = failed(fail("busy", say("import.stillLooking")));
const nobodyNew = failed(fail("invalid-input", say("import.nobodyNew"), { next: "none" }));

/** Looking at a file of patients, and beginning its import. Until that nothing is kept, and nothing is created. */
export function createImporting(options: Options): Importing {
  const { store, clock, log, session, dates, jobs, onChange } = options;
  let current: Open | null = null;

  const fault = (error: unknown): Failure => {
    log.error("import.file", error);
    return fail("internal", say("failures.desk.fault"));
  };
  const failureOf = (error: unknown): Failure =>
    error instanceof FailureError ? error.failure : fault(error);

  function close(): void {
    current?.rehearsal.stop();
    current?.taking.abort();
    current = null;
  }
  /** The file of that id, while it is the account's at the desk. */
  function mine(id?: RecordId): Open | null {
    if (current === null || current.account !== session()?.accountId) return null;
    return id === undefined || current.id === id ? current : null;
  }

  const shown = ({ id, source, looked, rehearsal, taken }: Open): ImportFile => ({
    id,
    name: source.name,
    reading: looked.reading,
    ...toShownColumns({ ...looked, order: rehearsal.order() }),
    dryRun: rehearsal.state(),
    taken,
  });
  function state(): ImportState {
    const open = mine();
    return { file: open === null ? null : shown(open), job: jobs.current(), ended: jobs.ended() };
  }

  async function see(
    source: Source,
    reading: FileReading | null,
    { accountId: account, isOpen }: OpenSession,
    isStill: () => boolean,
  ): Promise<Result<ImportState>> {
    const context = dates();
    const looked = await inspectFile(source, reading, context);
    // Another one was chosen meanwhile, or somebody else is at the desk.
    if (!isStill() || !isOpen()) return gone;
    close();
    const rehearsal = startDryRun({
      source,
      looked,
      context,
      known: options.known(account),
      clock,
      onProgress: onChange,
      onFault: fault,
    });
    const id = options.random.uuid();
    current = { id, account, source, looked, rehearsal, taking: new AbortController(), taken: null };
    return ok(state());
  }

  let asked = 0;
  async function tried(work: () => Promise<Result<ImportState>>): Promise<Result<ImportState>> {
    try {
      return await work();
    } catch (error) {
      return failed(failureOf(error));
    }
  }

  function open(source: () => Promise<Source>): Promise<Result<ImportState>> {
    const at = session();
    const serial = (asked += 1);
    return tried(async () => (at === null ? gone : see(await source(), null, at, () => serial === asked)));
  }

  function read(id: RecordId, reading: FileReading): Promise<Result<ImportState>> {
    const [before, at] = [mine(id), session()];
    if (before === null || at === null) return Promise.resolve(gone);
    if (before.taken !== null) return Promise.resolve(busy);
    return tried(() => see(before.source, reading, at, () => mine(id) === before));
  }

  function fix(id: RecordId, row: number, form: PatientForm): Result<ImportState> {
    const open = mine(id);
    if (open === null) return gone;
    if (open.rehearsal.state().state !== "done") return notReady;
    const judged = open.rehearsal.fix(row, form);
    if (judged === null) return gone;
    if (!isBad(judged)) return ok(state());
    return failed(fail("invalid-input", say("failures.outbox.someFields"), { fields: { ...judged.errors } }));
  }

  /** As the dry run reads it, once it has seen the whole file. */
  const reading = ({ rehearsal }: Open) => withOrder(dates(), rehearsal.order());

  async function saveBad(id: RecordId, path: string): Promise<Result<{ name: string; rows: number }>> {
    const open = mine(id);
    if (open === null) return gone;
    const { source, looked, rehearsal, account } = open;
    const known = options.known(account);
    const { judge } = createRowJudge({
      columns: looked.columns,
      context: reading(open),
      known,
      fixed: rehearsal.fixed,
    });
    let rows = 0;
    try {
      const written = await writeLines(path, async (write) => {
        rows = await writeBadRows({ source, looked, judge, clock }, write);
      });
      return written.ok ? ok({ name: written.value, rows }) : written;
    } catch (error) {
      return failed(failureOf(error));
    }
  }

  async function begin(id: RecordId): Promise<Result<ImportState>> {
    const open = mine(id);
    if (open === null) return gone;
    const { account, source, looked, rehearsal, taking } = open;
    const { state: stands, fresh } = rehearsal.state();
    if (stands !== "done") return notReady;
    if (open.taken !== null || jobs.current() !== null) return busy;
    if (fresh === 0) return nobodyNew;
    open.taken = 0;
    const kept = begun(source.name, account);
    try {
      await takeRows(kept, {
        ...options,
        source,
        looked,
        context: reading(open),
        known: options.known(account),
        fixed: rehearsal.fixed,
        signal: taking.signal,
        onTaken: (count) => {
          open.taken = count;
          onChange();
        },
      });
    } catch (error) {
      open.taken = null;
      jobs.clear(kept);
      return failed(taking.signal.aborted ? closed : failureOf(error));
    }
    if (current === open) close();
    jobs.start();
    return ok(state());
  }

  /** Before its rows, which are taken away again should it not come to its end. */
  function begun(name: string, account: AccountId): KeptImport {
    return store.transaction(({ imports }) => {
      const kept: KeptImport = {
        id: options.random.uuid(),
        accountId: account,
        number: imports.nextNumber(),
        name,
        by: options.staff(account),
        createdAt: clock.now().toISOString(),
        state: "loading",
        isDoubtful: false,
        total: 0,
        left: 0,
        created: 0,
        discarded: 0,
      };
      imports.save(kept);
      return kept;
    });
  }

  return {
    state,
    open,
    read,
    fix,
    saveBad,
    begin,
    close: () => {
      asked += 1;
      close();
      jobs.endSeen();
      onChange();
    },
    rows: (id, which) => {
      const open = mine(id);
      return open === null ? gone : ok({ rows: [...open.rehearsal.rows(which)] });
    },
  };
}
