import { ArrowRight, CalendarCheck } from "lucide-react";
import {
  useEffect,
  useRef,
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
} from "react";
import { mayHaveBeenMade } from "../../../shared/outbox/attempts.ts";
import type { BookingItem } from "../../../shared/outbox/item.ts";
import type { Settings } from "../../../shared/settings/settings.ts";
import { said } from "../../../messages/saying.ts";
import { words } from "../../../messages/words.ts";
import { placeFields } from "../../../shared/patients/place-fields.ts";
import { bookingSteps } from "../../../shared/bookings/booking-fields.ts";
import { Button } from "../../ui/button.tsx";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { getFieldName, focusField, focusFirst, focusNamed } from "../../ui/focus.ts";
import { SavedNote } from "../../ui/saved-note.tsx";
import { NewsPart } from "../../ui/news-part.tsx";
import { useSlimSide } from "../../ui/use-slim-side.ts";
import { isRefusedUnsaid } from "../../lib/item-kinds.ts";
import { useAnnounce, useRecordsKept, useSession } from "../../lib/hooks.ts";
import { isClosed, isSettled } from "../../lib/item-form.ts";
import { memoWithLocale } from "../../lib/steady.tsx";
import { useCommandEnter } from "../../lib/use-command-enter.ts";
import { StartScreen } from "../start/index.ts";
import { BillingStep } from "./billing-step.tsx";
import styles from "./booking.module.css";
import { Frame } from "./frame.tsx";
import { LinkedNotice } from "./linked-notice.tsx";
import { OutcomeView } from "./outcome-view.tsx";
import { SeriesOutcome } from "./series-parts.tsx";
import { isSeriesMade } from "./series-state.ts";
import { PatientInPlace } from "./patient-in-place.tsx";
import { PatientStep } from "./patient-step.tsx";
import { PatientStrip } from "./patient-strip.tsx";
import { ReviewNotices, ReviewStep } from "./review-step.tsx";
import { StepTabs } from "./step-tabs.tsx";
import { OpenDrafts } from "./open-drafts.tsx";
import { SendingNote } from "./sending-note.tsx";
import { ReadBackRail } from "./read-back-rail.tsx";
import { useDay, type Day } from "./use-day.ts";
import { useBooking, type Booking, type WizardStart } from "./use-booking.ts";
import { useBookingHold, type BookingHold } from "./use-hold.ts";
import { useCard, type CardActions } from "./use-card.ts";
import { VisitStep } from "./visit-step.tsx";
import { useLatest } from "../../lib/use-latest.ts";

type WizardProps = {
  readonly settings: Settings;
  readonly start: WizardStart;
  readonly onNew: () => void;
  /** Begins another booking in place of this one, which is over. */
  readonly onStart: (start: WizardStart) => void;
  readonly onTakeUp: (id: string) => void;
  readonly onSavedForLater: (item: BookingItem) => void;
};

/** One booking, from an empty form to the service's answer. */
export function Wizard(props: WizardProps): ReactNode {
  const booking = useBooking(props);
  const { creating, phase } = booking.state;
  const hold = useBookingHold({ ...props, booking });
  const card = useCard({ booking, onSaveForLater: hold.saveForLater });
  if (phase.kind === "settled" && isSeriesMade(booking.state))
    return <SeriesOutcome booking={booking} item={phase.item} onNew={props.onNew} />;
  if (creating !== null) return <PatientInPlace booking={booking} {...creating} />;
  if (isSettled(phase)) return <OutcomeView booking={booking} item={phase.item} {...props} />;
  return <Steps {...props} booking={booking} hold={hold} card={card} />;
}

