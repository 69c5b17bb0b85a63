import { useRef, useState, type ReactNode } from "react";
import { words } from "../../../messages/words.ts";
import { useDesk } from "../../lib/hooks.ts";
import { useBadField } from "../../lib/use-bad-field.ts";
import { Button } from "../../ui/button.tsx";
import { CancelButton } from "../../ui/cancel-button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { TextField } from "../../ui/text-field.tsx";
import styles from "./clinic.module.css";
import { useClinicCall } from "./use-clinic-call.ts";

type Props = { readonly name: string; readonly onClose: () => void };

/** What the other desks call this one. */
export function RenameDialog({ name: before, onClose }: Props): ReactNode {
  const { form, desks: says } = words.clinic;
  const { bridge } = useDesk();
  const { isPending, failure, run } = useClinicCall();
  const [name, setName] = useState(before);
  const [wasSent, setWasSent] = useState(false);
  const part = useRef<HTMLFormElement>(null);
  const goToBad = useBadField(part);
  const isEmpty = name.trim() === "";
  const submit = (): void => {
    setWasSent(true);
    if (isEmpty) return goToBad();
    void run(
      () => bridge.call("clinic.renameDesk", { name }),
      () => says.renamed({ name: name.trim() }),
      onClose,
    );
  };
  return (
    <Dialog title={says.rename} onClose={onClose}>
      <form
        ref={part}
        noValidate
        className={styles["form"]}
        onSubmit={(event) => {
          event.preventDefault();
          if (!isPending) submit();
        }}
      >
        <TextField
          label={form.name}
          name="name"
          isRequired
          autoFocus
          maxLength={60}
          value={name}
          onChange={setName}
          error={wasSent && isEmpty ? form.missing.name : null}
          help={form.nameHelp}
        />
        {failure !== null && <FailureNotice failure={failure} />}
        <div className={styles["actions"]}>
          <CancelButton onPress={onClose} />
          <Button type="submit" variant="primary" isPending={isPending}>
            {says.renameSave}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
