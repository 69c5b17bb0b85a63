import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { ok } from "../../contract/failure.ts";
import type { Connection } from "../../contract/records/account.ts";
import { words } from "../../messages/words.ts";
import { BackOnline } from "../../renderer/features/outbox/back-online.tsx";
import { counts, desk } from "./kit.tsx";

/** A header whose line was down and is back, with so many sent. */
async function returned(sent: number) {
  const window = desk({ "items.list": () => ok({ items: [], total: 0, damaged: 0, newer: 0 }) });
  const line = (state: Connection["state"]): Promise<void> =>
    window.emit("connection.changed", { state, lastAnswerAt: null, reason: null });
  const have = (ready: number, done: number): Promise<void> =>
    window.emit("items.changed", { ids: [], counts: { ...counts, ready, done }, progress: null });
  render(<BackOnline />, { wrapper: window.wrapper });
  await have(sent, 0);
  await line("offline");
  await line("online");
  await have(0, sent);
  return { ...window, line };
}

test("what was sent when the line is back is shown and said, once", async () => {
  const { said } = await returned(5);
  const news = words.outbox.back({ sent: 5, people: 0 });
  expect([screen.getByText(news).textContent, said()]).toEqual([news, news]);
});

test.each(["offline", "token-refused"] as const)(
  "it is no news any more when the line is %s",
  async (state) => {
    const { line } = await returned(5);
    await line(state);
    expect(screen.queryByText(words.outbox.back({ sent: 5, people: 0 }))).toBeNull();
  },
);
