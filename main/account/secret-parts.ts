import { createHash } from "node:crypto";
import { z } from "zod";

/**
 * Windows caps one credential at 2,560 bytes of UTF-16 (CRED_MAX_CREDENTIAL_BLOB_SIZE, 1,280 code units),
 * so a secret is kept in numbered parts below that and one header that names them.
 */
export const longestPart = 1_200;

/** A secret's parts stand in one of two slots; a new secret goes to the slot that the header does not name. */
export const slots = ["a", "b"] as const;
export type Slot = (typeof slots)[number];

const headerSchema = z.strictObject({
  version: z.literal(1),
  slot: z.enum(slots),
  parts: z.int().min(0).max(1_000),
  length: z.int().min(0),
  sha256: z.string(),
});
export type Header = z.infer<typeof headerSchema>;

const digest = (value: string): string => createHash("sha256").update(value, "utf8").digest("hex");

/** Cuts a secret into parts of at most `longestPart` code units, never inside a surrogate pair. */
export function split(value: string): string[] {
  const parts: string[] = [];
  let start = 0;
  while (start < value.length) {
    let end = Math.min(start + longestPart, value.length);
    if (!value.slice(start, end).isWellFormed()) end -= 1;
    parts.push(value.slice(start, end));
    start = end;
  }
  return parts;
}

export const headerFor = (slot: Slot, value: string, parts: number): Header => ({
  version: 1,
  slot,
  parts,
  length: value.length,
  sha256: digest(value),
});

/** Reads a header entry; null when it is none. */
export function readHeader(text: string): Header | null {
  try {
    return headerSchema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

/** Whether this is the secret that the header was written for. */
export const matches = (header: Header, value: string): boolean =>
  value.length === header.length && digest(value) === header.sha256;
