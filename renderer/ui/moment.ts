import { zonedShort, zonedText } from "../../messages/format.ts";

const ownZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** "Dec 1, 2026, 2:00:17 PM EST", in the clinic's zone; in the computer's until the settings are there. */
export const preciseMoment = (instant: string, timeZone: string | undefined): string =>
  zonedShort(zonedText(instant, timeZone ?? ownZone()));

/** The same to the minute: "Dec 1, 2026, 2:00 PM EST". */
export const clockMoment = (instant: string, timeZone: string | undefined): string =>
  preciseMoment(instant.replace(/(T\d\d:\d\d):\d\d(\.\d+)?/, "$1:00"), timeZone);
