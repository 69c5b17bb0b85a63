import type { LucideIcon } from "lucide-react";
import type { ReactNode, Ref } from "react";
import styles from "./button.module.css";
import { classNames } from "./class-names.ts";
import { Kbd, ariaKeys } from "./kbd.tsx";
import { Spinner } from "./spinner.tsx";

export type ButtonProps = {
  readonly children: ReactNode;
  /** Not needed for `type="submit"`. */
  readonly onPress?: (() => void) | undefined;
  readonly variant?: "primary" | "secondary" | "quiet" | "danger";
  readonly size?: "small" | "medium";
  readonly icon?: LucideIcon | undefined;
  /** Its work is under way: it keeps the focus, shows it, and further presses do nothing. */
  readonly isPending?: boolean;
  readonly isDisabled?: boolean;
  /** Shown beside the words and said to assistive technology: `mod+Enter`. */
  readonly shortcut?: string;
  readonly type?: "button" | "submit";
  /** Accessible name where the words alone do not say it; it must hold the visible words. */
  readonly label?: string;
  readonly describedBy?: string | undefined;
  readonly isPressed?: boolean;
  readonly isExpanded?: boolean;
  readonly ref?: Ref<HTMLButtonElement>;
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
  shortcut,
  type = "button",
  label,
  describedBy,
  isPressed,
  isExpanded,
  ref,
}: ButtonProps): ReactNode {
  return (
    <button
      ref={ref}
      type={type}
      className={classNames(styles["button"], styles[variant], styles[size])}
      disabled={isDisabled}
      aria-disabled={isPending || undefined}
      aria-busy={isPending || undefined}
      aria-label={label}
      aria-describedby={describedBy}
      aria-pressed={isPressed}
      aria-expanded={isExpanded}
      aria-keyshortcuts={shortcut === undefined ? undefined : ariaKeys(shortcut)}
      onClick={(event) => {
        if (isPending) event.preventDefault();
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
