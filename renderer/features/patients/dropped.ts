/** Why nothing was read of what was dropped, pasted or chosen. */
export type DropProblem =
  | { readonly kind: "folder" | "big" | "binary" | "empty" | "unread" }
  | { readonly kind: "many"; readonly count: number };
export type Dropped =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "problem"; readonly problem: DropProblem };

const problem = (kind: Exclude<DropProblem["kind"], "many">): Dropped => ({
  kind: "problem",
  problem: { kind },
});

/** Bytes of the largest file that is opened: a contact's card with a picture is far smaller. */
export const maxDroppedBytes = 2_000_000;

/** Text as programs write it: UTF-8, UTF-16 with its mark, else Windows' own; null for what is no text. */
export function decodeText(bytes: Uint8Array<ArrayBuffer>): string | null {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  if (bytes.includes(0)) return null;
  const decoded = inUtf8(bytes) ?? new TextDecoder("windows-1252").decode(bytes);
  // Separators of records and messages are none of these.
  const signs = decoded.match(/(?![\t\n\v\f\r])\p{Cc}/gu) ?? [];
  const strange = signs.filter((sign) => sign < "\u001C" || sign > "\u001E").length;
  return decoded.startsWith("%PDF") || strange > decoded.length / 100 ? null : decoded;
}

function inUtf8(bytes: Uint8Array<ArrayBuffer>): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** Reads a file, and of one that is too large nothing. Never rejects. */
export async function readFile(file: Blob): Promise<Dropped> {
  if (file.size > maxDroppedBytes) return problem("big");
  if (file.size === 0) return problem("empty");
  try {
    const text = decodeText(new Uint8Array(await file.slice(0, maxDroppedBytes).arrayBuffer()));
    if (text === null) return problem("binary");
    return text.trim() === "" ? problem("empty") : { kind: "text", text };
  } catch {
    return problem("unread");
  }
}

/** What was dropped: one file, or text. What it is must be asked at once; the file is read later. */
export function readDrop(data: DataTransfer): Promise<Dropped> {
  const { items, files } = data;
  const count = files.length;
  if (count > 1) return Promise.resolve({ kind: "problem", problem: { kind: "many", count } });
  const entry = items[0]?.kind === "file" ? items[0].webkitGetAsEntry() : null;
  if (entry?.isDirectory === true) return Promise.resolve(problem("folder"));
  const file = files[0];
  if (file !== undefined) return readFile(file);
  const text = data.getData("text/plain");
  return Promise.resolve(text.trim() === "" ? problem("empty") : { kind: "text", text });
}
