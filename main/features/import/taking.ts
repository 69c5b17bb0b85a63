import type { PatientForm } from "../../../shared/patients/patient-form.ts";
import type { KeptImport } from "../../../shared/import/import.ts";
import type { DateContext } from "../../../shared/time/calendar.ts";
import type { Clock } from "../../platform/ports.ts";
import type { GroupCommit } from "../../db/group-commit.ts";
import type { Store } from "../../db/types.ts";
import { readDataRows } from "./dry-run.ts";
import { isBad, createRowJudge, type KnownToImport } from "./judge.ts";
import type { InspectedFile } from "./look.ts";
import type { Source } from "./source.ts";
import type { OnImportStep } from "./steps.ts";

/** Rows that are kept at once: a few milliseconds. */
const atOnce = 100;

type Options = {
  readonly source: Source;
  readonly looked: InspectedFile;
  readonly context: DateContext;
  readonly known: KnownToImport;
  readonly fixed: ReadonlyMap<number, PatientForm>;
  readonly clock: Pick<Clock, "monotonic">;
  readonly inGroup: GroupCommit;
  readonly store: Store;
  readonly signal: AbortSignal;
  readonly onTaken: (count: number) => void;
  readonly onStep: OnImportStep;
};

/**
 * Keeps the rows of a file that are right and new, in slices; only the last of them begins the import. Where it rejects, what was
 * kept is taken away by the caller: nothing has begun.
 */
export async function takeRows(begun: KeptImport, options: Options): Promise<KeptImport> {
  const { source, looked, context, known, fixed, clock, inGroup, store, signal, onTaken, onStep } = options;
  const { judge } = createRowJudge({ columns: looked.columns, context, known, fixed });
  let waiting: { readonly row: number; readonly form: PatientForm }[] = [];
  let total = 0;

  async function keep(): Promise<void> {
    const rows = waiting;
    waiting = [];
    await inGroup(() =>
      store.transaction(({ imports }) => {
        for (const row of rows) {
          imports.keepRow(begun, row);
          onStep("row-kept");
        }
      }),
    );
    onStep("rows-kept");
    total += rows.length;
    onTaken(total);
  }

  await readDataRows(
    source,
    looked,
    async (row) => {
      const judged = judge(row);
      if (isBad(judged) || judged.knownAs !== null) return;
      waiting.push({ row: judged.row, form: judged.form });
      if (waiting.length >= atOnce) await keep();
    },
    { signal, clock },
  );
  if (waiting.length > 0) await keep();
  const kept: KeptImport = { ...begun, state: "running", total, left: total };
  store.transaction(({ imports }) => imports.save(kept));
  return kept;
}
