import { say, type Saying } from "../../messages/saying.ts";
import { text } from "../form.ts";
import { formatZip, stateCode, stateWarning, zipWarning } from "./contact.ts";

/** Where somebody lives, or a visit is. */
export const placeFields = {
  address: text({ missing: say("fields.missing.address") }),
  city: text({ missing: say("fields.missing.city") }),
  state: text({ missing: say("fields.missing.state"), tidy: stateCode, warn: stateWarning }),
  zip: text({ missing: say("fields.missing.zip"), tidy: formatZip }),
};

type Place = { readonly state: string | undefined; readonly zip: string | undefined };
/** A ZIP code is looked at beside the state. */
export const placeWarnings = ({ zip = "", state = "" }: Place): { readonly zip: Saying | null } => ({
  zip: zipWarning(zip, state),
});
