import { act, fireEvent, render, screen } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { words } from "../../messages/words.ts";
import { CurrentScreen } from "../../renderer/app/screens.tsx";
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
