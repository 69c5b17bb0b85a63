import { ChevronDown } from "lucide-react";
import type { KeyboardEvent, ReactNode } from "react";
import { findChoiceByLetter } from "./choice-letters.ts";
import { joinClassNames } from "./class-names.ts";
import { LabelRow, LabelledField, useField, type FieldProps } from "./field.tsx";
import styles from "./field.module.css";

type CheckProps = {
  readonly label: ReactNode;
  readonly isSelected: boolean;
  readonly onChange: (isSelected: boolean) => void;
  readonly description?: ReactNode;
  readonly name?: string;
  /** The id of what says that something is wrong with it. */
  readonly wrongBy?: string | undefined;
};

/** A check box with its words beside it. */
export function CheckField(props: CheckProps): ReactNode {
  const { id, aria, lines } = useField({ help: props.description, question: props.wrongBy ?? null });
  return (
    <div className={styles["check"]}>
      <input
        id={id}
        type="checkbox"
        name={props.name}
        checked={props.isSelected}
        {...aria}
        onChange={(event) => props.onChange(event.target.checked)}
      />
      <div className={styles["checkText"]}>
        <label htmlFor={id}>{props.label}</label>
        {lines}
      </div>
    </div>
  );
}

export type Choice<V extends string> = {
  readonly value: V;
  readonly label: string;
  /** Of the label, where it is not the page's language. */
  readonly lang?: string;
  readonly description?: ReactNode;
  /** What belongs to it alone: inside it, while it is chosen. */
  readonly within?: ReactNode;
};

type ChoiceProps<V extends string> = FieldProps & {
  readonly options: readonly Choice<V>[];
  readonly value: V | null;
  readonly onChange: (value: V) => void;
  /** By which the group is found again to be focused. */
  readonly name?: string;
  /** `lines`: each in one line with what it means; `beside`: one beside the other. */
  readonly kind?: "lines" | "beside";
};

/** A radio group: one plain sentence for each choice, arrow keys move between them, and a letter goes to one that begins with it. */
export function ChoiceGroup<V extends string>(props: ChoiceProps<V>): ReactNode {
  const { id, aria, lines } = useField(props);
  const { options, value } = props;
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.nativeEvent.isComposing) return;
    const chosen = options.findIndex((option) => option.value === value);
    const labels = options.map(({ label }) => label);
    const found = findChoiceByLetter(labels, event.key, chosen);
    if (found === null) return;
    event.preventDefault();
    const radio = document.getElementById(`${id}-${String(found)}`);
    radio?.focus();
    radio?.click();
  };
  return (
    <div
      role="radiogroup"
      data-field={props.name}
      className={styles["field"]}
      aria-labelledby={`${id}-label`}
      {...aria}
    >
      <LabelRow isRequired={props.isRequired}>
        <span id={`${id}-label`} className={styles["label"]}>
          {props.label}
        </span>
      </LabelRow>
      <div className={joinClassNames(styles["choices"], props.kind !== undefined && styles[props.kind])}>
        {props.options.map((option, at) => (
          <Radio
            key={option.value}
            id={`${id}-${String(at)}`}
            group={id}
            option={option}
            isChosen={option.value === props.value}
            onChoose={() => props.onChange(option.value)}
            onKeyDown={onKeyDown}
          />
        ))}
      </div>
      {lines}
    </div>
  );
}

type RadioProps = {
  /** Without a space, as it is named in a list of ids. */
  readonly id: string;
  readonly group: string;
  readonly option: Choice<string>;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
};

function Radio({ id, group, option, isChosen, onChoose, onKeyDown }: RadioProps): ReactNode {
  const descriptionId = option.description === undefined ? undefined : `${id}-why`;
  const choice = (
    <div className={styles["choice"]}>
      <input
        type="radio"
        id={id}
        name={group}
        checked={isChosen}
        aria-describedby={descriptionId}
        onChange={onChoose}
        onKeyDown={onKeyDown}
      />
      <div className={styles["checkText"]}>
        <label htmlFor={id} lang={option.lang}>
          {option.label}
        </label>
        {descriptionId !== undefined && (
          <p id={descriptionId} className={styles["help"]}>
            {option.description}
          </p>
        )}
      </div>
    </div>
  );
  if (option.within === undefined) return choice;
  // Also while there is nothing in it: the radio stays the same, and keeps the focus.
  return (
    <div className={joinClassNames(styles["holder"], isChosen && styles["holding"])}>
      {choice}
      {isChosen && <div className={styles["within"]}>{option.within}</div>}
    </div>
  );
}

type SelectProps<V extends string> = FieldProps & {
  readonly value: V;
  readonly options: readonly { readonly value: V; readonly label: string }[];
  readonly onChange: (value: V) => void;
  readonly onBlur?: () => void;
  readonly name?: string;
};

/** A short list to choose from. */
export function SelectField<V extends string>(props: SelectProps<V>): ReactNode {
  const field = useField(props);
  return (
    <LabelledField field={field} {...props}>
      <div className={styles["selectBox"]}>
        <select
          id={field.id}
          name={props.name}
          value={props.value}
          className={joinClassNames(styles["input"], styles["select"])}
          {...field.aria}
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
    </LabelledField>
  );
}
