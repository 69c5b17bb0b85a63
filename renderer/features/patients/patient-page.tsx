import { ArrowLeft, CalendarPlus, Home } from "lucide-react";
import type { ReactNode } from "react";
import type { PatientRecord } from "../../../contract/records/patient.ts";
import type { Settings } from "../../../contract/records/settings.ts";
import { cleanLine, shownAtMost } from "../../../domain/clean-text.ts";
import { words } from "../../../messages/words.ts";
import { useItems, useNavigation } from "../../state/hooks.ts";
import { useRoute } from "../../state/use-route.ts";
import { Button, ButtonRow } from "../../ui/button.tsx";
import { cardName } from "../../ui/card-name.ts";
import { Facts, type Fact } from "../../ui/facts.tsx";
import { Unread } from "../../ui/failure-notice.tsx";
import { isolated } from "../../ui/text.tsx";
import { ItemBadge } from "../items/index.ts";
import { ageText, describePatient, detailFacts, patientLine } from "./describe.ts";
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
  /** Back to the list. */
  readonly onClose: () => void;
};

/** All that this computer knows of a patient: visits before details. */
export function PatientPage({ id, onClose, ...props }: Props): ReactNode {
  const version = useItems((state) => state.version);
  const reading = useRoute("patients.get", { id }, { refresh: version });
  return (
    <>
      <div className={styles["back"]}>
        <Button size="small" variant="quiet" icon={ArrowLeft} onPress={onClose}>
          {words.patients.backToList}
        </Button>
      </div>
      {reading.state === "ready" ? (
        <Whole patient={reading.value} {...props} />
      ) : (
        <Unread reading={reading} again={words.patients.tryAgain} />
      )}
    </>
  );
}

type WholeProps = Omit<Props, "id" | "onClose"> & { readonly patient: PatientRecord };

function Whole({ patient, settings, today, onOpen, onHousehold }: WholeProps): ReactNode {
  const { go } = useNavigation();
  const { input, patientId } = patient;
  const { name } = describePatient(patient);
  const facts = [
    ageText(input.dob, today),
    ...(input.phone === undefined ? [] : [cleanLine(input.phone, shownAtMost.word)]),
    patientId === null ? words.patients.numberless : `#${String(patientId)}`,
  ];
  return (
    <>
      <div className={styles["whole"]}>
        <header>
          <h2>{isolated(name)}</h2>
          <p className={styles["who"]}>
            {facts.map((fact, at) => (
              <span key={fact}>
                {at > 0 && <span aria-hidden="true"> · </span>}
                {isolated(fact)}
              </span>
            ))}
          </p>
        </header>
        {patientId === null && patient.itemId !== null && <PendingBadge itemId={patient.itemId} />}
        <Visits patient={patient.id} settings={settings} today={today} />
        <section aria-labelledby="patient-details">
          <h3 id="patient-details">{words.patients.detailsTitle}</h3>
          <Details {...{ patient, today, onOpen }} />
        </section>
      </div>
      <div className={styles["bar"]}>
        <Button icon={Home} onPress={() => onHousehold(patient)}>
          {words.patients.sameHousehold}
        </Button>
        <Button
          variant="primary"
          icon={CalendarPlus}
          onPress={() => go({ screen: "new-booking", patientRecordId: patient.id })}
        >
          {words.patients.bookFor({ name: cleanLine(input.firstName, shownAtMost.word) })}
        </Button>
      </div>
    </>
  );
}

type DetailsProps = Pick<WholeProps, "patient" | "today" | "onOpen">;

function Details({ patient, today, onOpen }: DetailsProps): ReactNode {
  const version = useItems((state) => state.version);
  const cards = useRoute("patients.cards", { id: patient.id }, { refresh: version });
  const sharing = useSamePhone(patient);
  const { expiredCard, cards: label, noCards, samePhone } = words.patients;
  const kept = (cards.value?.cards ?? []).map(({ card, expired }) =>
    expired ? expiredCard({ card: cardName(card) }) : cardName(card),
  );
  const all: Fact[] = [
    ...detailFacts(patient),
    ...(cards.state === "ready"
      ? [{ label, value: kept.length === 0 ? noCards : <Lines all={kept} /> }]
      : []),
  ];
  if (sharing.length > 0) {
    const people = sharing.map((other) => {
      const { name, born } = patientLine(other, today);
      return (
        <span key={other.id} className={styles["line"]}>
          <button type="button" className={styles["link"]} onClick={() => onOpen(other.id)}>
            {isolated(name)}
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
      {isolated(line)}
    </span>
  ));

/** Others here with the same phone number: mostly a family. */
function useSamePhone({ id, input }: PatientRecord): readonly PatientRecord[] {
  const phone = input.phone ?? "";
  const { value } = useRoute(
    "patients.similar",
    { firstName: "", lastName: "", dob: null, email: "", phone },
    { enabled: phone !== "", clears: true },
  );
  return (value?.patients ?? []).filter((other) => other.id !== id).slice(0, 6);
}

function PendingBadge({ itemId }: { readonly itemId: string }): ReactNode {
  const { go } = useNavigation();
  const version = useItems((state) => state.version);
  const reading = useRoute("items.get", { id: itemId }, { refresh: version });
  if (reading.state !== "ready") return null;
  return (
    <ButtonRow>
      <ItemBadge item={reading.value} />
      <Button size="small" onPress={() => go({ screen: "outbox", itemId })}>
        {words.patients.openInOutbox}
      </Button>
    </ButtonRow>
  );
}
