import { CalendarPlus, SearchX, UserPlus, Users } from "lucide-react";
import { useState, type ReactNode } from "react";
import type { ListedItem, ListedPatient } from "../../../contract/records/item.ts";
import type { PatientRecord } from "../../../contract/records/patient.ts";
import type { RouteOutput } from "../../../contract/routes.ts";
import { useItems, useNavigation } from "../../state/hooks.ts";
import { useRoute, type Reading } from "../../state/use-route.ts";
import { Button } from "../../ui/button.tsx";
import { Detail, DetailActions } from "../../ui/detail.tsx";
import { Facts } from "../../ui/facts.tsx";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { List, ListCount, ListRow } from "../../ui/list.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Page } from "../../ui/page.tsx";
import { EmptyState, LoadingState } from "../../ui/states.tsx";
import { useReveal } from "../../ui/use-arrive.ts";
import { StatusBadge } from "../../ui/status-badge.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { describePatient, patientFacts, unfinishedName } from "./describe.ts";
import styles from "./patients.module.css";

type Props = {
  readonly chosen: string | null;
  readonly onChoose: (id: string) => void;
  readonly onNew: (household: PatientRecord | null) => void;
  readonly onContinue: (item: ListedPatient) => void;
};

/** Search, list and detail of the patients known on this computer. */
export function PatientList({ chosen, onChoose, onNew, onContinue }: Props): ReactNode {
  const [text, setText] = useState("");
  const { part, reveal } = useReveal();
  const version = useItems((state) => state.version);
  const reading = useRoute("patients.search", { text, limit: 20 }, { refresh: version });
  return (
    <Page
      title="Patients"
      description="Those created or booked on this computer. The service has no list to read."
      tools={
        <Button variant="primary" icon={UserPlus} onPress={() => onNew(null)}>
          New patient
        </Button>
      }
      aside={
        chosen === null ? undefined : (
          <div ref={part} tabIndex={-1}>
            <PatientDetail key={chosen} id={chosen} onNew={onNew} />
          </div>
        )
      }
      asideLabel="Patient details"
    >
      <UnfinishedPatients onContinue={onContinue} version={version} />
      <div className={styles["search"]}>
        <TextField
          label="Search patients"
          type="search"
          value={text}
          onChange={setText}
          maxLength={200}
          help="Name, date of birth, phone, email or external ID"
        />
      </div>
      <Results
        {...{ text, reading, chosen, onNew }}
        onChoose={(id) => {
          onChoose(id);
          reveal();
        }}
        reload={reading.reload}
      />
    </Page>
  );
}

type ResultsProps = Pick<Props, "chosen" | "onChoose" | "onNew"> & {
  readonly text: string;
  readonly reading: Reading<RouteOutput<"patients.search">>;
  readonly reload: () => void;
};

function Results({ text, reading, chosen, onChoose, onNew, reload }: ResultsProps): ReactNode {
  if (reading.state === "loading") return <LoadingState>Reading the patients…</LoadingState>;
  if (reading.state === "failed") {
    return (
      <FailureNotice
        title="The patients on this computer could not be read."
        failure={reading.failure}
        actions={<Button onPress={reload}>Try again</Button>}
      />
    );
  }
  const { patients, total } = reading.value;
  if (patients.length === 0) {
    return text.trim() === "" ? (
      <EmptyState icon={Users} title="No patients on this computer yet" action={<NewButton onNew={onNew} />}>
        A patient you create here, or book for, can be found again by a few letters.
      </EmptyState>
    ) : (
      <EmptyState
        icon={SearchX}
        title={`Nobody known here matches “${text.trim()}”`}
        action={<NewButton onNew={onNew} />}
      >
        They may still be known to the service: a booking can be made with their patient number.
      </EmptyState>
    );
  }
  return (
    <>
      <ListCount>
        {total > patients.length
          ? `${patients.length} of ${total}. Type more to narrow it down.`
          : total === 1
            ? "1 patient"
            : `${total} patients`}
      </ListCount>
      <List label="Patients">
        {patients.map((patient) => {
          const { name, detail } = describePatient(patient);
          return (
            <ListRow
              key={patient.id}
              title={name}
              detail={detail}
              isSelected={patient.id === chosen}
              onPress={() => onChoose(patient.id)}
            />
          );
        })}
      </List>
    </>
  );
}

const NewButton = ({ onNew }: Pick<Props, "onNew">): ReactNode => (
  <Button onPress={() => onNew(null)}>Create a patient</Button>
);

type DetailProps = { readonly id: string; readonly onNew: (household: PatientRecord | null) => void };

function PatientDetail({ id, onNew }: DetailProps): ReactNode {
  const { go } = useNavigation();
  const version = useItems((state) => state.version);
  const reading = useRoute("patients.get", { id }, { refresh: version });
  if (reading.state === "loading") return <LoadingState />;
  if (reading.state === "failed") {
    return (
      <FailureNotice
        failure={reading.failure}
        actions={<Button onPress={reading.reload}>Try again</Button>}
      />
    );
  }
  const patient = reading.value;
  return (
    <Detail title={describePatient(patient).name}>
      {patient.patientId === null && patient.itemId !== null && <PendingBadge itemId={patient.itemId} />}
      <Facts items={patientFacts(patient)} />
      <DetailActions>
        <Button
          variant="primary"
          icon={CalendarPlus}
          onPress={() => go({ screen: "new-booking", patientRecordId: patient.id })}
        >
          Book an appointment
        </Button>
        <Button onPress={() => onNew(patient)}>Same household, new person</Button>
      </DetailActions>
    </Detail>
  );
}

function PendingBadge({ itemId }: { readonly itemId: string }): ReactNode {
  const { go } = useNavigation();
  const version = useItems((state) => state.version);
  const reading = useRoute("items.get", { id: itemId }, { refresh: version });
  if (reading.state !== "ready") return null;
  return (
    <DetailActions>
      <StatusBadge item={reading.value} />
      <Button size="small" onPress={() => go({ screen: "outbox", itemId })}>
        Open in the outbox
      </Button>
    </DetailActions>
  );
}

type UnfinishedProps = { readonly onContinue: (item: ListedPatient) => void; readonly version: number };

const isPatient = (item: ListedItem): item is ListedPatient => item.kind === "patient";

/** Patients that were being typed when something came between. */
function UnfinishedPatients({ onContinue, version }: UnfinishedProps): ReactNode {
  const reading = useRoute(
    "items.list",
    { kinds: ["patient"], statuses: ["draft"], limit: 5, offset: 0 },
    { refresh: version },
  );
  const drafts = (reading.value?.items ?? []).filter(isPatient);
  if (drafts.length === 0) return null;
  return (
    <Notice
      tone="info"
      title={
        drafts.length === 1 ? "A patient was not finished" : `${drafts.length} patients were not finished`
      }
      actions={drafts.map((draft) => (
        <Button key={draft.id} size="small" onPress={() => onContinue(draft)}>
          {`Continue with ${unfinishedName(draft.form)}`}
        </Button>
      ))}
    />
  );
}
