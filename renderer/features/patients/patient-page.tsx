import { CalendarPlus, Home, Trash2, Users } from "lucide-react";
import { useState, type ReactNode } from "react";
import type { PatientRecord } from "../../../shared/patients/patient.ts";
import type { Settings } from "../../../shared/settings/settings.ts";
import type { RouteOutput } from "../../../shared/routes.ts";
import { cleanLine, shownAtMost } from "../../../shared/text/clean-text.ts";
import { getToday } from "../../../shared/time/zoned-time.ts";
import { words } from "../../../messages/words.ts";
import { useItems, useNavigation } from "../../lib/hooks.ts";
import { useCommandEnter } from "../../lib/use-command-enter.ts";
import { useRoute } from "../../lib/use-route.ts";
import { Button, ButtonRow } from "../../ui/button.tsx";
import { formatCard } from "../../ui/card-name.ts";
import { Facts, type Fact } from "../../ui/facts.tsx";
import { Unread } from "../../ui/failure-notice.tsx";
import { NoticeBox } from "../../ui/notice.tsx";
import split from "../../ui/split.module.css";
import { isolateText } from "../../ui/text.tsx";
import { ItemBadge } from "../items/index.ts";
import {
  formatDobWithAge,
  describePatient,
  listDetailFacts,
  formatNumbers,
  describePatientLine,
} from "./describe.ts";
import { EraseQuestion } from "./erase-question.tsx";
import { PatientNotesField } from "./notes.tsx";
import { JoinedNotice, OtherRecords } from "./other-records.tsx";
import { SamePersonDialog, type JoinedPatients } from "./same-person-dialog.tsx";
import styles from "./screen.module.css";
import { Visits } from "./visits.tsx";

type Props = {
  readonly id: string;
  readonly settings: Settings;
  /** `YYYY-MM-DD` in the clinic's zone. */
  readonly today: string;
  /** Another patient, by their record. */
  readonly onOpen: (id: string) => void;
  readonly onHousehold: (patient: PatientRecord) => void;
  /** What was just said of two records of this person, to be taken back at once. */
  readonly joined: JoinedPatients | null;
  readonly onJoined: (joined: JoinedPatients) => void;
  /** Back to the list. */
  readonly onClose: () => void;
};

/** All that this computer knows of a patient: visits before details. */
export function PatientDetailPage({ id, onClose, ...props }: Props): ReactNode {
  const version = useItems((state) => state.version);
  const reading = useRoute("patients.person", { id }, { refresh: version });
  return reading.state === "ready" ? (
    <Whole person={reading.value} onErased={onClose} {...props} />
  ) : (
    <Unread reading={reading} again={words.patients.tryAgain} />
  );
}

type WholeProps = Omit<Props, "id" | "onClose"> & {
  readonly person: RouteOutput<"patients.person">;
  readonly onErased: () => void;
};

function Whole({ person, onErased, ...props }: WholeProps): ReactNode {
  const { settings, today, onOpen, onHousehold, joined, onJoined } = props;
  const { go } = useNavigation();
  const [asks, setAsks] = useState<"same" | "erase" | null>(null);
  const { patient, others } = person;
  const { input, patientId } = patient;
  const onParted = (): void => onOpen(patient.id);
  const { name } = describePatient(patient);
  const book = (): void => go({ screen: "new-booking", patientRecordId: patient.id });
  useCommandEnter(book);
  const facts = [
    formatDobWithAge(input.dob, today),
    ...(input.phone === undefined ? [] : [cleanLine(input.phone, shownAtMost.word)]),
    formatNumbers(
      patientId,
      others.flatMap((other) => other.patientId ?? []),
    ),
  ];
  return (
    <>
      <div className={split["whole"]}>
        <header>
          <div className={styles["headline"]}>
            <h2>{isolateText(name)}</h2>
            <Button size="small" icon={Users} onPress={() => setAsks("same")}>
              {words.patients.same.open}
            </Button>
          </div>
          <p className={styles["who"]}>
            {facts.map((fact, at) => (
              <span key={fact}>
                {at > 0 && <span aria-hidden="true"> · </span>}
                {isolateText(fact)}
              </span>
            ))}
          </p>
        </header>
        {joined?.kept.id === patient.id && others.some(({ id }) => id === joined.other.id) && (
          <JoinedNotice {...joined} onParted={onParted} />
        )}
        {[patient, ...others].map(
          (record) =>
            record.patientId === null &&
            record.itemId !== null && (
              <PendingBadge key={record.id} itemId={record.itemId} isSecond={others.length > 0} />
            ),
        )}
        <Visits patient={patient.id} settings={settings} today={today} />
        <section aria-labelledby="patient-details">
          <h3 id="patient-details">{words.patients.detailsTitle}</h3>
          <Details {...{ person, settings, today, onOpen }} />
        </section>
        <Notes {...person} />
        <OtherRecords {...{ others, today, onParted }} />
        <ButtonRow>
          <Button size="small" icon={Trash2} onPress={() => setAsks("erase")}>
            {words.patients.erase}
          </Button>
        </ButtonRow>
      </div>
      <div className={split["bar"]}>
        <Button icon={Home} onPress={() => onHousehold(patient)}>
          {words.patients.sameHousehold}
        </Button>
        <Button variant="primary" icon={CalendarPlus} shortcut="mod+Enter" onPress={book}>
          {words.patients.bookFor({ name: cleanLine(input.firstName, shownAtMost.word) })}
        </Button>
      </div>
      {asks === "same" && (
        <SamePersonDialog
          {...{ patient, today }}
          onClose={() => setAsks(null)}
          onJoined={(both) => {
            setAsks(null);
            onJoined(both);
          }}
        />
      )}
      {asks === "erase" && (
        <EraseQuestion
          patients={[{ id: patient.id, name }]}
          isChosen
          onClose={() => setAsks(null)}
          onErased={onErased}
        />
      )}
    </>
  );
}

