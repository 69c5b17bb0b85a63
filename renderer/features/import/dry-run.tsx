import { CircleAlert, UserPlus, Users, type LucideIcon } from "lucide-react";
import { useEffect, useId, useRef, useState, type ReactNode } from "react";
import type { Failure } from "../../../shared/core/failure.ts";
import type { PatientForm } from "../../../shared/patients/patient-form.ts";
import type { ImportFile, ImportRow, ImportState } from "../../../shared/import/import.ts";
import { cleanLine, shownAtMost } from "../../../shared/text/clean-text.ts";
import { said } from "../../../messages/saying.ts";
import { words } from "../../../messages/words.ts";
import { useAnnounce, useDesk } from "../../lib/hooks.ts";
import type { ShowsAnswer } from "../../lib/main-store.ts";
import { useRoute } from "../../lib/use-route.ts";
import { Button } from "../../ui/button.tsx";
import { joinClassNames } from "../../ui/class-names.ts";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { firstClickAlone } from "../../ui/first-click.ts";
import { isolateText } from "../../ui/text.tsx";
import { EditRow } from "./edit-row.tsx";
import styles from "./import.module.css";

type Which = "bad" | "known";
type Props = {
  readonly file: ImportFile;
  readonly isBlocked: boolean;
  readonly change: ShowsAnswer<ImportState>;
};

/** Rows that are drawn; all of them are in the file that can be saved. */
const drawnAtMost = 100;

/** What would become of the rows: who is new, who is known, and what must be put right. */
export function DryRun({ file, isBlocked, change }: Props): ReactNode {
  const says = words.import.dryRun;
  const id = useId();
  const [which, setWhich] = useState<Which>("bad");
  const { fresh, known, bad, failure } = file.dryRun;
  return (
    <section className={styles["part"]} aria-labelledby={id}>
      <h2 id={id}>{says.title}</h2>
      <div className={styles["tiles"]} role="group" aria-label={says.show}>
        <div className={joinClassNames(styles["tile"], fresh > 0 && styles["fresh"])}>
          <Figure icon={UserPlus} count={fresh} />
          <p className={styles["soft"]}>{says.fresh}</p>
        </div>
        <Tile
          icon={Users}
          count={known}
          label={says.known}
          isShown={which === "known"}
          onShow={() => setWhich("known")}
        />
        <Tile
          icon={CircleAlert}
          count={bad}
          label={says.bad}
          isShown={which === "bad"}
          isUrgent={bad > 0}
          onShow={() => setWhich("bad")}
        />
      </div>
      {failure !== null && <FailureNotice failure={failure} title={says.failed} />}
      <Rows key={which} which={which} file={file} isBlocked={isBlocked} change={change} />
    </section>
  );
}

const Figure = ({ icon: Icon, count }: { readonly icon: LucideIcon; readonly count: number }): ReactNode => (
  <p className={styles["figure"]}>
    {words.import.count({ count })}
    <Icon size={18} aria-hidden="true" />
  </p>
);

type TileProps = {
  readonly icon: LucideIcon;
  readonly count: number;
  readonly label: string;
  readonly isShown: boolean;
  readonly isUrgent?: boolean;
  readonly onShow: () => void;
};

const Tile = ({ icon, count, label, isShown, isUrgent = false, onShow }: TileProps): ReactNode => (
  <button
    type="button"
    className={joinClassNames(styles["tile"], isUrgent && styles["urgent"])}
    aria-pressed={isShown}
    onClick={onShow}
  >
    <Figure icon={icon} count={count} />
    <p className={styles["soft"]}>{label}</p>
  </button>
);

