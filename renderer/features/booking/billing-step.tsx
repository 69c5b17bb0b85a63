import type { ReactNode } from "react";
import { billingTypes } from "../../../contract/service/appointment.ts";
import { words } from "../../../messages/words.ts";
import { ChoiceGroup } from "../../ui/choice-fields.tsx";
import { FieldStack } from "../../ui/field.tsx";
import { CardPart } from "./card-part.tsx";
import type { Booking } from "./use-booking.ts";
import type { CardActions } from "./use-card.ts";

type Props = { readonly booking: Booking; readonly card: CardActions };

/** How the visit is paid. Only Bill to Patient shows the card part, and only it sends a payment method. */
export function BillingStep({ booking, card }: Props): ReactNode {
  const { billingType } = booking.state.form;
  const { label, billing } = words.booking;
  return (
    <FieldStack>
      <div data-field="billingType">
        <ChoiceGroup
          label={label.billingType}
          value={billingType}
          options={billingTypes.map((type) => ({
            value: type,
            label: type,
            description: billing.types[type],
          }))}
          onChange={(type) => booking.dispatch({ type: "billing", billingType: type })}
          error={booking.errors["billingType"]}
          isRequired
        />
      </div>
      {billingType === "Bill to Patient" && <CardPart booking={booking} card={card} />}
    </FieldStack>
  );
}
