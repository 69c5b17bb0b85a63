import { fireEvent, render, screen, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { ok } from "../../shared/core/failure.ts";
import type { ListedItem } from "../../shared/outbox/item.ts";
import { words } from "../../messages/words.ts";
import { DraftsSlot } from "../../renderer/features/start/index.ts";
import { bookingItem, filledBooking, patientItem, uuid } from "../unit/renderer/builders.ts";
import { desk, doing, settings } from "./kit.tsx";

const held = (at: number, firstName: string): ListedItem => ({
  ...bookingItem({ id: uuid(at), status: "on-hold", form: { ...filledBooking, step: "billing" } }),
  patient: { firstName, lastName: "Roe" },
});

/** The side of a desk where these were begun. */
async function open(...items: readonly ListedItem[]) {
  const window = desk({
    "items.list": ({ limit }) =>
      ok({ items: items.slice(0, limit), total: items.length, damaged: 0, newer: 0 }),
  });
  window.state.settings.setState({ settings });
  window.state.navigation.setState({ target: { screen: "patients" } });
  await doing(() => render(<DraftsSlot />, { wrapper: window.wrapper }));
  return window;
}
const slot = (): HTMLElement | null => screen.queryByRole("region", { name: words.booking.drafts.label });
const rows = (): readonly (string | null)[] =>
  slot() === null
    ? []
    : within(slot() ?? document.body)
        .getAllByRole("listitem")
        .map(({ textContent }) => textContent);

beforeEach(() => document.body.replaceChildren());

test("three of what was begun stand at the side, with the step each stopped at, and lead to it", async () => {
  const { state } = await open(
    held(1, "Kay"),
    held(2, "Gil"),
    patientItem({ id: uuid(3) }),
    held(4, "Ann"),
    held(5, "Eve"),
  );
  const { billing } = words.booking.steps;
  expect(rows().slice(0, 2)).toEqual([`Kay Roe ${billing}`, `Gil Roe ${billing}`]);
  expect(rows()).toHaveLength(3);
  await doing(() => fireEvent.click(screen.getByRole("button", { name: /Gil Roe/ })));
  expect(state.navigation.getState().target).toMatchObject({ screen: "new-booking", itemId: uuid(2) });
  await doing(() =>
    fireEvent.click(screen.getByRole("button", { name: words.shell.drafts.all({ count: 4 }) })),
  );
  expect(state.navigation.getState().target).toEqual({ screen: "outbox" });
});

test("the one that is open is not offered, and nothing stands there without any", async () => {
  const { state } = await open(held(1, "Kay"));
  expect(rows()).toHaveLength(1);
  await doing(() => state.navigation.setState({ target: { screen: "new-booking", itemId: uuid(1) } }));
  expect(slot()).toBeNull();
});
