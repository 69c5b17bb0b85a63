import { ArrowLeft } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { joinClassNames } from "./class-names.ts";
import styles from "./split.module.css";
import type { Opening } from "./use-opening.ts";

type Props = {
  readonly opening: Opening;
  /** Whether it goes before the list where there is no room for both: as soon as something is chosen, if not said. */
  readonly isOpen?: boolean;
  readonly className?: string | undefined;
  /** What the list is shown as, for its styles. */
  readonly shape?: string;
  /** Above both, with the heading of the screen. */
  readonly top?: ReactNode;
  /** The list, with its heading where nothing stands above both. */
  readonly side: ReactNode;
  /** Accessible name of what is opened. */
  readonly label: string;
  /** The way back to the list, where that is out of sight. */
  readonly back: string;
  readonly onBack?: () => void;
  /** In the place of what is opened, as long as there is nothing. */
  readonly nothing: ReactNode;
  /** What is opened; null: nothing. */
  readonly children: ReactNode;
};

/** A list, and what is opened of it: beside it, or in a narrow window in its place, with a way back. Esc goes back too. */
export function Split({
  opening,
  className,
  shape,
  top,
  side,
  label,
  back,
  nothing,
  children,
  ...props
}: Props): ReactNode {
  const { chosen, list, page, close } = opening;
  const { onBack = close, isOpen = chosen !== null } = props;
  return (
    <div
      className={joinClassNames(styles["split"], className)}
      data-open={isOpen || undefined}
      data-shape={shape}
    >
      {top !== undefined && <div className={styles["top"]}>{top}</div>}
      <div className={styles["side"]} ref={list}>
        {side}
      </div>
      {children === null ? (
        nothing
      ) : (
        <section
          ref={page}
          tabIndex={-1}
          className={styles["page"]}
          aria-label={label}
          onKeyDown={(event) => {
            if (event.key === "Escape" && !event.defaultPrevented) onBack();
          }}
        >
          <div className={styles["back"]}>
            <Button size="small" variant="quiet" icon={ArrowLeft} onPress={onBack}>
              {back}
            </Button>
          </div>
          {children}
        </section>
      )}
    </div>
  );
}
