import { ArrowRight, CalendarCheck } from "lucide-react";
import {
  useEffect,
  useRef,
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
} from "react";
import { mayHaveBeenMade } from "../../../contract/records/attempts.ts";
import type { BookingItem } from "../../../contract/records/item.ts";
import type { Settings } from "../../../contract/records/settings.ts";
import { words } from "../../../messages/words.ts";
import { Button } from "../../ui/button.tsx";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { fieldName, focusField, focusFirst, focusNamed } from "../../ui/focus.ts";
import { Page } from "../../ui/page.tsx";
import { SavedNote } from "../../ui/saved-note.tsx";
import { useNewsFocus } from "../../ui/use-arrive.ts";
import { BillingStep } from "./billing-step.tsx";
import styles from "./booking.module.css";
import { OutcomeView } from "./outcome-view.tsx";
import { PatientInPlace } from "./patient-in-place.tsx";
import { PatientStep } from "./patient-step.tsx";
import { ReviewStep } from "./review-step.tsx";
import { Shelf } from "./shelf.tsx";
import { StepBar } from "./step-bar.tsx";
import { useBooking, type Booking, type WizardStart } from "./use-booking.ts";
import { useHold, type Hold } from "./use-hold.ts";
import { useRecordsKept } from "../../state/hooks.ts";
import { isOver } from "../../state/item-form.ts";
import { useCommandEnter } from "../../state/use-command-enter.ts";
import { useCard, type CardActions } from "./use-card.ts";
import { VisitStep } from "./visit-step.tsx";

export type WizardProps = {
  readonly settings: Settings;
  readonly start: WizardStart;
  readonly onNew: () => void;
  readonly onTakeUp: (id: string) => void;
  readonly onSavedForLater: (item: BookingItem) => void;
};

/** One booking, from an empty form to the service's answer. */
export function Wizard(props: WizardProps): ReactNode {
  const booking = useBooking(props);
  const { creating, phase } = booking.state;
  const hold = useHold({ ...props, booking });
  const card = useCard({ booking, onSaveForLater: hold.saveForLater });
  if (creating !== null) return <PatientInPlace booking={booking} itemId={creating.itemId} />;
  if (isOver(phase)) return <OutcomeView booking={booking} item={phase.item} {...props} />;
  return <Steps {...props} booking={booking} hold={hold} card={card} />;
}

/** Moves the focus on entering a step: to the field asked for, the one it was left at, or the first. */
function useArrival(booking: Booking, part: RefObject<HTMLElement | null>): void {
  const { arrival, form } = booking.state;
  const wanted = useRef({ field: arrival.field, name: form.focus });
  useEffect(() => {
    wanted.current = { field: arrival.field, name: form.focus };
  });
  const arrived = useRef(-1);
  useEffect(() => {
    if (arrived.current === arrival.count) return;
    arrived.current = arrival.count;
    const { field, name } = wanted.current;
    if (field !== null && focusField(part.current, field)) return;
    if (name !== null && focusNamed(part.current, name)) return;
    focusFirst(part.current);
  }, [arrival.count, part]);
}

type StepProps = { readonly booking: Booking; readonly card: CardActions };
type StepsProps = WizardProps & StepProps & { readonly hold: Hold };

function Steps({ booking, hold, card, onTakeUp }: StepsProps): ReactNode {
  const part = useRef<HTMLDivElement>(null);
  const kept = useRecordsKept();
  const { form } = booking.state;
  useArrival(booking, part);
  const { phase, refusals } = booking.state;
  const isNews = phase.kind === "failed" || phase.kind === "settled";
  const news = useNewsFocus(isNews && Object.keys(refusals).length === 0 ? phase : null);
  // From outside of the steps, such as after a click beside a field.
  useCommandEnter(booking.confirm);
  const onKeyDownCapture = (event: KeyboardEvent): void => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    event.stopPropagation();
    // A key held down must not run through the steps and book.
    if (!event.repeat) booking.confirm();
  };
  const onFocus = (event: FocusEvent): void => {
    const name = fieldName(event.target);
    if (name !== null && name !== form.focus) booking.dispatch({ type: "focused", name });
  };
  return (
    <div className={styles["wizard"]} onKeyDownCapture={onKeyDownCapture}>
      <Page
        title={words.booking.title}
        tools={<Shelf currentId={booking.draft.itemId} onTakeUp={onTakeUp} />}
        note={<SavedNote save={booking.draft.save} words={words.booking.savedNotBooked({ kept })} />}
        actions={<Actions booking={booking} hold={hold} />}
      >
        <StepBar booking={booking} />
        <div ref={news} tabIndex={-1} className={styles["news"]}>
          <Problem booking={booking} />
        </div>
        <div
          ref={part}
          className={styles["step"]}
          onFocus={onFocus}
          onBlur={() => void booking.draft.flush()}
        >
          <CurrentStep booking={booking} card={card} />
        </div>
      </Page>
    </div>
  );
}

function CurrentStep({ booking, card }: StepProps): ReactNode {
  switch (booking.state.form.step) {
    case "patient":
      return <PatientStep booking={booking} />;
    case "visit":
      return <VisitStep booking={booking} />;
    case "billing":
      return <BillingStep booking={booking} card={card} />;
    case "review":
      return <ReviewStep booking={booking} />;
  }
}

function Actions({ booking, hold }: { readonly booking: Booking; readonly hold: Hold }): ReactNode {
  const isSending = booking.state.phase.kind === "sending";
  return (
    <>
      <Button onPress={hold.hold} shortcut="mod+Shift+P">
        {words.booking.hold}
      </Button>
      <Button onPress={hold.saveForLater}>{words.booking.saveForLater}</Button>
      {booking.state.form.step === "review" ? (
        <Button
          variant="primary"
          icon={CalendarCheck}
          isPending={isSending}
          onPress={booking.book}
          shortcut="mod+Enter"
        >
          {words.booking.book}
        </Button>
      ) : (
        <Button variant="primary" icon={ArrowRight} onPress={booking.confirm} shortcut="mod+Enter">
          {words.booking.next}
        </Button>
      )}
    </>
  );
}

/** Why the last try did not book, over the steps, while what was typed is open again. */
function Problem({ booking }: { readonly booking: Booking }): ReactNode {
  const { phase } = booking.state;
  if (phase.kind === "failed") {
    return <FailureNotice failure={phase.failure} title={words.booking.notSent} />;
  }
  if (phase.kind !== "settled" || phase.item.problem === null) return null;
  const { refused, refusedUnclear } = words.booking;
  return (
    <FailureNotice
      failure={phase.item.problem}
      title={mayHaveBeenMade(phase.item) ? refusedUnclear : refused}
    />
  );
}
