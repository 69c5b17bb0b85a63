/** Where a message of HTTP/1.1 (RFC 9112) ends, as far as the bytes that are there tell. */
export type Frame = {
  /** The head's text with its empty line, or null while it is not whole. */
  readonly head: string | null;
  readonly headLength: number;
  /** Length of the whole message in bytes; null while it is not known, or until the connection ends. */
  readonly length: number | null;
};

const headEnd = Buffer.from("\r\n\r\n");

export const headerOf = (head: string, name: string): string | null =>
  new RegExp(`^${name}:[ \\t]*(.*?)[ \\t]*$`, "im").exec(head)?.[1] ?? null;

/** The end of a chunked body that begins at `start`, or null while it is not there. */
function chunkedEnd(bytes: Buffer, start: number): number | null {
  let at = start;
  for (;;) {
    const lineEnd = bytes.indexOf("\r\n", at);
    if (lineEnd < 0) return null;
    const size = Number.parseInt(bytes.toString("latin1", at, lineEnd), 16);
    if (Number.isNaN(size)) return null;
    const next = lineEnd + 2 + size + 2;
    if (next > bytes.length) return null;
    if (size === 0) return next;
    at = next;
  }
}

const hasNoBody = (head: string): boolean => /^HTTP\/1\.1 (1\d\d|204|304)/.test(head);

/** Finds the first message in the bytes of one direction. */
export function frameOf(bytes: Buffer): Frame {
  const end = bytes.indexOf(headEnd);
  if (end < 0) return { head: null, headLength: 0, length: null };
  const headLength = end + headEnd.length;
  const head = bytes.toString("latin1", 0, headLength);
  const declared = headerOf(head, "content-length");
  if (hasNoBody(head)) return { head, headLength, length: headLength };
  if (headerOf(head, "transfer-encoding")?.toLowerCase() === "chunked")
    return { head, headLength, length: chunkedEnd(bytes, headLength) };
  if (declared !== null) return { head, headLength, length: headLength + Number(declared) };
  return { head, headLength, length: head.startsWith("HTTP/") ? null : headLength };
}
