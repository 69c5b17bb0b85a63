import { ChevronDown } from "lucide-react";
import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode, type Ref } from "react";
import { words } from "../../messages/words.ts";
import { classNames } from "./class-names.ts";
import combo from "./combo-field.module.css";
import { closedCombo, comboKey } from "./combo-keys.ts";
import { FieldLabel, FieldLines, describedBy, type FieldTexts } from "./field-lines.tsx";
import styles from "./field.module.css";
import { VisuallyHidden } from "./visually-hidden.tsx";

export type ComboOption = { readonly id: string; readonly label: string; readonly detail?: string };

type Props = FieldTexts & {
  readonly label: string;
  readonly text: string;
  /** On every key; a pick does not call it: set the text in `onPick`. */
  readonly onTextChange: (text: string) => void;
  /** Best first, already filtered by what was typed. */
  readonly options: readonly ComboOption[];
  readonly onPick: (id: string) => void;
  /** The options are still those of an earlier text: they stay in view, and none can be picked. */
  readonly isStale?: boolean;
  readonly onBlur?: () => void;
  readonly onFocus?: () => void;
  readonly isRequired?: boolean;
  /** Lists the options as soon as the field has the focus, before anything is typed. */
  readonly opensOnFocus?: boolean;
  readonly name?: string;
  readonly placeholder?: string;
  readonly autoFocus?: boolean;
  readonly ref?: Ref<HTMLInputElement>;
};

/**
 * A type-ahead: options below what is typed, and free text allowed. Arrow keys and Enter pick. The list stands
 * in the page beside its field and hides nothing else, unlike that of React Aria, which takes the rest of the
 * window away from assistive technology while its keyboard focus can still go there.
 */
export function ComboField(props: Props): ReactNode {
  const id = useId();
  const [state, setState] = useState(closedCombo);
  const { error, warning, echo, help, options } = props;
  const texts = { error, warning, echo, help };
  const isOpen = state.isOpen && options.length > 0;
  const active = isOpen ? options[state.active] : undefined;
  const isStale = props.isStale === true;
  const pick = (option: ComboOption | undefined): void => {
    if (isStale) return;
    setState(closedCombo);
    if (option !== undefined) props.onPick(option.id);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.nativeEvent.isComposing) return;
    const step = comboKey(event.key, state, options.length);
    const isTooEarly = step.pick !== null && isStale;
    if (!isTooEarly) setState(step.next);
    if (step.pick !== null) pick(options[step.pick]);
    if (!step.isTaken) return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div className={classNames(styles["field"], combo["combo"])}>
      <FieldLabel htmlFor={id} isRequired={props.isRequired}>
        {props.label}
      </FieldLabel>
      <div className={styles["selectBox"]}>
        <input
          ref={props.ref}
          id={id}
          name={props.name}
          type="text"
          role="combobox"
          value={props.text}
          placeholder={props.placeholder}
          autoFocus={props.autoFocus}
          autoComplete="off"
          spellCheck={false}
          className={classNames(styles["input"], styles["select"])}
          aria-autocomplete="list"
          aria-expanded={isOpen}
          aria-controls={isOpen ? `${id}-list` : undefined}
          aria-activedescendant={active === undefined ? undefined : `${id}-${String(state.active)}`}
          aria-required={props.isRequired === true || undefined}
          aria-invalid={(error !== undefined && error !== null && error !== "") || undefined}
          aria-describedby={describedBy(id, texts)}
          onChange={(event) => {
            setState({ isOpen: true, active: -1 });
            props.onTextChange(event.target.value);
          }}
          onKeyDown={onKeyDown}
          onClick={() => setState((before) => ({ ...before, isOpen: true }))}
          onFocus={() => {
            if (props.opensOnFocus === true) setState({ isOpen: true, active: -1 });
            props.onFocus?.();
          }}
          onBlur={() => {
            setState(closedCombo);
            props.onBlur?.();
          }}
        />
        <ChevronDown size={16} aria-hidden="true" />
        {isOpen && <Options {...{ id, options, isStale }} active={state.active} onPick={pick} />}
      </div>
      <VisuallyHidden>
        <span role="status">{isOpen ? words.ui.suggestionCount({ count: options.length }) : ""}</span>
      </VisuallyHidden>
      <FieldLines id={id} {...texts} />
    </div>
  );
}

type OptionsProps = {
  readonly id: string;
  readonly options: readonly ComboOption[];
  readonly isStale: boolean;
  readonly active: number;
  readonly onPick: (option: ComboOption) => void;
};

function Options({ id, options, isStale, active, onPick }: OptionsProps): ReactNode {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const shown = active < 0 ? list.current : list.current?.children[active];
    shown?.scrollIntoView({ block: "nearest" });
  }, [active]);
  return (
    <div
      ref={list}
      id={`${id}-list`}
      role="listbox"
      aria-label={words.ui.suggestions}
      className={combo["list"]}
    >
      {options.map((option, index) => (
        <button
          key={option.id}
          type="button"
          tabIndex={-1}
          id={`${id}-${String(index)}`}
          role="option"
          aria-selected={index === active}
          aria-disabled={isStale || undefined}
          className={combo["option"]}
          // The field keeps the focus, so that leaving it does not come before the pick.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onPick(option)}
        >
          <span>{option.label}</span>
          {option.detail !== undefined && <span className={combo["detail"]}>{option.detail}</span>}
        </button>
      ))}
    </div>
  );
}
