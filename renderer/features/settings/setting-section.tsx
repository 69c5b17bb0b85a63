import { Check, Undo2 } from "lucide-react";
import { useContext, type ReactNode } from "react";
import { words } from "../../../messages/words.ts";
import { KeptContext } from "../../state/hooks.ts";
import { Button } from "../../ui/button.tsx";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { Section } from "../../ui/page.tsx";
import styles from "./settings.module.css";
import type { Saving, Setting } from "./use-setting.ts";

type Props = {
  readonly title: string;
  readonly description?: ReactNode;
  readonly setting: Setting;
  readonly children: ReactNode;
};

/** A group of settings: it says that a change is saved, and takes it back. */
export const SettingSection = ({ title, description, setting, children }: Props): ReactNode => (
  <Section
    title={title}
    description={description}
    tools={<SavingWord saving={setting.saving} onUndo={() => void setting.undo()} section={title} />}
  >
    {children}
    {setting.saving.kind === "failed" && (
      <FailureNotice failure={setting.saving.failure} title={words.settings.notSaved} />
    )}
  </Section>
);

type WordProps = { readonly saving: Saving; readonly onUndo: () => void; readonly section: string };

function SavingWord({ saving, onUndo, section }: WordProps): ReactNode {
  const kept = useContext(KeptContext);
  switch (saving.kind) {
    case "saved":
      return (
        <>
          <span className={styles["saved"]}>
            <Check size={14} aria-hidden="true" />
            {words.settings.saved({ kept })}
          </span>
          <Button
            size="small"
            variant="quiet"
            icon={Undo2}
            label={words.settings.undoOf({ section })}
            onPress={onUndo}
          >
            {words.settings.undo}
          </Button>
        </>
      );
    case "undone":
      return (
        <span className={styles["saved"]}>
          <Undo2 size={14} aria-hidden="true" /> {words.settings.undone}
        </span>
      );
    case "idle":
    case "saving":
    case "failed":
      return null;
  }
}
