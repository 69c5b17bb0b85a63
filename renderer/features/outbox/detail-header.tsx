import type { ReactNode } from "react";
import type { ListedItem } from "../../../shared/outbox/item.ts";
import { day, zoned, zonedText } from "../../../messages/format.ts";
import { said } from "../../../messages/saying.ts";
import { words } from "../../../messages/words.ts";
import { useSettings } from "../../lib/hooks.ts";
import { getItemKind } from "../../lib/item-kinds.ts";
import { useNow } from "../../lib/use-now.ts";
import { keepTimes } from "../../ui/text.tsx";
import { ItemBadge, useItemWords, usePatientReading } from "../items/index.ts";
import styles from "./outbox.module.css";
import { formatPhoneToCall } from "./words.ts";

/** When and who, or what it is where there is no time, and where it stands. */
export function DetailHeader({ item }: { readonly item: ListedItem }): ReactNode {
  const { title, detail, phone } = useItemWords(item);
  const { settings } = useSettings();
  const { patient, unread } = usePatientReading(item);
  const now = useNow();
  const instant =
    settings === null ? null : getItemKind(item).instant(item, { patient: null, settings, now });
  const isTimed = item.kind === "booking" && instant !== null;
  const facts = [
    patient === null ? null : day(patient.input.dob),
    patient === null || patient.patientId === null ? null : `#${String(patient.patientId)}`,
  ].filter((fact) => fact !== null);
  return (
    <header className={styles["detailHeader"]}>
      <div>
        <h2 tabIndex={-1}>
          <bdi>{isTimed ? keepTimes(zoned(zonedText(instant, item.form.timeZone))) : title}</bdi>
        </h2>
        <div className={styles["who"]}>
          {isTimed && (
            <>
              <strong>
                <bdi>{title}</bdi>
              </strong>
              {facts.map((fact) => (
                <span key={fact}> · {fact}</span>
              ))}
            </>
          )}
          {!isTimed && <bdi>{detail}</bdi>}
        </div>
        {item.status === "needs-card" && (
          <p className={styles["phone"]}>
            {unread === null || (phone ?? "").trim() !== ""
              ? formatPhoneToCall(phone)
              : words.outbox.patientNotRead({ why: said(unread.failure.why) })}
          </p>
        )}
      </div>
      <ItemBadge item={item} />
    </header>
  );
}
