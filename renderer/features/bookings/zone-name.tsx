import type { ReactNode } from "react";
import { zoneAllYear } from "../../../messages/format.ts";
import { words } from "../../../messages/words.ts";
import { VisuallyHidden } from "../../ui/text.tsx";
import styles from "./bookings.module.css";

/** In which zone all times of the screen are: said once. */
export function ZoneName({ timeZone }: { readonly timeZone: string }): ReactNode {
  const zone = zoneAllYear(timeZone);
  return (
    <span className={styles["zone"]}>
      <span aria-hidden="true">{zone}</span>
      <VisuallyHidden>{words.bookings.zoneSpoken({ zone })}</VisuallyHidden>
    </span>
  );
}
