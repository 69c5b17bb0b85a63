import type { ReactNode } from "react";
import { practiceSteps } from "../../../shared/onboarding/guide.ts";
import { words } from "../../../messages/words.ts";
import { useGuide } from "../../lib/hooks.ts";
import styles from "./guide.module.css";
import { OfflineSwitch } from "./offline-switch.tsx";
import { Line } from "./steps.tsx";

/** What to try in practice, each with what it takes. */
export function PracticeList(): ReactNode {
  const { guide } = useGuide();
  const { title, steps, hints } = words.guide.practice;
  return (
    <ul className={styles["lines"]} aria-label={title}>
      {practiceSteps.map((step) => (
        <Line
          key={step}
          isDone={guide?.done.includes(step) === true}
          title={steps[step]}
          text={hints[step]}
          action={step === "offline" && <OfflineSwitch />}
        />
      ))}
    </ul>
  );
}
