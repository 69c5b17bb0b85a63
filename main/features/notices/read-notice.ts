import type { NoticeContent } from "../../../shared/hub-api/notice.ts";
import { readBookingNumber, isTest, parseJson, getValueAt } from "../../../shared/notices/body.ts";
import { findPointer, type NoticeBook } from "../../../shared/notices/book.ts";
import type { NoticeReading } from "../../db/notice-types.ts";
import { decodeBody } from "./body-text.ts";

/**
 * What a notice says, as far as anybody can know: its kind by the address it came to, its booking by the number at the place
 * that a person pointed at. Nothing is guessed: a patient's number looks like a booking's.
 */
export function readNotice(
  { address, content }: { readonly address: string; readonly content: NoticeContent | null },
  book: NoticeBook,
): NoticeReading {
  const event = book.addresses.find(({ id }) => id === address)?.event ?? null;
  const without = (problem: NonNullable<NoticeReading["problem"]>): NoticeReading => ({
    event,
    booking: null,
    problem,
  });
  if (content === null) return without("unopened");
  const body = decodeBody(content);
  if ("problem" in body) return without(body.problem);
  const read = parseJson(body.text);
  if (read !== null && isTest(read.json)) return without("test");
  if (event === null) return without("no-address");
  if (read === null) return without("no-json");
  const pointer = findPointer(book, event);
  if (pointer === null) return without("no-pointer");
  const booking = readBookingNumber(getValueAt(read.json, pointer));
  return booking === null ? without("no-number") : { event, booking, problem: null };
}
