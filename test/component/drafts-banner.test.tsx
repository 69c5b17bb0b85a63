import { render, screen } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { ok } from "../../contract/failure.ts";
import type { BookingItem } from "../../contract/records/item.ts";
import { words } from "../../messages/words.ts";
import { DraftsBanner } from "../../renderer/features/outbox/drafts-banner.tsx";
import { bookingItem, uuid } from "../unit/renderer/builders.ts";
import { desk, doing } from "./kit.tsx";

const draft = (number: number, change: Partial<BookingItem> = {}): BookingItem =>
  bookingItem({ id: uuid(number), ...change });

/** The line over a window that started with these drafts. */
async function open(...first: readonly BookingItem[]) {
  let drafts = first;
  const window = desk({
    "items.list": () => ok({ items: [...drafts], total: drafts.length, damaged: 0, newer: 0 }),
  });
  window.state.navigation.setState({ target: { screen: "patients" } });
  await doing(() => render(<DraftsBanner />, { wrapper: window.wrapper }));
  const become = (...next: readonly BookingItem[]): Promise<void> => {
    drafts = next;
    return window.changed(uuid(1));
  };
  return { become };
}
const banner = () => screen.queryByRole("complementary", { name: words.shell.drafts.label });

beforeEach(() => document.body.replaceChildren());

test("what an earlier start left is offered, and no more once other work was begun", async () => {
  const { become } = await open(draft(1), draft(2));
  expect(banner()).not.toBeNull();
  // One of them that is finished, or typed on, is no other work.
  await become(draft(2));
  expect(banner()).not.toBeNull();
  await become(draft(3, { createdAt: new Date().toISOString() }), draft(2));
  expect(banner()).toBeNull();
  await become(draft(2));
  expect(banner()).toBeNull();
});
