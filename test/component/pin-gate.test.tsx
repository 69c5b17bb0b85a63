import { act, fireEvent, render, screen } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { ok } from "../../shared/core/failure.ts";
import { words } from "../../messages/words.ts";
import { CurrentScreen } from "../../renderer/app/screens.tsx";
import { LockScreen } from "../../renderer/features/lock/index.ts";
import { desk, doing, unlocked } from "./kit.tsx";

beforeEach(() => document.body.replaceChildren());

test("a PIN that is being typed stays when the window goes to what a new desk has to set up", async () => {
  const { wrapper, state } = desk({});
  state.lock.setState({ lock: { ...unlocked, pinRequired: true } });
  render(<CurrentScreen />, { wrapper });
  const { pin } = words.policy;
  await doing(async () => fireEvent.click(await screen.findByRole("button", { name: pin.set })));
  const next = await screen.findByLabelText(words.lock.form.next);
  fireEvent.change(next, { target: { value: "47114711" } });
  // The first steps of the account come a moment after the lock's own state.
  act(() => state.navigation.getState().go({ screen: "setup" }));
  expect(screen.getByLabelText<HTMLInputElement>(words.lock.form.next).value).toBe("47114711");
  expect(document.title).toBe(words.shell.windowTitle({ screen: pin.title }));
});

test("a keychain that is asked again, and has a PIN, leaves a field for it", async () => {
  const locked = { at: "2026-11-26T08:00:00.000Z", by: null, items: null, waitSeconds: 0 };
  let reason: "start" | "unread" = "unread";
  const { wrapper, emit } = desk({
    "lock.get": () => ok({ ...unlocked, locked: { ...locked, reason } }),
    "lock.unlock": () => ok({ outcome: "wait", left: 5, waitSeconds: 0 }),
  });
  await doing(() => render(<LockScreen />, { wrapper }));
  expect(screen.queryByLabelText(words.lock.pin)).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: words.lock.again }));
  reason = "start";
  await emit("lock.changed", {});
  expect(screen.getByLabelText(words.lock.pin)).toBe(document.activeElement);
  expect(screen.getByText(words.lock.why.start)).toBeDefined();
});
