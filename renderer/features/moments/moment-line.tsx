import { Undo2 } from "lucide-react";
import { useEffect, useId, useState, type ReactNode } from "react";
import { words } from "../../../messages/words.ts";
import type { ShownMoment } from "../../lib/moments.ts";
import { Button } from "../../ui/button.tsx";
import styles from "./moments.module.css";

/** Milliseconds between two looks at what is left. */
const interval = 200;

/** Whole seconds that are left; one until main says that it is over. */
const secondsLeft = ({ until }: ShownMoment): number =>
  Math.max(1, Math.ceil((until - performance.now()) / 1_000));

function useSecondsLeft(moment: ShownMoment): number {
  const [left, setLeft] = useState(() => secondsLeft(moment));
  useEffect(() => {
    setLeft(secondsLeft(moment));
    const timer = setInterval(() => setLeft(secondsLeft(moment)), interval);
    return () => clearInterval(timer);
  }, [moment]);
  return left;
}

type Props = {
  readonly moment: ShownMoment;
  /** Whose booking it is, where the screen does not say. */
  readonly name?: string;
  readonly shortcut?: string;
  readonly onUndo: () => void;
};

/** How long a booking can still be taken back, and the button. It counts for the eye alone: it is said once, as it begins. */
export function MomentLine({ moment, name, shortcut, onUndo }: Props): ReactNode {
  const seconds = useSecondsLeft(moment);
  const id = useId();
  const { left, leftOf, undo, undoOf } = words.booking.moment;
  return (
    <div className={styles["line"]}>
      <span id={id} className={styles["left"]}>
        <bdi>{name === undefined ? left({ seconds }) : leftOf({ name, seconds })}</bdi>
      </span>
      <Button
        size="small"
        icon={Undo2}
        onPress={onUndo}
        describedBy={id}
        {...(name === undefined ? {} : { label: undoOf({ name }) })}
        {...(shortcut === undefined ? {} : { keys: shortcut })}
      >
        {undo}
      </Button>
    </div>
  );
}
