import { open } from "node:fs/promises";
import { longestFile } from "../../shared/core/longest-file.ts";
import { fail, failed, ok, type Result } from "../../shared/core/failure.ts";
import { say } from "../../messages/saying.ts";
import { fileNotWritten, replaceFile, writeWholeFile } from "./whole-file.ts";

/** Bytes that are read at most: a longer file is refused before it is in memory. */
const mostBytes = longestFile;

const tooLarge = failed(fail("invalid-input", say("failures.files.tooLarge", { megabytes: 2 })));
const noText = failed(fail("invalid-input", say("failures.files.noText")));

/** The bytes as text: UTF-8, or UTF-16 with its mark, as spreadsheets save it; null where they are neither. */
function decoded(bytes: Uint8Array): string | null {
  const isWide = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  const encoding = isWide ? (bytes[0] === 0xff ? "utf-16le" : "utf-16be") : "utf-8";
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    return text.includes("\0") ? null : text;
  } catch {
    return null;
  }
}

/** Reads a text file of a person's. Fails with `invalid-input` where it is no text, or longer than `longestFile`. */
export async function readTextFile(path: string): Promise<Result<string>> {
  try {
    const file = await open(path, "r");
    try {
      const facts = await file.stat();
      if (!facts.isFile()) return noText;
      if (facts.size > mostBytes) return tooLarge;
      // It may grow meanwhile: no more is read than was looked at.
      const bytes = Buffer.alloc(facts.size);
      const { bytesRead } = await file.read(bytes, 0, facts.size, 0);
      const text = decoded(bytes.subarray(0, bytesRead));
      return text === null ? noText : ok(text);
    } finally {
      await file.close();
    }
  } catch {
    return failed(fail("invalid-input", say("failures.files.notRead")));
  }
}

/** Writes a text file of a person's, in UTF-8 with its mark, without which spreadsheets spoil accents. */
export const writeTextFile = (path: string, text: string): Promise<Result<null>> =>
  writeWholeFile(path, `\uFEFF${text}`);

/** Writes parts one after another into a file of a person's, as they are. One that is cut short would look like all there is. */
export async function writeParts(
  path: string,
  parts: AsyncIterable<string | Uint8Array>,
): Promise<Result<null>> {
  try {
    await replaceFile(path, async (file) => {
      for await (const part of parts) await file.writeFile(part);
    });
    return ok(null);
  } catch {
    return fileNotWritten;
  }
}
