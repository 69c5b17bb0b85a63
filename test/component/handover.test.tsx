import { fireEvent, render, screen } from "@testing-library/react";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { fail, failed, ok, type Result } from "../../shared/core/failure.ts";
import type { RouteOutput } from "../../shared/routes.ts";
import { verbatim } from "../../messages/saying.ts";
import { words } from "../../messages/words.ts";
import { HandoverView } from "../../renderer/features/handover/view.tsx";
import { StaffDialog } from "../../renderer/features/staff/index.ts";
import { bookingItem, uuid } from "../unit/renderer/builders.ts";
import { any, matching } from "../support/matching.ts";
import { desk, doing } from "./kit.tsx";

const { handover: says } = words;

// What is loaded on demand is there.
beforeAll(async () => void (await import("../../renderer/ui/modal-dialog.tsx")));
beforeEach(() => document.body.replaceChildren());

// lists-17: Unread values are not copied
test(
  "what is left and could not be read empties no clipboard, and is copied once it is read",
  { tags: ["lists-17"] },
  async () => {
    const copied: string[] = [];
    let answer: Result<RouteOutput<"items.list">> = failed(fail("store", verbatim("The disk is gone.")));
    const { wrapper } = desk({
      "items.list": () => answer,
      "app.copy": ({ text }) => (copied.push(text), ok({})),
    });
    await doing(() => render(<HandoverView />, { wrapper }));
    const press = (name: string): Promise<void> =>
      doing(() => fireEvent.click(screen.getByRole("button", { name })));
    await press(says.copy);
    expect(copied).toEqual([]);
    answer = ok({ items: [bookingItem({ status: "on-hold" })], total: 1, damaged: 0, newer: 0 });
    await press(says.again);
    await press(says.copy);
    expect(copied).toEqual([expect.stringContaining(words.items.status["on-hold"])]);
  },
);

test("names who hands over and, once nobody is at the desk, nobody; what was begun is still counted by person", async () => {
  const items = ["Rosa", "Sam"].map((by, at) => bookingItem({ id: uuid(at + 1), status: "on-hold", by }));
  const { wrapper, state } = desk({ "items.list": () => ok({ items, total: 2, damaged: 0, newer: 0 }) });
  await doing(() => state.staff.setState({ name: "Sam" }));
  await doing(() => render(<HandoverView />, { wrapper }));
  screen.getByText(matching(says.when({ when: any, name: "Sam" })));
  await doing(() => state.staff.setState({ name: null }));
  screen.getByText(matching(says.whenNobody({ when: any })));
  expect(screen.getAllByRole("rowheader").map(({ textContent }) => textContent)).toEqual(["Rosa", "Sam"]);
});

test("who is at the desk is said to be nobody by one press, and main is told", async () => {
  const chosen: (string | null)[] = [];
  const { wrapper, state } = desk({ "staff.choose": ({ name }) => (chosen.push(name), ok({ name })) });
  await doing(() => state.staff.setState({ name: "Sam" }));
  let isClosed = false;
  await doing(() => render(<StaffDialog onClose={() => (isClosed = true)} />, { wrapper }));
  await doing(() => fireEvent.click(screen.getByRole("button", { name: says.staff.nobody })));
  expect([chosen, state.staff.getState().name, isClosed]).toEqual([[null], null, true]);
});
