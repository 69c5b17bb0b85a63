import { useEffect, useId, type ReactNode } from "react";
import { words } from "../../messages/words.ts";
import { joinClassNames } from "./class-names.ts";
import styles from "./page.module.css";
import { ScreenTitle } from "./screen-title.tsx";

/** The window's title follows the screen's heading. */
export function useWindowTitle(heading: string): void {
  useEffect(() => {
    document.title = words.shell.windowTitle({ screen: heading });
  }, [heading]);
}

type PageProps = {
  readonly title: string;
  readonly description?: ReactNode;
  /** Beside the heading: what concerns the list or the screen as a whole. */
  readonly tools?: ReactNode;
  /** The bar at the bottom, the primary action last: it stays in view, and in tab order it follows the form. */
  readonly actions?: ReactNode;
  /** A word at the left of that bar: "Saved on this computer – not booked yet." */
  readonly note?: ReactNode;
  /** The detail beside the content; below it when the window is narrow. */
  readonly aside?: ReactNode;
  /** A table or a list that takes the width of the window, not that of reading. */
  readonly isWide?: boolean;
  /** A form, as wide as the wizard's: its bar ends where it ends. */
  readonly isForm?: boolean;
  /** Accessible name of the aside. */
  readonly asideLabel?: string;
  readonly children: ReactNode;
};

/** One screen: heading, content of reading width, the detail beside it, and the actions at the bottom. */
export function Page(props: PageProps): ReactNode {
  useWindowTitle(props.title);
  return (
    <div className={styles["page"]}>
      <div
        className={joinClassNames(
          styles["columns"],
          props.aside !== undefined && styles["withAside"],
          props.isWide === true && styles["wide"],
          props.isForm === true && styles["form"],
        )}
      >
        <div className={styles["content"]}>
          <header className={styles["header"]}>
            <div className={styles["heading"]}>
              <ScreenTitle>{props.title}</ScreenTitle>
              {props.description !== undefined && (
                <div className={styles["description"]}>{props.description}</div>
              )}
            </div>
            {props.tools !== undefined && <div className={styles["tools"]}>{props.tools}</div>}
          </header>
          {props.children}
        </div>
        {props.aside !== undefined && (
          <section className={styles["aside"]} aria-label={props.asideLabel ?? words.ui.details}>
            {props.aside}
          </section>
        )}
      </div>
      {(props.actions !== undefined || props.note !== undefined) && (
        <div className={joinClassNames(styles["bar"], props.isForm === true && styles["formBar"])}>
          <div className={styles["inBar"]}>
            <div className={styles["note"]}>{props.note}</div>
            <div className={styles["actions"]}>{props.actions}</div>
          </div>
        </div>
      )}
    </div>
  );
}

type SectionProps = {
  readonly title: ReactNode;
  readonly description?: ReactNode;
  readonly tools?: ReactNode;
  /** Whether its heading names it as a landmark: not where a field in it has that very name. */
  readonly isLandmark?: boolean;
  readonly children: ReactNode;
};

/** A group with a heading of its own. */
export function PageSection({
  title,
  description,
  tools,
  isLandmark = true,
  children,
}: SectionProps): ReactNode {
  const id = useId();
  return (
    <section className={styles["section"]} aria-labelledby={isLandmark ? id : undefined}>
      <div className={styles["sectionHeader"]}>
        <div>
          <h2 id={id}>{title}</h2>
          {description !== undefined && <div className={styles["description"]}>{description}</div>}
        </div>
        {tools !== undefined && <div className={styles["tools"]}>{tools}</div>}
      </div>
      {children}
    </section>
  );
}
