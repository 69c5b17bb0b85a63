import { useEffect, useRef, useState, type ReactNode } from "react";
import { AppWindow, CreditCard } from "lucide-react";
import type { RouteInput, RouteOutput } from "../../../shared/routes.ts";
import { getToday } from "../../../shared/time/zoned-time.ts";
import { words } from "../../../messages/words.ts";
import { useNavigation } from "../../lib/hooks.ts";
import { Button } from "../../ui/button.tsx";
import { ChoiceGroup } from "../../ui/choice-fields.tsx";
import { focusFirstControl } from "../../ui/focus.ts";
import { NoticeBox } from "../../ui/notice.tsx";
import { StatusBadge } from "../../ui/status-badge.tsx";
import { RichText } from "../../ui/text.tsx";
import { isFocusLost } from "../../ui/use-focus.ts";
import styles from "./booking.module.css";
import type { Booking } from "./use-booking.ts";
import type { CardActions } from "./use-card.ts";
import { formatCard, formatCardBriefly } from "../../ui/card-name.ts";

type CardOptions = RouteOutput<"cards.ways">;
type Props = { readonly booking: Booking; readonly card: CardActions; readonly cardOptions: CardOptions };

/**
 * The ways in which a card comes to a booking, in the order in which they spare the patient most: one collected
 * before, the provider's form in a window of its own, the practice form.
 */
export const CardWays = (props: Props): ReactNode => (
  <>
    <EarlierCards {...props} />
    <Collect {...props} />
    {props.cardOptions.practice && <PracticeCardForm card={props.card} />}
  </>
);

const soft = { soft: (text: string) => <span className={styles["soft"]}>{text}</span> };

/** Why none of them can be used just now. */
const closeFirstId = "close-card-window-first";

/** Earlier cards that are shown before anybody asks for all of them. */
const fewCards = 4;

/** Cards collected for this patient on this computer, to be used again without asking for them. */
function EarlierCards({ booking, card, cardOptions }: Props): ReactNode {
  const [showsAll, setShowsAll] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    // The button that showed them is gone: on to the first that came.
    if (showsAll && isFocusLost()) focusFirstControl(list.current?.querySelectorAll("li")[fewCards] ?? null);
  }, [showsAll]);
  const chosen = booking.state.form.card?.id;
  const earlier = cardOptions.earlier.filter((each) => each.card.id !== chosen);
  if (earlier.length === 0) return null;
  const { timeZone } = booking.settings;
  const { pending } = card;
  const say = words.booking.card;
  const isTaken = (id: string): boolean => typeof pending === "object" && pending?.earlier === id;
  const isOpen = pending === "collect";
  return (
    <>
      <ul ref={list} className={styles["cards"]} aria-label={say.earlier}>
        {earlier.slice(0, showsAll ? earlier.length : fewCards).map(({ card: each, expired, usedAt }) => (
          <li key={each.id}>
            <CreditCard size={16} aria-hidden="true" />
            <span>
              <RichText
                text={say.lastUsed({ card: formatCard(each), date: getToday(timeZone, usedAt) })}
                tags={soft}
              />
            </span>
            {expired ? (
              <StatusBadge word={say.expired} icon={CreditCard} tone="warning" />
            ) : (
              <Button
                size="small"
                isPending={isTaken(each.id)}
                isBlocked={pending !== null && !isTaken(each.id)}
                describedBy={isOpen ? closeFirstId : undefined}
                onPress={() => card.takeEarlier(each.id)}
              >
                {say.take({ card: formatCardBriefly(each) })}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {isOpen && (
        <p id={closeFirstId} className={styles["soft"]}>
          {say.closeFirst}
        </p>
      )}
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

/** The provider's own form, in a window that shows nothing else. */
function Collect({ booking, card, cardOptions }: Props): ReactNode {
  const { go } = useNavigation();
  const say = words.booking.card;
  const hasCard = booking.state.form.card !== null;
  if (!cardOptions.provider) {
    return cardOptions.practice ? null : (
      <NoticeBox
        tone="info"
        title={say.notSetUp}
        actions={
          <Button size="small" onPress={() => go({ screen: "settings", section: "card" })}>
            {say.setUp}
          </Button>
        }
      />
    );
  }
  const isOpen = card.pending === "collect";
  return (
    <>
      {isOpen && (
        <NoticeBox tone="info" live="polite" title={say.windowOpen}>
          <p>{say.windowHelp}</p>
        </NoticeBox>
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
        kind="beside"
      />
      <div>
        <Button
          icon={CreditCard}
          isPending={card.pending === "practise"}
          isBlocked={card.pending !== null && card.pending !== "practise"}
          onPress={() => card.practise(chosen)}
        >
          {say.add}
        </Button>
      </div>
    </section>
  );
}
