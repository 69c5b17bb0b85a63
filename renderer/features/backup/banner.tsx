import type { ReactNode } from "react";
import { words } from "../../../messages/words.ts";
import { useNavigation } from "../../lib/hooks.ts";
import { useBackup } from "../../lib/use-backup.ts";
import { Button } from "../../ui/button.tsx";
import { useFocusKept } from "../../ui/use-focus.ts";
import { needsCare, ProblemNotice } from "./problem-notice.tsx";

type Props = { readonly className: string | undefined };

/** Over every screen but Settings, where it stands in its own place: that a backup is missing, and why. */
export function BackupBanner({ className }: Props): ReactNode {
  const { state } = useBackup();
  const { go, target } = useNavigation();
  const isShown = state !== null && needsCare(state) && target.screen !== "settings";
  useFocusKept(isShown);
  if (!isShown) return null;
  const { problem: says } = words.backup;
  return (
    <aside className={className} aria-label={says.label}>
      <ProblemNotice
        state={state}
        actions={
          <Button onPress={() => go({ screen: "settings", section: "backup", field: "backup" })}>
            {says.open}
          </Button>
        }
      />
    </aside>
  );
}
