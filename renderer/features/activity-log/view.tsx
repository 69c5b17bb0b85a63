import { Download, ShieldCheck } from "lucide-react";
import { useState, type ReactNode } from "react";
import { anyEntry, type AuditFilter } from "../../../shared/activity-log/audit.ts";
import { words } from "../../../messages/words.ts";
import { useDesk, useSettings } from "../../lib/hooks.ts";
import { useLogState } from "../../lib/use-log-state.ts";
import { Button } from "../../ui/button.tsx";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { Page } from "../../ui/page.tsx";
import { LoadingState } from "../../ui/states.tsx";
import { Entries } from "./entries.tsx";
import { ExportDialog } from "./export-dialog.tsx";
import { ActivityFilterFields } from "./filter.tsx";
import { LogState } from "./log-state.tsx";

/** Who did what at this desk, whether it is still as it was written, and the way out of it as a file. */
export function ActivityView(): ReactNode {
  const { bridge } = useDesk();
  const { settings, failure } = useSettings();
  const state = useLogState();
  const [filter, setFilter] = useState<AuditFilter>(anyEntry);
  const [isExporting, setExporting] = useState(false);
  const { audit } = words;
  return (
    <Page
      title={audit.title}
      description={audit.description}
      isWide
      tools={
        <>
          <Button
            icon={ShieldCheck}
            isBlocked={state?.isChecking === true}
            onPress={() => void bridge.call("audit.check", {})}
          >
            {audit.check}
          </Button>
          <Button icon={Download} onPress={() => setExporting(true)}>
            {audit.export}
          </Button>
        </>
      }
    >
      {state !== null && <LogState state={state} timeZone={settings?.timeZone} />}
      {failure !== null && <FailureNotice failure={failure} />}
      {settings === null ? (
        failure === null && <LoadingState />
      ) : (
        <>
          <ActivityFilterFields filter={filter} settings={settings} onChange={setFilter} />
          <Entries filter={filter} timeZone={settings.timeZone} refresh={state?.entries} />
        </>
      )}
      {isExporting && <ExportDialog filter={filter} onClose={() => setExporting(false)} />}
    </Page>
  );
}
