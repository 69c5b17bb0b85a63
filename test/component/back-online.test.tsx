import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { fail, failed, ok } from "../../shared/core/failure.ts";
import type { Connection } from "../../shared/session/account.ts";
import type { BookingItem } from "../../shared/outbox/item.ts";
import { verbatim } from "../../messages/saying.ts";
import { words } from "../../messages/words.ts";
import { BackOnline } from "../../renderer/features/outbox/back-online.tsx";
import { StartCalls } from "../../renderer/features/outbox/start-calls.tsx";
import { bookingItem, uuid } from "../unit/renderer/builders.ts";
import { counts, desk, doing } from "./kit.tsx";

/** A header whose line was down and is back, with so many sent, and these to be called for a card. */
async function returned(sent: number, items: readonly BookingItem[] = [], isLost = false) {
  const lost = failed(fail("store", verbatim("The disk is gone.")));
  const window = desk({
    "items.list": () =>
      isLost ? lost : ok({ items: [...items], total: items.length, damaged: 0, newer: 0 }),
  });
  const line = (state: Connection["state"]): Promise<void> =>
    window.emit("connection.changed", { state, lastAnswerAt: null, reason: null });
  const have = (ready: number, done: number): Promise<void> =>
    window.emit("items.changed", {
      ids: [],
      counts: { ...counts, ready, done, "needs-card": items.length },
      progress: null,
    });
  render(
    <>
      <BackOnline />
      <StartCalls />
    </>,
    { wrapper: window.wrapper },
  );
  await have(sent, 0);
  await line("offline");
  await line("online");
  await have(0, sent);
  return { ...window, line };
}

// outbox-9: Back online is said once, with the sent items and the people to call
test("what was sent when the line is back is shown and said, once", { tags: ["outbox-9"] }, async () => {
  const { said } = await returned(5);
  const news = words.outbox.back({ sent: 5, people: 0 });
  expect([screen.getByText(news).textContent, said()]).toEqual([news, news]);
});

test("what a run of sending came to is shown and said on every screen, refused and unclear ones too", async () => {
  const { emit, said, state, wrapper } = desk({});
  render(<BackOnline />, { wrapper });
  const have = (change: Partial<typeof counts>): Promise<void> =>
    emit("items.changed", { ids: [], counts: { ...counts, ...change }, progress: null });
  await have({ ready: 3 });
  await have({ done: 1, "needs-editing": 1, "needs-checking": 1 });
  const news = words.outbox.announce.run({ sent: 1, sending: 0, waiting: 0, urgent: 2 });
  expect([state.announcer.getState().toast.text, said()]).toEqual([news, news]);
});

test.each(["offline", "token-refused"] as const)(
  "it is no news any more when the line is %s",
  async (state) => {
    const { line } = await returned(5);
    await line(state);
    expect(screen.queryByText(words.outbox.back({ sent: 5, people: 0 }))).toBeNull();
  },
);

// outbox-12: A screen offers the calls once
test(
  "whom to call is offered once where the outbox offers it too, and by the header elsewhere",
  { tags: ["outbox-12"] },
  async () => {
    const { state, said } = await returned(5, [bookingItem({ id: uuid(1), status: "needs-card" })]);
    const ways = (): number => screen.getAllByRole("button", { name: words.outbox.calls.start }).length;
    expect(said()).toBe(words.outbox.back({ sent: 5, people: 1 }));
    // Beside the one of the outbox, which the test draws on every screen.
    expect(ways()).toBe(2);
    expect(screen.getByText(words.outbox.back({ sent: 5, people: 1 }))).toBeDefined();
    await doing(() => state.navigation.setState({ target: { screen: "outbox" } }));
    expect(ways()).toBe(1);
    expect(screen.getByText(words.outbox.back({ sent: 5, people: 0 }))).toBeDefined();
    expect(screen.getByText(words.outbox.calls.people({ count: 1 }))).toBeDefined();
  },
);

test("whom to call is not left out where the list of them cannot be read: their bookings count", async () => {
  const waiting = [1, 2, 3].map((n) => bookingItem({ id: uuid(n), status: "needs-card" }));
  const { said } = await returned(5, waiting, true);
  const news = words.outbox.back({ sent: 5, people: 3 });
  expect([screen.getByText(news).textContent, said()]).toEqual([news, news]);
  // The header's, and that of the outbox.
  expect(screen.getAllByRole("button", { name: words.outbox.calls.start }).length).toBe(2);
});
