import { clock } from "../../messages/format.ts";
import { say, type Saying } from "../../messages/saying.ts";
import { plainText } from "./calendar.ts";

export type TimeRead =
  | { readonly kind: "empty" }
  | {
      readonly kind: "read";
      /** `HH:MM`, 00:00 to 23:59 */
      readonly time: string;
      /** "2:00 PM" */
      readonly echo: string;
      /** Neither morning nor afternoon was said, and the afternoon was taken. */
      readonly assumed: boolean;
    }
  | { readonly kind: "unreadable"; readonly why: Saying };

const unreadable = (why: Saying): TimeRead => ({ kind: "unreadable", why });

function timeRead({ hour, minute, assumed }: { hour: number; minute: number; assumed: boolean }): TimeRead {
  const time = `${String(hour).padStart(2, "0")}:${String(minute).padStart(2, "0")}`;
  return { kind: "read", time, echo: clock(time), assumed };
}

type Clock = {
  /** As typed: a leading zero says "morning". */
  readonly hour: string;
  readonly minute: number;
  readonly half: "a" | "p" | null;
};

function onClock({ hour, minute, half }: Clock): TimeRead {
  const number = Number(hour);
  if (number > 23) return unreadable(say("fields.time.noHour", { hour: number }));
  if (minute > 59) return unreadable(say("fields.time.noMinute", { minute }));
  if (half === null) {
    const assumed = number >= 1 && number <= 6 && !hour.startsWith("0");
    return timeRead({ hour: assumed ? number + 12 : number, minute, assumed });
  }
  if (half === "a" && number > 12) return unreadable(say("fields.time.notMorning", { hour: number }));
  if (half === "p" && number === 0) return unreadable(say("fields.time.notAfternoon"));
  const morning = number % 12;
  const afternoon = number > 12 ? number : morning + 12;
  return timeRead({ hour: half === "a" ? morning : afternoon, minute, assumed: false });
}

const written = /^(\d{1,2})(?:(?: ?[:.h] ?| )(\d{2}))?(?::00)? ?([ap])?$/;
const compact = /^(\d{1,2})(\d{2}) ?([ap])?$/;

/**
 * Reads a time of day as typed: `2pm`, `2:30 p.m.`, `14:00`, `1400`, `9`, `noon`, `midnight`. An hour from 1
 * to 6 with neither AM nor PM nor a leading zero is read as the afternoon and marked `assumed`.
 */
export function readTime(text: string): TimeRead {
  if (text.trim() === "") return { kind: "empty" };
  const plain = plainText(text.slice(0, 40))
    .replace(/^at /, "")
    .replace(/ ?o'? ?clock/, "")
    .replace(/([ap])\.? ?m?\.?$/, "$1");
  if (/^(12 ?)?(noon|midday)$/.test(plain)) return timeRead({ hour: 12, minute: 0, assumed: false });
  if (/^(12 ?)?midnight$/.test(plain)) return timeRead({ hour: 0, minute: 0, assumed: false });
  const match = text.length > 40 ? null : (written.exec(plain) ?? compact.exec(plain));
  const hour = match?.[1];
  if (hour === undefined) return unreadable(say("fields.time.unreadable"));
  const letter = match?.[3];
  const half = letter === "a" || letter === "p" ? letter : null;
  return onClock({ hour, minute: Number(match?.[2] ?? "0"), half });
}
