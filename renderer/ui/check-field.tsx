import { useId, type ReactNode } from "react";
import { FieldLines, describedBy } from "./field-lines.tsx";
import styles from "./field.module.css";

type Props = {
  readonly label: ReactNode;
  readonly isSelected: boolean;
  readonly onChange: (isSelected: boolean) => void;
  readonly description?: ReactNode;
  readonly error?: string | null | undefined;
  readonly name?: string;
};

/** A check box with its words beside it. */
export function CheckField(props: Props): ReactNode {
  const id = useId();
  const texts = { help: props.description, error: props.error };
  return (
    <div className={styles["check"]}>
      <input
        id={id}
        type="checkbox"
        name={props.name}
        checked={props.isSelected}
        aria-describedby={describedBy(id, texts)}
        onChange={(event) => props.onChange(event.target.checked)}
      />
      <div className={styles["checkText"]}>
        <label htmlFor={id}>{props.label}</label>
        <FieldLines id={id} {...texts} />
      </div>
    </div>
  );
}