function Rows({ file, which, isBlocked, change }: Props & { readonly which: Which }): ReactNode {
  const says = words.import.dryRun;
  const { bridge } = useDesk();
  const announce = useAnnounce();
  /** Why a row could not be put right: it says nothing of another. */
  const [refused, setRefused] = useState<{ readonly row: number; readonly failure: Failure } | null>(null);
  const [edited, setEdited] = useState<ImportRow | null>(null);
  const total = file.dryRun[which];
  // While more are found, the first of them stay as they are.
  const refresh = `${file.id} ${String(Math.min(total, drawnAtMost))} ${file.dryRun.state}`;
  const reading = useRoute("import.rows", { id: file.id, which }, { refresh });
  const table = useRef<HTMLTableSectionElement>(null);
  const fixedAt = useFixedFocus(table, reading.value);
  const edit = (row: ImportRow): void => {
    setRefused(null);
    setEdited(row);
  };
  const fix = async (row: ImportRow, form: PatientForm): Promise<void> => {
    setRefused(null);
    const answer = await change(bridge.call("import.fix", { id: file.id, fixed: { row: row.row, form } }));
    if (!answer.ok) return setRefused({ row: row.row, failure: answer.failure });
    fixedAt(reading.value?.rows.findIndex((each) => each.row === row.row) ?? 0);
    setEdited((now) => (now?.row === row.row ? null : now));
    announce(words.import.fixed({ row: row.row }));
  };
  const rows = reading.value?.rows.slice(0, drawnAtMost) ?? [];
  const more = total - rows.length;
  if (rows.length === 0)
    return (
      <p className={styles["soft"]}>
        {file.dryRun.state === "done" &&
          total === 0 &&
          (which === "bad" ? says.nothingBad : says.nothingKnown)}
      </p>
    );
  return (
    <>
      {refused !== null && edited === null && <FailureNotice failure={refused.failure} />}
      <div className={styles["box"]}>
        <table className={styles["table"]} aria-label={says[which]}>
          <thead>
            <tr>
              <th scope="col">{says.row}</th>
              <th scope="col">{says.name}</th>
              <th scope="col">{which === "bad" ? says.why : says.knownAs}</th>
              {which === "bad" && <th scope="col">{says.action}</th>}
            </tr>
          </thead>
          <tbody ref={table} {...firstClickAlone}>
            {rows.map((row) => (
              <tr key={row.row}>
                <th scope="row" className={styles["number"]}>
                  {words.import.count({ count: row.row })}
                </th>
                <td className={styles["head"]}>{nameOf(row)}</td>
                <td>{which === "bad" ? whyOf(row) : isolateText(cleanLine(row.knownAs?.name ?? ""))}</td>
                {which === "bad" && (
                  <td className={styles["end"]}>
                    <RowAction row={row} isBlocked={isBlocked} onEdit={edit} onFix={fix} />
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {more > 0 && (
        <p className={styles["soft"]}>
          {which === "bad" ? says.more({ count: more }) : says.moreKnown({ count: more })}
        </p>
      )}
      {which === "known" && <p className={styles["soft"]}>{says.left}</p>}
      {edited !== null && (
        <EditRow
          row={edited}
          failure={refused?.row === edited.row ? refused.failure : null}
          onClose={() => setEdited(null)}
          onSave={(form) => void fix(edited, form)}
        />
      )}
    </>
  );
}

function nameOf({ form }: ImportRow): ReactNode {
  const parts = [form.lastName, form.firstName].map((part) => part.trim()).filter((part) => part !== "");
  return parts.length === 0
    ? words.import.dryRun.noName
    : isolateText(cleanLine(parts.join(", "), shownAtMost.word));
}

/** Everything that is wrong with a row, and the day that may have been meant. */
function whyOf({ errors, meant }: ImportRow): string {
  const all = [...new Set(Object.values(errors).map(said))];
  return [...all, ...(meant === null ? [] : [words.import.dryRun.meant({ date: meant })])].join(" ");
}

type ActionProps = {
  readonly row: ImportRow;
  readonly isBlocked: boolean;
  readonly onEdit: (row: ImportRow) => void;
  readonly onFix: (row: ImportRow, form: PatientForm) => Promise<void>;
};

/** One press where only the day is wrong, and it is plain which may be meant. */
function RowAction({ row, isBlocked, onEdit, onFix }: ActionProps): ReactNode {
  const says = words.import.dryRun;
  const { meant, errors, form } = row;
  const isDateAlone = meant !== null && Object.keys(errors).every((field) => field === "dob");
  return isDateAlone ? (
    <Button
      size="small"
      isBlocked={isBlocked}
      label={says.takeOf({ date: meant, row: row.row })}
      onPress={() => void onFix(row, { ...form, dob: meant })}
    >
      {says.take}
    </Button>
  ) : (
    <Button
      size="small"
      isBlocked={isBlocked}
      label={says.editOf({ row: row.row })}
      onPress={() => onEdit(row)}
    >
      {says.edit}
    </Button>
  );
}

/** A row that is put right goes with its button: the focus is the next row's. */
function useFixedFocus(table: { readonly current: HTMLElement | null }, rows: unknown): (at: number) => void {
  const wanted = useRef<number | null>(null);
  useEffect(() => {
    const at = wanted.current;
    if (at === null) return;
    wanted.current = null;
    const buttons = [...(table.current?.querySelectorAll("button") ?? [])];
    (buttons[at] ?? buttons.at(-1))?.focus();
  }, [rows, table]);
  return (at) => {
    wanted.current = at;
  };
}
