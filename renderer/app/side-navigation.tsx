import { ConciergeBell, Keyboard, Search } from "lucide-react";
import type { ReactNode } from "react";
import type { ItemCounts } from "../../contract/records/item.ts";
import { words } from "../../messages/words.ts";
import { useItems, useNavigation } from "../state/hooks.ts";
import { outboxCount } from "../state/items.ts";
import { classNames } from "../ui/class-names.ts";
import { Kbd, ariaKeys } from "../ui/kbd.tsx";
import { VisuallyHidden } from "../ui/visually-hidden.tsx";
import { places } from "./places.ts";
import styles from "./shell.module.css";

type Props = { readonly onFind: () => void; readonly onShortcuts: () => void };

const needsPerson = (counts: ItemCounts | null): number =>
  (counts?.["needs-card"] ?? 0) + (counts?.["needs-editing"] ?? 0) + (counts?.["needs-checking"] ?? 0);

/** The way to every screen, with the outbox's count. */
export function SideNavigation({ onFind, onShortcuts }: Props): ReactNode {
  const { target, go } = useNavigation();
  return (
    <nav className={styles["navigation"]} aria-label={words.shell.navigation.label}>
      <p className={styles["brand"]}>
        <ConciergeBell size={18} aria-hidden="true" /> {words.shell.brand}
      </p>
      <button type="button" className={styles["find"]} aria-keyshortcuts={ariaKeys("mod+K")} onClick={onFind}>
        <Search size={16} aria-hidden="true" />
        <span>{words.shell.navigation.find}</span>
        <span aria-hidden="true">
          <Kbd keys="mod+K" />
        </span>
      </button>
      <ul className={styles["places"]}>
        {places.map(({ screen, icon: Icon, target: place, keys }) => (
          <li key={screen}>
            <button
              type="button"
              className={styles["place"]}
              aria-current={target.screen === screen ? "page" : undefined}
              aria-keyshortcuts={ariaKeys(keys)}
              onClick={() => go(place)}
            >
              <Icon size={16} aria-hidden="true" />
              <span>{words.shell.screens[screen]}</span>
              {screen === "outbox" && <OutboxCount />}
            </button>
          </li>
        ))}
      </ul>
      <div className={styles["foot"]}>
        <button
          type="button"
          className={styles["quiet"]}
          aria-keyshortcuts={ariaKeys("mod+/")}
          onClick={onShortcuts}
        >
          <Keyboard size={16} aria-hidden="true" /> {words.shell.navigation.shortcuts}
        </button>
      </div>
    </nav>
  );
}

/** Drafts are not in the count, so it must not be called that of what is unfinished. */
function OutboxCount(): ReactNode {
  const counts = useItems((items) => items.counts);
  const count = outboxCount(counts);
  if (count === 0) return null;
  const urgent = needsPerson(counts);
  return (
    <span className={classNames(styles["count"], urgent > 0 && styles["urgent"])}>
      <span aria-hidden="true">{count}</span>
      <VisuallyHidden>{words.shell.navigation.waiting({ count, urgent })}</VisuallyHidden>
    </span>
  );
}
