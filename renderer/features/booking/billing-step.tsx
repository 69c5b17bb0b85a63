import type { ReactNode } from "react";
import { billingTypes, type BillingType } from "../../../contract/service/appointment.ts";
import { ChoiceGroup } from "../../ui/choice-group.tsx";
import { FieldStack } from "../../ui/field-row.tsx";
import { CardPart } from "./card-part.tsx";
import type { Booking } from "./use-booking.ts";
import type { CardActions } from "./use-card.ts";

const sentences: Readonly<Record<BillingType, string>> = {
  "Bill to Patient": "The patient pays; a card is collected now.",
  "Bill to Account": "The account's card on file is charged.",
  "Monthly Invoice": "Nothing is paid now; it goes on the monthly invoice.",
};

type Props = { readonly booking: Booking; readonly card: CardActions };

/** How the visit is paid. Only Bill to Patient shows the card part, and only it sends a payment method. */
export function BillingStep({ booking, card }: Props): ReactNode {
  const { billingType } = booking.state.form;
  return (
    <FieldStack>
      <div data-field="billingType">
        <ChoiceGroup
          label="Billing type"
          value={billingType}
          options={billingTypes.map((type) => ({ value: type, label: type, description: sentences[type] }))}
          onChange={(type) => booking.dispatch({ type: "billing", billingType: type })}
          error={booking.errors["billingType"]}
          isRequired
        />
      </div>
      {billingType === "Bill to Patient" && <CardPart booking={booking} card={card} />}
    </FieldStack>
  );
}
