import type { ReactNode } from "react";
import { said } from "../../../messages/saying.ts";
import { cleanLine } from "../../../shared/text/clean-text.ts";
import type { ListedItem } from "../../../shared/outbox/item.ts";
import { words } from "../../../messages/words.ts";
import { bookingFields } from "../../../shared/bookings/booking-fields.ts";
import { findFieldName } from "../../../shared/core/form.ts";
import { useRecordsKept } from "../../lib/hooks.ts";
import { formatLastSeen } from "../../ui/answer-words.ts";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { NoticeBox } from "../../ui/notice.tsx";
import { RichText } from "../../ui/text.tsx";
import { NewTokenButton } from "../new-token/index.ts";
import { ExistingPatient } from "../patients/index.ts";
import styles from "./outbox.module.css";
import { getGroup, describeGroup, explainRefusal } from "./words.ts";
import { getItemKind, formatTokenRefused } from "../../lib/item-kinds.ts";
import { useItemHold } from "../../lib/use-hold.ts";
import { useMoment } from "../../lib/use-moments.ts";

type Props = { readonly item: ListedItem };
type ReasonProps = Props & {
  /** A desk that was allowed to send it and has not said what came of that, by name; null: there is none. */
  readonly mayStillSend: string | null;
};

/** Why an item stands where it stands, what was seen, and what a person must know before choosing. */
export function ItemReason({ item, mayStillSend }: ReasonProps): ReactNode {
  const mayBeMade = explainRefusal(item);
  const taken = item.status === "needs-editing" ? getItemKind(item).existingPatient(item) : null;
  return (
    <>
      {/* What may be ours is said by the warning, with what to do. */}
      {(mayBeMade === null || taken === null) && <Problem item={item} />}
      <FieldProblems item={item} />
      {item.status === "needs-checking" && (
        <p className={styles["reason"]}>
          {mayStillSend === null
            ? getItemKind(item).checkingHelp(item)
            : words.outbox.checking.bookingOpen({ desk: mayStillSend })}
        </p>
      )}
      {mayBeMade !== null && <NoticeBox tone="warning" title={mayBeMade} />}
      {item.kind === "patient" && taken !== null && <ExistingPatient item={item} patientId={taken} />}
    </>
  );
}

function Problem({ item }: Props): ReactNode {
  const kept = useRecordsKept();
  const hold = useItemHold(item);
  const moment = useMoment(item.id);
  const token = formatTokenRefused(item);
  if (moment !== null) return <p className={styles["reason"]}>{words.outbox.aboutToSend.sentence}</p>;
  if (token !== null) {
    return (
      <NoticeBox tone="warning" title={token} actions={<NewTokenButton />}>
        {words.items.tokenRefused.text({ kept })}
      </NoticeBox>
    );
  }
  if (item.problem === null) {
    const group = getGroup(item);
    return group === null ? null : (
      <p className={styles["reason"]}>{describeGroup(group, kept, hold).sentence}</p>
    );
  }
  return (
    <FailureNotice
      failure={item.problem}
      isNews={false}
      actions={null}
      seen={item.status === "needs-checking" ? formatLastSeen(item) : null}
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

/** What the field is called on the screen, by its name in the forms or in the interface; else that name. */
function fieldLabel(name: string): string {
  const { patients, booking, outbox } = words;
  const labels: ReadonlyMap<string, string> = new Map(
    Object.entries({ ...patients.label, ...booking.label, ...outbox.field }),
  );
  return labels.get(name) ?? labels.get(findFieldName(bookingFields, name) ?? "") ?? name;
}
