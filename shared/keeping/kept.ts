import { z } from "zod";

/** What is kept for years: finished bookings of an account, and the activity log of this computer. */
export const keptThings = ["bookings", "log"] as const;
export type KeptThing = (typeof keptThings)[number];

const mostYears = 50;
/** HIPAA asks for six years of the records that it wants written: a log of less is not offered. */
export const fewestLogYears = 6;

/** Years; 0: all of it. */
export const bookingYears = z.int().min(0).max(mostYears);
export const logYears = bookingYears.refine((years) => years === 0 || years >= fewestLogYears);

/** How long one of them is kept. */
export const kept = z.strictObject({
  /** What the organization sets, or a person agreed to; 0: all of it. */
  years: bookingYears,
  /** Nothing goes by it before a person has agreed. */
  isAsked: z.boolean(),
});
export type KeptPeriods = z.infer<typeof kept>;

/** What a person agreed to, as the database keeps it. `upTo`: `YYYY-MM-DD`, before which something went last. */
export const keptAgreement = z.strictObject({ years: bookingYears, upTo: z.iso.date() });

const amount = z.strictObject({
  all: z.int(),
  /** Of the last 30 and 365 days. */
  month: z.int(),
  year: z.int(),
});

/** How much there is on this computer: counted, and in bytes. */
export const amounts = z.strictObject({
  /** Of the account at the desk, by the day on which they were made. */
  patients: amount,
  bookings: amount,
  /** Of the activity log. */
  entries: amount,
  /** `free`: of the database's bytes those that are used again before its file grows. `backups`: null where their folder is away, or there is none. */
  bytes: z.strictObject({
    database: z.int(),
    free: z.int(),
    backups: z.int().nullable(),
    logs: z.int(),
  }),
});
export type Amounts = z.infer<typeof amounts>;
