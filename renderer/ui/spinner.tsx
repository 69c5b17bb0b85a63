import { LoaderCircle } from "lucide-react";
import type { ReactNode } from "react";
import styles from "./spinner.module.css";

/** A turning circle; say in words beside it what is under way. */
export const Spinner = ({ size = 16 }: { readonly size?: number }): ReactNode => (
  <LoaderCircle className={styles["spinner"]} size={size} aria-hidden="true" />
);
