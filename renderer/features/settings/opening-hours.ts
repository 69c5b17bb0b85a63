import type { DayHours } from "../../../shared/settings/settings.ts";
import { readTime } from "../../../shared/time/time-of-day.ts";
import { say, type Saying } from "../../../messages/saying.ts";

/** Minutes of a day that are no guess: a letter for the half of the day, a leading nought, or an hour of 24. */
const saysHalf = (text: string): boolean => /[a-z]/i.test(text) || /^\s*(0|1[3-9]|2)/.test(text);

/** Reads a time as the wizard does, `HH:MM`; a closing hour that names no half of the day is after the opening. */
export function readHour(text: string, part: keyof DayHours, other: string): string | Saying {
  const read = readTime(text);
  if (read.kind !== "read") return read.kind === "wrong" ? read.why : say("fields.time.unreadable");
  const { time } = read.value;
  const hour = Number(time.slice(0, 2));
  const isEarly = part === "closes" && !saysHalf(text) && hour < 12 && time <= other;
  const found = isEarly ? `${String(hour + 12)}${time.slice(2)}` : time;
  return found === other ? say("settings.hours.same") : found;
}
