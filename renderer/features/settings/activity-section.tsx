import { FileArchive, ListChecks } from "lucide-react";
import { useState, type ReactNode } from "react";
import { words } from "../../../messages/words.ts";
import { useNavigation } from "../../lib/hooks.ts";
import { Button } from "../../ui/button.tsx";
import { DiagnosticsDialog } from "./diagnostics-dialog.tsx";
import type { RowId } from "./search.ts";
import { SettingGroup, SettingRow } from "./setting-row.tsx";
import styles from "./settings.module.css";

/** The way to the activity log, and what to hand to whoever helps. */
export function ActivitySection(): ReactNode {
  const { go } = useNavigation();
  const [isOpen, setOpen] = useState(false);
  const { settings: log, diagnostics } = words.audit;
  return (
    <SettingGroup section="activity">
      <ActionRow id="activity" label={log.label} help={log.help}>
        <Button icon={ListChecks} onPress={() => go({ screen: "activity" })}>
          {log.open}
        </Button>
      </ActionRow>
      <ActionRow id="diagnostics" label={diagnostics.label} help={diagnostics.help}>
        <Button icon={FileArchive} onPress={() => setOpen(true)}>
          {diagnostics.open}
        </Button>
      </ActionRow>
      {isOpen && <DiagnosticsDialog onClose={() => setOpen(false)} />}
    </SettingGroup>
  );
}

type RowProps = {
  readonly id: RowId;
  readonly label: string;
  readonly help: string;
  readonly children: ReactNode;
};

/** A button at the right of what it is for. */
const ActionRow = ({ id, label, help, children }: RowProps): ReactNode => (
  <SettingRow id={id}>
    <div>
      <div className={styles["label"]}>{label}</div>
      <div className={styles["action"]}>{children}</div>
      <p className={styles["soft"]}>{help}</p>
    </div>
  </SettingRow>
);
