import { useState, type ReactNode } from "react";
import type { PatientItem } from "../../../contract/records/item.ts";
import type { PatientRecord } from "../../../contract/records/patient.ts";
import { formatName } from "../../../messages/format.ts";
import { words } from "../../../messages/words.ts";
import { useNavigation, useSettings } from "../../state/hooks.ts";
import { useRoute } from "../../state/use-route.ts";
import { Button } from "../../ui/button.tsx";
import { Unread } from "../../ui/failure-notice.tsx";
import { Page } from "../../ui/page.tsx";
import { LoadingState } from "../../ui/states.tsx";
import { PatientEditor } from "./patient-editor.tsx";
import { PatientList } from "./patient-list.tsx";

/** What the screen shows: the list, or the form for a patient. */
type Mode =
  | { readonly kind: "list" }
  | { readonly kind: "new"; readonly household: PatientRecord | null; readonly serial: number }
  | { readonly kind: "item"; readonly id: string };

/** Patients known on this computer, and the form that creates one. */
export function PatientsView(): ReactNode {
  const { visit } = useNavigation();
  return <PatientsVisit key={visit} />;
}

function PatientsVisit(): ReactNode {
  const { target } = useNavigation();
  const aimed = target.screen === "patients" ? target : null;
  const [mode, setMode] = useState<Mode>(
    aimed?.itemId === undefined ? { kind: "list" } : { kind: "item", id: aimed.itemId },
  );
  const [chosen, setChosen] = useState<string | null>(aimed?.patientRecordId ?? null);
  const openNew = (household: PatientRecord | null): void =>
    setMode({ kind: "new", household, serial: Date.now() });
  const close = (recordId?: string | null): void => {
    if (recordId !== undefined && recordId !== null) setChosen(recordId);
    setMode({ kind: "list" });
  };
  if (mode.kind === "list") {
    return (
      <PatientList
        chosen={chosen}
        onChoose={setChosen}
        onNew={openNew}
        onContinue={(item) => setMode({ kind: "item", id: item.id })}
      />
    );
  }
  const shared = { openNew, close };
  return mode.kind === "new" ? (
    <Editor key={mode.serial} {...shared} item={null} household={mode.household} />
  ) : (
    <ItemEditor key={mode.id} {...shared} id={mode.id} />
  );
}

type Shared = {
  readonly openNew: (household: PatientRecord | null) => void;
  readonly close: (recordId?: string | null) => void;
};

function ItemEditor({ id, ...shared }: Shared & { readonly id: string }): ReactNode {
  // Read once: from then on the form is ahead of what main has.
  const reading = useRoute("items.get", { id });
  if (reading.state === "ready" && reading.value.kind === "patient") {
    return <Editor {...shared} item={reading.value} household={null} />;
  }
  return (
    <Page
      title={words.patients.newPatient}
      actions={<Button onPress={() => shared.close()}>{words.patients.close}</Button>}
    >
      {reading.state !== "ready" && <Unread reading={reading} again={words.patients.tryAgain} />}
    </Page>
  );
}

type EditorProps = Shared & { readonly item: PatientItem | null; readonly household: PatientRecord | null };

function Editor({ item, household, openNew, close }: EditorProps): ReactNode {
  const { settings } = useSettings();
  const { go } = useNavigation();
  if (settings === null) return <LoadingState />;
  return (
    <PatientEditor
      settings={settings}
      item={item}
      household={household}
      description={
        household === null
          ? words.patients.required
          : words.patients.household({ name: formatName(household.input) })
      }
      onCancel={() => close()}
      cancelWords={words.patients.close}
      onUse={(patient) => close(patient.id)}
      renderDoneActions={(recordId) => (
        <>
          {recordId !== null && (
            <Button
              variant="primary"
              onPress={() => go({ screen: "new-booking", patientRecordId: recordId })}
            >
              {words.patients.book}
            </Button>
          )}
          <Button onPress={() => openNew(null)}>{words.patients.newPatient}</Button>
        </>
      )}
    />
  );
}
