import { Link } from "lucide-react";
import type { ReactNode } from "react";
import { words } from "../../../messages/words.ts";
import styles from "./booking.module.css";

/** Below a field that stands as a link filled it in. */
export const LinkMark = (): ReactNode => (
  <span className={styles["linked"]}>
    <Link size={14} aria-hidden="true" />
    {words.links.booking.here}
  </span>
);
