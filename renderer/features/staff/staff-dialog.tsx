import { Check } from "lucide-react";
import { useState, type ReactNode } from "react";
import { words } from "../../../messages/words.ts";
import { useAnnounce, useDesk, useSettings, useStaffName } from "../../lib/hooks.ts";
import { chooseStaff } from "../../lib/staff.ts";
import { useWork } from "../../lib/use-work.ts";
import { Button } from "../../ui/button.tsx";
import { CancelButton } from "../../ui/cancel-button.tsx";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { ModalDialog } from "../../ui/modal-dialog.tsx";
import { TextField } from "../../ui/text-field.tsx";
import styles from "./staff.module.css";

/** Says who is at the desk: one of the names in Settings, another, or nobody. */
export function StaffDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { staff } = words.handover;
  const { bridge, staff: store } = useDesk();
  const { settings } = useSettings();
  const current = useStaffName();
  const announce = useAnnounce();
  const { failure, isPending, run } = useWork();
  const [typed, setTyped] = useState("");
  const names = settings?.staff ?? [];
  const choose = (name: string | null): void => {
    if (isPending) return;
    void run(
      () => chooseStaff(store, bridge, name),
      () => {
        announce(name === null ? staff.nobodyChosen : staff.chosen({ name }));
        onClose();
      },
    );
  };
  return (
    <ModalDialog title={staff.title} onClose={onClose} actions={<CancelButton onPress={onClose} />}>
      <p>{staff.text}</p>
      <ul className={styles["names"]}>
        {[...names, null].map((name) => (
          <li key={name ?? ""}>
            <Button icon={name === current ? Check : undefined} onPress={() => choose(name)}>
              {name ?? staff.nobody}
            </Button>
          </li>
        ))}
      </ul>
      <form
        className={styles["other"]}
        onSubmit={(event) => {
          event.preventDefault();
          if (typed.trim() !== "") choose(typed.trim());
        }}
      >
        <TextField label={staff.other} value={typed} onChange={setTyped} />
        <Button type="submit" isPending={isPending}>
          {staff.use}
        </Button>
      </form>
      {failure !== null && <FailureNotice failure={failure} />}
    </ModalDialog>
  );
}
