import { Sparkles } from "lucide-react";
import { useRef, useState, type ReactNode } from "react";
import type { BackupState } from "../../../shared/backup/backup.ts";
import { longestPassphrase, findPassphraseFault } from "../../../shared/backup/passphrase.ts";
import { said, say } from "../../../messages/saying.ts";
import { words } from "../../../messages/words.ts";
import { useAnnounce, useDesk } from "../../lib/hooks.ts";
import type { ShowsAnswer } from "../../lib/main-store.ts";
import { useBadField } from "../../lib/use-bad-field.ts";
import { useWork } from "../../lib/use-work.ts";
import { Button } from "../../ui/button.tsx";
import { CancelButton } from "../../ui/cancel-button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { TextField } from "../../ui/text-field.tsx";
import styles from "./backup.module.css";

type Props = {
  readonly isSet: boolean;
  readonly change: ShowsAnswer<BackupState>;
  readonly onClose: () => void;
};

/** The passphrase that backups are encrypted with: typed twice, or made by the program to be written down. */
export function PassphraseDialog({ isSet, change, onClose }: Props): ReactNode {
  const { passphrase: says } = words.backup;
  const { bridge } = useDesk();
  const announce = useAnnounce();
  const save = useWork();
  const suggest = useWork();
  const [typed, setTyped] = useState({ first: "", repeat: "" });
  const [suggested, setSuggested] = useState<string | null>(null);
  const [wasSent, setWasSent] = useState(false);
  const part = useRef<HTMLFormElement>(null);
  const goToBad = useBadField(part);
  const fault = findPassphraseFault(typed.first);
  const errors = {
    first: fault === null ? null : said(say(`failures.backup.passphrase.${fault}`)),
    repeat: typed.repeat === typed.first ? null : says.notSame,
  };
  const set = (name: keyof typeof typed) => (text: string) => {
    setTyped((before) => ({ ...before, [name]: text }));
    setWasSent(false);
  };
  const send = (): void => {
    setWasSent(true);
    if (errors.first !== null || errors.repeat !== null) return goToBad();
    void save.run(
      () => change(bridge.call("backup.setPassphrase", { passphrase: typed.first })),
      () => {
        announce(says.saved);
        onClose();
      },
    );
  };
  const make = (): Promise<void> =>
    suggest.run(
      () => bridge.call("backup.suggest", {}),
      ({ passphrase }) => {
        setSuggested(passphrase);
        setTyped({ first: passphrase, repeat: passphrase });
      },
    );
  const field = (name: keyof typeof typed, label: string): ReactNode => (
    <TextField
      label={label}
      name={name}
      type="password"
      isRequired
      isCode
      autoFocus={name === "first"}
      maxLength={longestPassphrase}
      value={typed[name]}
      onChange={set(name)}
      error={wasSent ? errors[name] : null}
      help={name === "first" ? says.rule : undefined}
    />
  );
  return (
    <Dialog title={isSet ? says.changeTitle : says.setTitle} size="medium" onClose={onClose}>
      <form
        ref={part}
        noValidate
        className={styles["form"]}
        onSubmit={(event) => {
          event.preventDefault();
          if (!save.isPending) send();
        }}
      >
        {isSet && <p>{says.changeText}</p>}
        {field("first", says.field)}
        {field("repeat", says.repeat)}
        {/* Said from here, and gone with the dialog: nothing of it stays in the window. */}
        <div role="status">
          {suggested !== null && (
            <>
              <p>{says.suggested}</p>
              <p className={styles["code"]}>{suggested}</p>
            </>
          )}
        </div>
        {save.failure !== null && <FailureNotice failure={save.failure} />}
        {suggest.failure !== null && <FailureNotice failure={suggest.failure} />}
        <div className={styles["actions"]}>
          <Button variant="quiet" icon={Sparkles} isPending={suggest.isPending} onPress={() => void make()}>
            {says.suggest}
          </Button>
          <CancelButton onPress={onClose} />
          <Button type="submit" variant="primary" isPending={save.isPending}>
            {says.save}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
