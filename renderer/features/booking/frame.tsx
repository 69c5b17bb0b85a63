import type { ReactNode } from "react";
import { words } from "../../../messages/words.ts";
import { joinClassNames } from "../../ui/class-names.ts";
import { useWindowTitle } from "../../ui/page.tsx";
import { ScreenTitle } from "../../ui/screen-title.tsx";
import styles from "./frame.module.css";

type Props = {
  /** Of the screen and of the window. */
  readonly title: string;
  /** Seen over the content; else it is said only, where a strip shows what it is about. */
  readonly heading?: { readonly icon: ReactNode; readonly text: ReactNode };
  /** The id of what is read after the title when the focus comes to it. */
  readonly describedBy?: string;
  /** Above all columns: who it is for, and what else is open. */
  readonly strip?: ReactNode;
  readonly tabs?: ReactNode;
  /** Beside the content where there is room for 320 px of it. */
  readonly rail?: ReactNode;
  readonly railLabel?: string;
  /** Where there is none the rail stands above or below it. */
  readonly railBelow?: "first" | "last";
  /** Under the form and as wide as the form and a rail are: it takes the place of the rail. */
  readonly below?: ReactNode;
  readonly note?: ReactNode;
  readonly actions: ReactNode;
  readonly children: ReactNode;
};

/** The wizard's screen: strip, tabs, a form column with its rail, and a bar that ends where that column ends. */
export function Frame(props: Props): ReactNode {
  const { title, heading, railBelow = "last" } = props;
  useWindowTitle(title);
  return (
    <div className={styles["frame"]}>
      {props.strip !== undefined && <div className={styles["strip"]}>{props.strip}</div>}
      {props.tabs !== undefined && <div className={styles["tabs"]}>{props.tabs}</div>}
      <div className={joinClassNames(styles["columns"], props.below !== undefined && styles["wide"])}>
        <div className={styles["form"]}>
          <header className={heading === undefined ? styles["unseen"] : styles["heading"]}>
            {heading?.icon}
            <div>
              <ScreenTitle describedBy={props.describedBy}>{title}</ScreenTitle>
              {heading?.text}
            </div>
          </header>
          {props.children}
        </div>
        {props.rail !== undefined && (
          <aside
            className={joinClassNames(styles["rail"], styles[railBelow])}
            aria-label={props.railLabel ?? words.ui.details}
          >
            {props.rail}
          </aside>
        )}
        {props.below}
      </div>
      <div className={styles["bar"]}>
        <div className={styles["inBar"]}>
          <div className={styles["note"]}>{props.note}</div>
          <div className={styles["actions"]}>{props.actions}</div>
        </div>
      </div>
    </div>
  );
}
