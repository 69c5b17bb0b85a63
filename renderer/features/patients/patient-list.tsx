import { CalendarPlus, SearchX, UserPlus, Users } from "lucide-react";
import { useState, type ReactNode } from "react";
import type { ListedPatient } from "../../../contract/records/item.ts";
import type { PatientRecord } from "../../../contract/records/patient.ts";
import type { RouteOutput } from "../../../contract/routes.ts";
import { words } from "../../../messages/words.ts";
import { useItems, useNavigation } from "../../state/hooks.ts";
import { useRoute, type Reading } from "../../state/use-route.ts";
import { Button, ButtonRow } from "../../ui/button.tsx";
import { Detail } from "../../ui/detail.tsx";
import { Facts } from "../../ui/facts.tsx";
import { Unread } from "../../ui/failure-notice.tsx";
import { List, ListCount, ListRow } from "../../ui/list.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Page } from "../../ui/page.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { useReveal } from "../../ui/use-focus.ts";
import { TextField } from "../../ui/text-field.tsx";
import { describePatient, patientFacts, unfinishedName } from "./describe.ts";
import styles from "./patients.module.css";
import { ItemBadge } from "../items/index.ts";
import { useOpenDrafts } from "../../state/use-open-drafts.ts";

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
      title={words.patients.title}
      description={words.patients.description}
      tools={
        <Button variant="primary" icon={UserPlus} onPress={() => onNew(null)}>
          {words.patients.newPatient}
        </Button>
      }
      aside={
        chosen === null ? undefined : (
          <div ref={part} tabIndex={-1}>
            <PatientDetail key={chosen} id={chosen} onNew={onNew} />
          </div>
        )
      }
      asideLabel={words.patients.details}
    >
      <UnfinishedPatients onContinue={onContinue} />
      <div className={styles["search"]}>
        <TextField
          label={words.patients.search}
          type="search"
          value={text}
          onChange={setText}
          maxLength={200}
          help={words.patients.searchHelp}
        />
      </div>
      <Results
        {...{ text, reading, chosen, onNew }}
        onChoose={(id) => {
          onChoose(id);
          reveal();
        }}
      />
    </Page>
  );
}

type ResultsProps = Pick<Props, "chosen" | "onChoose" | "onNew"> & {
  readonly text: string;
  readonly reading: Reading<RouteOutput<"patients.search">> & { readonly reload: () => void };
};

function Results({ text, reading, chosen, onChoose, onNew }: ResultsProps): ReactNode {
  if (reading.state !== "ready") {
    const { tryAgain, notRead, reading: waiting } = words.patients;
    return <Unread reading={reading} again={tryAgain} title={notRead} waiting={waiting} />;
  }
  const { patients, total } = reading.value;
  if (patients.length === 0) {
    return text.trim() === "" ? (
      <EmptyState icon={Users} title={words.patients.none} action={<NewButton onNew={onNew} />}>
        {words.patients.noneHelp}
      </EmptyState>
    ) : (
      <EmptyState
        icon={SearchX}
        title={words.patients.noMatch({ text: text.trim() })}
        action={<NewButton onNew={onNew} />}
      >
        {words.patients.noMatchHelp}
      </EmptyState>
    );
  }
  return (
    <>
      <ListCount>
        {total === null
          ? words.patients.firstShown({ shown: patients.length })
          : total > patients.length
            ? words.patients.shownOf({ shown: patients.length, total })
            : words.patients.count({ count: total })}
      </ListCount>
      <List label={words.patients.title}>
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
  <Button onPress={() => onNew(null)}>{words.patients.createOne}</Button>
);

type DetailProps = { readonly id: string; readonly onNew: (household: PatientRecord | null) => void };

function PatientDetail({ id, onNew }: DetailProps): ReactNode {
  const { go } = useNavigation();
  const version = useItems((state) => state.version);
  const reading = useRoute("patients.get", { id }, { refresh: version });
  if (reading.state !== "ready") return <Unread reading={reading} again={words.patients.tryAgain} />;
  const patient = reading.value;
  return (
    <Detail title={describePatient(patient).name}>
      {patient.patientId === null && patient.itemId !== null && <PendingBadge itemId={patient.itemId} />}
      <Facts items={patientFacts(patient)} />
      <ButtonRow>
        <Button
          variant="primary"
          icon={CalendarPlus}
          onPress={() => go({ screen: "new-booking", patientRecordId: patient.id })}
        >
          {words.patients.book}
        </Button>
        <Button onPress={() => onNew(patient)}>{words.patients.sameHousehold}</Button>
      </ButtonRow>
    </Detail>
  );
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

/** Patients that were being typed when something came between. */
function UnfinishedPatients({ onContinue }: Pick<Props, "onContinue">): ReactNode {
  const drafts = useOpenDrafts("patient", 5);
  if (drafts.length === 0) return null;
  return (
    <Notice
      tone="info"
      title={words.patients.unfinished({ count: drafts.length })}
      actions={drafts.map((draft) => (
        <Button key={draft.id} size="small" onPress={() => onContinue(draft)}>
          {words.patients.continueWith({ name: unfinishedName(draft.form) })}
        </Button>
      ))}
    />
  );
}
