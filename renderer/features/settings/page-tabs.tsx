import type { KeyboardEvent, ReactNode } from "react";
import { words } from "../../../messages/words.ts";
import type { SettingsPage } from "../../lib/settings-pages.ts";
import { moveAmongTabs } from "../../ui/tab-keys.ts";
import styles from "./settings.module.css";

export const getPageTabId = (page: SettingsPage): string => `settings-tab-${page}`;
export const settingsPanelId = "settings-panel";

type Props = {
  readonly pages: readonly SettingsPage[];
  /** Null while something is looked for: what is found stands on no page of its own. */
  readonly chosen: SettingsPage | null;
  readonly onChoose: (page: SettingsPage) => void;
  /** Goes on into the page. */
  readonly onEnter: (page: SettingsPage) => void;
};

/** The pages of the settings: arrow keys go from one to the next, Enter goes on to its heading. */
export function PageTabs({ pages, chosen, onChoose, onEnter }: Props): ReactNode {
  const keyed = (event: KeyboardEvent<HTMLButtonElement>, page: SettingsPage): void => {
    if (event.key !== "Enter" || event.ctrlKey || event.metaKey) return moveAmongTabs(event, "both");
    event.preventDefault();
    onEnter(page);
  };
  return (
    <div
      role="tablist"
      aria-label={words.settings.search.index}
      aria-orientation="vertical"
      className={styles["index"]}
    >
      {pages.map((page, at) => (
        <button
          key={page}
          id={getPageTabId(page)}
          type="button"
          role="tab"
          className={styles["entry"]}
          aria-selected={page === chosen}
          aria-controls={settingsPanelId}
          tabIndex={page === chosen || (chosen === null && at === 0) ? 0 : -1}
          onClick={() => onChoose(page)}
          onKeyDown={(event) => keyed(event, page)}
        >
          {words.settings.pages[page]}
        </button>
      ))}
    </div>
  );
}
