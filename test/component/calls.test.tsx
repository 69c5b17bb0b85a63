import { fireEvent, render, screen } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { ok, type Result } from "../../contract/failure.ts";
import type { BookingItem, Item } from "../../contract/records/item.ts";
import { words } from "../../messages/words.ts";
import { CallsView } from "../../renderer/features/outbox/calls-view.tsx";
import { bookingItem, filledBooking, uuid } from "../unit/renderer/builders.ts";
import { counts, desk, doing, held, settings } from "./kit.tsx";

/** A booking that waits for its card: the sooner its visit, the earlier its call. */
const waiting = (number: number, date: string): BookingItem =>
  bookingItem({
    id: uuid(number),
    status: "needs-card",
    form: { ...filledBooking, patient: { kind: "number", text: String(number) }, date, time: "10:00" },
  });

/** The calls of a desk, and how its list changes meanwhile. */
async function open(first: readonly BookingItem[], handlers: Parameters<typeof desk>[0] = {}) {
  let items = first;
  const window = desk({
    "items.list": () => ok({ items: [...items], total: items.length, damaged: 0, newer: 0 }),
    "items.get": ({ id }: { id: string }) =>
      ok(items.find((each) => each.id === id) ?? waiting(9, "2031-03-09")),
    "settings.get": () => ok(settings),
    ...handlers,
  });
  window.state.navigation.setState({ target: { screen: "outbox" } });
  await doing(() => render(<CallsView />, { wrapper: window.wrapper }));
  return async (next: readonly BookingItem[]): Promise<void> => {
    items = next;
    await window.emit("items.changed", { ids: [], counts, progress: null });
  };
}
const called = (): string | null => screen.getAllByRole("heading", { level: 2 })[0]?.textContent ?? null;
beforeEach(() => document.body.replaceChildren());

test("whoever is on the phone stays on the screen when another desk hands over a sooner visit", async () => {
  const [later, last] = [waiting(2, "2031-03-05"), waiting(3, "2031-03-06")];
  const become = await open([later, last]);
  const before = called();
  expect(before).toContain("2");
  await become([waiting(1, "2031-03-04"), later, last]);
  expect(called()).toBe(before);
  await doing(() => fireEvent.click(screen.getByRole("button", { name: words.outbox.calls.noAnswer })));
  expect(called()).toContain("1");
});

test("whoever was chosen while it was being noted that another did not answer stays on the screen", async () => {
  const note = held<Result<Item>>();
  const [first, second, third] = [
    waiting(1, "2031-03-04"),
    waiting(2, "2031-03-05"),
    waiting(3, "2031-03-06"),
  ];
  await open([first, second, third], { "items.noAnswer": () => note.promise });
  await doing(() => fireEvent.click(screen.getByRole("button", { name: words.outbox.calls.noAnswer })));
  const row = document.querySelector(`[data-row="${third.id}"]`);
  await doing(() => fireEvent.click(row ?? document.body));
  await note.answer(ok(first));
  expect(called()).toContain("#3");
  await doing(() => fireEvent.click(screen.getByRole("button", { name: words.outbox.calls.noAnswer })));
  // Whoever did not answer is not the next, though it was noted late.
  expect(called()).toContain("#2");
});

test("a double click on No answer notes it of one person", async () => {
  const noted: string[] = [];
  const items = [waiting(1, "2031-03-04"), waiting(2, "2031-03-05"), waiting(3, "2031-03-06")];
  await open(items, {
    "items.noAnswer": ({ id }) => {
      noted.push(id);
      return ok(waiting(1, "2031-03-04"));
    },
  });
  for (const detail of [1, 2]) {
    const button = screen.getByRole("button", { name: words.outbox.calls.noAnswer });
    await doing(() => fireEvent.click(button, { detail }));
  }
  expect([noted, called()]).toEqual([[uuid(1)], expect.stringContaining("#2")]);
});
