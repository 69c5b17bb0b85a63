import { cleanLine, shownAtMost } from "../../contract/forms/clean-text.ts";

type Person = { readonly firstName: string; readonly lastName: string };
type Place = {
  readonly address: string;
  readonly city: string;
  readonly state: string;
  readonly zip: string;
};

/** "Ann Smith", in one line whatever stands in it. */
export const formatName = ({ firstName, lastName }: Person): string =>
  cleanLine(`${firstName} ${lastName}`, shownAtMost.word);

/** "1 Main St, Albany, NY 12207", in one line whatever stands in it: the way of the country in each language. */
export const formatAddress = ({ address, city, state, zip }: Place): string =>
  cleanLine(`${address}, ${city}, ${state} ${zip}`);
