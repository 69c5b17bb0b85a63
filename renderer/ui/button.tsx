import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import styles from "./button.module.css";
import { joinClassNames } from "./class-names.ts";
import { Kbd, toAriaKeys } from "./kbd.tsx";
import { Spinner } from "./states.tsx";

type ButtonProps = {
  readonly children: ReactNode;
  /** Not needed for `type="submit"`. */
  readonly onPress?: (() => void) | undefined;
  readonly variant?: "primary" | "secondary" | "quiet" | "danger";
  readonly size?: "small" | "medium";
  readonly icon?: LucideIcon | undefined;
  /** Its work is under way: it keeps the focus, shows it, and further presses do nothing. */
  readonly isPending?: boolean;
  readonly isDisabled?: boolean;
  /** Not now, since something else is under way: it keeps the focus, and presses do nothing. */
  readonly isBlocked?: boolean;
  /** Shown beside the words and said to assistive technology: `mod+Enter`. */
  readonly shortcut?: string;
  /** A shortcut that is said to assistive technology alone: a hint is seen on the primary button only. */
  readonly keys?: string;
  readonly type?: "button" | "submit";
  /** Accessible name where the words alone do not say it; it must hold the visible words. */
  readonly label?: string;
  readonly describedBy?: string | undefined;
  /** Of a button that opens and closes a part of the screen: whether it is open. */
  readonly isExpanded?: boolean;
};

/** A button. While pending it is not disabled, as that would lose the focus, but a second press is ignored. */
export function Button({
  children,
  onPress,
  variant = "secondary",
  size = "medium",
  icon: Icon,
  isPending = false,
  isDisabled = false,
  isBlocked = false,
  shortcut,
  keys = shortcut,
  type = "button",
  label,
  describedBy,
  isExpanded,
}: ButtonProps): ReactNode {
  return (
    <button
      type={type}
      className={joinClassNames(styles["button"], styles[variant], styles[size])}
      disabled={isDisabled}
      aria-disabled={isPending || isBlocked || undefined}
      aria-busy={isPending || undefined}
      aria-label={label}
      aria-describedby={describedBy}
      aria-expanded={isExpanded}
      aria-keyshortcuts={keys === undefined ? undefined : toAriaKeys(keys)}
      onClick={(event) => {
        if (isPending || isBlocked) event.preventDefault();
        else onPress?.();
      }}
    >
      {isPending ? <Spinner /> : Icon !== undefined && <Icon size={16} aria-hidden="true" />}
      <span>{children}</span>
      {shortcut !== undefined && (
        <span className={styles["shortcut"]} aria-hidden="true">
          <Kbd keys={shortcut} />
        </span>
      )}
    </button>
  );
}

/** Buttons that belong together, side by side as long as there is room. */
export const ButtonRow = ({ children }: { readonly children: ReactNode }): ReactNode => (
  <div className={styles["row"]}>{children}</div>
);
