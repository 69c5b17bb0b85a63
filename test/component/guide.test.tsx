import { fireEvent, render, screen } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { ok } from "../../shared/core/failure.ts";
import type { Guide, GuideChange } from "../../shared/onboarding/guide.ts";
import type { RouteInput } from "../../shared/routes.ts";
import { words } from "../../messages/words.ts";
import { PracticeGuide, SetupReminder, SetupView } from "../../renderer/features/onboarding/index.ts";
import { counts, desk, doing, session, settings } from "./kit.tsx";

function open(first: Guide, practice = false) {
  let guide = first;
  const changes: GuideChange[] = [];
  const kit = desk({
    "guide.get": () => ok(guide),
    "guide.change": (change: GuideChange) => {
      changes.push(change);
      guide = {
        isOpen: change.isOpen ?? guide.isOpen,
        done: change.done === null ? guide.done : [...new Set([...guide.done, change.done])],
      };
      return ok(guide);
    },
    "items.counts": () => ok(counts),
    "items.list": ({ kinds }: RouteInput<"items.list">) =>
      ok({ items: [], total: kinds.includes("patient") ? 1 : 0, damaged: 0, newer: 0 }),
    "practice.deliveries": () => ok({ deliveries: [], inboxUrl: null }),
    "practice.line": () => ok({ answers: true }),
    "settings.get": () => ok(settings),
  });
  kit.state.session.setState({ session: { ...session("a"), practice } });
  return { ...kit, changes, done: () => guide.done };
}
const press = (name: string): Promise<void> =>
  doing(() => fireEvent.click(screen.getByRole("button", { name })));

beforeEach(() => document.body.replaceChildren());

test("what is not set up yet leads to its setting", async () => {
  const { wrapper, state } = open({ isOpen: true, done: [] });
  await doing(() => render(<SetupView />, { wrapper }));
  const { setup } = words.guide;
  const marks = screen
    .getAllByRole("listitem")
    .map(({ textContent }) => textContent?.startsWith(words.guide.isDone));
  expect(marks).toEqual([true, false, false, false]);
  await press(setup.openOne({ open: setup.card.open({ is: "open" }), title: setup.card.title }));
  expect(state.navigation.getState().target).toEqual({
    screen: "settings",
    section: "card",
    field: "publishableKey",
  });
});

test("the list is put away for good, and its line on the first screen with it", async () => {
  const { wrapper, changes } = open({ isOpen: true, done: [] });
  await doing(() => render(<SetupReminder settings={settings} />, { wrapper }));
  await press(words.guide.setup.hideReminder);
  expect(changes).toEqual([{ isOpen: false, done: null }]);
  expect(screen.queryByRole("complementary")).toBeNull();
});

test("what was tried in practice is ticked as it happens, each once", async () => {
  const { wrapper, emit, changed, done, changes } = open({ isOpen: true, done: [] }, true);
  await doing(() => render(<PracticeGuide />, { wrapper }));
  expect(done()).toEqual(["patient"]);
  const line = { lastAnswerAt: null, reason: null };
  await emit("connection.changed", { ...line, state: "offline" });
  expect(done()).toEqual(["patient", "offline"]);
  await emit("items.changed", { ids: [], counts: { ...counts, ready: 1 }, progress: null });
  await emit("connection.changed", { ...line, state: "online" });
  expect(done()).not.toContain("sent");
  await emit("items.changed", { ids: [], counts: { ...counts, done: 1 }, progress: null });
  expect(done()).toContain("sent");
  const delivery = { id: "1", at: "", url: "", kind: "", attempt: 1, error: null, body: "" };
  await emit("practice.delivered", { ...delivery, status: 500 });
  expect(done()).not.toContain("delivery");
  await emit("practice.delivered", { ...delivery, status: 204 });
  expect(done()).toContain("delivery");
  await changed();
  expect(changes).toHaveLength(4);
});

test("the list of what to try stays away once it is put away", async () => {
  const { wrapper } = open({ isOpen: false, done: [] }, true);
  await doing(() => render(<PracticeGuide />, { wrapper }));
  expect(screen.queryByRole("complementary")).toBeNull();
});
