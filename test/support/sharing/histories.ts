import fc from "fast-check";
import { fates, processes, type Step, stops } from "./steps.ts";
import { traces } from "./traces.ts";

const at = fc.nat(processes - 1);
const fate = fc.constantFrom(...fates);
const perhaps = fc.option(fate, { freq: 2 });
const message = fc.nat(5);
const late = fc.boolean();
const one = <T extends string>(...names: readonly T[]) => fc.constantFrom(...names);

const anyStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant("try" as const), at, stop: one(...stops), fate }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("go on" as const), at, fate }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant("synchronise" as const), at }) },
  { weight: 1, arbitrary: fc.record({ do: one("push", "give up", "wait"), at }) },
  { weight: 6, arbitrary: fc.record({ do: one("take over", "book again"), at, late }) },
  { weight: 2, arbitrary: fc.record({ do: one("discard", "mark booked", "edit", "hand over"), at, late }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("without hub" as const), at, fate: perhaps }) },
  { weight: 2, arbitrary: fc.record({ do: one("crash", "back up desk", "restore desk"), at }) },
  { weight: 1, arbitrary: fc.record({ do: one("remove", "rejoin"), at }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("copy" as const), at, onto: at }) },
  { weight: 2, arbitrary: fc.record({ do: one("deliver", "repeat", "lose"), message }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("restore hub" as const), moment: fc.nat(20) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("a lease ends" as const) }) },
);
const first = fc.record({ do: one("book", "save"), at: fc.constant(0), fate: perhaps });
const last = fc.option(fc.constant<Step>({ do: "hub gone" }), { freq: 10 });

/** A history of one appointment, over three processes: anything at all. */
const wild: fc.Arbitrary<readonly Step[]> = fc
  .tuple(first, fc.array(anyStep, { minLength: 1, maxLength: 30 }), last)
  .map(([begin, steps, end]) => (end === null ? [begin, ...steps] : [begin, ...steps, end]));

/** A known one, with up to `most` other things between. */
const around = (known: readonly Step[], most: number): fc.Arbitrary<readonly Step[]> =>
  fc
    .array(fc.tuple(fc.nat(known.length), anyStep), { maxLength: most })
    .map((between) =>
      between.reduce<readonly Step[]>((steps, [place, step]) => steps.toSpliced(place + 1, 0, step), known),
    );

/** Random histories, and the neighbourhood of those in which a missing part of the rule shows. */
export const anyHistory: fc.Arbitrary<readonly Step[]> = fc.oneof(
  wild,
  ...Object.values(traces).map((trace) => around(trace, 6)),
);

/** Histories near to the one that shows this error. */
export const historiesNear = (trace: readonly Step[]): fc.Arbitrary<readonly Step[]> => around(trace, 2);
