import { fireEvent, render, screen } from "@testing-library/react";
import { beforeEach, describe, expect, test } from "vitest";
import { ok } from "../../shared/core/failure.ts";
import type { BookingItem } from "../../shared/outbox/item.ts";
import { words } from "../../messages/words.ts";
import { DraftsBanner } from "../../renderer/features/outbox/drafts-banner.tsx";
import { bookingItem, uuid } from "../unit/renderer/builders.ts";
import { desk, doing } from "./kit.tsx";

const draft = (number: number, change: Partial<BookingItem> = {}): BookingItem =>
  bookingItem({ id: uuid(number), ...change });

/** The line over a window that started with these drafts. */
async function open(...first: readonly BookingItem[]) {
  let drafts = first;
  const held: string[] = [];
  const window = desk({
    "items.list": () => ok({ items: [...drafts], total: drafts.length, damaged: 0, newer: 0 }),
    "items.hold": ({ id }) => {
      held.push(id);
      return ok(draft(Number(id.slice(-2)), { status: "on-hold" }));
    },
  });
  window.state.navigation.setState({ target: { screen: "patients" } });
  await doing(() => render(<DraftsBanner />, { wrapper: window.wrapper }));
  const become = (...next: readonly BookingItem[]): Promise<void> => {
    drafts = next;
    return window.changed(uuid(1));
  };
  return { ...window, become, held };
}
const banner = () => screen.queryByRole("complementary", { name: words.shell.drafts.label });

beforeEach(() => document.body.replaceChildren());

// keeping-12: Drafts of an earlier start are offered in one line until other work begins
test(
  "what an earlier start left is offered, and no more once other work was begun",
  { tags: ["keeping-12"] },
  async () => {
    const { become } = await open(draft(1), draft(2));
    expect(banner()).not.toBeNull();
    // One of them that is finished, or typed on, is no other work.
    await become(draft(2));
    expect(banner()).not.toBeNull();
    await become(draft(3, { createdAt: new Date().toISOString() }), draft(2));
    expect(banner()).toBeNull();
    await become(draft(2));
    expect(banner()).toBeNull();
  },
);

describe("a double click", () => {
  const clickTwice = async (name: string): Promise<void> => {
    for (const detail of [1, 2])
      await doing(() => fireEvent.click(screen.getByRole("button", { name }), { detail }));
  };

  test("on Continue opens the draft that was named, not the one that takes its place", async () => {
    const { state } = await open(draft(1), draft(2));
    await clickTwice(words.shell.drafts.continue);
    expect(state.navigation.getState()).toMatchObject({ visit: 1, target: { itemId: uuid(1) } });
  });

  // window-1: The second click of a double click does not press a control that takes the same place
  test("on Hold holds one; the next click of its own holds the next", { tags: ["window-1"] }, async () => {
    const { held } = await open(draft(1), draft(2));
    await clickTwice(words.shell.drafts.hold);
    expect(held).toEqual([uuid(1)]);
    await doing(() => fireEvent.click(screen.getByRole("button", { name: words.shell.drafts.hold })));
    expect(held).toEqual([uuid(1), uuid(2)]);
  });
});
