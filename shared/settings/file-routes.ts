import { z } from "zod";
import { longestFile } from "../core/longest-file.ts";

/** What a file of a person's is for: its name when it is made, and which files are offered. */
export const fileKinds = ["services"] as const;
const kind = z.enum(fileKinds);
export type FileKind = z.infer<typeof kind>;

const text = z.string().max(longestFile);

/** Files that a person chooses in the system's own dialog. The window names none, and learns no path. */
export const filesRoutes = {
  /** Reads a text file; null: none was chosen. Fails with `invalid-input` where it is no text, or too large. */
  "app.openFile": {
    input: z.strictObject({ kind }),
    output: z.strictObject({ file: z.strictObject({ name: z.string(), text }).nullable() }),
  },
  /** Writes one; `name` is null when none was chosen. */
  "app.saveFile": {
    input: z.strictObject({ kind, text }),
    output: z.strictObject({ name: z.string().nullable() }),
  },
} as const;
