import { Search } from "lucide-react";
import type { KeyboardEvent, ReactNode, Ref } from "react";
import { words } from "../../../messages/words.ts";
import styles from "./screen.module.css";

type Props = {
  readonly text: string;
  readonly onChange: (text: string) => void;
  /** Down: on to what was found. */
  readonly onEnterList: () => void;
  /** Enter: what was found first, or is offered. */
  readonly onTake: () => void;
  readonly ref: Ref<HTMLInputElement>;
};

/** Where patients are searched; what it takes stands in it. */
export function SearchBox({ text, onChange, onEnterList, onTake, ref }: Props): ReactNode {
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.nativeEvent.isComposing) return;
    if (event.key !== "ArrowDown" && event.key !== "Enter") return;
    event.preventDefault();
    if (event.key === "Enter") onTake();
    else onEnterList();
  };
  return (
    <div className={styles["searchBox"]}>
      <Search size={16} aria-hidden="true" />
      <input
        ref={ref}
        type="search"
        aria-label={words.patients.search}
        placeholder={words.patients.searchHelp}
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
