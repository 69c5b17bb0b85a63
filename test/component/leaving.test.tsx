import { fireEvent, render, renderHook, screen, within } from "@testing-library/react";
import type { ReactNode } from "react";
import { describe, expect, test } from "vitest";
import { fail, failed, ok, type Result } from "../../shared/core/failure.ts";
import type { Item } from "../../shared/outbox/item.ts";
import { words } from "../../messages/words.ts";
// Loaded on demand by the product: here before the tests, which wait for no loading.
import "../../renderer/ui/modal-dialog.tsx";
import { LeaveQuestion } from "../../renderer/app/leave-question.tsx";
import { useShellCommands } from "../../renderer/app/shell-commands.ts";
import { BookingScreen } from "../../renderer/features/booking/index.ts";
import { PatientsView } from "../../renderer/features/patients/index.ts";
import { useCommand } from "../../renderer/lib/hooks.ts";
import type { Target } from "../../renderer/lib/navigation.ts";
import { bookingItem, filledBooking, patientItem, uuid } from "../unit/renderer/builders.ts";
import { desk, doing, held } from "./kit.tsx";
import { verbatim } from "../../messages/saying.ts";

const cardNumber = "4242 4242 4242 4242";
const refused = fail("card-number", verbatim("This holds a card number, which is never kept."));

/** What the shell around each screen takes. */
function ShellCommands(): ReactNode {
  useShellCommands({ onFind: () => undefined, onShortcuts: () => undefined, onGo: null });
  return null;
}

/** A screen with an item open in it, and a main that keeps no card number. */
async function open(item: Item, target: Target, screenOf: () => ReactNode) {
  const other = { ...item, id: uuid(80), status: "on-hold" as const };
  const saved: string[] = [];
  const window = desk({
    "items.get": ({ id }): Result<Item> => ok(id === other.id ? other : item),
    "items.list": () =>
      ok({ items: other.kind === "booking" ? [other] : [], total: 1, damaged: 0, newer: 0 }),
    "items.edit": ({ id }): Result<Item> => ok(id === other.id ? other : item),
    "items.hold": ({ id }): Result<Item> => ok(id === other.id ? other : item),
    "items.saveForm": ({ content }) => {
      const text = JSON.stringify(content);
      if (text.includes(cardNumber)) return failed(refused);
      saved.push(text);
      return ok({ savedAt: item.updatedAt });
    },
    "patients.get": () => failed(fail("not-found", verbatim("Gone."))),
    "patients.search": () => ok({ patients: [], near: [], total: 0, last: {}, otherNumbers: {} }),
    "patients.similar": () => ok({ patients: [], waiting: [] }),
  });
  window.state.navigation.setState({ target });
  const Screen = screenOf;
  await doing(() =>
    render(
      <>
        <ShellCommands />
        <Screen />
        <LeaveQuestion />
      </>,
      { wrapper: window.wrapper },
    ),
  );
  return { ...window, saved };
}

const booking = bookingItem({ form: { ...filledBooking, patient: null, step: "visit" } });
const question = (): HTMLElement | null => screen.queryByText(words.shell.leave.title);
const answer = (name: string): Promise<void> =>
  doing(() => fireEvent.click(screen.getByRole("button", { name })));
const typeInto = (label: string, value: string): Promise<void> =>
  doing(() => fireEvent.change(screen.getByLabelText(label), { target: { value } }));

describe("a card number in the notes of a booking", () => {
  const notes = words.booking.label.notes;
  const opened = () => open(booking, { screen: "new-booking", itemId: booking.id }, BookingScreen);

  test("keeps the form when a new booking is asked for by key, until a person says to leave it", async () => {
    const { emit, state } = await opened();
    await typeInto(notes, cardNumber);
    await emit("command", { name: "new-booking" });
    await screen.findByText(words.shell.leave.title);
    await answer(words.shell.leave.stay);
    expect(screen.getByLabelText(notes)).toHaveProperty("value", cardNumber);
    expect(state.navigation.getState().visit).toBe(0);
    await emit("command", { name: "new-booking" });
    await answer(words.shell.leave.leave);
    expect(state.navigation.getState()).toMatchObject({ visit: 1, target: { isFresh: true } });
  });

  test("keeps the form when another draft is continued, until a person says to leave it", async () => {
    await opened();
    const shelf = within(screen.getByRole("region", { name: words.booking.drafts.label }));
    const takeUp = async (): Promise<void> => {
      const opener = shelf.queryByRole("button", { expanded: false });
      if (opener !== null) await doing(() => fireEvent.click(opener));
      await doing(() => fireEvent.click(within(shelf.getByRole("list")).getByRole("button")));
    };
    await typeInto(notes, cardNumber);
    await takeUp();
    await screen.findByText(words.shell.leave.title);
    await answer(words.shell.leave.stay);
    expect(screen.getByLabelText(notes)).toHaveProperty("value", cardNumber);
    await takeUp();
    await answer(words.shell.leave.leave);
    expect(screen.getByLabelText(notes)).toHaveProperty("value", "");
  });

  test("taken out again, nothing is asked and the rest is saved", async () => {
    const { emit, state, saved } = await opened();
    await typeInto(notes, cardNumber);
    await typeInto(notes, "Wheelchair");
    await emit("command", { name: "new-booking" });
    expect([question(), state.navigation.getState().visit]).toEqual([null, 1]);
    expect(saved.at(-1)).toContain("Wheelchair");
  });
});

