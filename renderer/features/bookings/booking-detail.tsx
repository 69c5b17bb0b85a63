import { lazy, Suspense, useState, type ReactNode } from "react";
import type { Failure } from "../../../contract/failure.ts";
import type { Settings } from "../../../contract/records/settings.ts";
import type { RouteOutput } from "../../../contract/routes.ts";
import { useAnnounce, useDesk, useNavigation } from "../../state/hooks.ts";
import { Button } from "../../ui/button.tsx";
import { Detail, DetailActions } from "../../ui/detail.tsx";
import { Facts } from "../../ui/facts.tsx";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { bookingEnd } from "../../ui/item-words.ts";
import { Notice } from "../../ui/notice.tsx";
import { BookingActions } from "./booking-actions.tsx";
import { DifferencesNotice } from "./differences-notice.tsx";
import { bookingFacts, confirmationFacts } from "./facts.ts";
import { Slip } from "./slip.tsx";

const NotBookedQuestion = lazy(async () => ({
  default: (await import("./not-booked-question.tsx")).NotBookedQuestion,
}));

export type BookingRow = RouteOutput<"bookings.list">["bookings"][number];
type Props = { readonly row: BookingRow; readonly settings: Settings };

/** All that is known of a booking, and what can be done with it. */
export function BookingDetail({ row, settings }: Props): ReactNode {
  const { result } = row.item;
  const facts = bookingFacts({ ...row, settings });
  const end = result === null ? null : bookingEnd(result);
  return (
    <Detail title={facts.patient}>
      <DifferencesNotice alerts={facts.alerts} />
      {end !== null && end.tone !== "success" && <Notice tone={end.tone} title={end.title} />}
      {result?.markedByPerson === true && (
        <Notice tone="info" title="Marked as booked by a person at this desk">
          <p>The service’s own answer never came.</p>
        </Notice>
      )}
      <Facts items={confirmationFacts(facts, true)} />
      <DetailActions>
        <BookingActions facts={facts} />
        <NotBooked row={row} settings={settings} />
      </DetailActions>
      <Slip facts={facts} />
    </Detail>
  );
}

/** The way back for a booking that the service turns out not to have. */
function NotBooked({ row, settings }: Props): ReactNode {
  const { bridge } = useDesk();
  const { go } = useNavigation();
  const announce = useAnnounce();
  const [isAsking, setAsking] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const decide = async (): Promise<void> => {
    setAsking(false);
    const answer = await bridge.call("items.decide", { id: row.item.id, decision: "not-booked" });
    if (!answer.ok) return setFailure(answer.failure);
    announce("It needs checking. Nothing was sent.");
    go({ screen: "outbox", itemId: row.item.id });
  };
  return (
    <>
      <Button variant="quiet" onPress={() => setAsking(true)}>
        It was not booked after all
      </Button>
      {failure !== null && <FailureNotice failure={failure} />}
      {isAsking && (
        <Suspense fallback={null}>
          <NotBookedQuestion
            facts={bookingFacts({ ...row, settings })}
            onClose={() => setAsking(false)}
            onYes={() => void decide()}
          />
        </Suspense>
      )}
    </>
  );
}
