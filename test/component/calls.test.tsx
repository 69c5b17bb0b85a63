import { fireEvent, render, screen } from "@testing-library/react";
import { beforeEach, describe, expect, test } from "vitest";
import { failed, ok, type Result } from "../../shared/core/failure.ts";
import type { BookingItem, Item, ListedItem } from "../../shared/outbox/item.ts";
import type { PatientRecord } from "../../shared/patients/patient.ts";
import { said } from "../../messages/saying.ts";
import { words } from "../../messages/words.ts";
import { CallsView } from "../../renderer/features/outbox/calls-view.tsx";
import { bookingItem, filledBooking, knownPatient, uuid } from "../unit/renderer/builders.ts";
import { counts, desk, doing, held, settings } from "./kit.tsx";
import { full } from "./memory-main.ts";

/** A booking that waits for its card: the sooner its visit, the earlier its call. */
const waiting = (number: number, date: string): BookingItem =>
  bookingItem({
    id: uuid(number),
    status: "needs-card",
    form: { ...filledBooking, patient: { kind: "number", text: String(number) }, date, time: "10:00" },
  });

/** The calls of a desk, and how its list changes meanwhile. */
async function open(first: readonly BookingItem[], handlers: Parameters<typeof desk>[0] = {}) {
  let items = first;
  const window = desk({
    "items.list": () => ok({ items: [...items], total: items.length, damaged: 0, newer: 0 }),
    "items.get": ({ id }: { id: string }) =>
      ok(items.find((each) => each.id === id) ?? waiting(9, "2031-03-09")),
    "settings.get": () => ok(settings),
    ...handlers,
  });
  window.state.navigation.setState({ target: { screen: "outbox" } });
  await doing(() => render(<CallsView />, { wrapper: window.wrapper }));
  const become = async (next: readonly BookingItem[]): Promise<void> => {
    items = next;
    await window.emit("items.changed", { ids: [], counts, progress: null });
  };
  return { ...window, become };
}
const called = (): string | null => screen.getAllByRole("heading", { level: 2 })[0]?.textContent ?? null;
beforeEach(() => document.body.replaceChildren());

test("whoever is on the phone stays on the screen when another desk hands over a sooner visit", async () => {
  const [later, last] = [waiting(2, "2031-03-05"), waiting(3, "2031-03-06")];
  const { become } = await open([later, last]);
  const before = called();
  expect(before).toContain("2");
  await become([waiting(1, "2031-03-04"), later, last]);
  expect(called()).toBe(before);
  await doing(() => fireEvent.click(screen.getByRole("button", { name: words.outbox.calls.noAnswer })));
  expect(called()).toContain("1");
});

// billing-9: The person on the phone stays on the screen when news arrive late
test(
  "whoever was chosen while it was being noted that another did not answer stays on the screen",
  { tags: ["billing-9"] },
  async () => {
    const note = held<Result<Item>>();
    const [first, second, third] = [
      waiting(1, "2031-03-04"),
      waiting(2, "2031-03-05"),
      waiting(3, "2031-03-06"),
    ];
    await open([first, second, third], { "items.noAnswer": () => note.promise });
    await doing(() => fireEvent.click(screen.getByRole("button", { name: words.outbox.calls.noAnswer })));
    const row = document.querySelector(`[data-row="${third.id}"]`);
    await doing(() => fireEvent.click(row ?? document.body));
    await note.answer(ok(first));
    expect(called()).toContain("#3");
    await doing(() => fireEvent.click(screen.getByRole("button", { name: words.outbox.calls.noAnswer })));
    // Whoever did not answer is not the next, though it was noted late.
    expect(called()).toContain("#2");
  },
);

test("a double click on No answer notes it of one person", async () => {
  const noted: string[] = [];
  const items = [waiting(1, "2031-03-04"), waiting(2, "2031-03-05"), waiting(3, "2031-03-06")];
  await open(items, {
    "items.noAnswer": ({ id }) => {
      noted.push(id);
      return ok(waiting(1, "2031-03-04"));
    },
  });
  for (const detail of [1, 2]) {
    const button = screen.getByRole("button", { name: words.outbox.calls.noAnswer });
    await doing(() => fireEvent.click(button, { detail }));
  }
  expect([noted, called()]).toEqual([[uuid(1)], expect.stringContaining("#2")]);
});

describe("the number to call", () => {
  const phone = "(217) 555-0199";
  const ofKnown = (number: number): BookingItem => {
    const item = waiting(number, `2031-03-0${String(number)}`);
    return { ...item, form: { ...item.form, patient: { kind: "known", id: uuid(20 + number) } } };
  };
  const listed = (number: number): ListedItem => ({
    ...ofKnown(number),
    patient: { firstName: "Ann", lastName: "Smith", phone },
  });
  const list = (...items: ListedItem[]): Parameters<typeof desk>[0] => ({
    "items.list": () => ok({ items, total: items.length, damaged: 0, newer: 0 }),
  });

  test("of whoever is next is read out as the list has it, before their record is read", async () => {
    const record = held<Result<PatientRecord>>();
    await open([], {
      ...list(listed(1), listed(2)),
      "items.noAnswer": () => ok(ofKnown(1)),
      "patients.get": () => record.promise,
    });
    await doing(() => fireEvent.click(screen.getByRole("button", { name: words.outbox.calls.noAnswer })));
    expect(document.activeElement?.tagName).toBe("H2");
    expect(document.activeElement?.textContent).toContain(phone);
    await record.answer(ok(knownPatient()));
    expect(called()).toContain(words.outbox.noPhone);
  });

  test("is not said to be unknown of somebody who could not be read, and is read again", async () => {
    let isFull = true;
    const record = { ...knownPatient(), input: { ...knownPatient().input, phone } };
    await open([ofKnown(1)], { "patients.get": () => (isFull ? failed(full) : ok(record)) });
    expect(called()).toContain(words.outbox.phoneNotRead);
    expect(screen.getByRole("alert").textContent).toContain(said(full.why));
    isFull = false;
    await doing(() => fireEvent.click(screen.getByRole("button", { name: words.outbox.tryAgain })));
    expect(called()).toContain(phone);
  });
});
