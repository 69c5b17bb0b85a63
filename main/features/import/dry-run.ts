import { FailureError, type Failure } from "../../../shared/core/failure.ts";
import type { PatientForm } from "../../../shared/patients/patient-form.ts";
import type { ImportFile, ImportRow } from "../../../shared/import/import.ts";
import { noOrderSeen, chooseDateOrder } from "../../../shared/import/columns.ts";
import type { DateContext, DateOrder } from "../../../shared/time/calendar.ts";
import type { Clock } from "../../platform/ports.ts";
import { isBad, createRowJudge, type Judge, type KnownToImport } from "./judge.ts";
import { describeColumn, type InspectedFile } from "./look.ts";
import { readRows, type FileRow } from "./records.ts";
import type { Source } from "./source.ts";
import { createTurns } from "./turns.ts";

/** Rows of a list that are held for the window; all of them are counted, and saved as a file. */
const listedAtMost = 500;

export type Rehearsal = {
  readonly state: () => ImportFile["dryRun"];
  readonly rows: (which: "bad" | "known") => readonly ImportRow[];
  /** Puts a row of the list right; answers what is still wrong with it, or null where it is not in the list. */
  readonly fix: (row: number, form: PatientForm) => ImportRow | null;
  readonly fixed: ReadonlyMap<number, PatientForm>;
  /** The order of dates that a person said, else that the whole file shows; null: that of Settings. */
  readonly order: () => DateOrder | null;
  readonly stop: () => void;
};

type Options = {
  readonly source: Source;
  readonly looked: InspectedFile;
  readonly context: DateContext;
  readonly known: KnownToImport;
  readonly clock: Pick<Clock, "monotonic">;
  readonly onProgress: () => void;
  /** What went wrong in the program itself. */
  readonly onFault: (error: unknown) => Failure;
};

/** All rows of a file behind its heads; what stands above them is nobody. */
export async function readDataRows(
  source: Source,
  { reading }: Pick<InspectedFile, "reading">,
  onRow: (row: FileRow) => void | Promise<void>,
  options: Parameters<typeof readRows>[3] & { readonly clock: Pick<Clock, "monotonic"> },
): Promise<void> {
  const turn = createTurns(options.clock);
  const { headRow } = reading;
  await readRows(
    source,
    reading,
    async (row) => {
      if (row.row > (headRow ?? 0)) await onRow(row);
      const others = turn();
      if (others !== null) await others;
      return false;
    },
    options,
  );
}

export const withOrder = (context: DateContext, order: DateOrder | null): DateContext =>
  order === null ? context : { ...context, dateOrder: order };

/** Looks through all rows in slices, and says what would become of each. Begins at once; nothing is kept. */
export function startDryRun(options: Options): Rehearsal {
  const { source, looked, context, known, clock, onProgress } = options;
  const aborts = new AbortController();
  const fixed = new Map<number, PatientForm>();
  let { order } = looked;
  let judge: Judge;
  let bad: ImportRow[] = [];
  let same: ImportRow[] = [];
  let state: ImportFile["dryRun"] = {
    state: "running",
    part: 0,
    rows: 0,
    fresh: 0,
    known: 0,
    bad: 0,
    version: 0,
    failure: null,
  };
  const list = (to: ImportRow[], row: ImportRow): void => {
    if (to.length < listedAtMost) to.push(row);
  };

  function add(judged: ImportRow): void {
    if (isBad(judged)) list(bad, judged);
    else if (judged.knownAs !== null) list(same, judged);
    const which = isBad(judged) ? "bad" : judged.knownAs === null ? "fresh" : "known";
    state = { ...state, rows: state.rows + 1, [which]: state[which] + 1, version: state.version + 1 };
  }

  /** Answers the order of dates that all rows show. */
  async function pass(): Promise<DateOrder | null> {
    bad = [];
    same = [];
    state = { ...state, part: 0, rows: 0, fresh: 0, known: 0, bad: 0 };
    judge = createRowJudge({ columns: looked.columns, context: withOrder(context, order), known, fixed });
    let seen = noOrderSeen;
    const onRow = (row: FileRow): void => {
      seen = describeColumn([row.cells], looked.columns, seen);
      add(judge.judge(row));
      onProgress();
    };
    const onBytes = (count: number): void => {
      state = { ...state, part: count / source.size };
    };
    await readDataRows(source, looked, onRow, { signal: aborts.signal, onBytes, clock });
    return chooseDateOrder(seen);
  }

  async function run(): Promise<void> {
    try {
      const found = await pass();
      // Further down it is another one than the first rows show. What a person said stands.
      if (looked.reading.dateOrder === null && found !== null && found !== order) {
        order = found;
        await pass();
      }
      state = { ...state, state: "done", part: 1 };
    } catch (error) {
      if (aborts.signal.aborted) return;
      const failure = error instanceof FailureError ? error.failure : options.onFault(error);
      state = { ...state, state: "failed", failure };
    }
    onProgress();
  }
  void run();

  return {
    state: () => state,
    rows: (which) => (which === "bad" ? bad : same),
    fixed,
    order: () => order,
    fix: (row, form) => {
      if (!bad.some((listed) => listed.row === row)) return null;
      const judged = judge.judgeForm(row, form);
      if (isBad(judged)) return judged;
      fixed.set(row, form);
      bad = bad.filter((listed) => listed.row !== row);
      state = { ...state, rows: state.rows - 1, bad: state.bad - 1 };
      add(judged);
      onProgress();
      return judged;
    },
    stop: () => aborts.abort(),
  };
}
