import { Building2 } from "lucide-react";
import { useContext, type ReactNode } from "react";
import { words } from "../../../messages/words.ts";
import { ShownContext } from "./setting-row.tsx";
import { describeSettingsRow, type RowId } from "./search.ts";
import styles from "./settings.module.css";

type Props = {
  readonly id: RowId;
  /** What is set, in words. */
  readonly children: ReactNode;
  /** What can be done all the same. */
  readonly below?: ReactNode;
};

/** That nobody at this desk can change it, and why. */
export const SetMark = (): ReactNode => (
  <p className={styles["setMark"]}>
    <Building2 size={14} aria-hidden="true" /> {words.policy.set}
  </p>
);

/** A setting that the organization has set: what it is, and no control. */
export function ManagedRow({ id, children, below }: Props): ReactNode {
  const { found } = useContext(ShownContext);
  return (
    <div
      className={`${styles["row"] ?? ""} ${styles["wide"] ?? ""}`}
      data-setting={id}
      data-managed=""
      hidden={found !== null && !found.has(id)}
    >
      <div className={styles["stack"]}>
        <div className={styles["managed"]}>
          <div>
            <div className={styles["label"]}>{describeSettingsRow(id).label}</div>
            <SetMark />
          </div>
          <div className={styles["setValue"]}>{children}</div>
        </div>
        {below}
      </div>
    </div>
  );
}
