import { ChevronDown } from "lucide-react";
import { Fragment, useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from "react";
import { words } from "../../messages/words.ts";
import { joinClassNames } from "./class-names.ts";
import combo from "./combo-field.module.css";
import { closedCombo, handleComboKey } from "./combo-keys.ts";
import { LabelledField, useField, type FieldProps } from "./field.tsx";
import styles from "./field.module.css";
import { VisuallyHidden } from "./text.tsx";

export type ComboOption = {
  readonly id: string;
  readonly label: string;
  readonly detail?: string;
  /** Stands over this option and those after it: "Did you mean". */
  readonly heading?: string;
};

type Props = FieldProps & {
  readonly text: string;
  /** On every key; a pick does not call it: set the text in `onPick`. */
  readonly onTextChange: (text: string) => void;
  /** Best first, already filtered by what was typed. */
  readonly options: readonly ComboOption[];
  readonly onPick: (id: string) => void;
  /** The options are still those of an earlier text: they stay in view, and none can be picked. */
  readonly isStale?: boolean;
  readonly onBlur?: () => void;
  readonly name?: string;
  /**
   * The first match stands out at once, to be taken by Enter, or also by Tab. Enter that comes before the options do is
   * for the one that comes alone.
   */
  readonly firstTakenBy?: "enter" | "enter-or-tab" | undefined;
  /** Below the last option: that there are more, and how to come to them. */
  readonly more?: string | undefined;
  /** At the end of the box, such as the minutes of what was chosen. */
  readonly suffix?: string | undefined;
};

/** Nobody has moved in the list since the text changed. */
const first = -2;

/**
 * A type-ahead: options below what is typed, and free text allowed. Arrow keys and Enter pick. The list stands
 * in the page beside its field and hides nothing else, unlike that of React Aria, which takes the rest of the
 * window away from assistive technology while its keyboard focus can still go there.
 */
export function ComboField(props: Props): ReactNode {
  const field = useField(props);
  const { id } = field;
  const [state, setState] = useState(closedCombo);
  const { options } = props;
  const isOpen = state.isOpen && options.length > 0;
  const { firstTakenBy } = props;
  // The first match stands out while nobody has moved; what was typed may have none yet.
  const shown = state.active === first ? (firstTakenBy === undefined ? -1 : 0) : state.active;
  const active = isOpen ? options[shown] : undefined;
  const isStale = props.isStale === true;
  const pick = (option: ComboOption | undefined): void => {
    if (isStale) return;
    setState(closedCombo);
    if (option !== undefined) props.onPick(option.id);
  };
  /** The text for which Enter was pressed before its options came. */
  const [awaited, setAwaited] = useState<string | null>(null);
  const { text, onPick } = props;
  useEffect(() => {
    if (awaited === null || isStale) return;
    setAwaited(null);
    // Which of several was meant, nobody has seen.
    const [only, ...others] = options;
    if (awaited !== text || firstTakenBy === undefined || only === undefined || others.length > 0) return;
    setState(closedCombo);
    onPick(only.id);
  }, [awaited, isStale, options, text, firstTakenBy, onPick]);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.nativeEvent.isComposing) return;
    if (event.key === "Enter" && isStale && state.active === first) setAwaited(text);
    const at = { ...state, active: shown };
    const step = handleComboKey(event.key, at, options.length, firstTakenBy === "enter-or-tab");
    const isTooEarly = step.pick !== null && isStale && event.key !== "Tab";
    // The first match of a list that is still to come stands out: the arrows of an earlier one lead nowhere.
    const isEarlierList = isStale && state.active === first && shown === 0;
    // A key that does nothing here, such as a letter, draws nothing either.
    const isMoved = step.next !== at && !isTooEarly && !(isEarlierList && event.key.startsWith("Arrow"));
    if (isMoved) setState(step.next);
    if (step.pick !== null) pick(options[step.pick]);
    if (!step.isTaken) return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <LabelledField field={field} {...props} className={combo["combo"]}>
      <div className={styles["selectBox"]}>
        <input
          id={id}
          name={props.name}
          type="text"
          role="combobox"
          value={props.text}
          autoComplete="off"
          spellCheck={false}
          className={joinClassNames(styles["input"], styles["select"])}
          aria-autocomplete="list"
          aria-expanded={isOpen}
          aria-controls={isOpen ? `${id}-list` : undefined}
          aria-activedescendant={active === undefined ? undefined : `${id}-${String(shown)}`}
          {...field.aria}
          onChange={(event) => {
            setState({ isOpen: true, active: event.target.value.trim() === "" ? -1 : first });
            props.onTextChange(event.target.value);
          }}
          onKeyDown={onKeyDown}
          onClick={() => setState((before) => ({ ...before, isOpen: true }))}
          onBlur={() => {
            setState(closedCombo);
            props.onBlur?.();
          }}
        />
        {props.suffix !== undefined && (
          <span className={combo["suffix"]} aria-hidden="true">
            {props.suffix}
          </span>
        )}
        <ChevronDown size={16} aria-hidden="true" />
        {isOpen && <Options {...{ id, options, isStale }} more={props.more} active={shown} onPick={pick} />}
      </div>
      <VisuallyHidden>
        <span role="status">
          {state.isOpen && !isStale && text.trim() !== "" ? spoken(options, props.more) : ""}
        </span>
      </VisuallyHidden>
    </LabelledField>
  );
}

/** What is read out of an open list: what stands over its options, and how many there are. */
const spoken = (options: readonly ComboOption[], more: string | undefined): string =>
  [
    ...options.flatMap(({ heading }) => (heading === undefined ? [] : [`${heading}.`])),
    words.ui.suggestionCount({ count: options.length }),
    ...(more === undefined ? [] : [more]),
  ].join(" ");

type OptionsProps = {
  readonly id: string;
  readonly options: readonly ComboOption[];
  readonly isStale: boolean;
  readonly more: string | undefined;
  readonly active: number;
  readonly onPick: (option: ComboOption) => void;
};

function Options({ id, options, isStale, more, active, onPick }: OptionsProps): ReactNode {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const shown = active < 0 ? list.current : list.current?.querySelectorAll('[role="option"]')[active];
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
        <Fragment key={option.id}>
          {option.heading !== undefined && (
            <p className={combo["heading"]} aria-hidden="true">
              {option.heading}
            </p>
          )}
          <button
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
        </Fragment>
      ))}
      {more !== undefined && (
        <p className={combo["heading"]} aria-hidden="true">
          {more}
        </p>
      )}
    </div>
  );
}
