import { say, type Saying } from "../../messages/saying.ts";
import { defineTextField, type Form } from "../core/form.ts";
import { formatZip, toStateCode, checkState, checkZip } from "./contact.ts";

/** Where somebody lives, or a visit is. */
export const placeFields = {
  address: defineTextField({ missing: say("fields.missing.address") }),
  city: defineTextField({ missing: say("fields.missing.city") }),
  state: defineTextField({ missing: say("fields.missing.state"), tidy: toStateCode, warn: checkState }),
  zip: defineTextField({ missing: say("fields.missing.zip"), tidy: formatZip }),
};

/** A place as it is sent, of what was typed: the screens show that, and not a spelling that never leaves. */
export function toSentPlace(typed: Readonly<Form<typeof placeFields>>): Form<typeof placeFields> {
  const sent = (name: keyof typeof placeFields): string => {
    const reading = placeFields[name].read(typed[name], null);
    return reading.kind === "read" ? reading.value : "";
  };
  return { address: sent("address"), city: sent("city"), state: sent("state"), zip: sent("zip") };
}

type Place = { readonly state: string | undefined; readonly zip: string | undefined };
/** A ZIP code is looked at beside the state. */
export const checkPlace = ({ zip = "", state = "" }: Place): { readonly zip: Saying | null } => ({
  zip: checkZip(zip, state),
});
