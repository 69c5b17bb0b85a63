import { useEffect, useState, type ReactNode } from "react";
import type { PatientItem } from "../../../shared/outbox/item.ts";
import type { Settings } from "../../../shared/settings/settings.ts";
import { formatName } from "../../../messages/format.ts";
import { words } from "../../../messages/words.ts";
import { useDesk, useNavigation, useSettings } from "../../lib/hooks.ts";
import { useRoute } from "../../lib/use-route.ts";
import { Button } from "../../ui/button.tsx";
import { Unread } from "../../ui/failure-notice.tsx";
import { Page } from "../../ui/page.tsx";
import { LoadingState } from "../../ui/states.tsx";
import { PatientEditor } from "./patient-editor.tsx";
import { PatientsScreen, type NewPatient } from "./patients-screen.tsx";

/** What the screen shows: the list, or the form for a patient. */
type Mode =
  | { readonly kind: "list" }
  | (NewPatient & { readonly kind: "new"; readonly serial: number })
  | { readonly kind: "item"; readonly id: string };

const blank: NewPatient = { household: null, typed: null };

/** Patients known on this computer, and the form that creates one. */
export function PatientsView(): ReactNode {
  const { visit } = useNavigation();
  return <PatientsVisit key={visit} />;
}

function PatientsVisit(): ReactNode {
  const { target } = useNavigation();
  const { settings } = useSettings();
  const { intake } = useDesk();
  const [aimed] = useState(target.screen === "patients" ? target : null);
  const [mode, setMode] = useState<Mode>(() => {
    if (aimed?.itemId !== undefined) return { kind: "item", id: aimed.itemId };
    return aimed?.begins === undefined ? { kind: "list" } : { kind: "new", ...blank, serial: 0 };
  });
  useEffect(() => {
    // The form takes it once it is there.
    if (aimed?.begins !== undefined) intake.setState({ waiting: aimed.begins });
  }, [aimed, intake]);
  const [chosen, setChosen] = useState<string | null>(aimed?.patientRecordId ?? null);
  const openNew = (begun: NewPatient): void => setMode({ kind: "new", ...begun, serial: Date.now() });
  const close = (recordId?: string | null): void => {
    if (recordId !== undefined && recordId !== null) setChosen(recordId);
    setMode({ kind: "list" });
  };
  if (settings === null) return <LoadingState />;
  if (mode.kind === "list") {
    return (
      <PatientsScreen
        settings={settings}
        sought={aimed?.search ?? ""}
        chosen={chosen}
        onChoose={setChosen}
        onNew={openNew}
        onContinue={(item) => setMode({ kind: "item", id: item.id })}
      />
    );
  }
  const shared = { settings, openNew, close };
  return mode.kind === "new" ? (
    <Editor key={mode.serial} {...shared} item={null} household={mode.household} typed={mode.typed} />
  ) : (
    <ItemEditor key={mode.id} {...shared} id={mode.id} />
  );
}

type Shared = {
  readonly settings: Settings;
  readonly openNew: (begun: NewPatient) => void;
  readonly close: (recordId?: string | null) => void;
};

function ItemEditor({ id, ...shared }: Shared & { readonly id: string }): ReactNode {
  // Read once: from then on the form is ahead of what main has.
  const reading = useRoute("items.get", { id });
  if (reading.state === "ready" && reading.value.kind === "patient") {
    return <Editor {...shared} item={reading.value} household={null} typed={null} />;
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

type EditorProps = Shared & NewPatient & { readonly item: PatientItem | null };

function Editor({ settings, item, household, typed, openNew, close }: EditorProps): ReactNode {
  const { go } = useNavigation();
  return (
    <PatientEditor
      settings={settings}
      item={item}
      household={household}
      typed={typed}
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
          <Button onPress={() => openNew(blank)}>{words.patients.newPatient}</Button>
        </>
      )}
    />
  );
}
