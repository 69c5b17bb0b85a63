import type { NoticeDetail, NoticeLine } from "../../../shared/notices/notices.ts";
import { readBookingNumber, listBodyFields, parseJson, getValueAt } from "../../../shared/notices/body.ts";
import { decodeBody } from "./body-text.ts";
import { readKeptContent } from "./open-notice.ts";

type Options = {
  /** Where the booking's number stands in notices of this kind; null: nobody has pointed at it. */
  readonly pointer: string | null;
  /** Whether a booking of this computer has that number. */
  readonly isKnown: (number: number) => boolean;
};

/** Characters of a body that are shown. */
const longestShown = 20_000;

/** A notice as a person looks through it, to point at the booking's number. What is in it is shown as text, whatever it is. */
export function toNoticeDetail(
  { json, ...line }: NoticeLine & { readonly json: string | null },
  { pointer, isKnown }: Options,
): NoticeDetail {
  const content = readKeptContent(json);
  const headers = Object.entries(content?.headers ?? {}).map(([name, value]) => ({ name, value }));
  const body = content === null ? null : decodeBody(content);
  if (body === null || "problem" in body) return { ...line, headers, text: null, isCut: false, fields: [] };
  const { text } = body;
  const read = parseJson(text);
  const { fields, isCut } = read === null ? { fields: [], isCut: false } : listBodyFields(read.json);
  return {
    ...line,
    headers,
    text: text.slice(0, longestShown),
    isCut: isCut || text.length > longestShown,
    fields: fields.map((field) => {
      const number = readBookingNumber(getValueAt(read?.json, field.pointer));
      return {
        ...field,
        number,
        isKnown: number !== null && isKnown(number),
        isChosen: field.pointer === pointer,
      };
    }),
  };
}
