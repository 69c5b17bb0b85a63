import type { ReactNode } from "react";
import { cleanLine } from "../../../contract/forms/clean-text.ts";
import { mayHaveBeenMade } from "../../../contract/records/attempts.ts";
import type { WebhookItem } from "../../../contract/records/item.ts";
import { useKeptWords, useNavigation } from "../../state/hooks.ts";
import { lastSeen } from "../../ui/answer-seen.tsx";
import { Button } from "../../ui/button.tsx";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { tokenRefused } from "../../ui/item-words.ts";
import { Notice } from "../../ui/notice.tsx";
import { NewTokenButton } from "../new-token/index.ts";
import type { WebhookState } from "./state.ts";

/** What became of the registration, in place. */
export function Outcome({ phase }: { readonly phase: WebhookState["phase"] }): ReactNode {
  if (phase.kind === "failed")
    return <FailureNotice failure={phase.failure} title="Not sent. What you typed is kept." />;
  return phase.kind === "settled" ? <Settled item={phase.item} /> : null;
}

/** "Not registered" is only said when no try may have been taken; what a draft was made from may have been. */
function notRegistered(item: WebhookItem): string {
  if (item.status === "draft") return "Refused the last time";
  return item.status === "needs-checking" || mayHaveBeenMade(item)
    ? "It is not known whether it was registered"
    : "Not registered";
}

const savedWebhook = (item: WebhookItem): string =>
  mayHaveBeenMade(item)
    ? "Saved on this computer – it may have been registered already"
    : "Saved on this computer – not registered yet";

function Settled({ item }: { readonly item: WebhookItem }): ReactNode {
  const { go } = useNavigation();
  const asKept = useKeptWords();
  const token = tokenRefused(item);
  const toOutbox = (
    <Button onPress={() => go({ screen: "outbox", itemId: item.id })}>Show it in the outbox</Button>
  );
  switch (item.status) {
    case "done":
      return (
        <Notice
          tone="success"
          live="polite"
          title={`Registered${item.result === null ? "" : ` as #${String(item.result.id)}`}`}
        >
          The service sends its news to <bdi>{cleanLine(item.form.url)}</bdi>.
        </Notice>
      );
    case "draft":
    case "needs-editing":
    case "needs-checking":
      return item.problem === null ? null : (
        <FailureNotice
          failure={item.problem}
          title={notRegistered(item)}
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
            title={token.title}
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
        <Notice tone="info" live="polite" title={asKept(savedWebhook(item))} actions={toOutbox}>
          {item.problem === null
            ? "It is sent by itself as soon as possible."
            : cleanLine(item.problem.message)}
        </Notice>
      );
  }
}
