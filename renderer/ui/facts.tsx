import type { ReactNode } from "react";
import { joinClassNames } from "./class-names.ts";
import { isolateText } from "./text.tsx";
import styles from "./facts.module.css";

export type Fact = { readonly label: string; readonly value: ReactNode };

type Props = {
  readonly items: readonly Fact[];
  /** For reading back aloud at arm's length. */
  readonly large?: boolean;
};

/** Names and what they are. */
export const Facts = ({ items, large = false }: Props): ReactNode => (
  <dl className={joinClassNames(styles["facts"], large && styles["large"])}>
    {items.map((fact) => (
      <div key={fact.label} className={styles["fact"]}>
        <dt>{fact.label}</dt>
        <dd>{isolateText(fact.value)}</dd>
      </div>
    ))}
  </dl>
);
