import { expect, it } from "vitest";
import type { Settings } from "../../../shared/settings/settings.ts";
import type { Repositories, Store } from "../../../main/db/types.ts";
import { createBookingHandlers } from "../../../main/features/bookings/bookings.ts";
import { settings } from "../../component/kit.tsx";
import { fakeClock } from "../../support/fake-clock.ts";
import { openedSession } from "../../support/open-gate.ts";
import { uuid } from "../renderer/builders.ts";

/** A store in which a day has so many visits, and none of them can be read. */
function storeOf(total: number): { readonly store: Store; readonly asked: number[] } {
  const asked: number[] = [];
  const visits = Array.from({ length: total }, (_, number) => ({
    id: uuid(number),
    at: "2031-03-04T14:00:00.000Z",
    number,
    service: null,
    patient: null,
    answer: null,
    status: "ready",
    isAsked: true,
  }));
  const repositories = {
    bookings: {
      visits: () => visits,
      at: (_: unknown, places: readonly unknown[]) => {
        asked.push(places.length);
        return { items: [], damaged: [], newer: [] };
      },
    },
    items: {},
    notices: { pulled: () => null },
  };
  const store = { read: (work: (of: Repositories) => unknown) => work(repositories as never) };
  return { store: store as unknown as Store, asked };
}

it.each([
  [2_000, 2_000, 0],
  [5_000, 2_000, 3_000],
])("of a day with %i visits %i are read, and %i more are said to be there", async (total, read, more) => {
  const { store, asked } = storeOf(total);
  const handlers = createBookingHandlers({
    store,
    clock: fakeClock("2031-03-04T09:00:00.000Z"),
    settings: (): Settings => settings,
  });
  const day = { from: "2031-03-04", days: 1, timeZone: "America/New_York" };
  const answer = await handlers["bookings.days"](day, openedSession);
  expect(answer.ok && answer.value.more).toBe(more);
  expect(asked).toEqual([read]);
});
