import { cleanLine, shownAtMost } from "../../shared/text/clean-text.ts";
import {
  formatAddress as addressText,
  formatName as nameText,
  zonedShort,
  zonedText,
} from "../../messages/format.ts";

/** "Ann Smith", in one line whatever stands in it. */
export const formatName = (person: Parameters<typeof nameText>[0]): string =>
  cleanLine(nameText(person), shownAtMost.word);

/** "1 Main St, Albany, NY 12207", in one line whatever stands in it. */
export const formatAddress = (place: Parameters<typeof addressText>[0]): string =>
  cleanLine(addressText(place));

const ownZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** "Dec 1, 2026, 2:00:17 PM EST", in the clinic's zone; in the computer's until the settings are there. */
export const formatPreciseMoment = (instant: string, timeZone: string | undefined): string =>
  zonedShort(zonedText(instant, timeZone ?? ownZone()));

/** The same to the minute: "Dec 1, 2026, 2:00 PM EST". */
export const formatClockMoment = (instant: string, timeZone: string | undefined): string =>
  formatPreciseMoment(instant.replace(/(T\d\d:\d\d):\d\d(\.\d+)?/, "$1:00"), timeZone);
