import type { FileEncoding } from "../../../shared/import/import.ts";

const marks: readonly (readonly [FileEncoding, readonly number[]])[] = [
  ["utf-8", [0xef, 0xbb, 0xbf]],
  ["utf-16le", [0xff, 0xfe]],
  ["utf-16be", [0xfe, 0xff]],
];

/** Bytes of a character that may be cut off at the end. */
const longestCharacter = 4;

function isUtf8(bytes: Uint8Array): boolean {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  try {
    decoder.decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}

/** UTF-16 without its mark: nearly every second byte of it is none. */
function wideWithoutMark(bytes: Uint8Array): FileEncoding | null {
  const pairs = Math.floor(bytes.length / 2);
  let low = 0;
  let high = 0;
  for (let at = 0; at < pairs; at += 1) {
    if (bytes[2 * at] === 0) high += 1;
    if (bytes[2 * at + 1] === 0) low += 1;
  }
  if (low > pairs * 0.4 && high < pairs * 0.1) return "utf-16le";
  return high > pairs * 0.4 && low < pairs * 0.1 ? "utf-16be" : null;
}

/** As a spreadsheet's own file begins. */
const isZip = ([first, second, third]: Uint8Array): boolean =>
  first === 0x50 && second === 0x4b && third === 3;

/** What the mark at its beginning says; null where there is none. */
export const detectEncodingMark = (head: Uint8Array): FileEncoding | null =>
  marks.find(([, mark]) => mark.every((byte, at) => head[at] === byte))?.[0] ?? null;

/** In which the beginning of a file is written; null for what is no text: pictures, spreadsheets' own files. */
export function guessEncoding(head: Uint8Array): FileEncoding | null {
  const marked = detectEncodingMark(head);
  if (marked !== null) return marked;
  if (isZip(head)) return null;
  const wide = head.length >= longestCharacter ? wideWithoutMark(head) : null;
  if (wide !== null) return wide;
  // A single one may be dirt in a text; what is no text is full of them.
  const zeros = head.reduce((count, byte) => count + (byte === 0 ? 1 : 0), 0);
  if (zeros > head.length / 1_000 + 1) return null;
  return isUtf8(head) ? "utf-8" : "windows-1252";
}

/** The bytes as text, without its mark. What the encoding does not have becomes U+FFFD; nothing throws. */
export async function* decodeBytes(
  bytes: AsyncIterable<Uint8Array>,
  encoding: FileEncoding,
): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  for await (const part of bytes) yield decoder.decode(part, { stream: true });
  yield decoder.decode();
}
