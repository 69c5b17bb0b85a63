import { fireEvent, render, screen } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { fail, failed, ok, type Result } from "../../shared/core/failure.ts";
import type { BookingItem, Item } from "../../shared/outbox/item.ts";
import { verbatim } from "../../messages/saying.ts";
import { words } from "../../messages/words.ts";
import { BookingScreen } from "../../renderer/features/booking/index.ts";
import { bookingItem, filledBooking } from "../unit/renderer/builders.ts";
import { desk, doing, held } from "./kit.tsx";

const { booking: says } = words;
const lost = failed(fail("store", verbatim("The disk is gone.")));

/** A booking that is open at its visit, and main's answer to Hold, which is given by hand. */
async function open(changes: Partial<BookingItem> = {}) {
  const form = { ...filledBooking, date: "2031-02-25", patient: null, step: "visit" } as const;
  const item = bookingItem({ form, ...changes });
  const answer = held<Result<Item>>();
  let { status }: { status: Item["status"] } = item;
  const window = desk({
    "items.get": () => ok(item),
    "items.list": () => ok({ items: [], total: 0, damaged: 0, newer: 0 }),
    "items.edit": () => ok(item),
    "items.saveForm": () => {
      status = "draft";
      return ok({ savedAt: item.updatedAt });
    },
    "items.submit": () => failed(fail("invalid-input", verbatim("It is not complete."))),
    "items.hold": () => {
      status = "on-hold";
      return answer.promise;
    },
  });
  const { navigation, announcer } = window.state;
  navigation.setState({ target: { screen: "new-booking", itemId: item.id } });
  const { rerender } = render(<BookingScreen />, { wrapper: window.wrapper });
  await doing(() => undefined);
  return {
    ...window,
    item,
    answer,
    /** As main has it. */
    status: () => status,
    toast: () => announcer.getState().toast.text,
    place: () => navigation.getState(),
    goElsewhere: async () => {
      await doing(() => navigation.getState().go({ screen: "patients" }));
      rerender(<p />);
    },
  };
}
const button = (name: string): HTMLElement => screen.getByRole("button", { name: new RegExp(`^${name}`) });
const press = (name: string): Promise<void> => doing(() => fireEvent.click(button(name)));
const notes = (): HTMLInputElement => screen.getByLabelText<HTMLInputElement>(says.label.notes);

beforeEach(() => document.body.replaceChildren());

// keeping-13: Pause is answered once, and does not take people back from another screen
test(
  "whoever went to another screen before Hold was answered stays there, and is told",
  { tags: ["keeping-13"] },
  async () => {
    const { item, answer, goElsewhere, place, toast } = await open();
    await press(says.hold);
    await goElsewhere();
    await answer.answer(ok({ ...item, status: "on-hold" }));
    expect([place().target.screen, toast()]).toEqual(["patients", says.heldMeanwhile]);
  },
);

test("and is told where it could not be put on hold", async () => {
  const { answer, goElsewhere, toast } = await open();
  await press(says.hold);
  await goElsewhere();
  await answer.answer(lost);
  expect(toast()).toBe("The disk is gone.");
});

test("Hold that is pressed twice asks once and opens one new booking", async () => {
  const { item, answer, place, calls } = await open();
  const before = place().visit;
  const hold = button(says.hold);
  await doing(() => {
    fireEvent.click(hold);
    fireEvent.click(hold);
  });
  await press(says.hold);
  await press(says.saveForLater);
  await answer.answer(ok({ ...item, status: "on-hold" }));
  const asked = calls.filter((name) => name === "items.hold" || name === "items.submit");
  expect([asked, place().visit - before]).toEqual([["items.hold"], 1]);
});

// keeping-14: A paused booking cannot be continued before Pause is answered
test(
  "until Hold is answered nothing is typed that would make it a draft again",
  { tags: ["keeping-14"] },
  async () => {
    const { item, answer, state, status, toast } = await open();
    await press(says.hold);
    await doing(() => fireEvent.focus(notes()));
    await doing(() => fireEvent.change(notes(), { target: { value: "Wheelchair" } }));
    expect(notes().value).toBe(item.form.notes);
    await answer.answer(ok({ ...item, status: "on-hold" }));
    await doing(() => state.flushes.runAll());
    expect([status(), toast()]).toEqual(["on-hold", says.held]);
  },
);

test("once Hold has failed it is typed on, and held again", async () => {
  const { answer, calls } = await open();
  await press(says.hold);
  await answer.answer(lost);
  expect(screen.getByText("The disk is gone.")).toBeDefined();
  await doing(() => fireEvent.change(notes(), { target: { value: "Wheelchair" } }));
  expect(notes().value).toBe("Wheelchair");
  await press(says.hold);
  expect(calls.filter((name) => name === "items.hold").length).toBe(2);
});

test("one that main leaves on the call-back list is not said to be on hold", async () => {
  const { item, answer, toast } = await open({ status: "needs-card" });
  await press(says.hold);
  await answer.answer(ok(item));
  expect(toast()).toBe(says.heldInOutbox);
});

test("what Save for later says is the title, which the focus reads, and is said nowhere else", async () => {
  const { item, answer, said } = await open();
  await press(says.saveForLater);
  await answer.answer(ok({ ...item, status: "on-hold" }));
  const heading = screen.getByRole("heading", { level: 1 });
  expect(heading.textContent).toBe(says.savedNotBooked({ kept: "disk" }));
  expect(document.activeElement).toBe(heading.parentElement);
  expect(document.activeElement?.getAttribute("aria-labelledby")).toBe(heading.id);
  expect(said()).not.toContain(says.savedNotBooked({ kept: "disk" }));
});
