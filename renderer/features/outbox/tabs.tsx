import type { KeyboardEvent, ReactNode } from "react";
import { words } from "../../../messages/words.ts";
import { useItems } from "../../lib/hooks.ts";
import { countItemsIn } from "../../../shared/outbox/tally.ts";
import { joinClassNames } from "../../ui/class-names.ts";
import styles from "./tabs.module.css";
import { tabNames, tabs, type Tab } from "./words.ts";

type Props = { readonly chosen: Tab; readonly onChoose: (tab: Tab) => void };

export const getTabId = (tab: Tab): string => `outbox-tab-${tab}`;
export const panelId = "outbox-panel";

/** Arrows, Home and End move among the tabs and choose. */
function keyed(event: KeyboardEvent<HTMLButtonElement>): void {
  const all = [...(event.currentTarget.parentElement?.querySelectorAll<HTMLButtonElement>("button") ?? [])];
  const at = all.findIndex((tab) => tab === event.currentTarget);
  const last = all.length - 1;
  const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: last }[event.key];
  if (next === undefined) return;
  event.preventDefault();
  const tab = all[next > last ? 0 : next < 0 ? last : next];
  tab?.focus();
  tab?.click();
}

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
            onKeyDown={keyed}
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
