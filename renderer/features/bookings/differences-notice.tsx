import type { ReactNode } from "react";
import { words } from "../../../messages/words.ts";
import { Notice } from "../../ui/notice.tsx";
import styles from "./bookings.module.css";

type Props = {
  readonly alerts: readonly string[];
  /** It has just been answered; else it was there when the booking was opened. */
  readonly isNews?: boolean;
};

/** Everything that the service recorded otherwise than it was sent. */
export function DifferencesNotice({ alerts, isNews = false }: Props): ReactNode {
  if (alerts.length === 0) return null;
  return (
    <Notice
      tone="danger"
      {...(isNews ? { live: "assertive" as const } : {})}
      title={words.bookings.differs.title}
    >
      <ul className={styles["differences"]} aria-label={words.bookings.differs.list}>
        {alerts.map((alert) => (
          <li key={alert}>
            <bdi>{alert}</bdi>
          </li>
        ))}
      </ul>
      <p>{words.bookings.differs.help}</p>
    </Notice>
  );
}
