import { useId, type ReactNode } from "react";
import { words } from "../../../messages/words.ts";
import { SearchInput } from "../../ui/search-input.tsx";
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
        <SearchInput
          label={search.label}
          describedBy={id}
          placeholder={search.hint}
          text={text}
          onChange={onChange}
          onDown={() => count !== 0 && onEnter()}
        />
      </div>
      <p id={id} role="status" className={styles["soft"]}>
        {count === null ? "" : search.found({ count, text: text.trim() })}
      </p>
    </div>
  );
}
