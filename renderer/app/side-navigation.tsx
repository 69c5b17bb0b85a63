import { ConciergeBell, Search } from "lucide-react";
import type { ReactNode } from "react";
import { countNeedingPerson, countWaiting } from "../../shared/outbox/tally.ts";
import { words } from "../../messages/words.ts";
import { useNavigation } from "../lib/hooks.ts";
import type { Screen } from "../lib/navigation.ts";
import { joinClassNames } from "../ui/class-names.ts";
import { Kbd, toAriaKeys } from "../ui/kbd.tsx";
import { VisuallyHidden } from "../ui/text.tsx";
import { useSlimSide } from "../ui/use-slim-side.ts";
import { useDenied } from "../lib/use-notices.ts";
import { useTally } from "../lib/use-tally.ts";
import { getKeysOfItem, navigationItems } from "./navigation-items.ts";
import styles from "./shell.module.css";

/** An import is a part of Patients. */
const isAt = (at: Screen, screen: Screen): boolean => (at === "import" ? "patients" : at) === screen;

type Props = { readonly onFind: () => void };

/** The way to every screen, with the outbox's count. */
export function SideNavigation({ onFind }: Props): ReactNode {
  const { target, go } = useNavigation();
  const isSlim = useSlimSide();
  return (
    <nav className={styles["navigation"]} aria-label={words.shell.navigation.label}>
      <p className={styles["brand"]}>
        <ConciergeBell size={18} aria-hidden="true" /> <span>{words.shell.brand}</span>
      </p>
      <button
        type="button"
        className={styles["find"]}
        title={isSlim ? words.shell.navigation.find : undefined}
        aria-keyshortcuts={toAriaKeys("mod+K")}
        onClick={onFind}
      >
        <Search size={16} aria-hidden="true" />
        <span className={styles["name"]}>{words.shell.navigation.find}</span>
        <span className={styles["keys"]} aria-hidden="true">
          <Kbd keys="mod+K" />
        </span>
      </button>
      <ul className={styles["items"]}>
        {navigationItems.map(({ screen, icon: Icon }, index) => (
          <li key={screen}>
            <button
              type="button"
              className={styles["item"]}
              title={isSlim ? words.shell.screens[screen] : undefined}
              aria-current={isAt(target.screen, screen) ? "page" : undefined}
              aria-keyshortcuts={toAriaKeys(getKeysOfItem(index))}
              onClick={() => go({ screen })}
            >
              <Icon size={16} aria-hidden="true" />
              <span className={styles["name"]}>{words.shell.screens[screen]}</span>
              {screen === "outbox" && <OutboxCount />}
              {screen === "bookings" && <DeniedCount />}
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Bookings that a notice says were denied, and nobody has looked at. */
function DeniedCount(): ReactNode {
  const denied = useDenied();
  if (denied === 0) return null;
  return (
    <span className={joinClassNames(styles["count"], styles["urgent"])}>
      <span aria-hidden="true">{denied}</span>
      <VisuallyHidden>{words.notices.nav.denied({ count: denied })}</VisuallyHidden>
    </span>
  );
}

/** Red: what needs a person. Grey, where nothing does: what goes out by itself. */
function OutboxCount(): ReactNode {
  const tally = useTally();
  const urgent = countNeedingPerson(tally);
  const { sending } = tally;
  const waiting = countWaiting(tally);
  const automatic = sending + waiting;
  if (urgent + automatic === 0) return null;
  return (
    <span className={joinClassNames(styles["count"], urgent > 0 && styles["urgent"])}>
      <span aria-hidden="true">{urgent > 0 ? urgent : automatic}</span>
      <VisuallyHidden>{words.shell.navigation.waiting({ urgent, sending, waiting })}</VisuallyHidden>
    </span>
  );
}
