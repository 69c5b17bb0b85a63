import { lazy, Suspense, useState, type ReactNode } from "react";
import type { Failure } from "../../../contract/failure.ts";
import type { Settings } from "../../../contract/records/settings.ts";
import type { RouteOutput } from "../../../contract/routes.ts";
import type { BookingItem } from "../../../contract/records/item.ts";
import type { PatientRecord } from "../../../contract/records/patient.ts";
import { words } from "../../../messages/words.ts";
import { useAnnounce, useDesk, useItems, useNavigation } from "../../state/hooks.ts";
import { useRoute } from "../../state/use-route.ts";
import { Button } from "../../ui/button.tsx";
import { Detail, DetailActions } from "../../ui/detail.tsx";
import { Facts } from "../../ui/facts.tsx";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { bookingEnd } from "../../ui/item-words.ts";
import { Notice } from "../../ui/notice.tsx";
import { LoadingState } from "../../ui/states.tsx";
import { BookingActions } from "./booking-actions.tsx";
import { DifferencesNotice } from "./differences-notice.tsx";
import { bookingFacts, confirmationFacts } from "./facts.ts";
import { Slip } from "./slip.tsx";

const NotBookedQuestion = lazy(async () => ({
  default: (await import("./not-booked-question.tsx")).NotBookedQuestion,
}));

export type BookingRow = RouteOutput<"bookings.list">["bookings"][number];
type Props = { readonly row: BookingRow; readonly settings: Settings };

/** The whole booking: the list has neither its notes nor what was sent, which its answer is compared with. */
export function BookingDetail({ row, settings }: Props): ReactNode {
  const version = useItems((state) => state.version);
  const { id } = row.item;
  const reading = useRoute("items.get", { id }, { refresh: version, clears: true });
  if (reading.state === "loading") return <LoadingState />;
  if (reading.state === "failed")
    return (
      <FailureNotice
        failure={reading.failure}
        actions={<Button onPress={reading.reload}>{words.bookings.again}</Button>}
      />
    );
  const item = reading.value;
  return item.kind === "booking" && item.id === id ? (
    <WholeBooking booking={{ item, patient: row.patient }} settings={settings} />
  ) : null;
}

type Whole = {
  readonly booking: { readonly item: BookingItem; readonly patient: PatientRecord | null };
  readonly settings: Settings;
};

/** All that is known of a booking, and what can be done with it. */
function WholeBooking({ booking, settings }: Whole): ReactNode {
  const { result } = booking.item;
  const facts = bookingFacts({ ...booking, settings });
  const end = result === null ? null : bookingEnd(result);
  return (
    <Detail title={facts.patient}>
      <DifferencesNotice alerts={facts.alerts} />
      {end !== null && end.tone !== "success" && <Notice tone={end.tone} title={end.title} />}
      {result?.markedByPerson === true && (
        <Notice tone="info" title={words.bookings.marked}>
          <p>{words.bookings.markedHelp}</p>
        </Notice>
      )}
      <Facts items={confirmationFacts(facts, true)} />
      <DetailActions>
        <BookingActions facts={facts} />
        <NotBooked booking={booking} settings={settings} />
      </DetailActions>
      <Slip facts={facts} />
    </Detail>
  );
}

/** The way back for a booking that the service turns out not to have. */
function NotBooked({ booking, settings }: Whole): ReactNode {
  const { bridge } = useDesk();
  const { go } = useNavigation();
  const announce = useAnnounce();
  const [isAsking, setAsking] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const decide = async (): Promise<void> => {
    setAsking(false);
    const answer = await bridge.call("items.decide", { id: booking.item.id, decision: "not-booked" });
    if (!answer.ok) return setFailure(answer.failure);
    announce(words.bookings.notBooked.done);
    go({ screen: "outbox", itemId: booking.item.id });
  };
  return (
    <>
      <Button variant="quiet" onPress={() => setAsking(true)}>
        {words.bookings.notBooked.open}
      </Button>
      {failure !== null && <FailureNotice failure={failure} />}
      {isAsking && (
        <Suspense fallback={null}>
          <NotBookedQuestion
            facts={bookingFacts({ ...booking, settings })}
            onClose={() => setAsking(false)}
            onYes={() => void decide()}
          />
        </Suspense>
      )}
    </>
  );
}
