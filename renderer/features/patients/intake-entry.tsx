import { ClipboardPaste, ScanLine } from "lucide-react";
import type { ReactNode } from "react";
import { words } from "../../../messages/words.ts";
import { Button } from "../../ui/button.tsx";
import { loadOnDemand } from "../../ui/on-demand.tsx";
import styles from "./intake.module.css";
import type { IntakePart } from "./use-intake.ts";
import type { PatientEditing } from "./use-patient-editor.ts";

const IntakePanel = loadOnDemand(async () => (await import("./intake-panel.tsx")).IntakePanel);

type Props = { readonly intake: IntakePart; readonly editing: PatientEditing };

/** Opens and closes the box for text from elsewhere. */
export const IntakeButton = ({ intake }: { readonly intake: IntakePart }): ReactNode => (
  <Button
    size="small"
    icon={ClipboardPaste}
    isExpanded={intake.box !== null}
    onPress={() => intake.setBox(intake.box === null)}
  >
    {words.intake.open}
  </Button>
);

/** Above the fields: the box, and what came of the last text. */
export function IntakeNews({ intake, editing }: Props): ReactNode {
  if (intake.box === null && intake.problem === null && intake.review === null) return null;
  return (
    <div className={styles["part"]}>
      <IntakePanel intake={intake} editing={editing} />
    </div>
  );
}

/** Below a field that stands as it was filled in. */
export const FilledMark = (): ReactNode => (
  <span className={styles["filled"]}>
    <ScanLine size={14} aria-hidden="true" />
    {words.intake.filledHere}
  </span>
);
