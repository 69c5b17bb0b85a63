import { useState, type ReactNode } from "react";
import type { AuditFilter } from "../../../shared/activity-log/audit.ts";
import { words } from "../../../messages/words.ts";
import { useDesk, useToast } from "../../lib/hooks.ts";
import { useWork } from "../../lib/use-work.ts";
import { Button } from "../../ui/button.tsx";
import { CancelButton } from "../../ui/cancel-button.tsx";
import { ChoiceGroup } from "../../ui/choice-fields.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { FailureNotice } from "../../ui/failure-notice.tsx";

type Props = { readonly filter: AuditFilter; readonly onClose: () => void };
type Format = "csv" | "lines";

/** Which file it is to be, before the system asks where to. */
export function ExportDialog({ filter, onClose }: Props): ReactNode {
  const { bridge } = useDesk();
  const toast = useToast();
  const [format, setFormat] = useState<Format>("csv");
  const { isPending, failure, run } = useWork();
  const { exportDialog: says } = words.audit;
  const save = (): Promise<void> =>
    run(
      () => bridge.call("audit.export", { format, filter }),
      ({ name, entries }) => {
        if (name === null) return;
        onClose();
        toast(says.done({ count: entries, file: name }));
      },
    );
  return (
    <Dialog
      title={says.title}
      onClose={onClose}
      actions={
        <>
          <CancelButton onPress={onClose} />
          <Button variant="primary" isPending={isPending} onPress={() => void save()}>
            {says.save}
          </Button>
        </>
      }
    >
      <ChoiceGroup
        label={says.format}
        value={format}
        onChange={setFormat}
        options={[
          { value: "csv", label: says.csv, description: says.csvText },
          { value: "lines", label: says.lines, description: says.linesText },
        ]}
      />
      {failure !== null && <FailureNotice failure={failure} />}
    </Dialog>
  );
}