/** Moves the focus on entering a step: to the field asked for, the one it was left at, or the first. */
function useArrival(booking: Booking, part: RefObject<HTMLElement | null>): void {
  const { arrival, form } = booking.state;
  const isReview = form.step === "review";
  const wanted = useLatest({ field: arrival.field, name: form.focus });
  const arrived = useRef(-1);
  const announce = useAnnounce();
  const { errors } = booking;
  const problem = arrival.field === null ? undefined : errors[arrival.field];
  const latest = useLatest(problem);
  useEffect(() => {
    if (arrived.current === arrival.count) return;
    arrived.current = arrival.count;
    const { field, name } = wanted.current;
    const before = document.activeElement;
    if (field !== null && focusField(part.current, field)) {
      // Where the focus is already, nothing would say what is wrong.
      if (document.activeElement === before && latest.current !== undefined) announce(said(latest.current));
      return;
    }
    // The patient's own address has no field of its own: the switch beside it leads to one.
    if (field !== null && field in placeFields && focusField(part.current, "sameAddress")) return;
    if (name !== null && focusNamed(part.current, name)) return;
    // Review begins with its heading.
    if (!isReview) focusFirst(part.current);
  }, [arrival.count, isReview, part, wanted, latest, announce]);
}

type StepProps = { readonly booking: Booking; readonly card: CardActions };
type StepsProps = WizardProps & StepProps & { readonly hold: BookingHold };

function Steps({ booking, hold, card, onTakeUp }: StepsProps): ReactNode {
  const part = useRef<HTMLDivElement>(null);
  const kept = useRecordsKept();
  const day = useDay(booking);
  const { settings, dispatch } = booking;
  const { form } = booking.state;
  useArrival(booking, part);
  const { phase, refusals } = booking.state;
  const isNews = phase.kind === "failed" || phase.kind === "settled";
  const news = isNews && Object.keys(refusals).length === 0 ? phase : null;
  useCommandEnter(booking.confirm);
  const { session } = useSession();
  // Elsewhere the side lists them.
  const hasDraftsHere = useSlimSide() || session?.practice === true;
  const isStart = form.step === "patient" && form.patient === null;
  const onFocus = (event: FocusEvent): void => {
    const name = getFieldName(event.target);
    if (name !== null && name !== form.focus) booking.dispatch({ type: "focused", name });
  };
  return (
    <Frame
      title={words.booking.stepTitle({
        step: words.booking.steps[form.step],
        number: bookingSteps.indexOf(form.step) + 1,
        count: bookingSteps.length,
        title: words.booking.title,
      })}
      strip={
        <>
          <PatientStrip booking={booking} />
          {!isStart && hasDraftsHere && <OpenDrafts booking={booking} onTakeUp={onTakeUp} />}
        </>
      }
      tabs={<StepTabs booking={booking} />}
      rail={
        isStart ? undefined : form.step === "review" ? (
          <ReviewNotices booking={booking} day={day} />
        ) : (
          <ReadBackRail booking={booking} day={day} />
        )
      }
      railLabel={form.step === "review" ? words.booking.review.check : words.booking.rail.label}
      railBelow={form.step === "review" ? "first" : "last"}
      below={
        isStart ? <StartOf {...{ settings, dispatch, onTakeUp }} itemId={booking.draft.itemId} /> : undefined
      }
      note={
        phase.kind === "sending" ? (
          <SendingNote id={booking.draft.itemId} waits={booking.settings.undoSeconds > 0} />
        ) : (
          <SavedNote save={booking.draft.save} words={words.booking.savedNotBooked({ kept })} />
        )
      }
      actions={<Actions booking={booking} hold={hold} />}
    >
      <NewsPart news={news} className={styles["news"]}>
        <Problem booking={booking} />
      </NewsPart>
      <LinkedNotice booking={booking} />
      <div
        key={form.step}
        ref={part}
        role="group"
        aria-label={words.booking.steps[form.step]}
        className={styles["step"]}
        onFocus={onFocus}
        onKeyDown={(event) => goOnByEnter(event, booking.confirm)}
        onBlur={() => void booking.draft.flush()}
      >
        <CurrentStep booking={booking} card={card} day={day} />
      </div>
    </Frame>
  );
}

