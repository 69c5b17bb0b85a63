import { z } from "zod";
import { changesComputer, defineRoute } from "../core/define-route.ts";
import { amounts, bookingYears, kept, keptThings, logYears } from "./kept.ts";
import { nothing } from "../core/nothing.ts";

const thing = z.enum(keptThings);
const mayBe = ({ what, years }: { what: string; years: number }): boolean =>
  what === "bookings" || logYears.safeParse(years).success;

/** For how long what is finished is kept, and how much there is. */
export const keepingRoutes = {
  /** Null in practice mode, where nothing of it is offered. */
  "keeping.get": defineRoute({
    input: nothing,
    output: z.strictObject({ kept: z.strictObject({ bookings: kept, log: kept }).nullable() }),
    session: "required",
    access: "everyone",
    sends: false,
    audit: "none",
    example: {},
  }),
  "keeping.amounts": defineRoute({
    input: nothing,
    output: amounts,
    session: "required",
    access: "everyone",
    sends: false,
    audit: "none",
    example: {},
  }),
  /**
   * What would go at once if only so many years were kept: at most so many, all from before this day, `YYYY-MM-DD` on the
   * clinic's clock.
   */
  "keeping.preview": defineRoute({
    input: z.strictObject({ what: thing, years: bookingYears.min(1) }).refine(mayBe),
    output: z.strictObject({ count: z.int(), before: z.iso.date() }),
    session: "required",
    access: "everyone",
    sends: false,
    audit: "none",
    example: { what: "bookings", years: 7 },
  }),
  /**
   * A person agrees: from now on so many years are kept, 0 being all of it. `before` is what `keeping.preview` showed. What is
   * older goes at once, for good, and from then on by itself.
   */
  "keeping.set": defineRoute({
    input: z
      .strictObject({ what: thing, years: bookingYears, before: z.iso.date().nullable() })
      .refine(mayBe)
      .refine(({ years, before }) => years === 0 || before !== null),
    output: nothing,
    session: "required",
    access: changesComputer,
    sends: false,
    audit: "written",
    example: { what: "log", years: 6, before: "2020-11-27" },
  }),
} as const;
