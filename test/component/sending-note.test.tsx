import { act, fireEvent, render, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { ok } from "../../shared/core/failure.ts";
import { words } from "../../messages/words.ts";
import { SendingNote } from "../../renderer/features/booking/sending-note.tsx";
import { useMoments } from "../../renderer/lib/hooks.ts";
import { UndoBars } from "../../renderer/features/moments/index.ts";
import { bookingItem, uuid } from "../unit/renderer/builders.ts";
import { desk, doing } from "./kit.tsx";

const { moment } = words.booking;
const id = uuid(1);
const undo = (): HTMLElement => screen.getByRole("button", { name: new RegExp(`^${moment.undo}`) });

describe("without a moment to undo", () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
  afterEach(() => void vi.useRealTimers());

  // booking-11: A long send says so, and says not to book again
  test("a booking that is long on its way says so, and not to book again", { tags: ["booking-11"] }, () => {
    const { wrapper } = desk({});
    render(<SendingNote id={id} waits={false} />, { wrapper });
    expect(screen.getByRole("status").textContent).toBe(words.booking.sending);
    act(() => void vi.advanceTimersByTime(4_999));
    expect(screen.getByRole("status").textContent).toBe(words.booking.sending);
    act(() => void vi.advanceTimersByTime(1));
    expect(screen.getByRole("status").textContent).toBe(words.booking.stillSending);
  });
});

describe("the moment to undo", () => {
  const item = bookingItem({ id });

  test("is there before any word of sending, and goes for it when it is over", async () => {
    const { wrapper, emit } = desk({});
    await doing(() => render(<SendingNote id={id} waits />, { wrapper }));
    expect(screen.queryByRole("status")).toBeNull();
    await emit("moments.changed", { moments: [{ itemId: id, visits: 1, stands: "draft", left: 5_000 }] });
    expect(screen.getByText(moment.left({ seconds: 5 }))).toBeDefined();
    expect(undo().getAttribute("aria-keyshortcuts")).toBe("Control+Z");
    await emit("moments.changed", { moments: [] });
    expect(screen.queryByRole("button")).toBeNull();
    // Taken back, it is open again at once: that it is sent is not said in between.
    expect(screen.queryByRole("status")).toBeNull();
    expect((await screen.findByRole("status")).textContent).toBe(words.booking.sending);
  });

  // booking-57: The countdown is visual: a screen reader announces it once
  test(
    "counts for the eye alone: it is said once, however long it lasts",
    { tags: ["booking-57"] },
    async () => {
      vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance"] });
      try {
        const { wrapper, emit, state } = desk({ "items.get": () => ok(item) });
        await doing(() => render(<UndoBars />, { wrapper }));
        const news: string[] = [];
        state.announcer.subscribe(({ text }) => void news.push(text));
        await emit("moments.changed", { moments: [{ itemId: id, visits: 1, stands: "draft", left: 5_000 }] });
        act(() => void vi.advanceTimersByTime(3_200));
        expect(screen.getByText(/in 2 seconds/)).toBeDefined();
        expect(screen.queryByRole("status")).toBeNull();
        expect(news).toEqual([moment.told({ seconds: 5, keys: "Ctrl Z" })]);
        // Main alone knows when it is over.
        act(() => void vi.advanceTimersByTime(60_000));
        expect(screen.getByText(/in 1 second…/)).toBeDefined();
      } finally {
        vi.useRealTimers();
      }
    },
  );

  test("a double click takes back once, and says so once", async () => {
    const { wrapper, emit, calls, said } = desk({
      "items.takeBack": () => ok({ item, isTakenBack: true, newPatient: null }),
    });
    await doing(() => render(<SendingNote id={id} waits />, { wrapper }));
    await emit("moments.changed", { moments: [{ itemId: id, visits: 1, stands: "draft", left: 5_000 }] });
    await doing(() => {
      fireEvent.click(undo());
      fireEvent.click(undo());
    });
    expect(calls.filter((name) => name === "items.takeBack")).toHaveLength(1);
    expect(said()).toBe(moment.takenBack);
  });

  test.each([
    [{ item: { ...item, status: "sending" as const }, isTakenBack: false, newPatient: null }, moment.tooLate],
    [{ item: { ...item, status: "ready" as const }, isTakenBack: false, newPatient: null }, moment.over],
    [
      { item, isTakenBack: true, newPatient: "waits" as const },
      moment.takenBackPatient({ patient: "waits" }),
    ],
    [
      { item, isTakenBack: true, newPatient: "sending" as const },
      moment.takenBackPatient({ patient: "sending" }),
    ],
  ])("says what is so when Undo came to %j", async (answer, words) => {
    const { wrapper, emit, said } = desk({ "items.takeBack": () => ok(answer) });
    await doing(() => render(<SendingNote id={id} waits />, { wrapper }));
    await emit("moments.changed", { moments: [{ itemId: id, visits: 1, stands: "draft", left: 5_000 }] });
    await doing(() => fireEvent.click(undo()));
    expect(said()).toBe(words);
  });

  test("stands in the header on every other screen, and there alone; Undo leads to the booking", async () => {
    const made = desk({
      "items.get": () => ok(item),
      "items.takeBack": () => {
        // As main says first: the header has nothing to show any more when this answers.
        made.state.moments.setState({ moments: [] });
        return ok({ item, isTakenBack: true, newPatient: null });
      },
    });
    const { wrapper, emit, state } = made;
    const Header = (): ReactNode => (useMoments().moments.length > 0 ? <UndoBars /> : null);
    const both = (
      <>
        <Header />
        <SendingNote id={id} waits />
      </>
    );
    const { rerender } = render(both, { wrapper });
    await emit("moments.changed", { moments: [{ itemId: id, visits: 1, stands: "draft", left: 5_000 }] });
    expect(screen.getAllByRole("button")).toHaveLength(1);
    expect(screen.queryByRole("region")).toBeNull();
    await doing(() => rerender(<Header />));
    expect(screen.getByRole("region", { name: moment.label })).toBeDefined();
    await doing(() => fireEvent.click(undo()));
    expect(state.navigation.getState().target).toMatchObject({ screen: "new-booking", itemId: id });
  });

  test("Ctrl Z takes it back, but for in a field, where it undoes what is typed", async () => {
    const { wrapper, emit, calls } = desk({
      "items.get": () => ok(item),
      "items.takeBack": () => ok({ item, isTakenBack: true, newPatient: null }),
    });
    const screenOfAll = (
      <>
        <input aria-label="field" />
        <UndoBars />
      </>
    );
    await doing(() => render(screenOfAll, { wrapper }));
    await emit("moments.changed", { moments: [{ itemId: id, visits: 1, stands: "draft", left: 5_000 }] });
    const press = (on: Element): Promise<void> =>
      doing(() => fireEvent.keyDown(on, { key: "z", ctrlKey: true }));
    await press(screen.getByLabelText("field"));
    expect(calls).not.toContain("items.takeBack");
    await press(document.body);
    expect(calls.filter((name) => name === "items.takeBack")).toHaveLength(1);
  });
});
