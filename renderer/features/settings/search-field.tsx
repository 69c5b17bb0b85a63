import { Search } from "lucide-react";
import { useId, type ReactNode } from "react";
import { words } from "../../../messages/words.ts";
import styles from "./settings.module.css";

type Props = {
  readonly text: string;
  /** How many settings are found; null: nothing is looked for. */
  readonly count: number | null;
  readonly onChange: (text: string) => void;
  /** Enter or the arrow down: on to what is found. */
  readonly onEnter: () => void;
};

/** Finds settings by their words, and says how many there are. */
export function SearchField({ text, count, onChange, onEnter }: Props): ReactNode {
  const id = useId();
  const { search } = words.settings;
  return (
    <div>
      <div className={styles["search"]}>
        <Search size={16} aria-hidden="true" />
        <input
          type="search"
          aria-label={search.label}
          aria-describedby={id}
          placeholder={search.hint}
          value={text}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => onChange(event.target.value)}
          onKeyDown={(event) => {
            if (event.nativeEvent.isComposing) return;
            if (event.key === "Escape" && text !== "") {
              event.preventDefault();
              onChange("");
            }
            if (count !== 0 && (event.key === "Enter" || event.key === "ArrowDown")) {
              event.preventDefault();
              onEnter();
            }
          }}
        />
      </div>
      <p id={id} role="status" className={styles["soft"]}>
        {count === null ? "" : search.found({ count, text: text.trim() })}
      </p>
    </div>
  );
}
