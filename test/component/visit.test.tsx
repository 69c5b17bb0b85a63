import { fireEvent, render, screen, within } from "@testing-library/react";
import { beforeEach, describe, expect, test } from "vitest";
import { fail, failed, ok } from "../../shared/core/failure.ts";
import type { ListedBooking } from "../../shared/outbox/item.ts";
import type { CatalogueService } from "../../shared/settings/settings.ts";
import { verbatim } from "../../messages/saying.ts";
import { words } from "../../messages/words.ts";
import { BookingScreen } from "../../renderer/features/booking/index.ts";
import { formatBillingType } from "../../renderer/ui/billing-words.ts";
import { bookingItem, bookingLine, filledBooking, knownPatient, uuid } from "../unit/renderer/builders.ts";
import { desk, doing, settings } from "./kit.tsx";

const followUp: CatalogueService = { id: 102, name: "Follow-up visit", minutes: 30 };
const physical: CatalogueService = { id: 103, name: "Annual physical", minutes: 45 };

/** A booking that is open at its visit, at a desk with these services. */
async function open(
  services: readonly CatalogueService[],
  service = "",
  held: readonly ListedBooking[] = [],
) {
  const item = bookingItem({ form: { ...filledBooking, patient: null, service, step: "visit" } });
  const window = desk({
    "items.get": () => ok(item),
    "items.list": () => ok({ items: [...held], total: held.length, damaged: 0, newer: 0 }),
    "items.edit": () => ok(item),
    "items.saveForm": () => ok({ savedAt: item.updatedAt }),
    "patients.search": () => failed(fail("not-found", verbatim("-"))),
  });
  window.state.settings.setState({ settings: { ...settings, services: [...services] } });
  window.state.navigation.setState({ target: { screen: "new-booking", itemId: item.id } });
  await doing(() => render(<BookingScreen />, { wrapper: window.wrapper }));
  return window;
}
const service = (): HTMLInputElement =>
  screen.getByRole<HTMLInputElement>("combobox", { name: words.booking.label.service });

beforeEach(() => document.body.replaceChildren());

// visit-11: If no visit types are set up, the screen says so and leads there
test(
  "where no services are set up the form says so, takes a number, and leads to the settings",
  { tags: ["visit-11"] },
  async () => {
    const { state } = await open([]);
    const { noServices, addServices } = words.booking.visit;
    expect(screen.getByText(noServices)).toBeDefined();
    await doing(() => fireEvent.click(screen.getByRole("button", { name: addServices })));
    expect(state.navigation.getState().target).toEqual({ screen: "settings", section: "services" });
  },
);

// visit-12: Enter or Tab takes the only match, and its name stays in the box
test.each(["Enter", "Tab"])(
  "the only match is taken by %s, and its name stays in the box",
  { tags: ["visit-12"] },
  async (key) => {
    await open([followUp, physical]);
    await doing(() => service().focus());
    await doing(() => fireEvent.change(service(), { target: { value: "fol" } }));
    await doing(() => fireEvent.keyDown(service(), { key }));
    expect(service().value).toBe(followUp.name);
  },
);

test("of more visit types than are listed, how many more there are is said below them", async () => {
  const many = Array.from({ length: 120 }, (_, at) => ({
    ...followUp,
    id: 1_000 + at,
    name: `Visit ${String(at)}`,
  }));
  await open(many);
  await doing(() => fireEvent.click(service()));
  expect(screen.getAllByRole("option")).toHaveLength(100);
  expect(screen.getByText(words.booking.visit.moreServices({ count: 20 }))).toBeDefined();
});

test("Enter in the time goes on, and on a billing type that is chosen; one that is not is chosen first", async () => {
  await open([followUp], "102");
  const step = (): string => screen.getByRole("heading", { level: 1 }).textContent ?? "";
  const enter = (target: HTMLElement): Promise<void> =>
    doing(() => fireEvent.keyDown(target, { key: "Enter" }));
  await enter(screen.getByLabelText(words.booking.label.time, { exact: true }));
  expect(step()).toContain(words.booking.steps.billing);
  const monthly = screen.getByRole<HTMLInputElement>("radio", {
    name: words.booking.billing.names["Monthly Invoice"],
  });
  await enter(monthly);
  expect([monthly.checked, step()]).toEqual([true, expect.stringContaining(words.booking.steps.billing)]);
  await enter(monthly);
  expect(step()).toContain(words.booking.steps.review);
});

