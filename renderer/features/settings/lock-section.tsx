import { KeyRound, Pencil, Trash2 } from "lucide-react";
import { useId, useState, type ReactNode } from "react";
import type { PinKind } from "../../../shared/lock/lock.ts";
import { words } from "../../../messages/words.ts";
import { useAnnounce, useDesk, useIsSet, useLock } from "../../lib/hooks.ts";
import { useWork } from "../../lib/use-work.ts";
import { Button, ButtonRow } from "../../ui/button.tsx";
import { SelectField } from "../../ui/choice-fields.tsx";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { PinDialog } from "../lock/index.ts";
import { describeSettingsRow } from "./search.ts";
import { ManagedRow, SetMark } from "./managed-row.tsx";
import { SettingGroup, SettingRow } from "./setting-row.tsx";
import styles from "./settings.module.css";

const choices = [0, 1, 2, 5, 10, 15, 30, 60];

/** The PINs of this computer's desk, and when it locks by itself. They are the computer's, whoever is signed in. */
export function LockSection(): ReactNode {
  const lock = useLock();
  const isAfterSet = useIsSet("lockAfter");
  if (lock === null) return null;
  return (
    <SettingGroup section="lock">
      <PinRow which="desk" isSet={lock.hasPin} mayBeSet={lock.mayBeSet} isRequired={lock.pinRequired} />
      {isAfterSet ? (
        <ManagedRow id="lockAfter">{words.settings.lock.after.minutes({ count: lock.after })}</ManagedRow>
      ) : (
        <AfterRow minutes={lock.after} isUsed={lock.hasPin && lock.mayBeSet} />
      )}
      <PinRow which="admin" isSet={lock.hasAdminPin} mayBeSet={lock.mayBeSet} />
    </SettingGroup>
  );
}

type PinRowProps = {
  readonly which: PinKind;
  readonly isSet: boolean;
  readonly mayBeSet: boolean;
  /** The organization asks for it: it can be changed and not removed. */
  readonly isRequired?: boolean;
};

function PinRow({ which, isSet, mayBeSet, isRequired = false }: PinRowProps): ReactNode {
  const [does, setDoes] = useState<"set" | "change" | "remove" | null>(null);
  const { lock: says } = words.settings;
  const none = useId();
  const described = mayBeSet ? undefined : none;
  const id = which === "desk" ? "deskPin" : "adminPin";
  const name = describeSettingsRow(id).label;
  return (
    <SettingRow id={id} isWide>
      <div className={styles["stack"]} data-field={id}>
        <div>
          <div className={styles["label"]}>{name}</div>
          <p className={styles["soft"]}>{which === "desk" ? says.help : says.admin.help}</p>
          {isRequired && <SetMark />}
          {!mayBeSet && (
            <p id={none} className={styles["soft"]}>
              {says.none}
            </p>
          )}
        </div>
        <ButtonRow>
          {isSet ? (
            <>
              <Button
                icon={Pencil}
                isDisabled={!mayBeSet}
                describedBy={described}
                label={says.changeOf({ name })}
                onPress={() => setDoes("change")}
              >
                {says.change}
              </Button>
              {!isRequired && (
                <Button
                  icon={Trash2}
                  isDisabled={!mayBeSet}
                  describedBy={described}
                  label={says.removeOf({ name })}
                  onPress={() => setDoes("remove")}
                >
                  {says.remove}
                </Button>
              )}
            </>
          ) : (
            <Button
              icon={KeyRound}
              isDisabled={!mayBeSet}
              describedBy={described}
              onPress={() => setDoes("set")}
            >
              {which === "desk" ? says.set : says.admin.set}
            </Button>
          )}
        </ButtonRow>
      </div>
      {does !== null && <PinDialog which={which} does={does} onClose={() => setDoes(null)} />}
    </SettingRow>
  );
}

type AfterProps = { readonly minutes: number; readonly isUsed: boolean };

/** Chosen, it is kept in the keychain at once: there is nothing to take back but to choose again. */
function AfterRow({ minutes, isUsed }: AfterProps): ReactNode {
  const { bridge } = useDesk();
  const announce = useAnnounce();
  const { failure, run } = useWork();
  const { after: says } = words.settings.lock;
  const options = choices.includes(minutes) ? choices : [...choices, minutes].toSorted((a, b) => a - b);
  const wording = (count: number): string => (count === 0 ? says.never : says.minutes({ count }));
  return (
    <SettingRow id="lockAfter">
      <SelectField
        label={says.label}
        name="lockAfter"
        value={String(minutes)}
        options={options.map((each) => ({ value: String(each), label: wording(each) }))}
        onChange={(value) => {
          void run(
            () => bridge.call("lock.setAfter", { minutes: Number(value) }),
            () => announce(words.settings.saved({ kept: "disk" })),
          );
        }}
        help={isUsed ? says.help : `${says.help} ${words.lock.needsPin}`}
      />
      {failure !== null && (
        <div className={styles["failure"]}>
          <FailureNotice failure={failure} title={words.settings.notSaved} />
        </div>
      )}
    </SettingRow>
  );
}
