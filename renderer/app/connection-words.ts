import { said } from "../../messages/saying.ts";
import { cleanLine, shownAtMost } from "../../contract/forms/clean-text.ts";
import type { Connection, Session } from "../../contract/records/account.ts";

export type ConnectionWords = {
  readonly word: string;
  readonly tone: "success" | "warning" | "danger" | "info" | "practice";
  /** Why it is so, or since when it is known. */
  readonly why: string;
};

const clock = new Intl.DateTimeFormat("en-US", { hour: "numeric", minute: "2-digit" });
const dayAndClock = new Intl.DateTimeFormat("en-US", {
  month: "short",
  day: "numeric",
  hour: "numeric",
  minute: "2-digit",
});

/** "10:42 AM", with the day when it is not today's; for the computer's own clock and zone. */
export function clockTime(instant: string, now: Date): string {
  const at = new Date(instant);
  return (at.toDateString() === now.toDateString() ? clock : dayAndClock).format(at);
}

/** The status pill's words. They follow the service's last real answer, not the computer's network. */
export function connectionWords(connection: Connection | null, now: Date): ConnectionWords {
  const last = connection?.lastAnswerAt ?? null;
  const since = last === null ? "the service has not answered yet" : `last answer ${clockTime(last, now)}`;
  switch (connection?.state) {
    case "online":
      return { word: "Online", tone: "success", why: since };
    case "offline":
      return {
        word: "Offline",
        tone: "warning",
        why: connection.reason === null ? since : said(connection.reason),
      };
    case "token-refused":
      return {
        word: "Token refused",
        tone: "danger",
        why: connection.reason === null ? "nothing is sent until a new one" : said(connection.reason),
      };
    case "signed-out":
      return { word: "Signed out", tone: "warning", why: "nothing is sent" };
    case "checking":
    case undefined:
      return { word: "Checking…", tone: "info", why: since };
  }
}

/** Who is at the desk, as the token says, and where. */
export function whoIsHere(session: Session): { readonly who: string; readonly where: string } {
  const where = (session.serviceAddress ?? "").replace(/^https:\/\//, "");
  if (session.practice) return { who: "Practice", where: "sample data on this computer" };
  return {
    who: cleanLine(session.token?.subject ?? "", shownAtMost.word) || "Account without a name",
    where,
  };
}
