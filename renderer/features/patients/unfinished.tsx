import type { ReactNode } from "react";
import type { ListedPatient } from "../../../shared/outbox/item.ts";
import { words } from "../../../messages/words.ts";
import { Button } from "../../ui/button.tsx";
import { formatUnfinishedName } from "./describe.ts";
import styles from "./screen.module.css";
import { useUnfinishedPatients } from "./use-unfinished.ts";

type Props = { readonly onContinue: (item: ListedPatient) => void };

/** Patients that were being typed when something came between. */
export function UnfinishedPatients({ onContinue }: Props): ReactNode {
  const drafts = useUnfinishedPatients(3);
  if (drafts.length === 0) return null;
  return (
    <ul className={styles["unfinished"]} aria-label={words.patients.unfinished({ count: drafts.length })}>
      {drafts.map((draft) => (
        <li key={draft.id}>
          <Button size="small" variant="quiet" onPress={() => onContinue(draft)}>
            {words.patients.continueWith({ name: formatUnfinishedName(draft.form) })}
          </Button>
        </li>
      ))}
    </ul>
  );
}