// keeping-1: Of two drafts taken up one after the other, the last one stays
test(
  "of two drafts that are taken up one after the other the last stays, whichever main answers first",
  { tags: ["keeping-1"] },
  async () => {
    const made = (number: number): Item => {
      const form = {
        ...filledBooking,
        patient: null,
        step: "visit" as const,
        notes: `Notes ${String(number)}`,
      };
      return bookingItem({ id: uuid(number), status: "on-hold", form });
    };
    const late = held<Result<Item>>();
    const window = desk({
      "items.get": ({ id }) => ok(made(Number(id.slice(-2)))),
      "items.list": () => ok({ items: [made(11), made(12)], total: 2, damaged: 0, newer: 0 }),
      "items.edit": ({ id }) => (id === uuid(11) ? late.promise : ok(made(Number(id.slice(-2))))),
      "items.saveForm": () => ok({ savedAt: booking.updatedAt }),
    });
    window.state.navigation.setState({ target: { screen: "new-booking", itemId: uuid(10) } });
    await doing(() => render(<BookingScreen />, { wrapper: window.wrapper }));
    const drafts = within(screen.getByRole("region", { name: words.booking.drafts.label }));
    const takeUp = async (at: number): Promise<void> => {
      const opener = drafts.queryByRole("button", { expanded: false });
      if (opener !== null) await doing(() => opener.click());
      await doing(() => within(drafts.getByRole("list")).getAllByRole("button")[at]?.click());
    };
    await takeUp(0);
    await takeUp(1);
    const notes = () => screen.getByLabelText(words.booking.label.notes);
    expect(notes()).toHaveProperty("value", "Notes 12");
    await typeInto(words.booking.label.notes, "Wheelchair");
    await late.answer(ok(made(11)));
    expect(notes()).toHaveProperty("value", "Wheelchair");
  },
);

describe("a card number in the form of a patient", () => {
  test("keeps the form open when Close is pressed, until a person says to leave it", async () => {
    const patient = patientItem();
    await open(patient, { screen: "patients", itemId: patient.id }, PatientsView);
    const { firstName } = words.patients.label;
    await typeInto(firstName, cardNumber);
    await answer(words.patients.close);
    await screen.findByText(words.shell.leave.title);
    await answer(words.shell.leave.stay);
    expect(screen.getByLabelText(firstName)).toHaveProperty("value", cardNumber);
    await answer(words.patients.close);
    await answer(words.shell.leave.leave);
    expect(screen.queryByLabelText(firstName)).toBeNull();
  });
});

describe("a command", () => {
  test("for a new booking begins a blank one from every screen; the way to its screen goes back to what is typed", async () => {
    const { state, emit, wrapper } = desk({});
    render(<ShellCommands />, { wrapper });
    for (const screen of ["new-booking", "patients", "outbox", "handover"] as const) {
      state.navigation.setState({ target: { screen } });
      await emit("command", { name: "new-booking" });
      expect(state.navigation.getState().target).toEqual({ screen: "new-booking", isFresh: true });
    }
    await emit("command", { name: "go-patients" });
    await emit("command", { name: "go-booking" });
    expect(state.navigation.getState()).toMatchObject({ visit: 6, target: { screen: "new-booking" } });
    expect(state.navigation.getState().target).not.toHaveProperty("isFresh");
  });

  test("is the screen's before the shell's, also when the shell was drawn again after it", async () => {
    const { wrapper, emit } = desk({});
    const took: string[] = [];
    function Shell(): ReactNode {
      useCommand("new-booking", () => took.push("shell"), "shell");
      return null;
    }
    function Screen(): ReactNode {
      useCommand("new-booking", () => took.push("screen"));
      return null;
    }
    const window = (drawn: number): ReactNode => (
      <>
        {drawn < 2 && <Screen />}
        <Shell key={drawn} />
      </>
    );
    const { rerender } = render(window(0), { wrapper });
    await emit("command", { name: "new-booking" });
    rerender(window(1));
    await emit("command", { name: "new-booking" });
    rerender(window(2));
    await emit("command", { name: "new-booking" });
    expect(took).toEqual(["screen", "screen", "shell"]);
  });

  test("runs what the component means now, and is taken once", async () => {
    const { wrapper, emit } = desk({});
    const took: string[] = [];
    const { rerender } = renderHook(
      ({ as }: { readonly as: string }) => useCommand("hold", () => took.push(as)),
      {
        wrapper,
        initialProps: { as: "before" },
      },
    );
    rerender({ as: "now" });
    await emit("command", { name: "hold" });
    expect(took).toEqual(["now"]);
  });
});
