import type { ReactNode } from "react";
import { createPortal } from "react-dom";
import { words } from "../../../messages/words.ts";
import type { BookingFacts } from "./facts.ts";
import styles from "./slip.module.css";

/** The appointment slip: not on the screen, and the only thing on the paper. */
export function Slip({ facts }: { readonly facts: BookingFacts }): ReactNode {
  const { slip, facts: labels } = words.bookings;
  const { price, billing, status, asOf: when } = facts;
  return createPortal(
    <div className={styles["slip"]} aria-hidden="true">
      <p className={styles["kind"]}>{slip.title}</p>
      <p className={styles["when"]}>{facts.when}</p>
      <dl>
        <Line label={slip.for} value={facts.patient} />
        <Line label={labels.service} value={facts.service} />
        <Line label={labels.where} value={facts.address} />
        {facts.lines
          .filter(({ onSlip }) => onSlip)
          .map((line) => (
            <Line key={line.label} {...line} />
          ))}
        <Line label={labels.price} value={slip.price({ price, billing })} />
        <Line label={labels.status} value={slip.status({ status, when })} />
        <Line label={labels.number} value={facts.number} />
      </dl>
      {facts.alerts.length > 0 && (
        <div className={styles["alert"]}>
          <p>{slip.confirm}</p>
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
}

const Line = ({ label, value }: { readonly label: string; readonly value: string }): ReactNode => (
  <div>
    <dt>{label}</dt>
    <dd>
      <bdi>{value}</bdi>
    </dd>
  </div>
);
