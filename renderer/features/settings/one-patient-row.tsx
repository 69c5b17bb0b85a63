import { useState, type ReactNode } from "react";
import { formatName } from "../../../messages/format.ts";
import { words } from "../../../messages/words.ts";
import { useRoute } from "../../lib/use-route.ts";
import { ComboField } from "../../ui/combo-field.tsx";
import { describePatient, EraseQuestion, type Forgotten } from "../patients/index.ts";
import { SettingRow } from "./setting-row.tsx";

/** Deletes one patient whom a person names, such as one who asked for it. */
export function OnePatientRow(): ReactNode {
  const [text, setText] = useState("");
  const [asked, setAsked] = useState<Forgotten | null>(null);
  const [told, setTold] = useState<string | null>(null);
  const { one, erased } = words.settings.retention;
  const reading = useRoute(
    "patients.search",
    { text: text.trim(), limit: 8 },
    { enabled: text.trim() !== "" },
  );
  const found = text.trim() === "" ? [] : (reading.value?.patients ?? []);
  return (
    <SettingRow id="eraseOne">
      <ComboField
        label={one.label}
        name="eraseOne"
        text={text}
        onTextChange={(next) => {
          setTold(null);
          setText(next);
        }}
        options={found.map((patient) => {
          const { name, detail } = describePatient(patient);
          return { id: patient.id, label: name, detail };
        })}
        isStale={reading.isStale}
        onPick={(id) => {
          const patient = found.find((each) => each.id === id);
          if (patient !== undefined) setAsked({ id, name: formatName(patient.input) });
        }}
        echo={told}
        help={one.help}
      />
      {asked !== null && (
        <EraseQuestion
          patients={[asked]}
          isChosen
          onClose={() => setAsked(null)}
          onErased={(answer) => {
            setAsked(null);
            setText("");
            setTold(erased({ count: answer.erased }));
          }}
        />
      )}
    </SettingRow>
  );
}
