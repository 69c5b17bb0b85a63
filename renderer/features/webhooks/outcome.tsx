import type { ReactNode } from "react";
import { cleanLine } from "../../../contract/forms/clean-text.ts";

import type { ListedWebhook } from "../../../contract/records/item.ts";
import { useKeptWords, useNavigation } from "../../state/hooks.ts";
import { lastSeen } from "../../ui/answer-words.ts";
import { Button } from "../../ui/button.tsx";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { tokenRefused } from "../../ui/item-words.ts";
import { Notice } from "../../ui/notice.tsx";
import { NewTokenButton } from "../new-token/index.ts";
import type { WebhookState } from "./state.ts";
import { webhookTitle } from "./words.ts";
import { said } from "../../../messages/saying.ts";

/** What became of the registration, in place. */
export function Outcome({ phase }: { readonly phase: WebhookState["phase"] }): ReactNode {
  if (phase.kind === "failed")
    return <FailureNotice failure={phase.failure} title="Not sent. What you typed is kept." />;
  return phase.kind === "settled" ? <Settled item={phase.item} /> : null;
}

function Settled({ item }: { readonly item: ListedWebhook }): ReactNode {
  const { go } = useNavigation();
  const asKept = useKeptWords();
  const token = tokenRefused(item);
  const title = webhookTitle(item);
  const toOutbox = (
    <Button onPress={() => go({ screen: "outbox", itemId: item.id })}>Show it in the outbox</Button>
  );
  switch (item.status) {
    case "done":
      return (
        <Notice tone="success" live="polite" title={title}>
          The service sends its news to <bdi>{cleanLine(item.form.url)}</bdi>.
        </Notice>
      );
    case "draft":
    case "needs-editing":
    case "needs-checking":
      return item.problem === null ? null : (
        <FailureNotice
          failure={item.problem}
          title={title}
          actions={toOutbox}
          seen={item.status === "needs-checking" ? lastSeen(item) : null}
        />
      );
    default:
      if (token !== null) {
        return (
          <Notice
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
            {asKept(token.text)}
          </Notice>
        );
      }
      return (
        <Notice tone="info" live="polite" title={asKept(title)} actions={toOutbox}>
          {item.problem === null
            ? "It is sent by itself as soon as possible."
            : cleanLine(said(item.problem.why))}
        </Notice>
      );
  }
}
