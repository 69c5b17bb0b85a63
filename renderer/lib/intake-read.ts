import type { Settings } from "../../shared/settings/settings.ts";
import { readIntake, type IntakeRead } from "../../shared/intake/read.ts";
import { getToday } from "../../shared/time/zoned-time.ts";

/** Reads a text as the clinic reads dates. Loaded with the first one that is scanned, pasted or dropped. */
export const readFor = (text: string, { timeZone, dateOrder }: Settings): IntakeRead =>
  readIntake(text, { today: getToday(timeZone, new Date().toISOString()), dateOrder });