/** Those of this record, and of the others of the same person that have some. */
function Notes({ patient, others, notes }: RouteOutput<"patients.person">): ReactNode {
  const { label, labelOf } = words.patients.notes;
  const textOf = (id: string): string => notes.find((each) => each.id === id)?.text ?? "";
  // Once they stand here they stay while they are typed away.
  const [shown] = useState(() => new Set<string>());
  const noted = others.filter(({ id }) => textOf(id) !== "" || shown.has(id));
  for (const { id } of noted) shown.add(id);
  return (
    <>
      <PatientNotesField key={patient.id} id={patient.id} label={label} kept={textOf(patient.id)} />
      {noted.map(({ id, patientId }) => (
        <PatientNotesField
          key={id}
          id={id}
          label={labelOf({ name: formatNumbers(patientId) })}
          kept={textOf(id)}
        />
      ))}
    </>
  );
}

type DetailsProps = Pick<WholeProps, "person" | "settings" | "today" | "onOpen">;

function Details({ person, settings, today, onOpen }: DetailsProps): ReactNode {
  const { patient } = person;
  const version = useItems((state) => state.version);
  const cards = useRoute("patients.cards", { id: patient.id }, { refresh: version });
  const sharing = useSamePhone(person, version);
  const { cardUsed, expiredCard, cards: label, noCards, samePhone } = words.patients;
  const kept = (cards.value?.cards ?? []).map(({ card, expired, usedAt }) =>
    cardUsed({
      card: expired ? expiredCard({ card: formatCard(card) }) : formatCard(card),
      date: getToday(settings.timeZone, usedAt),
    }),
  );
  const all: Fact[] = [
    ...listDetailFacts(patient),
    ...(cards.state === "ready"
      ? [{ label, value: kept.length === 0 ? noCards : <Lines all={kept} /> }]
      : []),
  ];
  if (sharing.length > 0) {
    const people = sharing.map((other) => {
      const { name, born } = describePatientLine(other, today);
      return (
        <span key={other.id} className={styles["line"]}>
          <button type="button" className={styles["link"]} onClick={() => onOpen(other.id)}>
            {isolateText(name)}
          </button>{" "}
          <span className={styles["soft"]}>{born}</span>
        </span>
      );
    });
    all.push({ label: samePhone, value: <>{people}</> });
  }
  return <Facts items={all} />;
}

const Lines = ({ all }: { readonly all: readonly string[] }): ReactNode =>
  all.map((line) => (
    <span key={line} className={styles["line"]}>
      {isolateText(line)}
    </span>
  ));

/** Others here with the same phone number: mostly a family. */
function useSamePhone(
  { patient, others }: RouteOutput<"patients.person">,
  version: unknown,
): readonly PatientRecord[] {
  const phone = patient.input.phone ?? "";
  const { value } = useRoute(
    "patients.similar",
    { firstName: "", lastName: "", dob: null, email: "", phone },
    { enabled: phone !== "", clears: true, refresh: version },
  );
  const own = new Set([patient, ...others].map(({ id }) => id));
  return (value?.patients ?? []).filter(({ id }) => !own.has(id)).slice(0, 6);
}

type PendingProps = {
  readonly itemId: string;
  /** The same person has another record, with a number or without. */
  readonly isSecond: boolean;
};

function PendingBadge({ itemId, isSecond }: PendingProps): ReactNode {
  const { go } = useNavigation();
  const version = useItems((state) => state.version);
  const reading = useRoute("items.get", { id: itemId }, { refresh: version });
  if (reading.state !== "ready") return null;
  const badge = (
    <ButtonRow>
      <ItemBadge item={reading.value} />
      <Button size="small" onPress={() => go({ screen: "outbox", itemId })}>
        {words.patients.openInOutbox}
      </Button>
    </ButtonRow>
  );
  return isSecond ? <NoticeBox tone="warning" title={words.patients.same.waiting} actions={badge} /> : badge;
}
