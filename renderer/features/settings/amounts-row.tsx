import type { ReactNode } from "react";
import type { Amounts } from "../../../shared/keeping/kept.ts";
import { words } from "../../../messages/words.ts";
import { useItems } from "../../lib/hooks.ts";
import { useRoute } from "../../lib/use-route.ts";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { SettingRow } from "./setting-row.tsx";
import styles from "./settings.module.css";

const counted = ["patients", "bookings", "entries"] as const;

/** Megabytes, to a tenth; less than one to a hundredth. */
function sizeWords(bytes: number): string {
  const parts = bytes < 1_000_000 ? 100 : 10;
  return words.settings.keeping.amounts.size({ megabytes: Math.round((bytes / 1_000_000) * parts) / parts });
}

/** How much there is on this computer, and how fast it grows. */
export function AmountsRow(): ReactNode {
  const version = useItems((state) => state.version);
  const { amounts: says } = words.settings.keeping;
  const reading = useRoute("keeping.amounts", {}, { refresh: String(version) });
  return (
    <SettingRow id="amounts" isWide>
      <div className={styles["stack"]}>
        <div className={styles["label"]} aria-hidden="true">
          {says.label}
        </div>
        {/* Nobody asked for it who opens Settings: it is not spoken. */}
        {reading.state === "loading" && <p className={styles["soft"]}>{says.reading}</p>}
        {reading.state === "failed" && <FailureNotice failure={reading.failure} title={says.notRead} />}
        {reading.value !== null && (
          <>
            <Counted amounts={reading.value} />
            <Sizes {...reading.value} />
          </>
        )}
      </div>
    </SettingRow>
  );
}

function Counted({ amounts }: { readonly amounts: Amounts }): ReactNode {
  const { amounts: says } = words.settings.keeping;
  return (
    <div className={styles["tableBox"]}>
      <table className={styles["table"]}>
        <caption className={styles["caption"]}>{says.label}</caption>
        <thead>
          <tr>
            <th scope="col">{says.what}</th>
            <th scope="col" className={styles["number"]}>
              {says.all}
            </th>
            <th scope="col" className={styles["number"]}>
              {says.month}
            </th>
            <th scope="col" className={styles["number"]}>
              {says.year}
            </th>
            <th scope="col" className={styles["number"]}>
              {says.pace}
            </th>
          </tr>
        </thead>
        <tbody>
          {counted.map((name) => {
            const { all, month, year } = amounts[name];
            return (
              <tr key={name}>
                <th scope="row">{says[name]}</th>
                {[all, month, year, Math.round((month * 365) / 30)].map((each, at) => (
                  // oxlint-disable-next-line react/no-array-index-key -- four columns, always in this order
                  <td key={at} className={styles["number"]}>
                    {says.count({ count: each })}
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

function Sizes({ bytes: { database, free, backups, logs } }: Pick<Amounts, "bytes">): ReactNode {
  const { amounts: says } = words.settings.keeping;
  const lines = [
    [says.database, `${sizeWords(database)} (${sizeWords(free)} ${says.free})`],
    [says.backups, backups === null ? says.unknown : sizeWords(backups)],
    [says.logs, sizeWords(logs)],
  ] as const;
  return (
    <>
      <dl className={styles["sizes"]}>
        {lines.map(([name, size]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{size}</dd>
          </div>
        ))}
      </dl>
      <p className={styles["soft"]}>{says.freeText}</p>
    </>
  );
}
