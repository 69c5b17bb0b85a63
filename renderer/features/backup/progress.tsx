import { useId, type ReactNode } from "react";
import styles from "./backup.module.css";

type Props = {
  /** From 0 to 1. */
  readonly part: number;
  readonly words: (values: { percent: number }) => string;
};

/** How far it is, in figures and as a bar. */
export function BackupProgress({ part, words }: Props): ReactNode {
  const id = useId();
  return (
    <div className={styles["progress"]}>
      <p id={id}>{words({ percent: Math.floor(part * 100) })}</p>
      <progress aria-labelledby={id} max={1} value={part} />
    </div>
  );
}
