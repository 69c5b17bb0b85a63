import { X } from "lucide-react";
import type { ReactNode } from "react";
import { practiceSteps, type PracticeStep } from "../../../shared/onboarding/guide.ts";
import { words } from "../../../messages/words.ts";
import { useGuide, useNavigation } from "../../lib/hooks.ts";
import type { Target } from "../../lib/navigation.ts";
import styles from "./guide.module.css";
import { OfflineSwitch } from "./offline-switch.tsx";
import { Mark } from "./steps.tsx";
import { usePracticeTicks } from "./use-practice.ts";

const places: Readonly<Record<PracticeStep, Target>> = {
  patient: { screen: "patients" },
  booking: { screen: "new-booking" },
  offline: { screen: "new-booking" },
  sent: { screen: "outbox" },
  delivery: { screen: "webhooks" },
};

/** In practice, beside every screen: what to try next, ticked as it happens. */
export function PracticeGuide(): ReactNode {
  const { guide, setOpen } = useGuide();
  usePracticeTicks();
  if (guide?.isOpen !== true) return null;
  return <Strip done={guide.done} onClose={() => setOpen(false)} />;
}

type StripProps = { readonly done: readonly PracticeStep[]; readonly onClose: () => void };

function Strip({ done, onClose }: StripProps): ReactNode {
  const { go } = useNavigation();
  const { title, steps, hints, allDone, close } = words.guide.practice;
  const next = practiceSteps.find((step) => !done.includes(step)) ?? null;
  return (
    <aside className={styles["strip"]} aria-label={title} data-slot="practice">
      <div className={styles["stripHead"]}>
        <span aria-hidden="true">{title}</span>
        <button type="button" className={styles["close"]} aria-label={close} title={close} onClick={onClose}>
          <X size={16} aria-hidden="true" />
        </button>
      </div>
      <ol className={styles["steps"]}>
        {practiceSteps.map((step) => (
          <li key={step} aria-current={step === next ? "step" : undefined}>
            <Mark isDone={done.includes(step)} />{" "}
            <button type="button" onClick={() => go(places[step])}>
              {steps[step]}
            </button>
          </li>
        ))}
      </ol>
      <p className={styles["hint"]}>{next === null ? allDone : hints[next]}</p>
      <OfflineSwitch />
    </aside>
  );
}
