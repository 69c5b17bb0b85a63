import { useMemo, type ReactNode } from "react";
import type { ListedItem } from "../../../shared/outbox/item.ts";
import type { PatientInLine } from "../../../shared/patients/patient.ts";
import { useLanguage, useSettings } from "../../lib/hooks.ts";
import { useNow } from "../../lib/use-now.ts";
import { describeItem, type ItemWords } from "../../lib/item-kinds.ts";
import { NameAndDetail } from "../../ui/text.tsx";
import { usePatientOf } from "./use-patient.ts";

const beforeSettings = { services: [], dateOrder: "month-first" } as const;

/** The words for an item of a list, at that RFC 3339 instant. */
export function useLineWords(item: ListedItem, now: string, read: PatientInLine | null = null): ItemWords {
  const { settings } = useSettings();
  const language = useLanguage();
  const patient = read ?? ("patient" in item ? item.patient : null) ?? null;
  return useMemo(
    () => describeItem(item, { patient, settings: settings ?? { ...beforeSettings, services: [] }, now }),
    // oxlint-disable-next-line react/exhaustive-deps -- the words are of a language
    [item, patient, settings, now, language],
  );
}

/** The words for one item; a booking's known patient is read for it where no list has done so. */
export function useItemWords(item: ListedItem): ItemWords {
  return useLineWords(item, useNow(), usePatientOf(item)?.input);
}

/** An item in one line of text. */
export function ItemName({ item }: { readonly item: ListedItem }): ReactNode {
  const { title, detail } = useItemWords(item);
  return <NameAndDetail name={title} detail={detail} />;
}
