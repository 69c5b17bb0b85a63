import type { ReactNode } from "react";
import type { ListedItem } from "../../../shared/outbox/item.ts";
import { words } from "../../../messages/words.ts";
import { useMember } from "../../lib/hooks.ts";
import { NoticeBox } from "../../ui/notice.tsx";
import { ClaimNotice, type SharedItem } from "../clinic/index.ts";
import styles from "./outbox.module.css";

type Props = { readonly item: ListedItem; readonly shared: SharedItem };

/** Of an item that several desks share: who holds it, what may have arrived, and that the hub can't be asked. */
export function SharedNotice({ item, shared: { claim, isReading, isHubAway, stopped } }: Props): ReactNode {
  const { claim: says, withoutHub } = words.clinic;
  const isElsewhere = item.status === "elsewhere";
  const isMember = useMember() !== null;
  if (claim === null) {
    if (!isElsewhere) return null;
    return <p className={styles["reason"]}>{isMember && isReading ? says.reading : says.notKnown}</p>;
  }
  // Held here and waiting for nothing but its turn it is as any other.
  const isNews = isElsewhere || claim.blocked !== null || claim.attempts.length > 0;
  return (
    <>
      {isNews && <ClaimNotice claim={claim} isStale={stopped !== null} />}
      {isHubAway && stopped === null && <NoticeBox tone="warning" title={withoutHub.why} />}
      {isHubAway && stopped !== null && (
        <NoticeBox tone="warning" title={withoutHub.stopped}>
          {stopped.why !== null && <bdi>{stopped.why}</bdi>}
        </NoticeBox>
      )}
    </>
  );
}
