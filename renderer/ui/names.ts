import { cleanLine, shownAtMost } from "../../domain/clean-text.ts";
import { formatAddress as addressText, formatName as nameText } from "../../messages/format.ts";

/** "Ann Smith", in one line whatever stands in it. */
export const formatName = (person: Parameters<typeof nameText>[0]): string =>
  cleanLine(nameText(person), shownAtMost.word);

/** "1 Main St, Albany, NY 12207", in one line whatever stands in it. */
export const formatAddress = (place: Parameters<typeof addressText>[0]): string =>
  cleanLine(addressText(place));
