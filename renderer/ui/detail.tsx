import type { ReactNode } from "react";
import { isolated } from "./text.tsx";
import styles from "./detail.module.css";

type DetailProps = { readonly title: string; readonly children: ReactNode };

/** All about the row that is chosen in a list, beside it. Its heading takes the focus when it is brought into view. */
export const Detail = ({ title, children }: DetailProps): ReactNode => (
  <div className={styles["detail"]}>
    <h2 tabIndex={-1}>{isolated(title)}</h2>
    {children}
  </div>
);
