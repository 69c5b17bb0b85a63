import { readFileSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";

function filesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

/** The bytes of a file; none when it has gone meanwhile, as temporary files of a browser do. */
function bytesOf(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch {
    return Buffer.alloc(0);
  }
}

export type Search = {
  readonly files: number;
  readonly bytes: number;
  /** `FILE: TEXT`, for each text found in a file, as UTF-8, as UTF-16, or in the file's own name. */
  readonly hits: readonly string[];
};

/** Looks for texts in every byte of every file in some folders. */
export function findBytes(folders: readonly string[], texts: readonly string[]): Search {
  const files = folders
    .filter((folder) => statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true)
    .flatMap(filesIn);
  let bytes = 0;
  const hits = files.flatMap((file) => {
    const content = bytesOf(file);
    bytes += content.length;
    return texts
      .filter(
        (text) =>
          content.includes(Buffer.from(text, "utf8")) ||
          content.includes(Buffer.from(text, "utf16le")) ||
          file.includes(text),
      )
      .map((text) => `${file}: ${text}`);
  });
  return { files: files.length, bytes, hits };
}
