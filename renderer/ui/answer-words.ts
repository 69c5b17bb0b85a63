import { cleanLine } from "../../shared/text/clean-text.ts";
import type { Failure } from "../../shared/core/failure.ts";
import { isUncertain } from "../../shared/outbox/attempts.ts";
import type { Attempt, ListedItem } from "../../shared/outbox/item.ts";
import { toSentence } from "../../shared/core/sentence.ts";
import { isMadeWith } from "../../messages/saying.ts";
import { words } from "../../messages/words.ts";

type Seen = {
  readonly status: number | null;
  readonly contentType: string | null;
  readonly firstWords: string | null;
};

/** `200, text/html: “Welcome to Guest WiFi…”`: enough to tell the service from something that stands in its place. */
export function formatSeen({ status, contentType, firstWords }: Seen): string {
  const { answer } = words.items;
  const text = cleanLine(firstWords ?? "", 300);
  const parts = [status === null ? "" : String(status), cleanLine(contentType ?? "", 100)];
  const facts = parts.filter((part) => part !== "").join(", ");
  if (facts === "") return text === "" ? answer.nothing : answer.onlyText({ text });
  return text === "" ? answer.withoutText({ facts }) : answer.withText({ facts, text });
}

/**
 * Whether what answered an attempt may not have been the service: a success that shows nothing made, or an answer
 * that says it is no JSON. A refusal in the service's own way is told by its message.
 */
export function isStrange({ status, evidence }: Attempt): boolean {
  if (evidence === undefined) return false;
  const isSuccess = status !== null && status >= 200 && status < 300;
  return isSuccess || (evidence.contentType !== null && !/\bjson\b/.test(evidence.contentType));
}

/** What answered an attempt where the service's own answer was expected; null where there is nothing to tell. */
export function formatSeenIn(attempt: Attempt): string | null {
  const { status, evidence } = attempt;
  return evidence !== undefined && isStrange(attempt) ? formatSeen({ status, ...evidence }) : null;
}

/** What answered the last attempt of which nobody knows what became of it. */
export function formatLastSeen({ attempts }: Pick<ListedItem, "attempts">): string | null {
  const last = attempts.findLast(isUncertain);
  return last === undefined ? null : formatSeenIn(last);
}

/** Whether a failure's own message has what is known of the answer: its words, or the status of one without. */
export function hasOwnAnswer({ why, details: { status, answer, contentType } }: Failure): boolean {
  if (answer !== undefined) return isMadeWith(why, toSentence(answer));
  return contentType === undefined && status !== undefined && isMadeWith(why, status);
}
