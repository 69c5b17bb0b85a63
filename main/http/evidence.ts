import type { Evidence } from "../../shared/outbox/item.ts";
import { toPlainLine } from "../../shared/service-api/error-body.ts";

/** How much of a page is looked at for its first words, in characters. */
const looksAt = 50_000;
const longestType = 100;

/** What stands between tags; what scripts and styles hold is no word of a page. One pass, whatever it is fed. */
function textOf(markup: string): string {
  const lower = markup.toLowerCase();
  let text = "";
  let at = 0;
  for (;;) {
    const open = markup.indexOf("<", at);
    if (open === -1) return text + markup.slice(at);
    text += `${markup.slice(at, open)} `;
    const silent = /^<(script|style)\b/.exec(lower.slice(open, open + 10))?.[1];
    const from = silent === undefined ? open : lower.indexOf(`</${silent}`, open);
    const close = from === -1 ? -1 : markup.indexOf(">", from);
    if (close === -1) return text;
    at = close + 1;
  }
}

/** The first words of an answer as one plain line, never markup; null when it has none. */
export function getFirstWords(body: string): string | null {
  const start = body.slice(0, looksAt);
  return toPlainLine(/<[a-z!/]/i.test(start) ? textOf(start).replace(/[<>]/g, " ") : start);
}

/** `text/html` of `text/html; charset=utf-8`; null when the answer names no type that can be shown. */
function mediaType(contentType: string | null): string | null {
  const type = (contentType ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
  return /^[\w.+-]+\/[\w.+-]+$/.test(type) ? type.slice(0, longestType) : null;
}

/** What was seen, for a person who has to find out what became of a request. */
export const collectEvidence = (contentType: string | null, body: string): Evidence => ({
  contentType: mediaType(contentType),
  firstWords: getFirstWords(body),
});
