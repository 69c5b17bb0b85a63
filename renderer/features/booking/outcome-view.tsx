import { CalendarPlus, CircleAlert, CircleCheck } from "lucide-react";
import { useMemo, useState, type ReactNode } from "react";
import { getSeriesForm } from "../../../shared/bookings/series-form.ts";
import { cleanLine, shownAtMost } from "../../../shared/text/clean-text.ts";
import { readAnsweredInstant } from "../../../shared/outbox/echo.ts";
import type { Failure } from "../../../shared/core/failure.ts";
import type { ShownClaim } from "../../../shared/clinic/clinic.ts";
import { isPaidByCard } from "../../../shared/service-api/appointment.ts";
import type { BookingItem } from "../../../shared/outbox/item.ts";
import { words } from "../../../messages/words.ts";
import { useAnnounce, useDesk, useRecordsKept, useNavigation, useSession } from "../../lib/hooks.ts";
import { useClaims } from "../../lib/use-claims.ts";
import { useWork } from "../../lib/use-work.ts";
import { AnswerSeen, FailureNotice, ServiceAnswer } from "../../ui/failure-notice.tsx";
import { formatLastSeen } from "../../ui/answer-words.ts";
import { Button } from "../../ui/button.tsx";
import { NoticeBox } from "../../ui/notice.tsx";
import { Page } from "../../ui/page.tsx";
import { useFocusKept, useHeadingFocus } from "../../ui/use-focus.ts";
import {
  describeBooking,
  CopyFacts,
  DifferencesNotice,
  SlipButton,
  useFollowUp,
  Unconfirmed,
  useSomethingWrong,
} from "../bookings/index.ts";
import { NewTokenButton } from "../new-token/index.ts";
import { BookAgainQuestion, NextCard } from "../outbox/index.ts";
import styles from "./booking.module.css";
import { Frame } from "./frame.tsx";
import { readBackOfItem } from "./item-read-back.ts";
import { ReadBackCard } from "./read-back-card.tsx";
import { createFollowUp } from "./start.ts";
import { useHold } from "../../lib/use-hold.ts";
import { describeBookingOutcome, formatSavedForLater, type OutcomeAction } from "./outcome.ts";
import type { Booking, WizardStart } from "./use-booking.ts";
import { ItemName } from "../items/index.ts";
import { formatTokenRefused } from "../../lib/item-kinds.ts";
import { watchAnswer } from "../../lib/items.ts";

/** What became of it, which is read after the title. */
const leadId = "booking-outcome";

type Props = {
  readonly booking: Booking;
  readonly item: BookingItem;
  readonly onNew: () => void;
  /** Begins another booking, with what it has in common with this one. */
  readonly onStart: (start: WizardStart) => void;
  /** Opens an item as a form; one that would be sent by itself is held back first. */
  readonly onTakeUp: (id: string) => void;
};

/** The answer to "Book": the confirmation, or what became of it with the next step. */
export function OutcomeView({ booking, item, onNew, onStart, onTakeUp }: Props): ReactNode {
  useHeadingFocus();
  // A decision takes its own button away.
  useFocusKept(item.status);
  const end = describeBookingOutcome(item, useRecordsKept(), useHold("booking"));
  const { settings, today } = booking;
  const { patient } = booking.state;
  const { when } = booking.read;
  const typedInstant = when?.kind === "exact" ? when.instant : null;
  const facts = describeBooking({ item, patient, settings, typedInstant });
  const wrong = useSomethingWrong({ item, facts, phone: settings.servicePhone });
  const isBooked = item.status === "done" && item.result !== null;
  const isPractice = useSession().session?.practice === true;
  const sources = useMemo(
    () => [{ item, patient, settings, isPractice }],
    [item, patient, settings, isPractice],
  );
  const shown = readBackOfItem({ item, patient, settings, today, typedInstant, facts, isBooked });
  const actions = useActions({ booking, item, onNew, onTakeUp });
  const next = end.actions.filter((action) => action !== "new-booking");
  const isPlain = isBooked && end.tone !== "danger" && end.tone !== "warning" && facts.alerts.length === 0;
  const { booked } = words.booking;
  const followUp = useFollowUp({
    item,
    instant: readAnsweredInstant(item.result?.appointment) ?? typedInstant,
    today,
    settings,
    onChoose: (day) => onStart(createFollowUp(item, patient, day)),
  });
  return (
    <Frame
      title={end.title}
      describedBy={leadId}
      heading={{
        icon: isPlain ? (
          <CircleCheck size={24} className={styles["booked"]} aria-hidden="true" />
        ) : (
          <CircleAlert size={24} className={styles["unsure"]} aria-hidden="true" />
        ),
        text: isPlain ? (
          <p id={leadId} className={styles["soft"]}>
            {bookedText(item, facts.number)}
          </p>
        ) : null,
      }}
      railLabel={words.bookings.wrong.open}
      railBelow="last"
      rail={wrong.panel ?? undefined}
      actions={
        <>
          {isPaidByCard(item.form.billingType) && <NextCard except={item.id} />}
          {isBooked && followUp.opener}
          {isBooked && patient !== null && (
            <Button onPress={() => onStart({ kind: "fresh", patient })}>
              {booked.another({ name: cleanLine(patient.input.firstName, shownAtMost.word) })}
            </Button>
          )}
          <Button variant="primary" icon={CalendarPlus} onPress={onNew} shortcut="mod+N">
            {words.booking.title}
          </Button>
        </>
      }
    >
      <DifferencesNotice facts={facts} isNews />
      {actions.question}
      {actions.failure !== null && <FailureNotice failure={actions.failure} />}
      {!isPlain && (
        <NoticeBox
          tone={facts.alerts.length > 0 && end.tone === "success" ? "warning" : end.tone}
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
          <p id={leadId}>
            <bdi>{cleanLine(end.text, 1_000)}</bdi>
          </p>
          <Answered item={item} />
        </NoticeBox>
      )}
      <ReadBackCard facts={shown}>
        {isBooked ? (
          <>
            <CopyFacts facts={facts} />
            <SlipButton sources={sources} />
            <span className={styles["last"]}>{wrong.opener}</span>
          </>
        ) : undefined}
      </ReadBackCard>
      <Unconfirmed facts={facts} />
      {isBooked && followUp.panel}
    </Frame>
  );
}

