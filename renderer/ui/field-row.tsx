import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";
import styles from "./field.module.css";

type Props = {
  readonly children: ReactNode;
  /** `city`: widths for City, State, ZIP code. */
  readonly kind?: "even" | "city";
};

/** Fields that belong together on one line; they wrap when the window is narrow. */
export const FieldRow = ({ children, kind = "even" }: Props): ReactNode => (
  <div className={classNames(styles["row"], kind === "city" && styles["cityRow"])}>{children}</div>
);

/** Fields one below the other. */
export const FieldStack = ({ children }: { readonly children: ReactNode }): ReactNode => (
  <div className={styles["group"]}>{children}</div>
);