/** Enter in the last field of a step goes on, and on a billing type; it never books. */
function goOnByEnter(event: KeyboardEvent<HTMLElement>, confirm: () => void): void {
  const { target, key } = event;
  const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey && !event.repeat;
  if (key !== "Enter" || !isPlain || event.nativeEvent.isComposing || event.isDefaultPrevented()) return;
  if (!(target instanceof HTMLInputElement)) return;
  const group = target.closest("[role=radiogroup]")?.parentElement;
  const isType = target.type === "radio" && group?.dataset["field"] === "billingType";
  if (target.name !== "time" && !isType) return;
  event.preventDefault();
  // One that is only looked at is chosen first.
  if (isType && !target.checked) target.click();
  else confirm();
}

type StartProps = Pick<Booking, "settings" | "dispatch"> & {
  readonly itemId: string | null;
  readonly onTakeUp: (id: string) => void;
};

/** While nobody is chosen: who is one key away goes on to Visit. */
const StartOf = memoWithLocale(({ settings, itemId, dispatch, onTakeUp }: StartProps): ReactNode => (
  <StartScreen
    settings={settings}
    exceptItem={itemId}
    onPatient={(record) => {
      dispatch({ type: "chose-patient", record });
      dispatch({ type: "went", step: "visit" });
    }}
    onTakeUp={onTakeUp}
    onNewPatient={(unfinished) =>
      dispatch({ type: "creating-patient", on: true, itemId: unfinished, typed: null })
    }
  />
));

type CurrentProps = StepProps & { readonly day: Day };

const CurrentStep = memoWithLocale(function CurrentStep({ booking, card, day }: CurrentProps): ReactNode {
  switch (booking.state.form.step) {
    case "patient":
      return <PatientStep booking={booking} />;
    case "visit":
      return <VisitStep booking={booking} day={day} />;
    case "billing":
      return <BillingStep booking={booking} card={card} />;
    case "review":
      return <ReviewStep booking={booking} />;
  }
});

function Actions({ booking, hold }: { readonly booking: Booking; readonly hold: BookingHold }): ReactNode {
  const { phase } = booking.state;
  const isSending = phase.kind === "sending";
  const isKeeping = phase.kind === "keeping";
  const { series } = booking;
  const isComplete = booking.read.input !== null && series?.isComplete !== false;
  return (
    <>
      <Button onPress={hold.hold} keys="mod+Shift+P" isBlocked={isClosed(phase)}>
        {words.booking.hold}
      </Button>
      <Button onPress={hold.saveForLater} isBlocked={isClosed(phase)}>
        {words.booking.saveForLater}
      </Button>
      {booking.state.form.step === "review" ? (
        <Button
          variant={isComplete ? "primary" : "secondary"}
          icon={CalendarCheck}
          isPending={isSending}
          isBlocked={isKeeping}
          onPress={booking.book}
          shortcut="mod+Enter"
        >
          {series?.isComplete === true ? words.series.book({ count: series.count }) : words.booking.book}
        </Button>
      ) : (
        <Button
          variant="primary"
          icon={ArrowRight}
          isBlocked={isKeeping}
          onPress={booking.confirm}
          shortcut="mod+Enter"
        >
          {words.booking.next}
        </Button>
      )}
    </>
  );
}

/** Why the last try did not book, over the steps, while what was typed is open again. */
function Problem({ booking }: { readonly booking: Booking }): ReactNode {
  const { phase, refusals } = booking.state;
  if (phase.kind === "failed") {
    return <FailureNotice failure={phase.failure} title={words.booking.notSent} />;
  }
  if (phase.kind !== "settled" || phase.item.problem === null) return null;
  const { refused, refusedUnsaid, refusedUnclear } = words.booking;
  const title = isRefusedUnsaid(phase.item) ? refusedUnsaid : refused;
  return (
    <FailureNotice
      failure={phase.item.problem}
      title={mayHaveBeenMade(phase.item) ? refusedUnclear : title}
      // The payer's bank said no: the card that is there is not to be corrected.
      next={refusals["paymentMethod"] === undefined ? undefined : words.booking.card.another}
    />
  );
}
