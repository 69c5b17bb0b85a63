import { SearchX, UserPlus, Users } from "lucide-react";
import { type KeyboardEvent, type MouseEvent, type ReactNode } from "react";
import type { PatientRecord } from "../../../shared/patients/patient.ts";
import type { RouteOutput } from "../../../shared/routes.ts";
import type { PersonTyped } from "../../../shared/patients/patient-query.ts";
import { words } from "../../../messages/words.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { isolateText } from "../../ui/text.tsx";
import { createWords, describePatientLine } from "./describe.ts";
import styles from "./screen.module.css";

type Choosing = {
  readonly chosen: string | null;
  /** `byKey`: Enter, not the mouse. */
  readonly onChoose: (id: string, byKey: boolean) => void;
};

type Props = Choosing & {
  readonly text: string;
  readonly found: RouteOutput<"patients.search">;
  /** Whom the text describes, should there be nobody here; null where it describes nobody. */
  readonly person: PersonTyped | null;
  readonly onCreate: (person: PersonTyped | null) => void;
  /** `YYYY-MM-DD` in the clinic's zone. */
  readonly today: string;
  /** Up from the first row. */
  readonly onLeaveUp: () => void;
};

/** Moves among the rows of all lists: arrows, Home and End. */
function moveFocus(event: KeyboardEvent<HTMLElement>, onLeaveUp: () => void): void {
  const found = event.currentTarget.closest("[data-found]");
  const rows = [...(found?.querySelectorAll<HTMLElement>("[data-row]") ?? [])];
  const at = rows.findIndex((row) => row === event.target);
  const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 }[event.key];
  if (at === -1 || next === undefined) return;
  event.preventDefault();
  if (next < 0) onLeaveUp();
  else rows[next]?.focus();
}

function countWords({ patients, total }: RouteOutput<"patients.search">): string {
  const { firstShown, shownOf, count } = words.patients;
  const shown = patients.length;
  if (total === null) return firstShown({ shown });
  return total > shown ? shownOf({ shown, total }) : count({ count: total });
}

type CountProps = Pick<Props, "text"> & { readonly found: RouteOutput<"patients.search"> | null };

/** How many were found, read out when it changes. It stays while they are looked for: what comes with its words is not. */
export function ResultCount({ text, found }: CountProps): ReactNode {
  const isNobody = found !== null && found.patients.length === 0;
  return (
    <div role="status">
      {found !== null && text.trim() !== "" && (
        <p className={styles[isNobody ? "noMatch" : "count"]}>
          {isNobody && <SearchX size={16} aria-hidden="true" />}{" "}
          {isNobody ? words.patients.noMatch({ text: text.trim() }) : countWords(found)}
        </p>
      )}
    </div>
  );
}

/** Who was found; who may be meant; and only then that a new patient can be made of what was typed. */
export function Results({ text, found, person, onCreate, onLeaveUp, ...choosing }: Props): ReactNode {
  const { patients, near } = found;
  const isSearch = text.trim() !== "";
  if (!isSearch && patients.length === 0) {
    return (
      <EmptyState
        icon={Users}
        title={words.patients.none}
        action={<Button onPress={() => onCreate(null)}>{words.patients.createOne}</Button>}
      >
        {words.patients.noneHelp}
      </EmptyState>
    );
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => moveFocus(event, onLeaveUp);
  const shared = { ...choosing, onKeyDown, otherNumbers: found.otherNumbers };
  return (
    <div data-found="">
      {patients.length > 0 && (
        <>
          {!isSearch && Object.keys(found.last).length > 0 && (
            <p className={styles["count"]}>{words.patients.recent}</p>
          )}
          <Rows label={words.patients.title} patients={patients} {...shared} />
        </>
      )}
      {near.length > 0 && (
        <>
          <h2 className={styles["near"]}>{words.patients.didYouMean}</h2>
          <Rows label={words.patients.didYouMean} patients={near} {...shared} />
        </>
      )}
      {patients.length === 0 && (
        <div className={styles["offer"]}>
          <button
            type="button"
            data-row=""
            className={styles["create"]}
            onKeyDown={onKeyDown}
            onClick={() => onCreate(person)}
          >
            <UserPlus size={16} aria-hidden="true" />
            <span>{isolateText(createWords(person))}</span>
          </button>
          <p>{words.patients.noMatchHelp}</p>
        </div>
      )}
    </div>
  );
}

type RowsProps = Choosing & {
  readonly label: string;
  readonly patients: readonly PatientRecord[];
  readonly today: string;
  readonly otherNumbers: Props["found"]["otherNumbers"];
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
};

const Rows = ({
  label,
  patients,
  chosen,
  onChoose,
  today,
  otherNumbers,
  onKeyDown,
}: RowsProps): ReactNode => (
  <ul aria-label={label} className={styles["rows"]} onKeyDown={onKeyDown}>
    {patients.map((patient) => {
      const { name, detail, number } = describePatientLine(patient, today, otherNumbers[patient.id]);
      return (
        <li key={patient.id} className={styles["item"]}>
          <button
            type="button"
            data-row={patient.id}
            className={styles["row"]}
            aria-current={patient.id === chosen || undefined}
            onClick={({ detail: presses }: MouseEvent) => onChoose(patient.id, presses === 0)}
          >
            <span className={styles["text"]}>
              <span className={styles["name"]}>{isolateText(name)}</span>{" "}
              <span className={styles["detail"]}>{isolateText(detail)}</span>
            </span>{" "}
            <span className={styles["number"]}>{number}</span>
          </button>
        </li>
      );
    })}
  </ul>
);
