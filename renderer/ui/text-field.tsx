import { type KeyboardEvent, type ReactNode, type Ref } from "react";
import { joinClassNames } from "./class-names.ts";
import { LabelledField, useField, type FieldProps } from "./field.tsx";
import styles from "./field.module.css";

export type TextFieldProps = FieldProps & {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onBlur?: (() => void) | undefined;
  readonly onKeyDown?: (event: KeyboardEvent) => void;
  readonly type?: "text" | "password" | "search" | "email" | "tel" | "url";
  readonly multiline?: boolean;
  readonly isReadOnly?: boolean;
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
  const field = useField(props);
  const shared = {
    id: field.id,
    ref: props.ref,
    name: props.name,
    value: props.value,
    onBlur: props.onBlur,
    onKeyDown: props.onKeyDown,
    readOnly: props.isReadOnly,
    placeholder: props.placeholder,
    maxLength: props.maxLength,
    autoFocus: props.autoFocus,
    inputMode: props.inputMode,
    autoComplete: "off",
    spellCheck: props.multiline === true && props.isCode !== true,
    className: joinClassNames(styles["input"], props.isCode === true && styles["mono"]),
    ...field.aria,
  } as const;
  return (
    <LabelledField field={field} {...props}>
      {props.multiline === true ? (
        <textarea {...shared} rows={3} onChange={(event) => props.onChange(event.target.value)} />
      ) : (
        <input
          {...shared}
          type={props.type ?? "text"}
          onChange={(event) => props.onChange(event.target.value)}
        />
      )}
    </LabelledField>
  );
}
