import { Search } from "lucide-react";
import type { KeyboardEvent, ReactNode, Ref } from "react";
import styles from "./search-input.module.css";

type Props = {
  readonly label: string;
  readonly placeholder: string;
  readonly text: string;
  readonly onChange: (text: string) => void;
  /** The arrow down, and Enter where `onEnter` is not given: on to what was found. */
  readonly onDown: () => void;
  readonly onEnter?: () => void;
  readonly describedBy?: string;
  readonly ref?: Ref<HTMLInputElement>;
};

/** Where a list is searched as one types. Escape empties it. */
export function SearchInput({
  label,
  placeholder,
  text,
  onChange,
  onDown,
  onEnter = onDown,
  describedBy,
  ref,
}: Props): ReactNode {
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.nativeEvent.isComposing) return;
    if (event.key === "Escape" && text !== "") onChange("");
    else if (event.key === "ArrowDown") onDown();
    else if (event.key === "Enter") onEnter();
    else return;
    event.preventDefault();
  };
  return (
    <div className={styles["search"]}>
      <Search size={16} aria-hidden="true" />
      <input
        ref={ref}
        type="search"
        aria-label={label}
        aria-describedby={describedBy}
        placeholder={placeholder}
        value={text}
        maxLength={200}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={onKeyDown}
      />
    </div>
  );
}
