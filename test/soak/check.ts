/** One thing that must hold, as it was found. */
export type Check = {
  readonly what: string;
  readonly found: string;
  readonly budget: string;
  readonly isKept: boolean;
};

export type Point = readonly [at: number, value: number];

/** What a further one costs, by least squares over the points, with its standard error; there are three points or more. */
export function slopeOf(points: readonly Point[]): { readonly slope: number; readonly error: number } {
  const mean = (values: readonly number[]): number =>
    values.reduce((sum, value) => sum + value, 0) / values.length;
  const [atMean, valueMean] = [mean(points.map(([at]) => at)), mean(points.map(([, value]) => value))];
  const sumOf = (of: (point: Point) => number): number => points.reduce((sum, point) => sum + of(point), 0);
  const spread = sumOf(([at]) => (at - atMean) ** 2);
  const slope = sumOf(([at, value]) => (at - atMean) * (value - valueMean)) / spread;
  const missed = sumOf(([at, value]) => (value - valueMean - slope * (at - atMean)) ** 2);
  return { slope, error: Math.sqrt(missed / (points.length - 2) / spread) };
}

const short = (value: number): string =>
  Number.isInteger(value) ? String(value) : value.toPrecision(Math.abs(value) < 100 ? 2 : 3);

/** Where nothing was found, nothing is kept either. */
export const atMost = (what: string, found: number, budget: number, unit = ""): Check => ({
  what,
  found: `${short(found)}${unit}`,
  budget: `≤ ${budget}${unit}`,
  isKept: found <= budget,
});

/** What a further one costs. */
export function slopeAtMost(what: string, points: readonly Point[], budget: number, unit = ""): Check {
  const { slope, error } = slopeOf(points);
  return {
    what,
    found: `${short(slope)} ± ${short(error)}${unit}`,
    budget: `≤ ${budget}${unit}`,
    isKept: slope <= budget,
  };
}

export const isSo = (what: string, isKept: boolean, found = isKept ? "yes" : "no"): Check => ({
  what,
  found,
  budget: "yes",
  isKept,
});
