import type { Moment } from "../../shared/outbox/moment.ts";
import type { RouteOutput } from "../../shared/routes.ts";
import { createMainStore, type MainDesk, type MainStore } from "./main-store.ts";

/** `until`: on the clock of `performance.now()`, for showing. Main alone knows when it is over. */
export type ShownMoment = Omit<Moment, "left"> & { readonly until: number };

/** The bookings that are about to be sent and can be taken back, as main last said. */
export type MomentsState = {
  readonly moments: readonly ShownMoment[];
  /** That of the booking on the screen, which shows it where "Book" was pressed; a line over the screen the others. */
  readonly onScreen: string | null;
};

const show = (moments: readonly Moment[]): readonly ShownMoment[] =>
  moments.map(({ left, ...moment }) => ({ ...moment, until: performance.now() + left }));

export const createMomentsStore = (desk: MainDesk): MainStore<MomentsState, RouteOutput<"items.moments">> =>
  createMainStore<MomentsState, RouteOutput<"items.moments">>(desk, {
    empty: { moments: [], onScreen: null },
    ask: () => desk.bridge.call("items.moments", {}),
    show: ({ moments }, before) => ({ ...before, moments: show(moments) }),
    hear: (on) => [on("moments.changed", ({ moments }, before) => ({ ...before, moments: show(moments) }))],
    clear: (before) => ({ ...before, moments: [] }),
  });

/** Whether that item is about to be sent. */
export const isAboutToGo = ({ moments }: MomentsState, id: string | null): boolean =>
  moments.some(({ itemId }) => itemId === id);
