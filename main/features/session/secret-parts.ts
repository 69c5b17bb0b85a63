import { createHash } from "node:crypto";
import { z } from "zod";

/**
 * Windows caps one credential at 2,560 bytes of UTF-16 (CRED_MAX_CREDENTIAL_BLOB_SIZE, 1,280 code units),
 * so a long secret is kept in numbered parts below that and one header that names them. A short one stands in
 * the header itself: each entry that is looked up holds the program up.
 */
export const longestPart = 1_200;

/** A secret's parts stand in one of two slots; a new secret goes to the slot that the header does not name. */
export const slots = ["a", "b"] as const;
export type Slot = (typeof slots)[number];

const partsSchema = z.strictObject({
  version: z.literal(1),
  slot: z.enum(slots),
  parts: z.int().min(0).max(1_000),
  length: z.int().min(0),
  sha256: z.string(),
});
const wholeSchema = z.strictObject({
  version: z.literal(2),
  value: z.string(),
  /** Whether no part of an earlier or a later secret stands beside it. */
  alone: z.boolean(),
});
const headerSchema = z.discriminatedUnion("version", [partsSchema, wholeSchema]);
export type PartsHeader = z.infer<typeof partsSchema>;
export type WholeHeader = z.infer<typeof wholeSchema>;
export type Header = PartsHeader | WholeHeader;

const digest = (value: string): string => createHash("sha256").update(value).digest("hex");

/** Cuts a secret into parts of at most `longestPart` code units, never inside a surrogate pair. */
export function splitSecret(value: string): string[] {
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

/** The header that holds the whole secret; null when it is too long for one entry. */
export function createWholeHeader(value: string): WholeHeader | null {
  const header = { version: 2, value, alone: false } as const;
  return JSON.stringify(header).length <= longestPart ? header : null;
}

export const createPartsHeader = (slot: Slot, value: string, parts: number): PartsHeader => ({
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
export const isHeaderOf = (header: PartsHeader, value: string): boolean =>
  value.length === header.length && digest(value) === header.sha256;
