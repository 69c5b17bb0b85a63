import { onDemand } from "../../ui/on-demand.tsx";

/** What only a booking that is repeated needs: loaded when there is one. */
export const RepeatForm = onDemand(async () => (await import("./repeat-form.tsx")).RepeatForm);
export const SeriesReview = onDemand(async () => (await import("./series-review.tsx")).SeriesReview);
export const SeriesOutcome = onDemand(async () => (await import("./series-outcome.tsx")).SeriesOutcome);
