import { CreditCard } from "lucide-react";
import { useState, type ReactNode } from "react";
import type { Failure } from "../../../contract/failure.ts";
import type { RouteInput } from "../../../contract/routes.ts";
import { useAnnounce, useDesk, useSession } from "../../state/hooks.ts";
import { useRoute } from "../../state/use-route.ts";
import { Button } from "../../ui/button.tsx";
import { ChoiceGroup } from "../../ui/choice-group.tsx";
import { FieldStack } from "../../ui/field-row.tsx";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Section } from "../../ui/page.tsx";
import { StatusBadge } from "../../ui/status-badge.tsx";
import { TextField } from "../../ui/text-field.tsx";
import styles from "./booking.module.css";
import { cardName, earlierCards, isExpired } from "./cards.ts";
import type { Booking } from "./use-booking.ts";

type Props = { readonly booking: Booking };

/**
 * The ways in which a payment method comes to a booking: a card collected for this patient before, the
 * practice card form, or an identifier from the clinic's own terminal. A card number is never taken here.
 */
export function CardPart({ booking }: Props): ReactNode {
  const { session } = useSession();
  return (
    <Section title="Card" description="Without a card the booking can be saved, and waits in the outbox.">
      <FieldStack>
        <ChosenCard booking={booking} />
        <EarlierCards booking={booking} />
        {session?.practice === true && <PracticeCardForm booking={booking} />}
        <TextField
          label="Payment method"
          name="paymentMethod"
          value={booking.state.form.paymentMethod}
          onChange={(value) => booking.dispatch({ type: "typed", field: "paymentMethod", value })}
          onBlur={() => booking.dispatch({ type: "left", field: "paymentMethod" })}
          error={booking.errors["paymentMethod"]}
          help="An identifier such as pm_1AbC…, from your own card terminal. Never a card number."
          isCode
        />
      </FieldStack>
    </Section>
  );
}

function ChosenCard({ booking }: Props): ReactNode {
  const { card } = booking.state.form;
  if (card === null) return null;
  const expired = isExpired(card, booking.today);
  return (
    <Notice tone={expired ? "warning" : "success"} title={`Card for this booking: ${cardName(card)}`}>
      {expired ? <p>This card is expired. The service will probably refuse it.</p> : null}
    </Notice>
  );
}

/** Cards collected for this patient on this computer, to be used again without asking for them. */
function EarlierCards({ booking }: Props): ReactNode {
  const { patient } = booking.state;
  const name = patient === null ? "" : `${patient.input.firstName} ${patient.input.lastName}`.slice(0, 200);
  const reading = useRoute(
    "bookings.list",
    { text: name, limit: 50, offset: 0 },
    { enabled: patient !== null, clears: true },
  );
  if (patient === null) return null;
  const items = (reading.value?.bookings ?? []).map(({ item }) => item);
  const cards = earlierCards(items, patient.id).filter(({ id }) => id !== booking.state.form.card?.id);
  if (cards.length === 0) return null;
  return (
    <ul className={styles["cards"]} aria-label="Cards used before">
      {cards.map((card) => (
        <li key={card.id}>
          <CreditCard size={16} aria-hidden="true" />
          <span>{cardName(card)}</span>
          {isExpired(card, booking.today) && <StatusBadge word="Expired" icon={CreditCard} tone="warning" />}
          <Button size="small" onPress={() => booking.dispatch({ type: "card", card })}>
            {`Use ${card.brand} •••• ${card.last4}`}
          </Button>
        </li>
      ))}
    </ul>
  );
}

type PracticeCard = RouteInput<"cards.practise">["card"];
const practiceCards: readonly { readonly value: PracticeCard; readonly label: string }[] = [
  { value: "visa", label: "Practice Visa 4242" },
  { value: "mastercard", label: "Practice Mastercard 4444" },
  { value: "declined", label: "Practice card that is declined" },
];

/** Stands in for the provider's card form in practice mode. No real card, no money. */
function PracticeCardForm({ booking }: Props): ReactNode {
  const { bridge } = useDesk();
  const announce = useAnnounce();
  const [card, setCard] = useState<PracticeCard>("visa");
  const [isAdding, setAdding] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const add = async (): Promise<void> => {
    setAdding(true);
    setFailure(null);
    const saved = await booking.draft.flush();
    const answer =
      saved.ok && saved.value !== null
        ? await bridge.call("cards.practise", { itemId: saved.value, card })
        : saved;
    setAdding(false);
    if (!answer.ok) return setFailure(answer.failure);
    if (answer.value === null || typeof answer.value === "string") return;
    booking.dispatch({ type: "card", card: answer.value });
    announce(`Card added: ${cardName(answer.value)}`);
  };
  return (
    <section className={styles["practice"]} aria-label="Practice card form">
      <p className={styles["practiceMark"]}>Practice – no real card, no money</p>
      <ChoiceGroup label="Practice card" value={card} options={practiceCards} onChange={setCard} />
      {failure !== null && <FailureNotice failure={failure} title="The card was not added." />}
      <div>
        <Button icon={CreditCard} isPending={isAdding} onPress={() => void add()}>
          Add practice card
        </Button>
      </div>
    </section>
  );
}
