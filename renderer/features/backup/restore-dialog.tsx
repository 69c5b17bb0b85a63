import { FolderOpen, History } from "lucide-react";
import { useState, type ReactNode } from "react";
import type { BackupFacts, BackupState } from "../../../shared/backup/backup.ts";
import { longestPassphrase } from "../../../shared/backup/passphrase.ts";
import { cleanLine, shownAtMost } from "../../../shared/text/clean-text.ts";
import { words } from "../../../messages/words.ts";
import { useDesk, useLock, useSettings } from "../../lib/hooks.ts";
import type { ShowsAnswer } from "../../lib/main-store.ts";
import { useBackup } from "../../lib/use-backup.ts";
import { useQuestion } from "../../lib/use-question.ts";
import { useWork } from "../../lib/use-work.ts";
import { Button } from "../../ui/button.tsx";
import { CancelButton } from "../../ui/cancel-button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Facts } from "../../ui/facts.tsx";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { formatClockMoment } from "../../ui/format.ts";
import { LoadingState } from "../../ui/states.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { AdminEntry } from "../lock/index.ts";
import styles from "./backup.module.css";
import { BackupProgress } from "./progress.tsx";

type Props = { readonly onClose: () => void };

/** A backup, chosen, looked into and put in the place of the records: nothing here changes before the last button. */
export function RestoreDialog({ onClose }: Props): ReactNode {
  const { restore: says } = words.backup;
  const { bridge } = useDesk();
  const lock = useLock();
  const { state, failure, change } = useBackup();
  const close = (): void => {
    if (state !== null && state.chosen !== null && !state.isRestoring)
      void change(bridge.call("backup.closeFile", {}));
    onClose();
  };
  if (state === null)
    return (
      <Dialog title={says.title} onClose={close}>
        {failure === null ? <LoadingState /> : <FailureNotice failure={failure} />}
      </Dialog>
    );
  if (state.isRestoring)
    return (
      <Dialog title={says.title} onClose={close}>
        <p role="status">{says.restarting}</p>
      </Dialog>
    );
  if (lock?.isAdminOpen === false) return <AdminFirst onClose={close} />;
  const facts = state.chosen?.facts ?? null;
  return facts === null || state.chosen === null ? (
    <Choose key="choose" state={state} change={change} onClose={close} />
  ) : (
    <Preview key="preview" id={state.chosen.id} facts={facts} change={change} onClose={close} />
  );
}

function AdminFirst({ onClose }: Props): ReactNode {
  const { restore: says } = words.backup;
  return (
    <Dialog title={says.title} onClose={onClose}>
      <p>{says.admin}</p>
      <AdminEntry label={says.adminPin} button={says.adminOpen}>
        <CancelButton onPress={onClose} />
      </AdminEntry>
    </Dialog>
  );
}

type ChooseProps = Props & { readonly state: BackupState; readonly change: ShowsAnswer<BackupState> };

/** Which file, and its passphrase. */
function Choose({ state: { chosen }, change, onClose }: ChooseProps): ReactNode {
  const { restore: says } = words.backup;
  const { bridge } = useDesk();
  const choosing = useWork();
  const looking = useWork();
  const [passphrase, setPassphrase] = useState("");
  const [isEmpty, setEmpty] = useState(false);
  const choose = (): Promise<void> => choosing.run(() => change(bridge.call("backup.chooseFile", {})));
  const look = (): void => {
    setEmpty(passphrase === "");
    if (passphrase === "" || chosen === null) return;
    void looking.run(() => change(bridge.call("backup.look", { id: chosen.id, passphrase })));
  };
  const wrong = looking.failure?.fields["passphrase"] ?? null;
  const part = chosen?.part ?? null;
  const failure = choosing.failure ?? (wrong === null ? looking.failure : null);
  return (
    <Dialog title={says.title} size="medium" onClose={onClose}>
      <form
        noValidate
        className={styles["form"]}
        onSubmit={(event) => {
          event.preventDefault();
          if (!looking.isPending) look();
        }}
      >
        <p>{chosen === null ? says.text : says.file({ name: cleanLine(chosen.name, shownAtMost.word) })}</p>
        {chosen !== null && (
          <TextField
            label={says.passphrase}
            name="passphrase"
            type="password"
            isRequired
            isCode
            autoFocus
            maxLength={longestPassphrase}
            value={passphrase}
            onChange={(text) => {
              setPassphrase(text);
              setEmpty(false);
            }}
            error={isEmpty ? says.empty : wrong}
          />
        )}
        {failure !== null && <FailureNotice failure={failure} />}
        {part !== null && <BackupProgress part={part} words={says.looking} />}
        <div className={styles["actions"]}>
          <CancelButton onPress={onClose} />
          <Button
            icon={FolderOpen}
            variant={chosen === null ? "primary" : "secondary"}
            isPending={choosing.isPending}
            isBlocked={looking.isPending}
            onPress={() => void choose()}
          >
            {chosen === null ? says.choose : says.chooseOther}
          </Button>
          {chosen !== null && (
            <Button type="submit" variant="primary" isPending={looking.isPending}>
              {says.look}
            </Button>
          )}
        </div>
      </form>
    </Dialog>
  );
}

type PreviewProps = Props & {
  readonly id: string;
  readonly facts: BackupFacts;
  readonly change: ShowsAnswer<BackupState>;
};

/** What is in it, what happens to what is here, and the one button that does it. */
function Preview({ id, facts, change, onClose }: PreviewProps): ReactNode {
  const { restore: says } = words.backup;
  const { bridge } = useDesk();
  const { settings } = useSettings();
  const { isPending, failure, run } = useWork();
  useQuestion(onClose);
  const { desk, at, version, counts } = facts;
  const number = (count: number): string => says.count({ count });
  const put = (): Promise<void> => run(() => change(bridge.call("backup.restore", { id })));
  return (
    <Dialog
      title={says.question}
      size="medium"
      isQuestion
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{says.no}</Button>
          <Button variant="danger" icon={History} isPending={isPending} onPress={() => void put()}>
            {says.yes}
          </Button>
        </>
      }
    >
      <Facts
        items={[
          { label: says.desk, value: cleanLine(desk, shownAtMost.word) },
          { label: says.when, value: formatClockMoment(at, settings?.timeZone) },
          { label: says.version, value: cleanLine(version, shownAtMost.word) },
          { label: says.patients, value: number(counts.patients) },
          { label: says.bookings, value: number(counts.bookings) },
          { label: says.waiting, value: number(counts.waiting) },
        ]}
      />
      <p>{says.here}</p>
      <p>{says.doubt}</p>
      <p>{says.restart}</p>
      {failure !== null && <FailureNotice failure={failure} />}
    </Dialog>
  );
}
