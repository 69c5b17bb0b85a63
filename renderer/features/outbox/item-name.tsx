import { useMemo, type ReactNode } from "react";
import type { ListedItem } from "../../../contract/records/item.ts";
import { useSettings } from "../../state/hooks.ts";
import { useNow } from "../../state/use-now.ts";
import { useRoute } from "../../state/use-route.ts";
import { itemWords, type ItemWords } from "./item-words.ts";

const beforeSettings = { services: [], dateOrder: "month-first" } as const;

/** The words for an item; a booking's known patient is read for it. */
export function useItemWords(item: ListedItem): ItemWords {
  const { settings } = useSettings();
  const now = useNow();
  const chosen = item.kind === "booking" && item.form.patient?.kind === "known" ? item.form.patient.id : null;
  const patient = useRoute(
    "patients.get",
    { id: chosen ?? item.id },
    { enabled: chosen !== null, clears: true },
  );
  const known = chosen === null ? null : patient.value;
  return useMemo(
    () => itemWords(item, { patient: known, settings: settings ?? { ...beforeSettings, services: [] }, now }),
    [item, known, settings, now],
  );
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
