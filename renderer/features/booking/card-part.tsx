import { CreditCard, TriangleAlert } from "lucide-react";
import { useEffect, useRef, useState, type ReactNode, type RefObject } from "react";
import { isExpiredCard } from "../../../domain/card/card-expiry.ts";
import { words } from "../../../messages/words.ts";
import { useRoute } from "../../state/use-route.ts";
import { Button } from "../../ui/button.tsx";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { FieldStack } from "../../ui/field.tsx";
import { focusFirstControl } from "../../ui/focus.ts";
import { Section } from "../../ui/page.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { isFocusLost } from "../../ui/use-focus.ts";
import styles from "./booking.module.css";
import { CardWays } from "./card-ways.tsx";
import type { Booking } from "./use-booking.ts";
import type { CardActions } from "./use-card.ts";
import { cardName } from "../../ui/card-name.ts";

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
  const part = useRef<HTMLDivElement>(null);
  const row = useRef<HTMLDivElement>(null);
  useFirstOption(part, cardOptions !== null);
  useCardFocus({ part: showsWays ? part : row, chosen: chosen?.id ?? null, isChanging });
  const say = words.booking.card;
  return (
    <Section title={say.title} description={paymentMethod === "" ? say.without : undefined}>
      <FieldStack>
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
        {showsWays ? (
          <Identifier booking={booking} />
        ) : (
          <details className={styles["advanced"]}>
            <summary>{say.advanced}</summary>
            <Identifier booking={booking} />
          </details>
        )}
      </FieldStack>
    </Section>
  );
}

const Identifier = ({ booking }: { readonly booking: Booking }): ReactNode => (
  <TextField
    label={words.booking.card.paymentMethod}
    name="paymentMethod"
    value={booking.state.form.paymentMethod}
    onChange={(value) => booking.dispatch({ type: "typed", field: "paymentMethod", value })}
    onBlur={() => booking.dispatch({ type: "left", field: "paymentMethod" })}
    error={booking.errors["paymentMethod"]}
    help={words.booking.card.paymentMethodHelp}
    isCode
  />
);

/**
 * Whoever comes for the card lands on its field, since that is always there. Once it is known which ways spare
 * the patient more, the focus goes on to the first of them.
 */
function useFirstOption(part: RefObject<HTMLElement | null>, isKnown: boolean): void {
  const isDone = useRef(false);
  useEffect(() => {
    if (!isKnown || isDone.current) return;
    isDone.current = true;
    const active = document.activeElement;
    const isAtEmptyField =
      active instanceof HTMLInputElement && active.name === "paymentMethod" && active.value === "";
    if (isAtEmptyField) focusFirstControl(part.current);
  }, [isKnown, part]);
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
          <bdi>{cardName(card)}</bdi>
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
