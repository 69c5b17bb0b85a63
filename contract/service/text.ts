import { z } from "zod";

/** A required string: at least one character that is not white space. Kept as it was typed. */
export const requiredText = z.string({ error: "Enter a value." }).refine((text) => text.trim() !== "");

/** A calendar date that exists, `YYYY-MM-DD` (RFC 3339 full-date). Never goes through `Date`. */
export const plainDate = z.iso.date({ error: "Enter a date that exists, as YYYY-MM-DD." });

/** An instant with its offset, RFC 3339 date-time: `2026-03-08T14:00:00-05:00`. */
export const dateTime = z.iso.datetime({ offset: true, error: "Enter a date and time with its offset." });

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
