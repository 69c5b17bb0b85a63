import { z } from "zod";

/** A required string: at least one character that is not white space. Kept as it was typed. */
export const requiredText = z.string({ error: "Enter a value." }).refine((text) => text.trim() !== "");

/** A calendar date that exists, `YYYY-MM-DD` (RFC 3339 full-date). Never goes through `Date`. */
export const plainDate = z.iso.date({ error: "Enter a date that exists, as YYYY-MM-DD." });

/** The form of an RFC 3339 date-time: `2026-03-08T14:00:00-05:00`. Its letters may be small, and a second may be the 60th. */
export const dateTimeForm =
  /^\d{4}-\d{2}-\d{2}[Tt](?:[01]\d|2[0-3]):[0-5]\d:(?:[0-5]\d|60)(?:\.\d+)?(?:[Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;

const dayMinutes = 1_440;

/**
 * Milliseconds since 1970 of a date-time, a leap second as the first of the next minute; null for what is none: a day that does
 * not exist, or a 60th second in the middle of a day of UTC.
 */
export function parseDateTime(text: string): number | null {
  if (!dateTimeForm.test(text) || !plainDate.safeParse(text.slice(0, 10)).success) return null;
  const upper = text.toUpperCase();
  const isLeap = upper.slice(17, 19) === "60";
  const moment = Date.parse(isLeap ? `${upper.slice(0, 17)}59${upper.slice(19)}` : upper);
  if (!isLeap) return moment;
  const minute = Math.floor(moment / 60_000);
  const ofDay = ((minute % dayMinutes) + dayMinutes) % dayMinutes;
  return ofDay === dayMinutes - 1 ? moment + 1_000 : null;
}

/** An instant with its offset, RFC 3339 date-time. */
export const dateTime = z
  .string({ error: "Enter a date and time with its offset." })
  .refine((text) => parseDateTime(text) !== null, { error: "Enter a date and time with its offset." });

/**
 * The form of an email address: what HTML's email fields accept and JSON Schema's format `email` does as well, that is with a
 * dot in the domain, and before the @ with dots between other letters alone.
 */
export const emailForm =
  /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/;

/** `number, format decimal`. A number, or the same written as a string, which some JSON writers send. */
export const decimal = z.union([
  z.number(),
  z
    .string()
    .regex(/^-?\d{1,15}(\.\d{1,10})?$/)
    .transform(Number),
]);

/** An identifier that the service gave: it shows that the thing was made. Never 0 or less. */
export const serviceId = z.int().positive();
