import type { ReactNode } from "react";
import { words } from "../../../messages/words.ts";
import { useItems } from "../../lib/hooks.ts";
import { countItemsIn } from "../../../shared/outbox/tally.ts";
import { joinClassNames } from "../../ui/class-names.ts";
import { moveAmongTabs } from "../../ui/tab-keys.ts";
import styles from "./tabs.module.css";
import { tabNames, tabs, type Tab } from "./words.ts";

type Props = { readonly chosen: Tab; readonly onChoose: (tab: Tab) => void };

export const getTabId = (tab: Tab): string => `outbox-tab-${tab}`;
export const panelId = "outbox-panel";

/** What needs a person, and what goes out by itself, each with its count; what was put off, and what other desks have, only where there is any. */
export function OutboxTabs({ chosen, onChoose }: Props): ReactNode {
  const counts = useItems((items) => items.counts);
  return (
    <div role="tablist" aria-label={words.outbox.tabs.label} className={styles["tabs"]}>
      {tabNames.map((tab) => {
        const count = countItemsIn(counts, tabs[tab]);
        if ((tab === "later" || tab === "elsewhere") && count === 0 && chosen !== tab) return null;
        return (
          <button
            key={tab}
            id={getTabId(tab)}
            type="button"
            role="tab"
            className={styles["tab"]}
            aria-selected={tab === chosen}
            aria-controls={panelId}
            tabIndex={tab === chosen ? 0 : -1}
            onClick={() => onChoose(tab)}
            onKeyDown={(event) => moveAmongTabs(event, "row")}
          >
            {words.outbox.tabs[tab]}{" "}
            <span
              className={joinClassNames(styles["count"], tab === "needsYou" && count > 0 && styles["urgent"])}
            >
              {count}
            </span>
          </button>
        );
      })}
    </div>
  );
}
