import type { ReactNode } from "react";
import type { WebhookItem } from "../../../contract/records/item.ts";
import { useNavigation } from "../../state/hooks.ts";
import { Button } from "../../ui/button.tsx";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { Notice } from "../../ui/notice.tsx";
import type { WebhookState } from "./state.ts";

/** What became of the registration, in place. */
export function Outcome({ phase }: { readonly phase: WebhookState["phase"] }): ReactNode {
  if (phase.kind === "failed") return <FailureNotice failure={phase.failure} title="Not registered" />;
  return phase.kind === "settled" ? <Settled item={phase.item} /> : null;
}

function Settled({ item }: { readonly item: WebhookItem }): ReactNode {
  const { go } = useNavigation();
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
          The service sends its news to {item.form.url}.
        </Notice>
      );
    case "needs-editing":
    case "needs-checking":
      return item.problem === null ? null : (
        <FailureNotice failure={item.problem} title="Not registered" actions={toOutbox} />
      );
    default:
      return (
        <Notice
          tone="info"
          live="polite"
          title="Saved on this computer – not registered yet"
          actions={toOutbox}
        >
          {item.problem?.message ?? "It is sent by itself as soon as possible."}
        </Notice>
      );
  }
}
