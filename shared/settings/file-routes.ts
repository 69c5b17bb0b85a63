import { z } from "zod";
import { defineRoute } from "../core/define-route.ts";
import { longestFile } from "../core/longest-file.ts";

/** What a file of a person's is for: its name when it is made, and which files are offered. */
export const fileKinds = ["services"] as const;
const kind = z.enum(fileKinds);
export type FileKind = z.infer<typeof kind>;

const text = z.string().max(longestFile);

/** Files that a person chooses in the system's own dialog. The window names none, and learns no path. */
export const filesRoutes = {
  /** Reads a text file; null: none was chosen. Fails with `invalid-input` where it is no text, or too large. */
  "app.openFile": defineRoute({
    input: z.strictObject({ kind }),
    output: z.strictObject({ file: z.strictObject({ name: z.string(), text }).nullable() }),
    session: "none",
    access: "everyone",
    sends: false,
    audit: "read",
    example: { kind: "services" },
  }),
  /** Writes one; `name` is null when none was chosen. */
  "app.saveFile": defineRoute({
    input: z.strictObject({ kind, text }),
    output: z.strictObject({ name: z.string().nullable() }),
    session: "none",
    access: "everyone",
    sends: false,
    audit: "read",
    example: { kind: "services", text: "ID" },
  }),
} as const;
