import type { NoticeLine, NoticeOfBooking } from "../../../shared/notices/notices.ts";
import { cleanLine, shownAtMost } from "../../../shared/text/clean-text.ts";
import { approvedEvent, deniedEvent } from "../../../shared/notices/news.ts";
import { words } from "../../../messages/words.ts";

/** Words a moment, with the day where it is not today's. */
export type FormatInstant = (instant: string) => string;

/** A kind of event as people say it; one that this program does not know is named as it is. */
export function formatEventKind(event: string): string {
  const says = words.notices.addresses.events;
  if (event === approvedEvent) return says.approved;
  if (event === deniedEvent) return says.denied;
  return says.other({ kind: cleanLine(event, shownAtMost.word) });
}

export type NoticeTone = "success" | "danger" | "neutral";

/** What a notice said of a booking, that nobody signed it, and when it came. */
export function formatNotice(
  { event, at }: NoticeOfBooking,
  when: FormatInstant,
): { readonly word: string; readonly tone: NoticeTone } {
  const says = words.notices.booking;
  if (event === approvedEvent) return { word: says.approved({ when: when(at) }), tone: "success" };
  if (event === deniedEvent) return { word: says.denied({ when: when(at) }), tone: "danger" };
  const kind = cleanLine(event, shownAtMost.word);
  return { word: says.other({ kind, when: when(at) }), tone: "neutral" };
}

/** What a line of the received ones says. */
export function formatNoticeLine({ booking, item, problem }: NoticeLine): string {
  const says = words.notices.list;
  if (problem !== null) return says.problem[problem];
  if (booking === null) return says.problem["no-number"];
  const number = String(booking);
  return item === null ? says.unknown({ number }) : says.booking({ number });
}
