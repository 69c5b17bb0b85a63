import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { fail, failed, ok, type Result } from "../../shared/core/failure.ts";
import type { Item } from "../../shared/outbox/item.ts";
import { verbatim } from "../../messages/saying.ts";
import { words } from "../../messages/words.ts";
import { BookingScreen } from "../../renderer/features/booking/index.ts";
import { bookingItem, filledBooking, knownPatient } from "../unit/renderer/builders.ts";
import { desk, doing, held } from "./kit.tsx";

// booking-4: Book stands out when nothing is missing
test.each([
  ["all that is needed", filledBooking, true],
  ["no service", { ...filledBooking, service: "" }, false],
] as const)(
  "with %s, Book stands out or does not",
  { tags: ["booking-4"] },
  async (_what, form, standsOut) => {
    const item = bookingItem({ form: { ...form, date: "3/4/2099", step: "review" } });
    const { state, wrapper } = desk({
      "items.get": () => ok(item),
      "items.list": () => ok({ items: [], total: 0, damaged: 0, newer: 0 }),
      "items.edit": () => ok(item),
      "items.saveForm": () => ok({ savedAt: item.updatedAt }),
      "patients.get": () => ok(knownPatient()),
    });
    state.navigation.setState({ target: { screen: "new-booking", itemId: item.id } });
    await doing(() => render(<BookingScreen />, { wrapper }));
    const book = screen.getByRole("button", { name: new RegExp(`^${words.booking.book}`) });
    expect(book.className.includes("primary")).toBe(standsOut);
  },
);

// booking-33: While a booking is being sent, nothing else of it can be pressed
test(
  "while a booking is on its way it says so, and nothing else of it can be pressed",
  { tags: ["booking-33"] },
  async () => {
    const item = bookingItem({ form: { ...filledBooking, date: "3/4/2099", step: "review" } });
    const answer = held<Result<Item>>();
    const { state, wrapper, calls } = desk({
      "items.get": () => ok(item),
      "items.list": () => ok({ items: [], total: 0, damaged: 0, newer: 0 }),
      "items.edit": () => ok(item),
      "items.saveForm": () => ok({ savedAt: item.updatedAt }),
      "items.submit": () => answer.promise,
      "items.hold": () => failed(fail("busy", verbatim("-"))),
      "patients.get": () => ok(knownPatient()),
    });
    state.navigation.setState({ target: { screen: "new-booking", itemId: item.id } });
    await doing(() => render(<BookingScreen />, { wrapper }));
    const button = (name: string): HTMLElement =>
      screen.getByRole("button", { name: new RegExp(`^${name}`) });
    const others = (): HTMLElement[] => [button(words.booking.hold), button(words.booking.saveForLater)];
    const blocked = (): (string | null)[] => others().map((each) => each.getAttribute("aria-disabled"));
    expect(blocked()).toEqual([null, null]);
    await doing(() => fireEvent.click(button(words.booking.book)));
    expect(screen.getByText(words.booking.sending)).toBeDefined();
    expect(blocked()).toEqual(["true", "true"]);
    for (const other of others()) await doing(() => fireEvent.click(other));
    await doing(() => fireEvent.click(button(words.booking.book)));
    expect(calls.filter((name) => name === "items.submit" || name === "items.hold")).toEqual([
      "items.submit",
    ]);
  },
);
