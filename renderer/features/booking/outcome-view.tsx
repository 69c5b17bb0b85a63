import { CalendarPlus } from "lucide-react";
import { useState, type ReactNode } from "react";
import { cleanLine } from "../../../domain/clean-text.ts";
import type { Failure } from "../../../contract/failure.ts";
import type { BookingItem } from "../../../contract/records/item.ts";
import { words } from "../../../messages/words.ts";
import { useAnnounce, useDesk, useRecordsKept, useNavigation } from "../../state/hooks.ts";
import { AnswerSeen } from "../../ui/answer-seen.tsx";
import { lastSeen } from "../../ui/answer-words.ts";
import { Button } from "../../ui/button.tsx";
import { Facts } from "../../ui/facts.tsx";
import { FailureNotice, ServiceAnswer } from "../../ui/failure-notice.tsx";
import { tokenRefused } from "../../ui/item-words.ts";
import { Notice } from "../../ui/notice.tsx";
import { Page } from "../../ui/page.tsx";
import { useFocusKept, useHeadingFocus } from "../../ui/use-arrive.ts";
import {
  BookingActions,
  bookingFacts,
  confirmationFacts,
  DifferencesNotice,
  Slip,
} from "../bookings/index.ts";
import { NewTokenButton } from "../new-token/index.ts";
import { BookAgainQuestion, NextCard } from "../outbox/index.ts";
import { bookingOutcome, outcomeWords, type OutcomeAction } from "./outcome.ts";
import type { Booking } from "./use-booking.ts";

type Props = {
  readonly booking: Booking;
  readonly item: BookingItem;
  readonly onNew: () => void;
  /** Opens an item as a form; one that would be sent by itself is held back first. */
  readonly onTakeUp: (id: string) => void;
};

/** The answer to "Book": the confirmation, or what became of it with the next step. */
export function OutcomeView({ booking, item, onNew, onTakeUp }: Props): ReactNode {
  useHeadingFocus();
  // A decision takes its own button away.
  useFocusKept(item.status);
  const outcome = bookingOutcome(item);
  const end = outcomeWords(outcome, useRecordsKept());
  const { when } = booking.read;
  const facts = bookingFacts({
    item,
    patient: booking.state.patient,
    settings: booking.settings,
    typedInstant: when?.kind === "exact" ? when.instant : null,
  });
  const isBooked = outcome.kind === "booked";
  const actions = useActions({ booking, item, onNew, onTakeUp });
  const next = end.actions.filter((action) => action !== "new-booking");
  return (
    <Page
      title={isBooked ? end.title : words.booking.title}
      actions={
        <>
          {isBooked && <BookingActions facts={facts} />}
          {item.form.billingType === "Bill to Patient" && <NextCard except={item.id} />}
          <Button variant="primary" icon={CalendarPlus} onPress={onNew}>
            {words.booking.title}
          </Button>
        </>
      }
    >
      <DifferencesNotice alerts={facts.alerts} isNews />
      {actions.question}
      {actions.failure !== null && <FailureNotice failure={actions.failure} />}
      <Notice
        tone={facts.alerts.length > 0 && end.tone === "success" ? "warning" : end.tone}
        live={end.tone === "danger" || end.tone === "warning" ? "assertive" : "polite"}
        {...(isBooked ? {} : { title: end.title })}
        actions={
          next.length === 0
            ? undefined
            : next.map((action) =>
                action === "new-token" ? (
                  <NewTokenButton key={action} />
                ) : (
                  <Button key={action} onPress={() => actions.run(action)}>
                    {words.booking.actions[action]}
                  </Button>
                ),
              )
        }
      >
        <p>
          <bdi>{cleanLine(end.text, 1_000)}</bdi>
        </p>
        <Answered item={item} />
      </Notice>
      <Facts large items={confirmationFacts(facts, isBooked)} />
      {isBooked && <Slip facts={facts} />}
    </Page>
  );
}

/** A new token has a button of its own, with its dialog. */
type PressedAction = Exclude<OutcomeAction, "new-token">;

/** What answered, as far as it is not said yet: of an unclear booking, enough to tell who that was. */
function Answered({ item }: { readonly item: BookingItem }): ReactNode {
  // An earlier answer, while another is awaited, would only contradict it.
  if (item.status === "sending" || tokenRefused(item) !== null) return null;
  const seen = item.status === "needs-checking" ? lastSeen(item) : null;
  if (item.problem !== null) return <ServiceAnswer failure={item.problem} seen={seen} />;
  return seen === null ? null : <AnswerSeen words={seen} />;
}

type Actions = {
  readonly failure: Failure | null;
  /** What is asked before an action that may book twice. */
  readonly question: ReactNode;
  readonly run: (action: PressedAction) => void;
};

function useActions({ booking, item, onNew, onTakeUp }: Props): Actions {
  const { bridge } = useDesk();
  const { go } = useNavigation();
  const announce = useAnnounce();
  const [failure, setFailure] = useState<Failure | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [asks, setAsks] = useState(false);
  const decide = async (decision: "booked" | "again"): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    setFailure(null);
    const answer = await bridge.call("items.decide", { id: item.id, decision });
    setBusy(false);
    if (!answer.ok) return setFailure(answer.failure);
    announce(decision === "booked" ? words.booking.marked : words.booking.sentAgain);
    if (answer.value.kind === "booking") booking.settle(answer.value);
  };
  const run = (action: PressedAction): void => {
    switch (action) {
      case "new-booking":
        return onNew();
      case "edit":
        return onTakeUp(item.id);
      case "add-card":
      case "other-billing":
        booking.dispatch({ type: "reopened" });
        return booking.dispatch({ type: "went", step: "billing" });
      case "mark-booked":
        return void decide("booked");
      case "book-again":
        return setAsks(true);
      case "outbox":
        return go({ screen: "outbox", itemId: item.id });
    }
  };
  const question = asks && (
    <BookAgainQuestion
      item={item}
      onClose={() => setAsks(false)}
      onYes={() => {
        setAsks(false);
        void decide("again");
      }}
    />
  );
  return { failure, question, run };
}
