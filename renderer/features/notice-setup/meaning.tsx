import { RefreshCw } from "lucide-react";
import type { ReactNode } from "react";
import type { NoticesState } from "../../../shared/notices/notices.ts";
import { cleanLine } from "../../../shared/text/clean-text.ts";
import { words } from "../../../messages/words.ts";
import { useAnnounce, useDesk } from "../../lib/hooks.ts";
import { useWork } from "../../lib/use-work.ts";
import { Button, ButtonRow } from "../../ui/button.tsx";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { NoticeBox } from "../../ui/notice.tsx";
import { useWhen } from "../items/index.ts";
import { formatEventKind } from "../notices/index.ts";
import styles from "./notices.module.css";

type Props = { readonly state: Extract<NoticesState, { setUp: "member" }>; readonly onChange: () => void };

/** Where the booking's number stands, by what a person pointed at. */
export function Meaning({ state: { pointers, counts, isAdmin }, onChange }: Props): ReactNode {
  const { meaning: says } = words.notices;
  const { bridge } = useDesk();
  const announce = useAnnounce();
  const { isPending, failure, run } = useWork();
  const readAgain = (): void =>
    void run(
      () => bridge.call("notices.readAgain", {}),
      () => {
        announce(says.readDone);
        onChange();
      },
    );
  return (
    <div className={styles["stack"]}>
      <div className={styles["label"]}>{says.label}</div>
      {pointers.length === 0 ? (
        <NoticeBox tone={counts.total > 0 ? "warning" : "info"} title={says.none}>
          <p>{says.point}</p>
        </NoticeBox>
      ) : (
        <ul>
          {pointers.map(({ event, pointer }) => (
            <li key={event}>{says.of({ kind: formatEventKind(event), place: cleanLine(pointer) })}</li>
          ))}
        </ul>
      )}
      {failure !== null && <FailureNotice failure={failure} />}
      {counts.total > 0 && (
        <ButtonRow>
          <Button icon={RefreshCw} isPending={isPending} isDisabled={!isAdmin} onPress={readAgain}>
            {says.readAgain}
          </Button>
        </ButtonRow>
      )}
    </div>
  );
}

/** Times in which notices may have been lost. */
export function Gaps({ gaps }: Pick<Props["state"], "gaps">): ReactNode {
  const { gaps: says } = words.notices;
  const when = useWhen();
  return (
    <div className={styles["stack"]}>
      <div className={styles["label"]}>{says.label}</div>
      <p className={styles["soft"]}>{gaps.length === 0 ? says.none : says.text}</p>
      {gaps.length > 0 && (
        <ul>
          {gaps.slice(0, mostShown).map(({ from, to }) => (
            <li key={`${from}${to}`}>{says.of({ from: when(from), to: when(to) })}</li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Older ones are of bookings that took place long ago. */
const mostShown = 10;
