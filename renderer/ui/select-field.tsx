import { ChevronDown } from "lucide-react";
import { useId, type ReactNode } from "react";
import { classNames } from "./class-names.ts";
import { FieldLabel, FieldLines, describedBy, type FieldTexts } from "./field-lines.tsx";
import styles from "./field.module.css";

type Props<V extends string> = FieldTexts & {
  readonly label: string;
  readonly value: V;
  readonly options: readonly { readonly value: V; readonly label: string }[];
  readonly onChange: (value: V) => void;
  readonly onBlur?: () => void;
  readonly isRequired?: boolean;
  readonly name?: string;
};

/** A short list to choose from. */
export function SelectField<V extends string>(props: Props<V>): ReactNode {
  const id = useId();
  const { error, warning, echo, help } = props;
  const texts = { error, warning, echo, help };
  return (
    <div className={styles["field"]}>
      <FieldLabel htmlFor={id} isRequired={props.isRequired}>
        {props.label}
      </FieldLabel>
      <div className={styles["selectBox"]}>
        <select
          id={id}
          name={props.name}
          value={props.value}
          className={classNames(styles["input"], styles["select"])}
          aria-required={props.isRequired === true || undefined}
          aria-invalid={(error !== undefined && error !== null && error !== "") || undefined}
          aria-describedby={describedBy(id, texts)}
          onBlur={props.onBlur}
          onChange={(event) => {
            const chosen = props.options.find((option) => option.value === event.target.value);
            if (chosen !== undefined) props.onChange(chosen.value);
          }}
        >
          {props.options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <ChevronDown size={16} aria-hidden="true" />
      </div>
      <FieldLines id={id} {...texts} />
    </div>
  );
}
