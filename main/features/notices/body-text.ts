import { brotliDecompressSync, gunzipSync, inflateSync } from "node:zlib";
import type { NoticeContent } from "../../../shared/hub-api/notice.ts";

/** Bytes of a body when it is unpacked. A notice of a booking is a thousandth of it; what grows past it was made to. */
const mostBytes = 1_024 * 1_024;

const unpackers: Readonly<Record<string, (body: Buffer, limit: { maxOutputLength: number }) => Buffer>> = {
  gzip: gunzipSync,
  "x-gzip": gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
};

/** Null: it is compressed in an unknown way, several times, not at all, or grows past the limit. */
function unpacked(body: Buffer, encoding: string): Buffer | null {
  if (encoding === "" || encoding === "identity") return body;
  const unpack = Object.hasOwn(unpackers, encoding) ? unpackers[encoding] : undefined;
  try {
    return unpack?.(body, { maxOutputLength: mostBytes }) ?? null;
  } catch {
    return null;
  }
}

/** The charset that a content type names; UTF-8 where it names none. */
const charsetOf = (contentType: string): string =>
  /;\s*charset\s*=\s*"?([\w.:-]{1,40})"?/i.exec(contentType)?.[1] ?? "utf-8";

/** The body as text, or why it is none. */
export function decodeBody({
  headers,
  body,
}: Pick<NoticeContent, "headers" | "body">):
  | { readonly text: string }
  | { readonly problem: "packed" | "no-text" } {
  const bytes = unpacked(
    Buffer.from(body, "base64"),
    (headers["content-encoding"] ?? "").trim().toLowerCase(),
  );
  if (bytes === null) return { problem: "packed" };
  try {
    return { text: new TextDecoder(charsetOf(headers["content-type"] ?? ""), { fatal: true }).decode(bytes) };
  } catch {
    return { problem: "no-text" };
  }
}
