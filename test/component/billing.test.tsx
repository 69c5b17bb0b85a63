import { fireEvent, render, screen, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { fail, failed, ok, type Failure } from "../../shared/core/failure.ts";
import type { BookingForm } from "../../shared/bookings/booking-form.ts";
import type { RouteOutput } from "../../shared/routes.ts";
import { verbatim } from "../../messages/saying.ts";
import { words } from "../../messages/words.ts";
import { BookingScreen } from "../../renderer/features/booking/index.ts";
import { bookingItem, filledBooking, refusal } from "../unit/renderer/builders.ts";
import { desk, doing } from "./kit.tsx";

const say = words.booking.card;
const noWay: RouteOutput<"cards.ways"> = { provider: false, practice: false, earlier: [] };

/** A booking that is open at its billing, with Bill to Patient, where these are the ways to a card. */
async function open(
  ways: RouteOutput<"cards.ways">,
  paymentMethod = "",
  change: Partial<BookingForm> = {},
  problem: Failure | null = null,
) {
  const item = bookingItem({
    status: problem === null ? "draft" : "needs-editing",
    problem,
    form: {
      ...filledBooking,
      patient: null,
      billingType: "Bill to Patient",
      paymentMethod,
      step: "billing",
      ...change,
    },
  });
  let isClosed: () => void = () => undefined;
  const window = desk({
    "cards.collect": () =>
      new Promise((resolve) => {
        isClosed = () => resolve(ok({ outcome: "cancelled", reason: "closed" }));
      }),
    "cards.useEarlier": () => new Promise(() => undefined),
    "items.get": () => ok(item),
    "items.list": () => ok({ items: [], total: 0, damaged: 0, newer: 0 }),
    "items.edit": () => ok(item),
    "items.saveForm": () => ok({ savedAt: item.updatedAt }),
    "patients.search": () => failed(fail("not-found", verbatim("-"))),
    "cards.ways": () => ok(ways),
  });
  window.state.navigation.setState({ target: { screen: "new-booking", itemId: item.id } });
  await doing(() => render(<BookingScreen />, { wrapper: window.wrapper }));
  return { ...window, closeCardWindow: () => doing(() => isClosed()) };
}
const advanced = (): HTMLDetailsElement => {
  const found = screen.getByText(say.advanced, { selector: "summary" }).closest("details");
  if (found === null) throw new Error("Nothing is folded away.");
  return found;
};
const identifier = (): HTMLElement => screen.getByLabelText(say.paymentMethod, { exact: true });

beforeEach(() => document.body.replaceChildren());

// billing-10: Without a card form, the screen says so and leads there; the ID field is folded
test(
  "where no card form is set up a notice says so and leads to it, and the identifier is under Advanced",
  { tags: ["billing-10"] },
  async () => {
    const { state } = await open(noWay);
    expect(screen.getByText(say.notSetUp)).toBeDefined();
    expect(screen.queryByRole("button", { name: say.collect })).toBeNull();
    expect([advanced().contains(identifier()), advanced().open]).toEqual([true, false]);
    await doing(() => fireEvent.click(screen.getByRole("button", { name: say.setUp })));
    expect(state.navigation.getState().target).toMatchObject({ screen: "settings" });
  },
);

test("where it is set up the card is collected, and nothing is said of setting it up", async () => {
  await open({ ...noWay, provider: true });
  expect(screen.getByRole("button", { name: say.collect })).toBeDefined();
  expect([screen.queryByText(say.notSetUp), advanced().open]).toEqual([null, false]);
});

test("an identifier that was typed is in view, also while it is emptied to type another", async () => {
  await open(noWay, "pm_terminal");
  expect(advanced().open).toBe(true);
  await doing(() => fireEvent.change(identifier(), { target: { value: "" } }));
  expect(advanced().open).toBe(true);
});

// billing-11: An existing card is one line without its identifier, with ways to change it
test(
  "a card that is there is one line with the ways to change it, and its identifier is out of sight",
  { tags: ["billing-11"] },
  async () => {
    const card = { id: "pm_1", brand: "Visa", last4: "4242", expMonth: 12, expYear: 2099 };
    await open({ ...noWay, provider: true }, "pm_1", { card });
    const line = within(screen.getByRole("region", { name: say.ofBooking }));
    expect(line.getByText(/^Visa •••• 4242/)).toBeDefined();
    expect(line.getAllByRole("button").map((button) => button.textContent)).toEqual([say.change, say.remove]);
    expect([screen.queryByRole("button", { name: say.collect }), advanced().open]).toEqual([null, false]);
  },
);

// billing-12: After a declined card, another card or billing type is offered
test(
  "a card that was refused: another is asked for, or another way to bill, and not the same one again",
  { tags: ["billing-12"] },
  async () => {
    await open(
      { ...noWay, provider: true },
      "pm_1",
      {},
      refusal({ paymentMethod: "Your card was declined." }),
    );
    // The refused field takes the focus: the notice is announced.
    const alert = screen.getByText(say.another).closest('[role="alert"]');
    expect(alert?.textContent).not.toContain(words.ui.next.edit);
    expect(screen.getByRole("button", { name: say.collect })).toBeDefined();
  },
);

test("a card used before says that the card window is to be closed first, and is used once it is", async () => {
  const card = { id: "pm_2", brand: "Visa", last4: "4242", expMonth: 12, expYear: 2099 };
  const earlier = [{ card, expired: false, usedAt: "2026-11-01T10:00:00Z" }];
  const { calls, closeCardWindow } = await open({ ...noWay, provider: true, earlier });
  const use = (): HTMLElement => screen.getByRole("button", { name: /^Use / });
  await doing(() => fireEvent.click(screen.getByRole("button", { name: say.collect })));
  await doing(() => fireEvent.click(use()));
  const why = document.getElementById(use().getAttribute("aria-describedby") ?? "")?.textContent;
  expect([use().getAttribute("aria-disabled"), why]).toEqual(["true", say.closeFirst]);
  await closeCardWindow();
  expect([use().getAttribute("aria-disabled"), screen.queryByText(say.closeFirst)]).toEqual([null, null]);
  await doing(() => fireEvent.click(use()));
  expect(calls.filter((name) => name === "cards.useEarlier").length).toBe(1);
});
