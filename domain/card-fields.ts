import type { FieldErrors } from "../contract/failure.ts";
import type { FormOf } from "../contract/routes.ts";
import { cardNumberFound, holdsCardNumber } from "./card/card-number.ts";

/** Every text of a form, by field. Also of a choice: what comes over IPC need not be one of its choices. */
function texts(content: FormOf): readonly (readonly [string, string])[] {
  const own = Object.entries(content.form).flatMap(([field, value]): [string, string][] =>
    typeof value === "string" ? [[field, value]] : [],
  );
  if (content.kind === "webhook") return [...own, ["events", content.form.events.join(" ")]];
  const patient = content.kind === "booking" ? content.form.patient : null;
  return patient?.kind === "number" ? [...own, ["patient", patient.text]] : own;
}

/** The fields that hold a card number, with the reason why it is not kept; empty when there is none. */
export function cardNumberFields(content: FormOf): FieldErrors {
  const held = texts(content).filter(([, text]) => holdsCardNumber(text));
  return Object.fromEntries(held.map(([field]) => [field, cardNumberFound]));
}
