import { CircleCheck, CircleX, Radio } from "lucide-react";
import { useEffect, useState, type ReactNode } from "react";
import { cleanLine, cleanLines, shownAtMost } from "../../../shared/text/clean-text.ts";
import type { PracticeDelivery } from "../../../shared/webhooks/routes.ts";
import type { RouteOutput } from "../../../shared/routes.ts";
import { timeHere } from "../../../messages/format.ts";
import { words } from "../../../messages/words.ts";
import { useAnnounce, useDesk } from "../../lib/hooks.ts";
import type { RouteReading } from "../../lib/use-route.ts";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { EmptyState, LoadingState } from "../../ui/states.tsx";
import { StatusBadge } from "../../ui/status-badge.tsx";
import { isTaken, keptAtMost, mergeDeliveries, formatJson } from "./deliveries.ts";
import styles from "./webhooks.module.css";

const bodyAtMost = 20_000;
type Props = {
  readonly reading: RouteReading<RouteOutput<"practice.deliveries">>;
  readonly isRegistered: boolean;
};

/** Practice: the deliveries as they really arrive. */
export function Inspector({ reading, isRegistered }: Props): ReactNode {
  const { bridge } = useDesk();
  const announce = useAnnounce();
  const [arrived, setArrived] = useState<readonly PracticeDelivery[]>([]);
  useEffect(
    () =>
      bridge.listen("practice.delivered", (delivery) => {
        setArrived((before) => [delivery, ...before].slice(0, keptAtMost));
        announce(words.webhooks.announce.delivery({ kind: cleanLine(delivery.kind, shownAtMost.word) }));
      }),
    [bridge, announce],
  );
  const deliveries = mergeDeliveries(arrived, reading.value?.deliveries ?? []);
  return (
    <div className={styles["inspector"]}>
      <div>
        <h2>{words.webhooks.deliveries}</h2>
        <p className={styles["soft"]}>{words.webhooks.deliveriesHelp}</p>
      </div>
      {reading.state === "loading" && <LoadingState />}
      {reading.failure !== null && <FailureNotice failure={reading.failure} />}
      {reading.state === "ready" && deliveries.length === 0 && (
        <EmptyState icon={Radio} title={words.webhooks.noDeliveries}>
          {isRegistered ? words.webhooks.noDeliveriesYet : words.webhooks.noDeliveriesHelp}
        </EmptyState>
      )}
      {deliveries.length > 0 && (
        <ol className={styles["deliveries"]}>
          {deliveries.map((delivery) => (
            <li key={`${delivery.id}/${String(delivery.attempt)}`}>
              <Delivery delivery={delivery} />
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}

function Delivery({ delivery }: { readonly delivery: PracticeDelivery }): ReactNode {
  const { status, attempt } = delivery;
  const word = status === null ? words.webhooks.notReached : words.webhooks.answered({ status });
  return (
    <details>
      <summary>
        <span className={styles["summary"]}>
          <code>
            <bdi>{cleanLine(delivery.kind, shownAtMost.word)}</bdi>
          </code>
          <StatusBadge
            word={word}
            icon={isTaken(delivery) ? CircleCheck : CircleX}
            tone={isTaken(delivery) ? "success" : "danger"}
          />
          <span className={styles["soft"]}>
            {words.webhooks.deliveredAt({ time: timeHere(delivery.at), attempt })}
          </span>
        </span>
      </summary>
      <p className={styles["soft"]}>
        <bdi>{cleanLine(delivery.url)}</bdi>
      </p>
      {delivery.error !== null && <p>{cleanLine(delivery.error)}</p>}
      <pre>{cleanLines(formatJson(delivery.body), bodyAtMost)}</pre>
    </details>
  );
}
