import { Pencil, Plus, Trash2 } from "lucide-react";
import { useRef, useState, type ReactNode, type Ref } from "react";
import type { Settings } from "../../../shared/settings/settings.ts";
import { said } from "../../../messages/saying.ts";
import { words } from "../../../messages/words.ts";
import { useToast, useDesk, useStaffName } from "../../lib/hooks.ts";
import { useBadField } from "../../lib/use-bad-field.ts";
import { chooseStaff } from "../../lib/staff.ts";
import { Button } from "../../ui/button.tsx";
import { CancelButton } from "../../ui/cancel-button.tsx";
import { firstClickAlone } from "../../ui/first-click.ts";
import { TextField } from "../../ui/text-field.tsx";
import { SettingGroup, SettingRow } from "./setting-row.tsx";
import styles from "./settings.module.css";
import { checkStaffName } from "./staff.ts";
import { useSetting, useUnkept, useWhole } from "./use-setting.ts";

/** Whose name is changed, and what stands in its field when that opens. */
type Renamed = { readonly name: string; readonly typed: string };

/** The names that are offered for who is at the desk. */
export function StaffSection({ settings }: { readonly settings: Settings }): ReactNode {
  const setting = useSetting();
  const { staff: says } = words.settings;
  const names = setting.pending.staff ?? settings.staff;
  const change = useWhole(settings.staff, (staff) => setting.commit({ staff }));
  const [renamed, setRenamed] = useState<Renamed | null>(null);
  const follow = useRenamedAtDesk();
  const field = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  const others = (name: string): readonly string[] => names.filter((each) => each !== name);
  const rename = async (from: string, to: string): Promise<boolean> => {
    setRenamed(null);
    const isKept = await change((before) => before.map((each) => (each === from ? to : each)));
    if (isKept) await follow(from, to);
    // What was typed stands open again, unless another was opened meanwhile.
    else setRenamed((now) => now ?? { name: from, typed: to });
    return isKept;
  };
  const remove = (name: string): void => {
    // Its button goes with it.
    field.current?.focus();
    void change((before) => before.filter((each) => each !== name));
  };
  return (
    <SettingGroup section="staff">
      <SettingRow id="staff" setting={setting} isWide>
        <div className={styles["stack"]}>
          <div>
            <div className={styles["label"]}>{says.label}</div>
            <p className={styles["soft"]}>{says.help}</p>
          </div>
          {names.length === 0 ? (
            <p className={styles["soft"]}>{says.none}</p>
          ) : (
            <ul className={styles["names"]} aria-label={says.label} {...firstClickAlone}>
              {names.map((name) => (
                <li key={name} className={styles["name"]}>
                  {name === renamed?.name ? (
                    <NameForm
                      label={says.newName}
                      title={says.renameOne({ name })}
                      first={renamed.typed}
                      kept={name}
                      button={words.settings.services.save}
                      others={others(name)}
                      onName={(to) => rename(name, to)}
                      onCancel={() => setRenamed(null)}
                    />
                  ) : (
                    <NameLine
                      {...{ name }}
                      onRename={() => setRenamed({ name, typed: name })}
                      onRemove={() => remove(name)}
                    />
                  )}
                </li>
              ))}
            </ul>
          )}
          <NameForm
            ref={field}
            label={says.name}
            title={says.addForm}
            button={says.add}
            others={names}
            onName={(name) => change((before) => [...before, name])}
          />
        </div>
      </SettingRow>
    </SettingGroup>
  );
}

/** Who is at the desk under the old name is there under the new one. */
function useRenamedAtDesk(): (from: string, to: string) => Promise<void> {
  const { staff, bridge } = useDesk();
  const atDesk = useStaffName();
  const toast = useToast();
  return async (from, to) => {
    if (atDesk !== from) return;
    const answer = await chooseStaff(staff, bridge, to);
    if (!answer.ok) toast(said(answer.failure.why));
  };
}

type LineProps = { readonly name: string; readonly onRename: () => void; readonly onRemove: () => void };

function NameLine({ name, onRename, onRemove }: LineProps): ReactNode {
  const { staff: says } = words.settings;
  return (
    <>
      <span className={styles["grow"]}>{name}</span>
      <Button size="small" variant="quiet" icon={Pencil} label={says.renameOne({ name })} onPress={onRename}>
        {says.rename}
      </Button>
      <Button size="small" variant="quiet" icon={Trash2} label={says.removeOne({ name })} onPress={onRemove}>
        {says.remove}
      </Button>
    </>
  );
}

type FormProps = {
  /** Of the field. */
  readonly label: string;
  /** Of the form. */
  readonly title: string;
  readonly button: string;
  readonly first?: string;
  /** The name that stands in the settings; left out for a new one. */
  readonly kept?: string;
  readonly others: readonly string[];
  /** Answers whether it was kept. */
  readonly onName: (name: string) => Promise<boolean>;
  /** Left out: the form stays, empty, for the next name. */
  readonly onCancel?: () => void;
  readonly ref?: Ref<HTMLInputElement & HTMLTextAreaElement>;
};

function NameForm({
  label,
  title,
  button,
  first,
  kept = "",
  others,
  onName,
  onCancel,
  ref,
}: FormProps): ReactNode {
  const [typed, setTyped] = useState(first ?? "");
  const [wasAsked, setWasAsked] = useState(false);
  const problem = checkStaffName(typed, others);
  useUnkept(typed.trim() !== kept, { section: "staff", name: title });
  const form = useRef<HTMLFormElement>(null);
  const goToBad = useBadField(form);
  /** The next one may be typed at once; one that could not be kept stands there again. */
  const add = async (): Promise<void> => {
    setTyped("");
    const isKept = await onName(typed.trim());
    if (!isKept) setTyped((now) => (now === "" ? typed : now));
  };
  return (
    <form
      ref={form}
      noValidate
      className={styles["nameForm"]}
      aria-label={title}
      onKeyDown={(event) => {
        if (event.key === "Escape") onCancel?.();
      }}
      onSubmit={(event) => {
        event.preventDefault();
        setWasAsked(problem !== null);
        if (problem !== null) return goToBad();
        void add();
      }}
    >
      <TextField
        {...(ref === undefined ? {} : { ref })}
        label={label}
        value={typed}
        autoFocus={onCancel !== undefined}
        onChange={(text) => {
          setTyped(text);
          setWasAsked(false);
        }}
        error={wasAsked ? problem : null}
      />
      {onCancel !== undefined && <CancelButton onPress={onCancel} />}
      <Button type="submit" icon={onCancel === undefined ? Plus : undefined}>
        {button}
      </Button>
    </form>
  );
}
