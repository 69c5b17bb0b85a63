import { ListChecks } from "lucide-react";
import type { ReactNode } from "react";
import { words } from "../../../messages/words.ts";
import { useNavigation } from "../../lib/hooks.ts";
import { Button } from "../../ui/button.tsx";
import { ActionRow, AddedRows } from "./action-row.tsx";
import { SettingGroup } from "./setting-row.tsx";

/** The way to the activity log, and what to hand to whoever helps. */
export function ActivitySection(): ReactNode {
  const { go } = useNavigation();
  const { settings: log } = words.audit;
  return (
    <SettingGroup section="activity">
      <ActionRow id="activity" label={log.label} help={log.help}>
        <Button icon={ListChecks} onPress={() => go({ screen: "activity" })}>
          {log.open}
        </Button>
      </ActionRow>
      <AddedRows section="activity" />
    </SettingGroup>
  );
}
