import { CreditCard, TriangleAlert } from "lucide-react";
import { useEffect, useId, useRef, useState, type ReactNode, type Ref, type RefObject } from "react";
import { isExpiredCard } from "../../../shared/cards/card-expiry.ts";
import { words } from "../../../messages/words.ts";
import { useRoute } from "../../lib/use-route.ts";
import { Button } from "../../ui/button.tsx";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { focusFirstControl } from "../../ui/focus.ts";
import { TextField } from "../../ui/text-field.tsx";
import { VisuallyHidden } from "../../ui/text.tsx";
import { isFocusLost } from "../../ui/use-focus.ts";
import styles from "./booking.module.css";
import { CardWays } from "./card-ways.tsx";
import type { Booking } from "./use-booking.ts";
import type { CardActions } from "./use-card.ts";
import { formatCard } from "../../ui/card-name.ts";

type Props = { readonly booking: Booking; readonly card: CardActions };

/**
 * The card of the booking in one line, or the ways to one, with an identifier from the clinic's own terminal as the
 * last. A card number is never taken here.
 */
export function CardPart({ booking, card }: Props): ReactNode {
  const { itemId, save } = booking.draft;
  // Read again when the draft is saved: it is main's copy that says whose cards are offered.
  const reading = useRoute(
    "cards.ways",
    { itemId: itemId ?? "" },
    { enabled: itemId !== null, refresh: save, clears: true },
  );
  const cardOptions = reading.value;
  const { paymentMethod, card: chosen } = booking.state.form;
  const [changing, setChanging] = useState<string | null>(null);
  const isChanging =
    chosen !== null && (changing === chosen.id || booking.errors["paymentMethod"] !== undefined);
  const showsWays = chosen === null || isChanging;
  const titleId = useId();
  const part = useRef<HTMLDivElement>(null);
  const row = useRef<HTMLDivElement>(null);
  const advanced = useRef<HTMLDetailsElement>(null);
  useFirstOption({ part, advanced }, cardOptions !== null);
  useCardFocus({ part: showsWays ? part : row, chosen: chosen?.id ?? null, isChanging });
  const say = words.booking.card;
  return (
    <section aria-labelledby={titleId} className={styles["cardPart"]}>
      <VisuallyHidden>
        <h2 id={titleId}>{say.title}</h2>
      </VisuallyHidden>
      <div data-field="paymentMethod">
        {chosen !== null && (
          <div ref={row}>
            <ChosenCard
              booking={booking}
              onChange={() => setChanging(chosen.id)}
              onRemove={() => booking.dispatch({ type: "typed", field: "paymentMethod", value: "" })}
            />
          </div>
        )}
        {card.failure !== null && <FailureNotice failure={card.failure} title={say.notAdded} />}
        {reading.failure !== null && <FailureNotice failure={reading.failure} title={say.waysNotRead} />}
        {showsWays && cardOptions !== null && (
          <div ref={part} className={styles["ways"]}>
            <CardWays booking={booking} card={card} cardOptions={cardOptions} />
          </div>
        )}
        <Advanced key={chosen?.id ?? ""} ref={advanced} booking={booking} />
      </div>
      {paymentMethod === "" && <p className={styles["soft"]}>{say.without}</p>}
    </section>
  );
}

type AdvancedProps = { readonly booking: Booking; readonly ref: Ref<HTMLDetailsElement> };

/** The identifier of a card, folded away unless one was typed, or something is wrong with it. */
function Advanced({ booking, ref }: AdvancedProps): ReactNode {
  const { paymentMethod, card } = booking.state.form;
  const error = booking.errors["paymentMethod"];
  const isNeeded = error !== undefined || (card === null && paymentMethod !== "");
  const [isOpen, setOpen] = useState(isNeeded);
  // It stays open when the field is emptied to type another.
  if (isNeeded && !isOpen) setOpen(true);
  const say = words.booking.card;
  return (
    <details
      ref={ref}
      className={styles["advanced"]}
      open={isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>{say.advanced}</summary>
      <TextField
        label={say.paymentMethod}
        name="paymentMethod"
        value={paymentMethod}
        onChange={(value) => booking.dispatch({ type: "typed", field: "paymentMethod", value })}
        onBlur={() => booking.dispatch({ type: "left", field: "paymentMethod" })}
        error={error}
        help={say.paymentMethodHelp}
        isCode
      />
    </details>
  );
}

type Places = {
  readonly part: RefObject<HTMLElement | null>;
  readonly advanced: RefObject<HTMLElement | null>;
};

/**
 * Whoever comes for the card lands where its identifier is, since that is always there. Once it is known which ways
 * spare the patient more, the focus goes on to the first of them.
 */
function useFirstOption({ part, advanced }: Places, isKnown: boolean): void {
  const isDone = useRef(false);
  useEffect(() => {
    if (!isKnown || isDone.current) return;
    isDone.current = true;
    const active = document.activeElement;
    const isTyped = active instanceof HTMLInputElement && active.value !== "";
    if (advanced.current?.contains(active) === true && !isTyped) focusFirstControl(part.current);
  }, [isKnown, part, advanced]);
}

type CardFocus = {
  /** Where the card can now be changed. */
  readonly part: RefObject<HTMLElement | null>;
  readonly chosen: string | null;
  readonly isChanging: boolean;
};

/** A card that comes or goes takes the button that was pressed with it: the focus stays with the card. */
function useCardFocus({ part, chosen, isChanging }: CardFocus): void {
  const before = useRef({ chosen, isChanging });
  useEffect(() => {
    const { current: was } = before;
    before.current = { chosen, isChanging };
    const isSame = was.chosen === chosen && was.isChanging === isChanging;
    if (!isSame && isFocusLost()) focusFirstControl(part.current);
  }, [part, chosen, isChanging]);
}

type ChosenProps = {
  readonly booking: Booking;
  readonly onChange: () => void;
  readonly onRemove: () => void;
};

function ChosenCard({ booking, onChange, onRemove }: ChosenProps): ReactNode {
  const { card } = booking.state.form;
  if (card === null) return null;
  const isExpired = isExpiredCard(card, booking.today);
  const say = words.booking.card;
  const Icon = isExpired ? TriangleAlert : CreditCard;
  return (
    <section className={styles["chosen"]} aria-label={say.ofBooking}>
      <Icon size={16} aria-hidden="true" />
      <div>
        <p>
          <bdi>{formatCard(card)}</bdi>
        </p>
        {isExpired && <p className={styles["expired"]}>{say.isExpired}</p>}
      </div>
      <Button size="small" label={say.changeCard} onPress={onChange}>
        {say.change}
      </Button>
      <Button size="small" label={say.removeCard} onPress={onRemove}>
        {say.remove}
      </Button>
    </section>
  );
}
