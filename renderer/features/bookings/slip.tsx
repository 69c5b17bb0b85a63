import type { ReactNode } from "react";
import { createPortal } from "react-dom";
import type { BookingFacts } from "./facts.ts";
import styles from "./slip.module.css";

/** The appointment slip: not on the screen, and the only thing on the paper. */
export const Slip = ({ facts }: { readonly facts: BookingFacts }): ReactNode =>
  createPortal(
    <div className={styles["slip"]} aria-hidden="true">
      <p className={styles["kind"]}>Your appointment</p>
      <p className={styles["when"]}>{facts.when}</p>
      <dl>
        <Line label="For" value={facts.patient} />
        <Line label="Service" value={facts.service} />
        <Line label="Where" value={facts.address} />
        <Line label="Price" value={`${facts.price} – ${facts.billing}`} />
        <Line label="Status" value={`${facts.status}, as of ${facts.asOf}`} />
        <Line label="Booking number" value={facts.number} />
      </dl>
      {facts.alerts.length > 0 && (
        <div className={styles["alert"]}>
          <p>Please confirm this with the desk:</p>
          <ul>
            {facts.alerts.map((alert) => (
              <li key={alert}>
                <bdi>{alert}</bdi>
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>,
    document.body,
  );

const Line = ({ label, value }: { readonly label: string; readonly value: string }): ReactNode => (
  <div>
    <dt>{label}</dt>
    <dd>
      <bdi>{value}</bdi>
    </dd>
  </div>
);
