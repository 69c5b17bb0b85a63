import { useId, type ReactNode } from "react";
import { FieldLabel, FieldLines, describedBy, type FieldTexts } from "./field-lines.tsx";
import styles from "./field.module.css";

export type Choice<V extends string> = {
  readonly value: V;
  readonly label: string;
  /** Of the label, where it is not the page's language. */
  readonly lang?: string;
  readonly description?: ReactNode;
};

type Props<V extends string> = FieldTexts & {
  readonly label: string;
  readonly options: readonly Choice<V>[];
  readonly value: V | null;
  readonly onChange: (value: V) => void;
  readonly isRequired?: boolean;
  /** By which the group is found again to be focused. */
  readonly name?: string;
};

/** A radio group: one plain sentence for each choice, arrow keys move between them. */
export function ChoiceGroup<V extends string>(props: Props<V>): ReactNode {
  const id = useId();
  const { error, warning, echo, help } = props;
  const texts = { error, warning, echo, help };
  return (
    <div
      role="radiogroup"
      data-field={props.name}
      className={styles["field"]}
      aria-labelledby={`${id}-label`}
      aria-required={props.isRequired === true || undefined}
      aria-invalid={(error !== undefined && error !== null && error !== "") || undefined}
      aria-describedby={describedBy(id, texts)}
    >
      <FieldLabel id={`${id}-label`} isRequired={props.isRequired}>
        {props.label}
      </FieldLabel>
      <div className={styles["choices"]}>
        {props.options.map((option) => (
          <div key={option.value} className={styles["choice"]}>
            <input
              type="radio"
              id={`${id}-${option.value}`}
              name={id}
              checked={option.value === props.value}
              aria-describedby={option.description === undefined ? undefined : `${id}-${option.value}-why`}
              onChange={() => props.onChange(option.value)}
            />
            <div className={styles["checkText"]}>
              <label htmlFor={`${id}-${option.value}`} lang={option.lang}>
                {option.label}
              </label>
              {option.description !== undefined && (
                <p id={`${id}-${option.value}-why`} className={styles["help"]}>
                  {option.description}
                </p>
              )}
            </div>
          </div>
        ))}
      </div>
      <FieldLines id={id} {...texts} />
    </div>
  );
}
