import { said } from "../../../messages/saying.ts";
import { type ReactNode } from "react";
import { cleanLine } from "../../../domain/clean-text.ts";
import type { ListedItem } from "../../../contract/records/item.ts";
import { words } from "../../../messages/words.ts";
import { useRecordsKept } from "../../state/hooks.ts";
import { lastSeen } from "../../ui/answer-words.ts";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { tokenRefused } from "../../ui/item-words.ts";
import { Notice } from "../../ui/notice.tsx";
import { RichText } from "../../ui/rich-text.tsx";
import { NewTokenButton } from "../new-token/index.ts";
import { ExistingPatient } from "../patients/index.ts";
import { fieldLabel } from "./field-labels.ts";
import { checkingHelp, refusedHelp } from "./item-help.ts";
import styles from "./outbox.module.css";
import { groupOf, groupWords } from "./words.ts";

type Props = { readonly item: ListedItem };

/** Why an item stands where it stands, what was seen, and what a person must know before choosing. */
export function ItemReason({ item }: Props): ReactNode {
  const mayBeMade = refusedHelp(item);
  const taken = item.status === "needs-editing" ? item.problem?.details.existingPatientId : undefined;
  return (
    <>
      {/* What may be ours is said by the warning, with what to do. */}
      {(mayBeMade === null || taken === undefined) && <Problem item={item} />}
      <FieldProblems item={item} />
      {item.status === "needs-checking" && <p className={styles["reason"]}>{checkingHelp(item)}</p>}
      {mayBeMade !== null && <Notice tone="warning" title={mayBeMade} />}
      {item.kind === "patient" && taken !== undefined && <ExistingPatient item={item} patientId={taken} />}
    </>
  );
}

function Problem({ item }: Props): ReactNode {
  const kept = useRecordsKept();
  const token = tokenRefused(item);
  if (token !== null) {
    return (
      <Notice tone="warning" title={token} actions={<NewTokenButton />}>
        {words.items.tokenRefused.text({ kept })}
      </Notice>
    );
  }
  if (item.problem === null) {
    const group = groupOf(item);
    return group === null ? null : <p className={styles["reason"]}>{groupWords(group, kept).sentence}</p>;
  }
  return (
    <FailureNotice
      failure={item.problem}
      isNews={false}
      actions={null}
      seen={item.status === "needs-checking" ? lastSeen(item) : null}
    />
  );
}

const problemTags = {
  b: (text: string): ReactNode => <strong>{text}</strong>,
  problem: (text: string): ReactNode => <bdi>{text}</bdi>,
};

/** What the service said of single fields, which stand open only while it is edited. */
function FieldProblems({ item }: Props): ReactNode {
  const problems = Object.entries(item.problem?.fields ?? {});
  if (problems.length === 0) return null;
  return (
    <ul className={styles["fields"]} aria-label={words.outbox.fieldsToCorrect}>
      {problems.map(([name, message]) => (
        <li key={name}>
          <RichText
            text={words.outbox.fieldProblem({ field: fieldLabel(name), problem: cleanLine(said(message)) })}
            tags={problemTags}
          />
        </li>
      ))}
    </ul>
  );
}