/** `Booked. Booking #2. Tell the patient that the service still has to approve it.` */
function bookedText({ result }: BookingItem, number: string): string {
  const { outcome, booked } = words.booking;
  const appointment = result?.appointment ?? null;
  if (appointment === null) return result?.markedByPerson === true ? outcome.marked : outcome.unread;
  const text = booked.number({ number });
  return appointment.status?.trim().toLowerCase() === "pending" ? `${text} ${booked.pending}` : text;
}

/** A new token has a button of its own, with its dialog. */
type PressedAction = Exclude<OutcomeAction, "new-token">;

/** What answered, as far as it is not said yet: of an unclear booking, enough to tell who that was. */
function Answered({ item }: { readonly item: BookingItem }): ReactNode {
  // An earlier answer, while another is awaited, would only contradict it.
  if (item.status === "sending" || formatTokenRefused(item) !== null) return null;
  const seen = item.status === "needs-checking" ? formatLastSeen(item) : null;
  if (item.problem !== null) return <ServiceAnswer failure={item.problem} seen={seen} />;
  return seen === null ? null : <AnswerSeen words={seen} />;
}

type Actions = {
  readonly failure: Failure | null;
  /** What is asked before an action that may book twice. */
  readonly question: ReactNode;
  readonly run: (action: PressedAction) => void;
};

function useActions({ booking, item, onNew, onTakeUp }: Omit<Props, "onStart">): Actions {
  const { bridge, items } = useDesk();
  const { go } = useNavigation();
  const announce = useAnnounce();
  const { isPending, failure, run: work } = useWork();
  const [asks, setAsks] = useState(false);
  const { claims, isKnown, failure: unread } = useClaims([item.id]);
  const decide = (decision: "booked" | "again", shown: ShownClaim | null): void => {
    if (isPending) return;
    void work(
      () =>
        watchAnswer(
          items,
          bridge.call("items.decide", { id: item.id, decision, ...(shown === null ? {} : { shown }) }),
        ),
      (decided) => {
        // It goes on under another name, which is sent from there.
        if (decided.id !== item.id) return go({ screen: "outbox", itemId: decided.id });
        // That it is marked is the heading, where the focus goes as the button is gone.
        if (decision === "again") announce(words.booking.sentAgain);
        if (decided.kind === "booking") booking.settle(decided);
      },
    );
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
        return decide("booked", null);
      case "book-again":
        return setAsks(true);
      case "outbox":
        return go({ screen: "outbox", itemId: item.id });
    }
  };
  // What other desks did is read before it is decided on.
  const question = asks && (isKnown || unread !== null) && (
    <BookAgainQuestion
      item={item}
      claim={claims.get(item.id) ?? null}
      onClose={() => setAsks(false)}
      onYes={(shown) => {
        setAsks(false);
        decide("again", shown);
      }}
    />
  );
  return { failure, question, run };
}

type SavedProps = {
  readonly item: BookingItem;
  readonly onContinue: (id: string) => void;
  readonly onNew: () => void;
};

/** What "Save for later" did, and the two ways on. */
export function SavedForLater({ item, onContinue, onNew }: SavedProps): ReactNode {
  useHeadingFocus();
  const kept = useRecordsKept();
  return (
    <Page
      title={words.booking.savedNotBooked({ kept })}
      actions={
        <>
          <Button onPress={() => onContinue(item.id)}>{words.booking.continueThis}</Button>
          <Button variant="primary" icon={CalendarPlus} onPress={onNew}>
            {words.booking.title}
          </Button>
        </>
      }
    >
      <NoticeBox tone="info">
        <p>
          <ItemName item={item} />
        </p>
        <p>
          {getSeriesForm(item.form) === null
            ? formatSavedForLater(item, kept)
            : words.series.onHold({ kept })}
        </p>
      </NoticeBox>
    </Page>
  );
}
