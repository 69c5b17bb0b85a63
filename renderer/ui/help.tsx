import { CircleHelp } from "lucide-react";
import type { ReactNode } from "react";
import styles from "./help.module.css";

type HelpProps = {
  /** What it answers, on the line that opens it. */
  readonly title: string;
  readonly children: ReactNode;
};

/** Help that is one key away where it is needed, and out of the way of whoever knows it. */
export const Help = ({ title, children }: HelpProps): ReactNode => (
  <details className={styles["help"]} data-help="">
    <summary>
      <CircleHelp size={16} aria-hidden="true" />
      {title}
    </summary>
    <div className={styles["text"]}>{children}</div>
  </details>
);

/** What is explained, by name. */
export const HelpTerms = ({
  terms,
}: {
  readonly terms: readonly { readonly name: string; readonly lines: readonly string[] }[];
}): ReactNode => (
  <dl className={styles["terms"]}>
    {terms.map(({ name, lines }) => (
      <div key={name}>
        <dt>{name}</dt>
        {lines.map((line) => (
          <dd key={line}>{line}</dd>
        ))}
      </div>
    ))}
  </dl>
);
