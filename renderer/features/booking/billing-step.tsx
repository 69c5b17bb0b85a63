import type { ReactNode } from "react";
import { billingTypes, isPaidByCard } from "../../../shared/service-api/appointment.ts";
import { words } from "../../../messages/words.ts";
import { useHold } from "../../lib/use-hold.ts";
import { formatBillingType } from "../../ui/billing-words.ts";
import { ChoiceGroup } from "../../ui/choice-fields.tsx";
import { FieldStack } from "../../ui/field.tsx";
import { Help, HelpTerms } from "../../ui/help.tsx";
import { NoticeBox } from "../../ui/notice.tsx";
import styles from "./booking.module.css";
import { CardPart } from "./card-part.tsx";
import type { Booking } from "./use-booking.ts";
import type { CardActions } from "./use-card.ts";

type Props = { readonly booking: Booking; readonly card: CardActions };

/** How the visit is paid. Only Bill to Patient holds the card part, and only it sends a payment method. */
export function BillingStep({ booking, card }: Props): ReactNode {
  const { billingType } = booking.state.form;
  const { label, billing } = words.booking;
  return (
    <div className={styles["billing"]}>
      <div data-field="billingType">
        <ChoiceGroup
          label={label.billingType}
          value={billingType}
          kind="lines"
          options={billingTypes.map((type) => ({
            value: type,
            label: formatBillingType(type),
            description: billing.types[type],
            ...(isPaidByCard(type) ? { within: <Card booking={booking} card={card} /> } : {}),
          }))}
          onChange={(type) => booking.dispatch({ type: "billing", billingType: type })}
          error={booking.errors["billingType"]}
          isRequired
        />
      </div>
      <BillingHelp />
    </div>
  );
}

const Card = ({ booking, card }: Props): ReactNode => (
  <FieldStack>
    <CardPart booking={booking} card={card} />
    {booking.series !== null && booking.series.count > 0 && (
      <NoticeBox tone="info">
        <p>{words.series.card({ count: booking.series.count })}</p>
      </NoticeBox>
    )}
  </FieldStack>
);

/** When each billing type is the one, what it asks for, and what becomes of it without a connection. */
function BillingHelp(): ReactNode {
  const { help } = words.booking.billing;
  const hold = useHold("booking");
  const terms = billingTypes.map((type) => {
    const { when, needs, offline } = help[type];
    // Without a card it goes nowhere by itself in any case.
    const waits = hold === null || isPaidByCard(type) ? offline : help.held[hold];
    return { name: formatBillingType(type), lines: [when, needs, waits] };
  });
  return (
    <Help title={help.open}>
      <HelpTerms terms={terms} />
    </Help>
  );
}
