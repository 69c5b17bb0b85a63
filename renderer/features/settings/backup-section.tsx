import { CircleStop, FolderOpen, History, KeyRound, Pencil, Save, Trash2 } from "lucide-react";
import { useState, type ReactNode } from "react";
import { mostKept, type BackupState } from "../../../shared/backup/backup.ts";
import { words } from "../../../messages/words.ts";
import { useAnnounce, useDesk, useIsSet } from "../../lib/hooks.ts";
import type { ShowsAnswer } from "../../lib/main-store.ts";
import { useBackup } from "../../lib/use-backup.ts";
import { useWork } from "../../lib/use-work.ts";
import { Button, ButtonRow } from "../../ui/button.tsx";
import { CheckField, SelectField } from "../../ui/choice-fields.tsx";
import { Question } from "../question/index.ts";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { isolateText } from "../../ui/text.tsx";
import {
  PassphraseDialog,
  ProblemNotice,
  BackupProgress,
  RestoreDialog,
  needsCare,
  useLastWords,
} from "../backup/index.ts";
import { ManagedRow } from "./managed-row.tsx";
import { SettingGroup, SettingRow } from "./setting-row.tsx";
import styles from "./settings.module.css";

const choices = [1, 3, 7, 14, 30, mostKept];

type PartProps = { readonly state: BackupState; readonly change: ShowsAnswer<BackupState> };

/** Where backups go, when, and the way back. All of it is this computer's, whoever is signed in. */
export function BackupSection(): ReactNode {
  const { state, failure, change } = useBackup();
  if (state === null && failure === null) return null;
  const isHere = state?.isFor === "records";
  return (
    <SettingGroup section="backup" {...(isHere || state === null ? {} : { description: words.backup.none })}>
      {failure !== null && <FailureNotice failure={failure} />}
      {state !== null && isHere && (
        <>
          <NowRow state={state} change={change} />
          <FolderRow state={state} change={change} />
          <PassphraseRow state={state} change={change} />
          <DailyRow state={state} change={change} />
          <KeepRow state={state} change={change} />
        </>
      )}
      {isHere && <RestoreRow state={state} />}
    </SettingGroup>
  );
}

/** The words at the left of a row whose buttons stand below. */
const Says = ({ label, help }: { readonly label: string; readonly help?: string }): ReactNode => (
  <div>
    <div className={styles["label"]}>{label}</div>
    {help !== undefined && <p className={styles["soft"]}>{help}</p>}
  </div>
);

function NowRow({ state, change }: PartProps): ReactNode {
  const { now: says } = words.backup;
  const { bridge } = useDesk();
  const announce = useAnnounce();
  const { isPending, failure, run } = useWork();
  const lastWords = useLastWords();
  const { good, part } = state;
  /** The notice says when the last good one was, too. */
  const isTold = needsCare(state);
  const begin = (): Promise<void> =>
    run(
      () => change(bridge.call("backup.run", {})),
      () => announce(says.begun),
    );
  const stop = (): Promise<void> =>
    run(
      () => bridge.call("backup.stop", {}),
      () => announce(says.stopped),
    );
  return (
    <SettingRow id="backup" isWide>
      <div className={styles["stack"]} data-field="backup">
        <Says label={says.label} />
        {!isTold && <p>{lastWords(good)}</p>}
        {good !== null && (
          <p className={styles["soft"]}>
            {says.where}: {isolateText(good.file)}
          </p>
        )}
        {isTold && <ProblemNotice state={state} />}
        {part !== null && <BackupProgress part={part} words={says.progress} />}
        {failure !== null && <FailureNotice failure={failure} />}
        <ButtonRow>
          {part === null ? (
            <Button icon={Save} isPending={isPending} onPress={() => void begin()}>
              {says.start}
            </Button>
          ) : (
            <Button icon={CircleStop} isPending={isPending} onPress={() => void stop()}>
              {says.stop}
            </Button>
          )}
        </ButtonRow>
      </div>
    </SettingRow>
  );
}

function FolderRow({ state: { plan }, change }: PartProps): ReactNode {
  const { folder: says } = words.backup;
  const { bridge } = useDesk();
  const { isPending, failure, run } = useWork();
  const choose = (): Promise<void> => run(() => change(bridge.call("backup.chooseFolder", {})));
  const folder = plan?.folder ?? null;
  if (useIsSet("backupFolder"))
    return <ManagedRow id="backupFolder">{folder === null ? says.none : isolateText(folder)}</ManagedRow>;
  return (
    <SettingRow id="backupFolder" isWide>
      <div className={styles["stack"]}>
        <Says label={says.label} help={says.help} />
        <p>{folder === null ? says.none : isolateText(folder)}</p>
        {failure !== null && <FailureNotice failure={failure} />}
        <ButtonRow>
          <Button icon={FolderOpen} isPending={isPending} onPress={() => void choose()}>
            {folder === null ? says.choose : says.change}
          </Button>
        </ButtonRow>
      </div>
    </SettingRow>
  );
}

