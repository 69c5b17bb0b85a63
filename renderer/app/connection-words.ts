import { said } from "../../messages/saying.ts";
import { cleanLine, shownAtMost } from "../../shared/text/clean-text.ts";
import type { Connection, Session } from "../../shared/session/account.ts";
import { language } from "../../messages/language.ts";
import { words } from "../../messages/words.ts";

type ConnectionWords = {
  readonly word: string;
  readonly tone: "success" | "warning" | "danger" | "info" | "practice";
  /** Why it is so, or since when it is known. */
  readonly why: string;
};

const clock = { hour: "numeric", minute: "2-digit" } as const;
const dayAndClock = { month: "short", day: "numeric", ...clock } as const;

/** "10:42 AM", with the day when it is not today's; for the computer's own clock and zone. */
export function formatClockTime(instant: string, now: Date): string {
  const at = new Date(instant);
  const isToday = at.toDateString() === now.toDateString();
  return at.toLocaleString(language, isToday ? clock : dayAndClock);
}

const tones = {
  online: "success",
  offline: "warning",
  "token-refused": "danger",
  "signed-out": "warning",
  checking: "info",
} as const satisfies Record<Connection["state"], ConnectionWords["tone"]>;

/** The line, and since when it is known to be down. */
type KnownLine = Connection & { readonly offlineSince?: string | null };

/** The status pill's words. They follow the service's last real answer, not the computer's network. */
export function describeConnection(connection: KnownLine | null, now: Date): ConnectionWords {
  const { connection: own } = words.shell;
  const state = connection?.state ?? "checking";
  return { word: own.state[state], tone: tones[state], why: whyOf(connection, now) };
}

function whyOf(connection: KnownLine | null, now: Date): string {
  const { connection: own } = words.shell;
  const { state, reason = null, lastAnswerAt = null, offlineSince } = connection ?? {};
  if (state === "signed-out") return own.nothingSent;
  if (state === "token-refused") return reason === null ? own.untilNewToken : said(reason);
  if (state === "offline" && typeof offlineSince === "string")
    return own.since({ time: formatClockTime(offlineSince, now) });
  if (state === "offline" && reason !== null) return said(reason);
  return lastAnswerAt === null ? own.noAnswer : own.lastAnswer({ time: formatClockTime(lastAnswerAt, now) });
}

/** Who is at the desk, as the token says, and where. */
export function describeSession(session: Session): { readonly who: string; readonly where: string } {
  const where = (session.serviceAddress ?? "").replace(/^https:\/\//, "");
  if (session.practice) return { who: words.shell.desk.practice, where: words.shell.desk.practiceWhere };
  return {
    who: cleanLine(session.token?.subject ?? "", shownAtMost.word) || words.shell.desk.noName,
    where,
  };
}
