import type { ReactNode } from "react";
import type { ListedBooking, ListedItem } from "../../../shared/outbox/item.ts";
import type { Settings } from "../../../shared/settings/settings.ts";
import { cleanLine, shownAtMost } from "../../../shared/text/clean-text.ts";
import { words } from "../../../messages/words.ts";
import { useSettings } from "../../lib/hooks.ts";
import { useNow } from "../../lib/use-now.ts";
import { Facts, type Fact } from "../../ui/facts.tsx";
import { describeBooking } from "../bookings/index.ts";
import { usePatientReading } from "../items/index.ts";
import { formatBegun } from "./call-words.ts";
import styles from "./outbox.module.css";

/** What an item is about, for who decides on it; of one that needs checking the card with what to ask says it. */
export function ItemFacts({ item }: { readonly item: ListedItem }): ReactNode {
  const { settings } = useSettings();
  if (settings === null || item.kind !== "booking" || item.status === "needs-checking") return null;
  return <BookingFactsOf item={item} settings={settings} />;
}

type Props = { readonly item: ListedBooking; readonly settings: Settings };

function BookingFactsOf({ item, settings }: Props): ReactNode {
  const { patient } = usePatientReading(item);
  const now = useNow();
  const facts = describeBooking({ item, patient, settings });
  const { form } = item;
  const { facts: labels, phone: phoneLabel } = words.bookings;
  const phone = cleanLine(patient?.input.phone ?? "", shownAtMost.word);
  const isPlaced = form.sameAddress ? patient !== null : form.address.trim() !== "";
  const rows: readonly (Fact | null)[] = [
    form.service.trim() === "" ? null : { label: labels.service, value: facts.service },
    phone === "" ? null : { label: phoneLabel, value: phone },
    isPlaced ? { label: labels.where, value: facts.address } : null,
    form.billingType === null ? null : { label: labels.billing, value: facts.billing },
    { label: words.outbox.calls.begun, value: formatBegun(item, { settings, now }) },
  ];
  return (
    <div className={styles["facts"]}>
      <Facts items={rows.filter((row) => row !== null)} />
    </div>
  );
}
