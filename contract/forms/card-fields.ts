import type { FieldErrors } from "../failure.ts";
import type { FormOf } from "../routes.ts";
import { cardNumberMessage, holdsCardNumber } from "./card-number.ts";

/** The free text of a form, by field; dates and choices cannot hold a card number. */
function texts(content: FormOf): Readonly<Record<string, string>> {
  switch (content.kind) {
    case "patient": {
      const { dob: _, gender: __, ...rest } = content.form;
      return rest;
    }
    case "booking": {
      const { service, address, city, state, zip, notes, paymentMethod, patient } = content.form;
      const number = patient?.kind === "number" ? patient.text : "";
      return { service, address, city, state, zip, notes, paymentMethod, patient: number };
    }
    case "webhook":
      return { url: content.form.url, events: content.form.events.join(" ") };
  }
}

/** The fields that hold a card number, with the reason why it is not kept; empty when there is none. */
export function cardNumberFields(content: FormOf): FieldErrors {
  const held = Object.entries(texts(content)).filter(([, text]) => holdsCardNumber(text));
  return Object.fromEntries(held.map(([field]) => [field, cardNumberMessage]));
}
