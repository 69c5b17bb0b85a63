import { type ReactNode } from "react";
import { cleanLine } from "../../../shared/text/clean-text.ts";
import type { ListedWebhook } from "../../../shared/outbox/item.ts";
import { words } from "../../../messages/words.ts";
import { useNavigation, useRecordsKept } from "../../lib/hooks.ts";
import { useIsStopped } from "../../lib/use-tally.ts";
import { formatLastSeen } from "../../ui/answer-words.ts";
import { Button } from "../../ui/button.tsx";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { NoticeBox } from "../../ui/notice.tsx";
import { RichText } from "../../ui/text.tsx";
import { NewTokenButton } from "../new-token/index.ts";
import type { WebhookState } from "./state.ts";
import { formatOtherKinds, formatWebhookTitle } from "./words.ts";
import { said } from "../../../messages/saying.ts";
import { formatTokenRefused } from "../../lib/item-kinds.ts";

/** What became of the registration, in place. */
export function WebhookOutcome({ phase }: { readonly phase: WebhookState["phase"] }): ReactNode {
  if (phase.kind === "failed")
    return <FailureNotice failure={phase.failure} title={words.webhooks.notSent} />;
  return phase.kind === "settled" ? <Settled item={phase.item} /> : null;
}

const newsTags = { url: (text: string): ReactNode => <bdi>{text}</bdi> };

/** What happens next to one that nothing is wrong with. */
function nextWords({ status }: ListedWebhook, isStopped: boolean): string {
  const { group, groupStopped } = words.outbox;
  if (status === "sending") return group.sending.sentence;
  return isStopped ? groupStopped.ready : words.webhooks.sendsItself;
}

function Settled({ item }: { readonly item: ListedWebhook }): ReactNode {
  const { go } = useNavigation();
  const kept = useRecordsKept();
  const isStopped = useIsStopped();
  const title = formatWebhookTitle(item, kept);
  const toOutbox = (
    <Button onPress={() => go({ screen: "outbox", itemId: item.id })}>{words.webhooks.showInOutbox}</Button>
  );
  switch (item.status) {
    case "done": {
      const otherKinds = formatOtherKinds(item);
      return (
        <NoticeBox tone={otherKinds === null ? "success" : "warning"} title={title}>
          <RichText text={words.webhooks.sendsNews({ url: cleanLine(item.form.url) })} tags={newsTags} />
          {otherKinds !== null && <p>{otherKinds}</p>}
        </NoticeBox>
      );
    }
    case "draft":
    case "on-hold":
    case "needs-editing":
    case "needs-checking":
      return item.problem === null ? null : (
        <FailureNotice
          failure={item.problem}
          title={title}
          actions={toOutbox}
          seen={item.status === "needs-checking" ? formatLastSeen(item) : null}
        />
      );
    default:
      if (formatTokenRefused(item) !== null) {
        return (
          <NoticeBox
            tone="warning"
            live="polite"
            title={title}
            actions={
              <>
                <NewTokenButton />
                {toOutbox}
              </>
            }
          >
            {words.items.tokenRefused.text({ kept })}
          </NoticeBox>
        );
      }
      return (
        <NoticeBox tone="info" live="polite" title={title} actions={toOutbox}>
          {item.problem === null ? nextWords(item, isStopped) : cleanLine(said(item.problem.why))}
        </NoticeBox>
      );
  }
}
