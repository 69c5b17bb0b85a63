import { ShieldCheck } from "lucide-react";
import type { ReactNode } from "react";
import type { AuditState } from "../../../shared/activity-log/audit.ts";
import { words } from "../../../messages/words.ts";
import { useDesk } from "../../lib/hooks.ts";
import { useWork } from "../../lib/use-work.ts";
import { Button } from "../../ui/button.tsx";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { formatClockMoment } from "../../ui/format.ts";
import { NoticeBox } from "../../ui/notice.tsx";
import { Spinner } from "../../ui/states.tsx";
import styles from "./activity.module.css";

type Props = { readonly state: AuditState; readonly timeZone: string | undefined };

/** Whether the log is as it was written; where it is not, and what that means. */
export function LogState({ state, timeZone }: Props): ReactNode {
  const { state: says } = words.audit;
  const { altered, outside, isChecking, removed } = state;
  const isGone = outside !== "same" && outside !== "unknown";
  return (
    <>
      {isGone && (
        <NoticeBox
          tone={outside === "restored" ? "warning" : "danger"}
          title={says[outside]}
          actions={<ReadButton />}
        >
          <p>{says[`${outside}Text`]}</p>
        </NoticeBox>
      )}
      {altered !== null && (
        <NoticeBox tone="danger" title={says.altered} {...(isGone ? {} : { actions: <ReadButton /> })}>
          <p>{says.alteredText(altered)}</p>
        </NoticeBox>
      )}
      <p className={styles["state"]} role="status">
        {isChecking ? <Spinner /> : <ShieldCheck size={16} aria-hidden="true" />}
        <span>{stateWords(state, timeZone)}</span>
      </p>
      {removed !== null && (
        <p className={styles["soft"]}>
          {says.removed({ upTo: removed.upTo, when: formatClockMoment(removed.at, timeZone) })}
        </p>
      )}
      {outside === "unknown" && !isChecking && <p className={styles["soft"]}>{says.unknownOutside}</p>}
    </>
  );
}

function stateWords(
  { isChecking, checked, entries, checkedAt, altered }: AuditState,
  timeZone?: string,
): string {
  const { state: says } = words.audit;
  if (isChecking) return says.checking({ checked, entries });
  if (checkedAt === null) return says.notYet;
  const when = formatClockMoment(checkedAt, timeZone);
  return altered === null ? says.whole({ when, entries: checked }) : says.checked({ when });
}

/** From then on it is said on this screen alone. */
function ReadButton(): ReactNode {
  const { bridge } = useDesk();
  const { isPending, failure, run } = useWork();
  return (
    <>
      <Button isPending={isPending} onPress={() => void run(() => bridge.call("audit.warningRead", {}))}>
        {words.audit.state.read}
      </Button>
      {failure !== null && <FailureNotice failure={failure} />}
    </>
  );
}
