import { useMemo, type ReactNode } from "react";
import type { ListedItem } from "../../../contract/records/item.ts";
import { useLanguage, useSettings } from "../../state/hooks.ts";
import { useNow } from "../../state/use-now.ts";
import { useRoute } from "../../state/use-route.ts";
import { itemWords, type ItemWords } from "./item-words.ts";

const beforeSettings = { services: [], dateOrder: "month-first" } as const;

/** The words for an item of a list, at that RFC 3339 instant. */
export function useLineWords(item: ListedItem, now: string): ItemWords {
  const { settings } = useSettings();
  const language = useLanguage();
  const known = item.kind === "booking" ? (item.patient ?? null) : null;
  return useMemo(
    () => itemWords(item, { patient: known, settings: settings ?? { ...beforeSettings, services: [] }, now }),
    // oxlint-disable-next-line react/exhaustive-deps -- the words are of a language
    [item, known, settings, now, language],
  );
}

/** The patient who is to be read; null where the list has read who it is, or it is nobody known. */
function unreadPatient(item: ListedItem): string | null {
  if (item.kind !== "booking" || item.patient !== undefined) return null;
  return item.form.patient?.kind === "known" ? item.form.patient.id : null;
}

/** The words for one item; a booking's known patient is read for it where no list has done so. */
export function useItemWords(item: ListedItem): ItemWords {
  const chosen = unreadPatient(item);
  const patient = useRoute(
    "patients.get",
    { id: chosen ?? item.id },
    { enabled: chosen !== null, clears: true },
  );
  const known = chosen === null ? null : (patient.value?.input ?? null);
  const whole = useMemo(
    () => (item.kind === "booking" && known !== null ? { ...item, patient: known } : item),
    [item, known],
  );
  return useLineWords(whole, useNow());
}

/** An item in one line of text. */
export function ItemName({ item }: { readonly item: ListedItem }): ReactNode {
  const { title, detail } = useItemWords(item);
  return (
    <>
      <strong>
        <bdi>{title}</bdi>
      </strong>{" "}
      · <bdi>{detail}</bdi>
    </>
  );
}
