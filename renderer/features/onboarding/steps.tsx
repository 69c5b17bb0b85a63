import { Circle, CircleCheck } from "lucide-react";
import type { ReactNode } from "react";
import { words } from "../../../messages/words.ts";
import { VisuallyHidden } from "../../ui/text.tsx";
import styles from "./guide.module.css";

type MarkProps = { readonly isDone: boolean };

/** Whether a step is done: a sign to see and a word to hear. */
export const Mark = ({ isDone }: MarkProps): ReactNode => (
  <span className={isDone ? styles["done"] : styles["open"]}>
    {isDone ? <CircleCheck size={20} aria-hidden="true" /> : <Circle size={20} aria-hidden="true" />}
    <VisuallyHidden>{isDone ? words.guide.isDone : words.guide.notDone}</VisuallyHidden>
  </span>
);

type LineProps = MarkProps & {
  readonly title: string;
  readonly text: string;
  readonly action?: ReactNode;
};

/** A step with what it is good for, and the way to it. */
export const Line = ({ isDone, title, text, action }: LineProps): ReactNode => (
  <li className={styles["line"]}>
    <Mark isDone={isDone} />
    <div className={styles["text"]}>
      <h2>{title}</h2>
      <p>
        <bdi>{text}</bdi>
      </p>
    </div>
    {action}
  </li>
);

type ProgressProps = { readonly done: number; readonly total: number };

export const StepsProgress = ({ done, total }: ProgressProps): ReactNode => {
  const said = words.guide.progress({ done, total });
  return (
    <div className={styles["progress"]}>
      <span aria-hidden="true">{said}</span>
      <progress max={total} value={done} aria-label={said} />
    </div>
  );
};
