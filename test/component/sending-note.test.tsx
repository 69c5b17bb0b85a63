import { act, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { SendingNote } from "../../renderer/features/booking/sending-note.tsx";
import { words } from "../../messages/words.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => void vi.useRealTimers());

test("a booking that is long on its way says so, and not to book again", () => {
  render(<SendingNote />);
  expect(screen.getByRole("status").textContent).toBe(words.booking.sending);
  act(() => void vi.advanceTimersByTime(4_999));
  expect(screen.getByRole("status").textContent).toBe(words.booking.sending);
  act(() => void vi.advanceTimersByTime(1));
  expect(screen.getByRole("status").textContent).toBe(words.booking.stillSending);
});
