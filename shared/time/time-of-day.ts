import { clock } from "../../messages/format.ts";
import { say } from "../../messages/saying.ts";
import { empty, readAs, toWrong, type FieldReading } from "../core/reading.ts";
import { normalizeText } from "./calendar.ts";

type Time = {
  /** `HH:MM`, 00:00 to 23:59 */
  readonly time: string;
  /** Neither morning nor afternoon was said, and the afternoon was taken. */
  readonly assumed: boolean;
};

function timeAs(hour: number, minute = 0, assumed = false): FieldReading<Time> {
  const time = `${String(hour).padStart(2, "0")}:${String(minute).padStart(2, "0")}`;
  return readAs({ time, assumed }, null, clock(time));
}

type Clock = {
  /** As typed: a leading zero says "morning". */
  readonly hour: string;
  readonly minute: number;
  readonly half: "a" | "p" | null;
};

function onClock({ hour, minute, half }: Clock): FieldReading<Time> {
  const number = Number(hour);
  if (number > 23) return toWrong(say("fields.time.noHour", { hour: number }));
  if (minute > 59) return toWrong(say("fields.time.noMinute", { minute }));
  if (half === null) {
    const assumed = number <= 6 && !hour.startsWith("0");
    return timeAs(assumed ? number + 12 : number, minute, assumed);
  }
  if (half === "a" && number > 12) return toWrong(say("fields.time.notMorning", { hour: number }));
  if (half === "p" && number === 0) return toWrong(say("fields.time.notAfternoon"));
  const morning = number % 12;
  return timeAs(half === "a" ? morning : morning + 12, minute);
}

const written = /^(\d{1,2})(?:(?: ?[:.h] ?| )(\d{2}))?(?::00)? ?([ap])?$/;
const compact = /^(\d{1,2})(\d{2}) ?([ap])?$/;

const partOfDay = /^(.*\d) ?(?:de|por|en) la (manana|madrugada|tarde|noche)$/;

/**
 * `2 de la tarde` as `2 p`. No word of it means anything else in English, so it is read in every language. Left as it is
 * where people differ about which half of the day is meant: "12 de la mañana", "2 de la noche".
 */
function fromSpanish(plain: string): string {
  const [, typed, part] = partOfDay.exec(plain) ?? [];
  if (typed === undefined) return plain;
  const hour = Number.parseInt(typed, 10);
  if (part === "madrugada") return `${typed} a`;
  if (part === "manana") return hour === 12 ? plain : `${typed} a`;
  if (part === "tarde") return `${typed} p`;
  if (hour === 12) return `${typed} a`;
  return hour < 6 ? plain : `${typed} p`;
}

const unreadable = toWrong(say("fields.time.unreadable"));

/**
 * Reads a time of day as typed: `2pm`, `2:30 p.m.`, `14:00`, `1400`, `9`, `noon`, `midnight`, `2 de la tarde`. An hour from 1
 * to 6 with neither AM nor PM nor a leading zero is read as the afternoon and marked `assumed`. Its echo is "2:00 PM".
 */
export function readTime(text: string): FieldReading<Time> {
  if (text.trim() === "") return empty;
  if (text.length > 40) return unreadable;
  const plain = fromSpanish(normalizeText(text).replace(/^(?:at|a las?|las?) /, ""))
    .replace(/ ?o'? ?clock/, "")
    .replace(/([ap])\.? ?m?\.?$/, "$1");
  if (/^(12 ?)?(del )?(noon|midday|mediodia)$/.test(plain)) return timeAs(12);
  if (/^(12 ?)?(de la )?(midnight|medianoche)$/.test(plain)) return timeAs(0);
  const [, hour, minute, letter] = written.exec(plain) ?? compact.exec(plain) ?? [];
  if (hour === undefined) return unreadable;
  const half = letter === "a" || letter === "p" ? letter : null;
  return onClock({ hour, minute: Number(minute ?? 0), half });
}
