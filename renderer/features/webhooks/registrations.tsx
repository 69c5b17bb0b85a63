import { Webhook } from "lucide-react";
import type { ReactNode } from "react";
import { cleanLine, shownAtMost } from "../../../contract/forms/clean-text.ts";
import type { WebhookListing } from "../../../contract/routes.ts";
import { namedEventKinds, type WebhookRegistration } from "../../../contract/service/webhook.ts";
import type { Reading } from "../../state/use-route.ts";
import { useSettings } from "../../state/hooks.ts";
import { clockMoment } from "../../ui/moment.ts";
import { Button } from "../../ui/button.tsx";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { List, ListItem } from "../../ui/list.tsx";
import { Notice } from "../../ui/notice.tsx";
import { EmptyState, LoadingState } from "../../ui/states.tsx";
import { kindWords } from "./kinds.ts";
import styles from "./webhooks.module.css";
import { said } from "../../../messages/saying.ts";

type Props = { readonly listing: Reading<WebhookListing> & { readonly reload: () => void } };

/** The registrations: being read, none, those now, those as of an earlier answer, or not to be had. */
export function Registrations({ listing }: Props): ReactNode {
  const { settings } = useSettings();
  if (listing.state === "loading") return <LoadingState>Asking the service…</LoadingState>;
  const again = <Button onPress={listing.reload}>Ask again</Button>;
  if (listing.state === "failed") {
    return (
      <FailureNotice
        failure={listing.failure}
        title="The list could not be read"
        actions={again}
        isNews={false}
      />
    );
  }
  const { webhooks, asOf } = listing.value;
  const failure = listing.value.failure ?? listing.failure;
  if (asOf === null && failure !== null) {
    return (
      <FailureNotice
        failure={failure}
        title="The list could not be read, so it is not known whether there are any"
        actions={again}
        isNews={false}
      />
    );
  }
  return (
    <>
      {failure !== null && asOf !== null && (
        <Notice tone="warning" title={`As of ${clockMoment(asOf, settings?.timeZone)}`} actions={again}>
          <p>{cleanLine(said(failure.why))}</p>
        </Notice>
      )}
      {webhooks.length === 0 ? (
        <EmptyState icon={Webhook} title={failure === null ? "No webhooks yet" : "There were none then"}>
          The service tells nobody yet. Register an address below, and it is told of every approved or denied
          appointment.
        </EmptyState>
      ) : (
        <List label="Registrations">
          {webhooks.map((webhook) => (
            <ListItem key={webhook.id}>
              <Registration webhook={webhook} />
            </ListItem>
          ))}
        </List>
      )}
    </>
  );
}

const wordsFor = (kind: string): string | null => {
  const named = namedEventKinds.find((known) => known === kind);
  return named === undefined ? null : kindWords[named].replace("Tell our system when", "When");
};

const Registration = ({ webhook }: { readonly webhook: WebhookRegistration }): ReactNode => (
  <div className={styles["registration"]}>
    <div className={styles["registrationHead"]}>
      <span className={styles["address"]}>
        <bdi>{cleanLine(webhook.url)}</bdi>
      </span>
      <span className={styles["soft"]}>#{webhook.id}</span>
    </div>
    <ul className={styles["eventList"]}>
      {webhook.events.map((kind) => (
        <li key={kind}>
          {wordsFor(kind) !== null && <span>{wordsFor(kind)} </span>}
          <code>
            <bdi>{cleanLine(kind, shownAtMost.word)}</bdi>
          </code>
        </li>
      ))}
    </ul>
  </div>
);
