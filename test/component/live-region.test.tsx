import { act, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { LiveRegion } from "../../renderer/app/live-region.tsx";
import { Toast } from "../../renderer/app/toast.tsx";
import { desk } from "./kit.tsx";

const region = (): string => screen.getByRole("status").textContent ?? "";
beforeEach(() => {
  vi.useFakeTimers();
  document.body.replaceChildren();
});
afterEach(() => {
  vi.useRealTimers();
});

function open(heading: string) {
  const { wrapper, state } = desk({});
  render(
    <>
      <LiveRegion />
      <h1 tabIndex={-1}>{heading}</h1>
    </>,
    { wrapper },
  );
  const say = (text: string): void => {
    act(() => state.announcer.setState(({ serial }) => ({ text, serial: serial + 1 })));
    act(() => void vi.advanceTimersByTime(1_000));
  };
  return { title: screen.getByRole("heading"), say };
}

test("what the focus came to is read out by that, and not said again", () => {
  const { title, say } = open("Sending");
  title.focus();
  say("Sending");
  expect(region()).toBe("");
});

test("what changed under the focus is said", () => {
  const { title, say } = open("Sending");
  title.focus();
  vi.advanceTimersByTime(100);
  title.textContent = "Booked";
  say("Booked");
  expect(region()).toBe("Booked");
});

test("what changed in the frame in which the focus came is read with it, and not said again", () => {
  const { title, say } = open("Sending");
  title.focus();
  title.textContent = "Booked";
  say("Booked");
  expect(region()).toBe("");
});

test("news that came between makes the old words news again", () => {
  const { title, say } = open("Sending");
  title.focus();
  say("Booked");
  say("Sending");
  expect(region()).toBe("Sending");
});

test("without the focus, the same words twice are said twice", () => {
  const { say } = open("Sending");
  say("Copied");
  expect(region()).toBe("Copied");
  say("Copied");
  expect(region()).toBe("Copied");
});

test("what was said is gone after some seconds: nobody finds it on a later screen", () => {
  const { say } = open("Sending");
  say("Booking in 5 seconds");
  expect(region()).toBe("Booking in 5 seconds");
  act(() => void vi.advanceTimersByTime(7_000));
  expect(region()).toBe("");
});

test("what was said and shown to whoever was there before is not for who signs in next", () => {
  const { wrapper, state } = desk({});
  state.announcer.setState({ text: "Held.", serial: 3, toast: { text: "Held.", serial: 3 } });
  const { container } = render(
    <>
      <LiveRegion />
      <Toast />
    </>,
    { wrapper },
  );
  act(() => void vi.advanceTimersByTime(1_000));
  expect(container.textContent).toBe("");
  act(() =>
    state.announcer.setState({ text: "Held again.", serial: 4, toast: { text: "Held again.", serial: 4 } }),
  );
  act(() => void vi.advanceTimersByTime(1_000));
  expect(container.textContent).toBe("Held again.Held again.");
});
