import { AppWindow, CreditCard } from "lucide-react";
import { useEffect, useRef, useState, type ReactNode, type RefObject } from "react";
import { isExpiredCard } from "../../../domain/card/card-expiry.ts";
import { todayIn } from "../../../domain/time/zoned-time.ts";
import type { RouteInput, RouteOutput } from "../../../contract/routes.ts";
import { words } from "../../../messages/words.ts";
import { useRoute } from "../../state/use-route.ts";
import { Button } from "../../ui/button.tsx";
import { ChoiceGroup } from "../../ui/choice-group.tsx";
import { FieldStack } from "../../ui/field-row.tsx";
import { focusFirstControl } from "../../ui/focus.ts";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Section } from "../../ui/page.tsx";
import { RichText } from "../../ui/rich-text.tsx";
import { StatusBadge } from "../../ui/status-badge.tsx";
import { TextField } from "../../ui/text-field.tsx";
import styles from "./booking.module.css";
import { cardName, cardShortName } from "./cards.ts";
import type { Booking } from "./use-booking.ts";
import type { CardActions } from "./use-card.ts";

type Ways = RouteOutput<"cards.ways">;
type Props = { readonly booking: Booking; readonly card: CardActions };

/**
 * The ways in which a payment method comes to a booking, in the order in which they spare the patient most: a
 * card collected before, the provider's form in a window of its own, the practice form, or an identifier from
 * the clinic's own terminal. A card number is never taken here.
 */
export function CardPart({ booking, card }: Props): ReactNode {
  const { itemId, save } = booking.draft;
  // Read again when the draft is saved: it is main's copy that says whose cards are offered.
  const reading = useRoute(
    "cards.ways",
    { itemId: itemId ?? "" },
    { enabled: itemId !== null, refresh: save, clears: true },
  );
  const ways = reading.value;
  const { paymentMethod, card: chosen } = booking.state.form;
  const part = useRef<HTMLDivElement>(null);
  useFirstWay(part, ways !== null);
  const say = words.booking.card;
  return (
    <Section title={say.title} description={paymentMethod === "" ? say.without : undefined}>
      <FieldStack>
        <ChosenCard booking={booking} />
        {card.failure !== null && <FailureNotice failure={card.failure} title={say.notAdded} />}
        {reading.failure !== null && <FailureNotice failure={reading.failure} title={say.waysNotRead} />}
        {ways !== null && (
          <div ref={part} className={styles["ways"]}>
            <EarlierCards booking={booking} card={card} ways={ways} />
            <Collect card={card} ways={ways} hasCard={chosen !== null} />
            {ways.practice && <PracticeCardForm card={card} />}
          </div>
        )}
        <TextField
          label={say.paymentMethod}
          name="paymentMethod"
          value={paymentMethod}
          onChange={(value) => booking.dispatch({ type: "typed", field: "paymentMethod", value })}
          onBlur={() => booking.dispatch({ type: "left", field: "paymentMethod" })}
          error={booking.errors["paymentMethod"]}
          help={say.paymentMethodHelp}
          isCode
        />
      </FieldStack>
    </Section>
  );
}

/**
 * Whoever comes for the card lands on its field, since that is always there. Once it is known which ways spare
 * the patient more, the focus goes on to the first of them.
 */
function useFirstWay(part: RefObject<HTMLElement | null>, isKnown: boolean): void {
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

function ChosenCard({ booking }: { readonly booking: Booking }): ReactNode {
  const { card } = booking.state.form;
  if (card === null) return null;
  const expired = isExpiredCard(card, booking.today);
  return (
    <Notice
      tone={expired ? "warning" : "success"}
      title={words.booking.card.chosen({ card: cardName(card) })}
    >
      {expired ? <p>{words.booking.card.isExpired}</p> : null}
    </Notice>
  );
}

const soft = { soft: (text: string) => <span className={styles["soft"]}>{text}</span> };

/** Earlier cards that are shown before anybody asks for all of them. */
const fewCards = 4;

/** Cards collected for this patient on this computer, to be used again without asking for them. */
function EarlierCards({ booking, card, ways }: Props & { readonly ways: Ways }): ReactNode {
  const [showsAll, setShowsAll] = useState(false);
  const chosen = booking.state.form.card?.id;
  const earlier = ways.earlier.filter((each) => each.card.id !== chosen);
  if (earlier.length === 0) return null;
  const { timeZone } = booking.settings;
  const { pending } = card;
  const say = words.booking.card;
  return (
    <>
      <ul className={styles["cards"]} aria-label={say.earlier}>
        {earlier.slice(0, showsAll ? earlier.length : fewCards).map(({ card: each, expired, usedAt }) => (
          <li key={each.id}>
            <CreditCard size={16} aria-hidden="true" />
            <span>
              <RichText
                text={say.lastUsed({ card: cardName(each), date: todayIn(timeZone, usedAt) })}
                tags={soft}
              />
            </span>
            {expired ? (
              <StatusBadge word={say.expired} icon={CreditCard} tone="warning" />
            ) : (
              <Button
                size="small"
                isPending={typeof pending === "object" && pending?.earlier === each.id}
                onPress={() => card.takeEarlier(each.id)}
              >
                {say.take({ card: cardShortName(each) })}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {!showsAll && earlier.length > fewCards && (
        <div>
          <Button size="small" onPress={() => setShowsAll(true)}>
            {say.showAll({ count: earlier.length })}
          </Button>
        </div>
      )}
    </>
  );
}

type CollectProps = { readonly card: CardActions; readonly ways: Ways; readonly hasCard: boolean };

/** The provider's own form, in a window that shows nothing else. */
function Collect({ card, ways, hasCard }: CollectProps): ReactNode {
  const say = words.booking.card;
  if (!ways.provider) {
    return ways.practice ? null : <p className={styles["soft"]}>{say.notSetUp}</p>;
  }
  const isOpen = card.pending === "collect";
  return (
    <>
      {isOpen && (
        <Notice tone="info" live="polite" title={say.windowOpen}>
          <p>{say.windowHelp}</p>
        </Notice>
      )}
      {/* One button, so that the focus is where it was when the window closes. */}
      <div>
        <Button
          icon={isOpen ? AppWindow : CreditCard}
          variant={hasCard || isOpen ? "secondary" : "primary"}
          onPress={card.collect}
        >
          {isOpen ? say.showWindow : say.collect}
        </Button>
      </div>
    </>
  );
}

type PracticeCard = RouteInput<"cards.practise">["card"];
const practiceCards: readonly PracticeCard[] = ["visa", "mastercard", "declined"];

/** Stands in for the provider's card form in practice mode. No real card, no money. */
function PracticeCardForm({ card }: { readonly card: CardActions }): ReactNode {
  const [chosen, setChosen] = useState<PracticeCard>("visa");
  const say = words.booking.practice;
  return (
    <section className={styles["practice"]} aria-label={say.label}>
      <p className={styles["practiceMark"]}>{say.mark}</p>
      <ChoiceGroup
        label={say.card}
        value={chosen}
        options={practiceCards.map((value) => ({ value, label: say.cards[value] }))}
        onChange={setChosen}
      />
      <div>
        <Button
          icon={CreditCard}
          isPending={card.pending === "practise"}
          onPress={() => card.practise(chosen)}
        >
          {say.add}
        </Button>
      </div>
    </section>
  );
}
