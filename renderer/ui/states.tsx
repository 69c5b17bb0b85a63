import { LoaderCircle, type LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { words } from "../../messages/words.ts";
import styles from "./states.module.css";

type EmptyProps = {
  readonly icon: LucideIcon;
  readonly title: string;
  readonly children?: ReactNode;
  readonly action?: ReactNode;
};

/** Nothing here, and what to do about it. Never for a list that could not be read. */
export const EmptyState = ({ icon: Icon, title, children, action }: EmptyProps): ReactNode => (
  <div className={styles["empty"]}>
    <span className={styles["icon"]}>
      <Icon size={22} aria-hidden="true" />
    </span>
    <p className={styles["title"]}>{title}</p>
    {children !== undefined && <div className={styles["text"]}>{children}</div>}
    {action}
  </div>
);

/** Something is being read; it shows only after a moment, so that quick answers do not flicker. */
export const LoadingState = ({ children }: { readonly children?: ReactNode }): ReactNode => (
  <div className={styles["loading"]} role="status" data-loading="">
    <Spinner /> {children ?? words.ui.loading}
  </div>
);

/** A turning circle; say in words beside it what is under way. */
export const Spinner = ({ size = 16 }: { readonly size?: number }): ReactNode => (
  <LoaderCircle className={styles["spinner"]} size={size} aria-hidden="true" />
);
