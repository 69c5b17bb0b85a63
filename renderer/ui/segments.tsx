import type { LucideIcon } from "lucide-react";
import { useId, type ReactNode } from "react";
import styles from "./segments.module.css";

type Props<V extends string> = {
  /** Accessible name of the group. */
  readonly label: string;
  readonly options: readonly {
    readonly value: V;
    readonly label: string;
    /** Of the label, where it is not the page's language. */
    readonly lang?: string;
    readonly icon?: LucideIcon;
  }[];
  readonly value: V;
  readonly onChange: (value: V) => void;
  /** The id of what says more of it. */
  readonly describedBy?: string;
};

/** A few short choices side by side, of which one holds: radio buttons, so arrow keys move between them. */
export function Segments<V extends string>({
  label,
  options,
  value,
  onChange,
  describedBy,
}: Props<V>): ReactNode {
  const name = useId();
  return (
    <div role="radiogroup" aria-label={label} aria-describedby={describedBy} className={styles["segments"]}>
      {options.map(({ value: own, label: word, lang, icon: Icon }) => (
        <label key={own} className={styles["segment"]}>
          <input type="radio" name={name} checked={own === value} onChange={() => onChange(own)} />
          {Icon !== undefined && <Icon size={16} aria-hidden="true" />}
          <span lang={lang}>{word}</span>
        </label>
      ))}
    </div>
  );
}
