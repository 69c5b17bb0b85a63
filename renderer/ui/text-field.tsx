import { useId, type KeyboardEvent, type ReactNode, type Ref } from "react";
import { classNames } from "./class-names.ts";
import { FieldLabel, FieldLines, describedBy, type FieldTexts } from "./field-lines.tsx";
import styles from "./field.module.css";

export type TextFieldProps = FieldTexts & {
  /** Exactly the accessible name. */
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onBlur?: (() => void) | undefined;
  readonly onFocus?: (() => void) | undefined;
  readonly onKeyDown?: (event: KeyboardEvent) => void;
  readonly type?: "text" | "password" | "search" | "email" | "tel" | "url";
  readonly multiline?: boolean;
  readonly isRequired?: boolean;
  readonly isReadOnly?: boolean;
  readonly isDisabled?: boolean;
  readonly inputMode?: "text" | "numeric" | "decimal" | "tel" | "email" | "url";
  readonly name?: string;
  readonly placeholder?: string;
  readonly maxLength?: number;
  readonly autoFocus?: boolean;
  /** Keys, addresses of services: letters of one width, no spelling help. */
  readonly isCode?: boolean;
  readonly ref?: Ref<HTMLInputElement & HTMLTextAreaElement>;
};

/** A labelled text field. What is typed is the person's: nothing is filled in by the browser or corrected. */
export function TextField(props: TextFieldProps): ReactNode {
  const id = useId();
  const { error, warning, echo, help } = props;
  const texts = { error, warning, echo, help };
  const shared = {
    id,
    ref: props.ref,
    name: props.name,
    value: props.value,
    onBlur: props.onBlur,
    onFocus: props.onFocus,
    onKeyDown: props.onKeyDown,
    readOnly: props.isReadOnly,
    disabled: props.isDisabled,
    placeholder: props.placeholder,
    maxLength: props.maxLength,
    autoFocus: props.autoFocus,
    inputMode: props.inputMode,
    autoComplete: "off",
    spellCheck: props.multiline === true && props.isCode !== true,
    className: classNames(styles["input"], props.isCode === true && styles["mono"]),
    "aria-required": props.isRequired === true || undefined,
    "aria-invalid": (error !== undefined && error !== null && error !== "") || undefined,
    "aria-describedby": describedBy(id, texts),
  } as const;
  return (
    <div className={styles["field"]}>
      <FieldLabel htmlFor={id} isRequired={props.isRequired}>
        {props.label}
      </FieldLabel>
      {props.multiline === true ? (
        <textarea {...shared} rows={3} onChange={(event) => props.onChange(event.target.value)} />
      ) : (
        <input
          {...shared}
          type={props.type ?? "text"}
          onChange={(event) => props.onChange(event.target.value)}
        />
      )}
      <FieldLines id={id} {...texts} />
    </div>
  );
}
