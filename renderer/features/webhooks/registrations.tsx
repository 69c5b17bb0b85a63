import { Webhook } from "lucide-react";
import type { ReactNode } from "react";
import { cleanLine, shownAtMost } from "../../../shared/text/clean-text.ts";
import type { WebhookListing } from "../../../shared/webhooks/routes.ts";
import type { WebhookRegistration } from "../../../shared/service-api/webhook.ts";
import { words } from "../../../messages/words.ts";
import type { RouteReading } from "../../lib/use-route.ts";
import { useSettings } from "../../lib/hooks.ts";
import { formatClockMoment } from "../../ui/format.ts";
import { Button } from "../../ui/button.tsx";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { List, ListItem } from "../../ui/list.tsx";
import { NoticeBox } from "../../ui/notice.tsx";
import { EmptyState, LoadingState } from "../../ui/states.tsx";
import { explainWhenSent } from "./words.ts";
import styles from "./webhooks.module.css";
import { said } from "../../../messages/saying.ts";

type Props = { readonly listing: RouteReading<WebhookListing> & { readonly reload: () => void } };

/** The registrations: being read, none, those now, those as of an earlier answer, or not to be had. */
export function Registrations({ listing }: Props): ReactNode {
  const { settings } = useSettings();
  if (listing.state === "loading") return <LoadingState>{words.webhooks.asking}</LoadingState>;
  const again = <Button onPress={listing.reload}>{words.webhooks.askAgain}</Button>;
  if (listing.state === "failed") {
    return (
      <FailureNotice
        failure={listing.failure}
        title={words.webhooks.notRead}
        actions={again}
        isNews={false}
      />
    );
  }
  const { webhooks, asOf } = listing.value;
  const failure = listing.value.failure ?? listing.failure;
  if (asOf === null && failure !== null) {
    return (
      <FailureNotice failure={failure} title={words.webhooks.notReadEver} actions={again} isNews={false} />
    );
  }
  return (
    <>
      {failure !== null && asOf !== null && (
        <NoticeBox
          tone="warning"
          title={words.webhooks.asOf({ when: formatClockMoment(asOf, settings?.timeZone) })}
          actions={again}
        >
          <p>{cleanLine(said(failure.why))}</p>
        </NoticeBox>
      )}
      {webhooks.length === 0 ? (
        <EmptyState icon={Webhook} title={failure === null ? words.webhooks.none : words.webhooks.noneThen}>
          {words.webhooks.noneHelp}
        </EmptyState>
      ) : (
        <List label={words.webhooks.registrations}>
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

const Registration = ({ webhook }: { readonly webhook: WebhookRegistration }): ReactNode => (
  <div className={styles["registration"]}>
    <div className={styles["registrationHead"]}>
      <span className={styles["address"]}>
        <bdi>{cleanLine(webhook.url)}</bdi>
      </span>
      <span className={styles["soft"]}>{words.webhooks.id({ id: webhook.id })}</span>
    </div>
    <ul className={styles["eventList"]}>
      {webhook.events.map((kind) => (
        <li key={kind}>
          {explainWhenSent(kind) !== null && <span>{explainWhenSent(kind)} </span>}
          <code>
            <bdi>{cleanLine(kind, shownAtMost.word)}</bdi>
          </code>
        </li>
      ))}
    </ul>
  </div>
);
