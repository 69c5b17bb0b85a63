import type { ReactNode, Ref } from "react";
import type { Paper } from "../../../shared/printing/paper.ts";
import type { Slip, SlipVisit } from "./slip.ts";
import styles from "./slip.module.css";

/** How a slip is set on each paper: as a table, one below the other, or with what matters most alone. */
const shapes = {
  letter: "page",
  a4: "page",
  "roll-80": "strip",
  "label-4x6": "strip",
  "label-62x29": "label",
} as const satisfies Readonly<Record<Paper, string>>;

type Props = {
  readonly slip: Slip;
  readonly paper: Paper;
  /** Of the type, in points. */
  readonly size: number;
  readonly ref?: Ref<HTMLDivElement>;
};

/** What stands on the paper, and nothing of the paper itself: as wide as what it is put into. */
export function SlipSheet({ slip, paper, size, ref }: Props): ReactNode {
  const shape = shapes[paper];
  return (
    <div
      ref={ref}
      lang={slip.language}
      className={`${styles["sheet"]} ${styles[shape]}`}
      style={{ fontSize: `${size}pt` }}
    >
      {slip.warning !== null && <p className={styles["warning"]}>{slip.warning}</p>}
      {shape !== "label" && <p className={styles["kind"]}>{slip.title}</p>}
      {slip.visits.map((visit) => (
        <div key={visit.id} className={styles["visit"]}>
          {shape === "label" ? <Short visit={visit} /> : <Whole visit={visit} />}
          {visit.alerts.length > 0 && <Alerts title={slip.confirm} alerts={visit.alerts} />}
        </div>
      ))}
    </div>
  );
}

const When = ({ visit }: { readonly visit: SlipVisit }): ReactNode => (
  <p className={styles["when"]}>
    <span>{visit.day}</span> <span>{visit.time}</span>
  </p>
);

const Whole = ({ visit }: { readonly visit: SlipVisit }): ReactNode => (
  <>
    <When visit={visit} />
    <dl>
      {visit.lines.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <bdi>{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  </>
);

const Short = ({ visit }: { readonly visit: SlipVisit }): ReactNode => (
  <>
    <p className={styles["who"]}>
      <bdi>{visit.patient}</bdi>
    </p>
    <When visit={visit} />
    {visit.short.map((line) => (
      <p key={line}>
        <bdi>{line}</bdi>
      </p>
    ))}
  </>
);

type AlertsProps = { readonly title: string; readonly alerts: readonly string[] };

const Alerts = ({ title, alerts }: AlertsProps): ReactNode => (
  <div className={styles["alert"]}>
    <p>{title}</p>
    <ul>
      {alerts.map((alert) => (
        <li key={alert}>
          <bdi>{alert}</bdi>
        </li>
      ))}
    </ul>
  </div>
);
