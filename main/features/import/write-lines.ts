import { basename } from "node:path";
import { ok, type Result } from "../../../shared/core/failure.ts";
import { fileNotWritten, replaceFile } from "../../platform/whole-file.ts";

/** Characters that are written at once. */
const atOnce = 64 * 1024;

/** Writes a line; what it answers is to be waited for. */
export type WriteLine = (line: string) => Promise<void> | void;

/**
 * Writes a file of lines, in UTF-8 with its mark, without which spreadsheets spoil accents. It gets its name when it is whole: one
 * that was there stays until then. Answers its name, without the folder.
 */
export async function writeLines(
  path: string,
  give: (write: WriteLine) => Promise<void>,
): Promise<Result<string>> {
  try {
    await replaceFile(path, async (file) => {
      let text = "\uFEFF";
      const flush = async (): Promise<void> => {
        const part = text;
        text = "";
        await file.writeFile(part, "utf8");
      };
      await give((line) => {
        text += line;
        return text.length < atOnce ? undefined : flush();
      });
      await flush();
    });
    return ok(basename(path));
  } catch (error) {
    // The disk's own errors name a system call; what else was thrown is of whoever gives the lines.
    if (!(error instanceof Error && "syscall" in error)) throw error;
    return fileNotWritten;
  }
}
