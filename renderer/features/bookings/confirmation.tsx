import { Copy, Printer } from "lucide-react";
import type { ReactNode } from "react";
import { createPortal } from "react-dom";
import { words } from "../../../messages/words.ts";
import { said } from "../../../messages/saying.ts";
import { useCommand, useDesk, useToast } from "../../state/hooks.ts";
import { useWork } from "../../state/use-work.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { factsAsText, type BookingFacts } from "./facts.ts";
import styles from "./bookings.module.css";
import slipStyles from "./slip.module.css";

type FactsProps = { readonly facts: BookingFacts };

/** Print and copy, for a booking whose slip is on the page. */
export const BookingActions = ({ facts }: FactsProps): ReactNode => (
  <>
    <CopyFacts facts={facts} />
    <PrintSlip />
  </>
);

/** Puts a booking on the clipboard. */
export function CopyFacts({ facts }: FactsProps): ReactNode {
  const { bridge } = useDesk();
  const answer = useToast();
  const { failure, run } = useWork();
  const copy = (): Promise<void> =>
    run(
      () => bridge.call("app.copy", { text: factsAsText(facts) }),
      () => answer(words.bookings.copied),
    );
  return (
    <>
      {failure !== null && <span role="alert">{said(failure.why)}</span>}
      <Button icon={Copy} onPress={() => void copy()}>
        {words.bookings.copy}
      </Button>
    </>
  );
}

/** Prints the slip that is on the page. */
export function PrintSlip(): ReactNode {
  const { bridge } = useDesk();
  const { failure, run } = useWork();
  const print = (): Promise<void> => run(() => bridge.call("app.print", {}));
  useCommand("print", () => void print());
  return (
    <>
      {failure !== null && <span role="alert">{said(failure.why)}</span>}
      <Button icon={Printer} onPress={() => void print()} shortcut="mod+P">
        {words.bookings.print}
      </Button>
    </>
  );
}

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

/** The appointment slip: not on the screen, and the only thing on the paper. */
export function Slip({ facts }: { readonly facts: BookingFacts }): ReactNode {
  const { slip, facts: labels } = words.bookings;
  const { price, billing, status, asOf: when } = facts;
  return createPortal(
    <div className={slipStyles["slip"]} aria-hidden="true">
      <p className={slipStyles["kind"]}>{slip.title}</p>
      <p className={slipStyles["when"]}>{facts.when}</p>
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
        <div className={slipStyles["alert"]}>
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
