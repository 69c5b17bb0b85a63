import { fireEvent, render, screen, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { fail, failed, ok, type Result } from "../../shared/core/failure.ts";
import { applySettingsChange, type SettingsChange } from "../../shared/settings/settings.ts";
import type { RouteInput } from "../../shared/routes.ts";
import { verbatim } from "../../messages/saying.ts";
import { load, words } from "../../messages/words.ts";
import { SlipButton } from "../../renderer/features/bookings/confirmation.tsx";
// Loaded when it is first drawn: not within the time that a test waits.
import "../../renderer/features/bookings/slip-dialog.tsx";
import type { SlipSource } from "../../renderer/features/bookings/slip.ts";
import { appointment, bookingItem, knownPatient } from "../unit/renderer/builders.ts";
import { desk, doing, held, settings } from "./kit.tsx";

const { slip: says } = words;
const result = { appointment, bookedAt: "2026-11-20T15:00:00Z", markedByPerson: false };
const booked: SlipSource = {
  item: bookingItem({ status: "done", result }),
  patient: knownPatient(),
  settings,
  isPractice: false,
};
const waiting: SlipSource = { ...booked, item: bookingItem({ status: "ready" }) };

type Answers = {
  readonly print?: () => Result<{}> | Promise<Result<{}>>;
  readonly saved?: () => Result<{ name: string | null }>;
};

/** The button of a slip on a screen, over a main that notes what it is asked. */
function shown(
  source: SlipSource,
  { print = () => ok({}), saved = () => ok({ name: "slip.pdf" }) }: Answers = {},
) {
  const asked = {
    printed: [] as RouteInput<"app.print">[],
    pdf: [] as RouteInput<"slip.savePdf">[],
    calendar: [] as RouteInput<"slip.saveCalendar">[],
    copied: [] as string[],
    changes: [] as SettingsChange[],
  };
  const window = desk({
    "app.print": (input) => (asked.printed.push(input), print()),
    "slip.savePdf": (input) => (asked.pdf.push(input), saved()),
    "slip.saveCalendar": (input) => (asked.calendar.push(input), saved()),
    "app.copy": ({ text }) => (asked.copied.push(text), ok({})),
    "settings.save": (change) => (asked.changes.push(change), ok(applySettingsChange(settings, change))),
  });
  const drawn = render(<SlipButton sources={[source]} />, { wrapper: window.wrapper });
  return { ...asked, ...window, ...drawn };
}

const dialog = (): HTMLElement => screen.getByRole("dialog", { name: says.heading });
const button = (name: string): HTMLElement => within(dialog()).getByRole("button", { name });
const preview = (): HTMLElement => within(dialog()).getByRole("group", { name: says.preview });
/** What would come out on paper now. */
const paper = (): Element | null => document.querySelector("body > [aria-hidden=true] [lang]");
const open = async (given: ReturnType<typeof shown>): Promise<void> => {
  await given.emit("command", { name: "print" });
  await screen.findByRole("dialog", { name: says.heading });
};
const choose = (name: string, option: string): Promise<void> =>
  doing(() => fireEvent.change(within(dialog()).getByLabelText(name), { target: { value: option } }));
const speakSlip = async (name: string): Promise<void> => {
  await load("es-US");
  await doing(() => fireEvent.click(within(dialog()).getByRole("radio", { name })));
};

describe("the slip's dialog", () => {
  // booking-35: The slip opens by its key, and only for a booking
  test(
    "is opened by its key and by its button, and by none where no booking stands",
    { tags: ["booking-35"] },
    async () => {
      const { unmount, ...rest } = shown(booked);
      await doing(() => fireEvent.click(screen.getByRole("button", { name: says.open })));
      await screen.findByRole("dialog", { name: says.heading });
      await doing(() => fireEvent.click(button(says.close)));
      expect(screen.queryByRole("dialog")).toBeNull();
      await open({ unmount, ...rest });
      await doing(unmount);
      const none = shown(waiting);
      expect(screen.queryByRole("button", { name: says.open })).toBeNull();
      await none.emit("command", { name: "print" });
      expect(screen.queryByRole("dialog")).toBeNull();
    },
  );

  test("shows what is on the paper before it is printed, and asks the printer for that paper by its key", async () => {
    const given = shown(booked);
    await open(given);
    expect(given.printed).toEqual([]);
    for (const place of [preview(), paper()]) {
      expect(place?.textContent).toContain("Ann Smith");
      expect(place?.textContent).toContain("Tuesday, December 1, 2026 2:00 PM Eastern Standard Time");
    }
    await given.emit("command", { name: "print" });
    await choose(says.paper, "label-62x29");
    await doing(() => fireEvent.click(button(says.print)));
    expect(given.printed).toEqual([
      { sheet: { paper: "letter", length: null } },
      { sheet: { paper: "label-62x29", length: null } },
    ]);
  });

  test("keeps the paper for the next slip", async () => {
    const given = shown(booked);
    await open(given);
    await choose(says.paper, "roll-80");
    expect(given.changes).toEqual([{ slipPaper: "roll-80" }]);
    await doing(() => fireEvent.click(button(says.close)));
    given.state.settings.setState({ settings: { ...settings, slipPaper: "roll-80" } });
    await open(given);
    expect(within(dialog()).getByLabelText<HTMLSelectElement>(says.paper).value).toBe("roll-80");
  });

  test("speaks the language that was chosen, all of it, and again for the same patient", async () => {
    const given = shown(booked);
    await open(given);
    await speakSlip("Español");
    const { slip } = await load("es-US");
    await within(preview()).findByText(slip.title({ count: 1 }));
    expect(paper()?.getAttribute("lang")).toBe("es-US");
    expect(paper()?.textContent).toContain("hora estándar oriental");
    // The window's own words stay.
    expect(button(says.print)).toBeTruthy();
    await doing(() => fireEvent.click(button(says.copy)));
    expect(given.copied[0]).toContain(`${slip.for}: Ann Smith`);
    await doing(() => fireEvent.click(button(says.close)));
    await open(given);
    await within(preview()).findByText(slip.title({ count: 1 }));
  });

  test("saves the day as the file's name and no patient's, and says what it is called then", async () => {
    const given = shown(booked);
    await open(given);
    await doing(() => fireEvent.click(button(says.pdf)));
    expect(given.pdf).toEqual([{ sheet: { paper: "letter", length: null }, date: "2026-12-01" }]);
    expect(given.said()).toBe(says.saved({ file: "slip.pdf" }));
    await doing(() => fireEvent.click(button(says.calendar)));
    expect(given.calendar).toMatchObject([{ date: "2026-12-01" }]);
    expect(given.calendar[0]?.text).toContain("BEGIN:VCALENDAR\r\n");
  });

  test("says nothing of a file that was not chosen", async () => {
    const given = shown(booked, { saved: () => ok({ name: null }) });
    await open(given);
    await doing(() => fireEvent.click(button(says.pdf)));
    expect(given.said()).toBe("");
    expect(within(dialog()).queryByRole("alert")).toBeNull();
  });

  test("says why a file could not be written, and stays for another try", async () => {
    const full = failed(fail("invalid-input", verbatim("The disk is full.")));
    const given = shown(booked, { saved: () => full });
    await open(given);
    await doing(() => fireEvent.click(button(says.pdf)));
    expect(within(dialog()).getByRole("alert").textContent).toContain("The disk is full.");
    expect(given.said()).toBe("");
    await doing(() => fireEvent.click(button(says.pdf)));
    expect(given.pdf).toHaveLength(2);
  });

  test("does one thing at a time: while the system's dialog is open nothing is printed twice", async () => {
    const print = held<Result<{}>>();
    const given = shown(booked, { print: () => print.promise });
    await open(given);
    await given.emit("command", { name: "print" });
    await given.emit("command", { name: "print" });
    await doing(() => fireEvent.click(button(says.copy)));
    expect([given.printed.length, given.copied.length]).toEqual([1, 0]);
    await print.answer(ok({}));
    await doing(() => fireEvent.click(button(says.copy)));
    expect(given.copied).toHaveLength(1);
  });

  test("offers no calendar file of a visit that was denied, and says why", async () => {
    const denied = { ...appointment, status: "Denied" };
    const item = bookingItem({ status: "done", result: { ...result, appointment: denied } });
    const given = shown({ ...booked, item });
    await open(given);
    expect(within(dialog()).queryByRole("button", { name: says.calendar })).toBeNull();
    within(dialog()).getByText(says.noCalendar);
  });
});
