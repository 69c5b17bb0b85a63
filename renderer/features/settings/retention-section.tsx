import { Trash2 } from "lucide-react";
import { useState, type ReactNode } from "react";
import type { Settings } from "../../../shared/settings/settings.ts";
import type { RouteOutput } from "../../../shared/routes.ts";
import { getToday } from "../../../shared/time/zoned-time.ts";
import { formatName } from "../../../messages/format.ts";
import { words } from "../../../messages/words.ts";
import { useIsSet, useItems } from "../../lib/hooks.ts";
import { useRoute } from "../../lib/use-route.ts";
import { Button, ButtonRow } from "../../ui/button.tsx";
import { SelectField } from "../../ui/choice-fields.tsx";
import { Unread } from "../../ui/failure-notice.tsx";
import { isolateText } from "../../ui/text.tsx";
import { describePatient, EraseQuestion, type Erased, type Forgotten } from "../patients/index.ts";
import { OnePatientRow } from "./one-patient-row.tsx";
import { ManagedRow } from "./managed-row.tsx";
import { SettingGroup, SettingRow } from "./setting-row.tsx";
import styles from "./settings.module.css";
import { useSetting } from "./use-setting.ts";

const choices = [0, 6, 12, 18, 24, 36, 60, 84, 120];
const shownAtMost = 50;

/** Months in words: whole years as years. */
function lengthWords(months: number): string {
  const { retention: says } = words.settings;
  if (months === 0) return says.off;
  return months % 12 === 0 ? says.years({ count: months / 12 }) : says.months({ count: months });
}

/** How long patients stay on this computer who are not seen any more, and the way to delete them. */
export function RetentionSection({ settings }: { readonly settings: Settings }): ReactNode {
  const setting = useSetting();
  const isManaged = useIsSet("retentionMonths");
  const { retention: says } = words.settings;
  const months = setting.pending.retentionMonths ?? settings.retentionMonths;
  const options = choices.includes(months) ? choices : [...choices, months].toSorted((a, b) => a - b);
  return (
    <SettingGroup section="retention">
      {isManaged ? (
        <ManagedRow id="retention" below={months > 0 && <Offer settings={settings} />}>
          {lengthWords(months)}
        </ManagedRow>
      ) : (
        <SettingRow id="retention" setting={setting}>
          <SelectField
            label={says.label}
            name="retentionMonths"
            value={String(months)}
            options={options.map((each) => ({ value: String(each), label: lengthWords(each) }))}
            onChange={(value) => void setting.commit({ retentionMonths: Number(value) })}
            help={says.help}
          />
          {settings.retentionMonths > 0 && (
            <div className={styles["under"]}>
              <Offer settings={settings} />
            </div>
          )}
        </SettingRow>
      )}
      <OnePatientRow />
    </SettingGroup>
  );
}

type Unseen = RouteOutput<"retention.list">["patients"][number];

/** Who was not seen for so long: nobody is deleted but by the button. */
function Offer({ settings }: { readonly settings: Settings }): ReactNode {
  const version = useItems((state) => state.version);
  const [asked, setAsked] = useState<readonly Forgotten[] | null>(null);
  const [erased, setErased] = useState<Erased | null>(null);
  const { retention: says } = words.settings;
  const refresh = `${String(version)} ${String(settings.retentionMonths)} ${settings.timeZone}`;
  const reading = useRoute("retention.list", { limit: shownAtMost }, { refresh });
  if (reading.state !== "ready")
    return <Unread reading={reading} title={says.notRead} again={says.again} waiting={says.reading} />;
  const { patients, total, before } = reading.value;
  if (before === null) return null;
  const forgotten = ({ patient }: Unseen): Forgotten => ({ id: patient.id, name: formatName(patient.input) });
  return (
    <div className={styles["stack"]}>
      {erased !== null && <ErasedWords erased={erased} />}
      <p>{says.offer({ count: total, date: before })}</p>
      {patients.length > 0 && (
        <ul className={styles["offered"]} aria-label={says.list}>
          {patients.map((row) => (
            <li key={row.patient.id} className={styles["name"]}>
              <span className={styles["grow"]}>
                {isolateText(describePatient(row.patient).name)}
                <span className={styles["soft"]}> {isolateText(describePatient(row.patient).detail)}</span>
              </span>
              <span className={styles["soft"]}>
                {says.seen({ date: getToday(settings.timeZone, row.lastSeen) })}
              </span>
              <Button
                size="small"
                variant="quiet"
                icon={Trash2}
                label={says.eraseOneOf({ name: forgotten(row).name })}
                onPress={() => setAsked([forgotten(row)])}
              >
                {says.eraseOne}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {total > patients.length && (
        <p className={styles["soft"]}>{says.more({ count: total - patients.length })}</p>
      )}
      {patients.length > 0 && (
        <ButtonRow>
          <Button icon={Trash2} onPress={() => setAsked(patients.map(forgotten))}>
            {says.erase({ count: patients.length })}
          </Button>
        </ButtonRow>
      )}
      {asked !== null && (
        <EraseQuestion
          patients={asked}
          isChosen={false}
          onClose={() => setAsked(null)}
          onErased={(answer) => {
            setAsked(null);
            setErased(answer);
            reading.reload();
          }}
        />
      )}
    </div>
  );
}

const ErasedWords = ({ erased: { erased, kept } }: { readonly erased: Erased }): ReactNode => (
  <p className={styles["saved"]}>
    {words.settings.retention.erased({ count: erased })}
    {kept > 0 && ` ${words.settings.retention.kept({ count: kept })}`}
  </p>
);