// visit-13: Each step's tab shows the choice made on it
test("each step's tab shows what was chosen on it", { tags: ["visit-13"] }, async () => {
  await open([followUp], "102");
  const valueOf = (step: "visit" | "billing"): string => {
    const tab = screen.getByRole("button", { name: new RegExp(words.booking.steps[step]) });
    return document.getElementById(tab.getAttribute("aria-describedby") ?? "")?.textContent ?? "";
  };
  expect(valueOf("visit")).toContain("Tue Dec 1, 2:00\u00A0PM");
  expect(valueOf("billing")).toContain(formatBillingType("Bill to Account"));
});

// keeping-11: Paused work is one line, which opens to patient, time and step
test(
  "what is on hold is one line, which opens to who, when and where each stopped",
  { tags: ["keeping-11"] },
  async () => {
    const held = ["Linh", "Walter"].map((firstName, at) => ({
      ...bookingItem({ id: uuid(80 + at), status: "on-hold", form: { ...filledBooking, step: "billing" } }),
      patient: { firstName, lastName: "Nguyen" },
    }));
    await open([followUp], "", held);
    const line = within(screen.getByRole("region", { name: words.booking.drafts.label }));
    const opener = line.getByRole("button", { expanded: false });
    expect(opener.textContent).toBe(words.booking.drafts.count({ held: "all", count: 2 }));
    expect([line.getAllByRole("button").length, line.queryByRole("list")]).toEqual([1, null]);
    await doing(() => fireEvent.click(opener));
    expect(line.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^Linh Nguyen – Tue Dec 1, 2:00 PM, stopped at Billing$/),
      expect.stringMatching(/^Walter Nguyen – Tue Dec 1, 2:00 PM, stopped at Billing$/),
    ]);
  },
);

test("a day that could not be read is not like one without a second booking, also where all is read back", async () => {
  const patient = { kind: "known", id: uuid(1) } as const;
  const form = { ...filledBooking, date: "2031-02-25", patient, step: "review" } as const;
  const item = bookingItem({ form });
  const { state, wrapper } = desk({
    "items.get": () => ok(item),
    "items.list": () => ok({ items: [], total: 0, damaged: 0, newer: 0 }),
    "patients.get": () => ok(knownPatient(1)),
    "bookings.days": () => failed(fail("store", verbatim("The disk is gone."))),
  });
  state.navigation.setState({ target: { screen: "new-booking", itemId: item.id } });
  await doing(() => render(<BookingScreen />, { wrapper }));
  expect(screen.getByText(words.booking.visit.dayNotRead)).toBeDefined();
});

describe("a day with more than is listed", () => {
  /** At 2 PM of a day with an appointment a minute. */
  async function busy(step: "visit" | "review") {
    const patient = { kind: "known", id: uuid(1) } as const;
    const item = bookingItem({
      form: { ...filledBooking, date: "2026-12-01", time: "2pm", patient, step },
    });
    const first = Date.parse("2026-12-01T18:00:00.000Z");
    const rows = Array.from({ length: 130 }, (_, at) =>
      bookingLine(100 + at, new Date(first + at * 60_000).toISOString(), {
        patientRecord: null,
        patientNumber: "77",
      }),
    );
    const { state, wrapper } = desk({
      "items.get": () => ok(item),
      "items.list": () => ok({ items: [], total: 0, damaged: 0, newer: 0 }),
      "patients.get": () => ok(knownPatient(1)),
      "bookings.days": () => ok({ rows, more: 5, unread: 2 }),
    });
    state.navigation.setState({ target: { screen: "new-booking", itemId: item.id } });
    await doing(() => render(<BookingScreen />, { wrapper }));
  }

  test("says how many it has, and how many are left out before and after those that stand there", async () => {
    await busy("visit");
    const day = within(screen.getByRole("region", { name: words.booking.visit.thatDay }));
    const { bookedHere, dayEarlier, dayLater } = words.booking.visit;
    expect(day.getAllByRole("listitem")).toHaveLength(61);
    // One starts at 1 PM, and so on: 60 do before 2 PM, and of those 30 stand there.
    expect([
      day.queryByText(bookedHere({ count: 137 })) === null,
      day.queryByText(dayEarlier({ count: 30 })) === null,
      day.queryByText(dayLater({ count: 45 })) === null,
      day.queryByText(words.bookings.unread({ count: 2 })) === null,
    ]).toEqual([false, false, false, false]);
  });

  test("is not like one without a second visit of the patient, where all is read back", async () => {
    await busy("review");
    expect(screen.getByText(words.booking.visit.dayNotAll)).toBeDefined();
  });
});
