import { Copy } from "lucide-react";
import type { ReactNode } from "react";
import type { ListedBooking, ListedItem } from "../../../shared/outbox/item.ts";
import type { Settings } from "../../../shared/settings/settings.ts";
import { said } from "../../../messages/saying.ts";
import { words } from "../../../messages/words.ts";
import { useToast, useDesk, useNavigation, useSettings } from "../../lib/hooks.ts";
import { useNow } from "../../lib/use-now.ts";
import { useWork } from "../../lib/use-work.ts";
import { Button } from "../../ui/button.tsx";
import { Facts } from "../../ui/facts.tsx";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { usePatientReading } from "../items/index.ts";
import { askAbout } from "./ask.ts";
import styles from "./what-to-ask.module.css";

/** For a booking that may or may not have been made: what to ask the service, and whom to call. */
export function WhatToAsk({ item }: { readonly item: ListedItem }): ReactNode {
  const { settings } = useSettings();
  if (settings === null || item.kind !== "booking" || item.status !== "needs-checking") return null;
  return <AskCard item={item} settings={settings} />;
}

type CardProps = { readonly item: ListedBooking; readonly settings: Settings };

function AskCard({ item, settings }: CardProps): ReactNode {
  const { bridge } = useDesk();
  const toast = useToast();
  const { failure, run } = useWork();
  const { patient, unread } = usePatientReading(item);
  const now = useNow();
  const { facts, question, text } = askAbout({ item, patient, isUnread: unread !== null, settings, now });
  const { ask } = words.outbox;
  const copy = (): Promise<void> =>
    run(
      () => bridge.call("app.copy", { text }),
      () => toast(ask.copied),
    );
  return (
    <>
      <section className={styles["card"]} aria-label={ask.title}>
        <div className={styles["head"]}>
          <h3>{ask.title}</h3>
          <Button size="small" icon={Copy} onPress={() => void copy()}>
            {ask.copy}
          </Button>
        </div>
        {failure !== null && <p role="alert">{said(failure.why)}</p>}
        {unread !== null && (
          <FailureNotice
            failure={unread.failure}
            actions={
              <Button size="small" onPress={unread.reload}>
                {words.outbox.tryAgain}
              </Button>
            }
          />
        )}
        <div className={styles["body"]}>
          <Facts
            items={facts.map(({ label, value, isMain }) => ({
              label,
              value: isMain ? (
                <strong>
                  <bdi>{value}</bdi>
                </strong>
              ) : (
                value
              ),
            }))}
          />
          <div className={styles["call"]}>
            <p>{ask.call}</p>
            <ServicePhone phone={settings.servicePhone} />
            {question !== null && (
              <p className={styles["question"]}>
                <bdi>{question}</bdi>
              </p>
            )}
          </div>
        </div>
      </section>
    </>
  );
}

function ServicePhone({ phone }: { readonly phone: string }): ReactNode {
  const { go } = useNavigation();
  if (phone !== "")
    return (
      <p className={styles["phone"]}>
        <bdi>{phone}</bdi>
      </p>
    );
  return (
    <>
      <p>{words.outbox.ask.noPhone}</p>
      <Button
        size="small"
        variant="quiet"
        onPress={() => go({ screen: "settings", section: "clinic", field: "servicePhone" })}
      >
        {words.outbox.ask.setUp}
      </Button>
    </>
  );
}
