import { loadOnDemand } from "../../ui/on-demand.tsx";

/** What only a booking that is repeated needs: loaded when there is one. */
export const RepeatForm = loadOnDemand(async () => (await import("./repeat-form.tsx")).LoadedRepeatForm);
export const SeriesReview = loadOnDemand(
  async () => (await import("./series-review.tsx")).LoadedSeriesReview,
);
export const SeriesOutcome = loadOnDemand(
  async () => (await import("./series-outcome.tsx")).LoadedSeriesOutcome,
);
