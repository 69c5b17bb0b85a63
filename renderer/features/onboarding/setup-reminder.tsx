import { ListChecks } from "lucide-react";
import type { ReactNode } from "react";
import type { Settings } from "../../../shared/settings/settings.ts";
import { words } from "../../../messages/words.ts";
import { useGuide, useNavigation, usePolicy, useSession, useToast } from "../../lib/hooks.ts";
import { Button } from "../../ui/button.tsx";
import styles from "./guide.module.css";
import { countDone, listSetupLines } from "./setup-lines.ts";

/** One line while something is left to set up and nobody has put the list away. */
export function SetupReminder({ settings }: { readonly settings: Settings }): ReactNode {
  const isPractice = useSession().session?.practice === true;
  const policy = usePolicy();
  const { guide, setOpen } = useGuide();
  const { go } = useNavigation();
  const toast = useToast();
  const lines = listSetupLines(settings, policy?.sets);
  const done = countDone(lines);
  if (isPractice || guide?.isOpen !== true || done === lines.length) return null;
  const say = words.guide.setup;
  const hide = (): void => {
    setOpen(false);
    toast(words.guide.hidden);
    document.querySelector<HTMLElement>("#main input")?.focus();
  };
  return (
    <aside className={styles["reminder"]} aria-label={words.shell.screens.setup}>
      <ListChecks size={18} aria-hidden="true" />
      <p>{say.reminder({ done, total: lines.length })}</p>
      <Button size="small" onPress={() => go({ screen: "setup" })}>
        {say.continue}
      </Button>
      <Button size="small" variant="quiet" onPress={hide}>
        {say.hideReminder}
      </Button>
    </aside>
  );
}