function PassphraseRow({ state: { plan }, change }: PartProps): ReactNode {
  const { passphrase: says } = words.backup;
  const { bridge } = useDesk();
  const announce = useAnnounce();
  const { failure, run } = useWork();
  const [asks, setAsks] = useState<"set" | "forget" | null>(null);
  const isSet = plan?.hasPassphrase === true;
  const forget = (): void => {
    setAsks(null);
    void run(
      () => change(bridge.call("backup.forgetPassphrase", {})),
      () => announce(says.forgotten),
    );
  };
  return (
    <SettingRow id="backupPassphrase" isWide>
      <div className={styles["stack"]}>
        <Says label={says.label} help={says.help} />
        <p>{isSet ? says.isSet : says.notSet}</p>
        {failure !== null && <FailureNotice failure={failure} />}
        <ButtonRow>
          <Button icon={isSet ? Pencil : KeyRound} onPress={() => setAsks("set")}>
            {isSet ? says.change : says.set}
          </Button>
          {isSet && (
            <Button icon={Trash2} onPress={() => setAsks("forget")}>
              {says.forget}
            </Button>
          )}
        </ButtonRow>
      </div>
      {asks === "set" && <PassphraseDialog isSet={isSet} change={change} onClose={() => setAsks(null)} />}
      {asks === "forget" && (
        <Question
          title={says.forgetTitle}
          no={says.forgetNo}
          yes={says.forgetYes}
          onNo={() => setAsks(null)}
          onYes={forget}
        >
          {says.forgetText}
        </Question>
      )}
    </SettingRow>
  );
}

/** Saves a part of the plan at once. */
function usePlan({ state: { plan }, change }: PartProps) {
  const { bridge } = useDesk();
  const announce = useAnnounce();
  const { failure, isPending, run } = useWork();
  const isDaily = plan?.isDaily ?? false;
  const keep = plan?.keep ?? 1;
  const set = (only: { isDaily?: boolean; keep?: number }, says?: string): void =>
    void run(
      // The change alone: what is shown of the rest may be older than a change that is still on its way.
      () => change(bridge.call("backup.set", only)),
      () => announce(says ?? words.settings.saved({ kept: "disk" })),
    );
  return { isDaily, keep, failure, isPending, set };
}

const Failed = ({ failure }: Pick<ReturnType<typeof usePlan>, "failure">): ReactNode =>
  failure !== null && (
    <div className={styles["failure"]}>
      <FailureNotice failure={failure} title={words.settings.notSaved} />
    </div>
  );

function DailyRow(props: PartProps): ReactNode {
  const { daily: says } = words.backup;
  const { isDaily, failure, isPending, set } = usePlan(props);
  const [chosen, setChosen] = useState<boolean | null>(null);
  if (useIsSet("backupDaily"))
    return <ManagedRow id="backupDaily">{isDaily ? says.on : says.off}</ManagedRow>;
  return (
    <SettingRow id="backupDaily" isWide>
      <CheckField
        label={says.label}
        name="backupDaily"
        // What was just chosen stands until the keychain has answered.
        isSelected={isPending ? (chosen ?? isDaily) : isDaily}
        onChange={(next) => {
          setChosen(next);
          set({ isDaily: next }, next ? says.on : says.off);
        }}
        description={says.help}
      />
      <Failed failure={failure} />
    </SettingRow>
  );
}

function KeepRow(props: PartProps): ReactNode {
  const { keep: says } = words.backup;
  const { keep, failure, set } = usePlan(props);
  if (useIsSet("backupKeep")) return <ManagedRow id="backupKeep">{says.files({ count: keep })}</ManagedRow>;
  const options = choices.includes(keep) ? choices : [...choices, keep].toSorted((a, b) => a - b);
  return (
    <SettingRow id="backupKeep">
      <SelectField
        label={says.label}
        name="backupKeep"
        value={String(keep)}
        options={options.map((count) => ({ value: String(count), label: says.files({ count }) }))}
        onChange={(value) => set({ keep: Number(value) })}
        help={says.help}
      />
      <Failed failure={failure} />
    </SettingRow>
  );
}

function RestoreRow({ state }: Pick<PartProps, "state">): ReactNode {
  const { restore: says } = words.backup;
  const [isOpen, setOpen] = useState(false);
  return (
    <SettingRow id="restore" isWide>
      <div className={styles["stack"]}>
        <Says label={says.label} help={says.help} />
        {state.isRestoring && <p>{says.decided}</p>}
        <ButtonRow>
          <Button icon={History} onPress={() => setOpen(true)}>
            {says.open}
          </Button>
        </ButtonRow>
      </div>
      {isOpen && <RestoreDialog onClose={() => setOpen(false)} />}
    </SettingRow>
  );
}
