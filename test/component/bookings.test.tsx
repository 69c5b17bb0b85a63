import { fireEvent, render, screen, within } from "@testing-library/react";
import { beforeEach, describe, expect, test } from "vitest";
import type { BookingLine } from "../../contract/records/booking-line.ts";
import type { BookingItem } from "../../contract/records/item.ts";
import { fail, failed, ok, type Result } from "../../contract/failure.ts";
import type { RouteInput, RouteOutput } from "../../contract/routes.ts";
import { verbatim } from "../../messages/saying.ts";
import { words } from "../../messages/words.ts";
import { BookingsView } from "../../renderer/features/bookings/view.tsx";
import { appointment, bookingItem, bookingLine, knownPatient, uuid } from "../unit/renderer/builders.ts";
import { desk, doing } from "./kit.tsx";

const line = (n: number, instant: string, change: Partial<BookingLine> = {}): BookingLine =>
  bookingLine(n, instant, { patient: { firstName: `Ann${n}`, lastName: "Sample" }, ...change });
const lines = [
  line(1, "2031-03-04T14:00:00.000Z"),
  line(2, "2031-03-04T15:00:00.000Z", { status: "needs-card", result: null }),
  line(3, "2031-03-05T14:00:00.000Z", { status: "needs-checking", result: null, mayBeMade: true }),
];
const days = [
  { date: "2031-03-04", total: 2, left: 2 },
  { date: "2031-03-05", total: 120, left: 120 },
];
type Page = RouteOutput<"bookings.list">;
const page: Page = { rows: lines, days, next: null, unread: 0 };
const nothing: Page = { rows: [], days: [], next: null, unread: 0 };

/** The screen over a main that answers each page as the test says. */
async function open(
  answer: (input: RouteInput<"bookings.list">) => Result<Page> = () => ok(page),
  change: Partial<BookingItem> = {},
) {
  const result = { appointment, bookedAt: "2031-01-01T15:00:00Z", markedByPerson: false };
  const others: Record<string, BookingItem> = {
    [uuid(7)]: bookingItem({ id: uuid(7) }),
    [uuid(8)]: bookingItem({ id: uuid(8), status: "discarded" }),
  };
  const asked: RouteInput<"bookings.list">[] = [];
  const created: RouteInput<"items.create">[] = [];
  const { wrapper, state } = desk({
    "bookings.list": (input: RouteInput<"bookings.list">) => {
      asked.push(input);
      return answer(input);
    },
    "bookings.days": ({ from }: RouteInput<"bookings.days">) =>
      ok({ rows: from === "2031-03-04" ? lines.slice(0, 2) : [], unread: 0 }),
    "bookings.ofPatient": () => ok({ rows: lines, unread: 0 }),
    "items.get": ({ id }: RouteInput<"items.get">) =>
      ok(others[id] ?? bookingItem({ id, status: "done", result, ...change })),
    "items.create": (input: RouteInput<"items.create">) => {
      created.push(input);
      return ok(bookingItem({ id: uuid(90) }));
    },
    "patients.get": () => ok(knownPatient()),
    "items.counts": () => failed(fail("store", verbatim("-"))),
  });
  state.navigation.setState({ target: { screen: "bookings" } });
  await doing(() => render(<BookingsView />, { wrapper }));
  return { asked, created, state, search: screen.getByRole("searchbox", { name: words.bookings.search }) };
}
const key = (name: string): Promise<void> =>
  doing(() => fireEvent.keyDown(document.activeElement ?? document.body, { key: name }));
const focusedText = (): string => document.activeElement?.textContent ?? "";
const row = (name: RegExp): HTMLElement => screen.getByRole("button", { name });

beforeEach(() => document.body.replaceChildren());

describe("the agenda", () => {
  test("stands under the days, with how many there are beyond the page too, and says what is not booked", async () => {
    await open();
    const heads = screen.getAllByRole("heading", { level: 2 }).map(({ textContent }) => textContent);
    expect(heads).toEqual(["Tue, Mar 4, 2031", "Wed, Mar 5, 2031"]);
    expect(screen.getByText("120 bookings")).toBeDefined();
    const [first, second] = screen.getAllByRole("list").slice(1);
    expect(
      within(first ?? document.body)
        .getAllByRole("button")
        .map(({ textContent }) => textContent),
    ).toEqual([
      expect.stringMatching(/^9:00 AM .*Ann1 Sample.*Pending$/),
      expect.stringMatching(/^10:00 AM .*Ann2 Sample.*Not booked yet$/),
    ]);
    expect(second?.textContent).toContain("Needs checking");
    expect(second?.textContent).not.toContain("Not booked");
  });

  test("Down from the search enters it, arrows go over the days, Up leads back to the search", async () => {
    const { search } = await open();
    expect(document.activeElement).toBe(search);
    await key("ArrowDown");
    expect(focusedText()).toContain("Ann1");
    await key("ArrowDown");
    await key("ArrowDown");
    expect(focusedText()).toContain("Ann3");
    await key("ArrowDown");
    expect(focusedText()).toContain("Ann3");
    await key("Home");
    await key("ArrowUp");
    expect(document.activeElement).toBe(search);
  });

  test("is one stop of Tab, at the row where one was last", async () => {
    await open();
    const stops = (): string[] =>
      [...document.querySelectorAll<HTMLElement>("[data-line]")]
        .filter(({ tabIndex }) => tabIndex === 0)
        .map(({ textContent }) => /Ann\d/.exec(textContent ?? "")?.[0] ?? "");
    expect(stops()).toEqual(["Ann1"]);
    await doing(() => row(/Ann3/).focus());
    expect(stops()).toEqual(["Ann3"]);
  });

  test("Enter opens a booking and Esc comes back to its row", async () => {
    await open();
    await doing(() => row(/Ann2/).focus());
    await doing(() => fireEvent.click(row(/Ann2/), { detail: 0 }));
    const detail = screen.getByRole("region", { name: words.bookings.details });
    expect(document.activeElement).toBe(detail);
    expect(within(detail).getByRole("heading", { level: 2 }).textContent).toBe(
      "Tuesday, December 1, 2026, 2:00 PM, Eastern Time",
    );
    await key("Escape");
    expect(screen.queryByRole("region", { name: words.bookings.details })).toBeNull();
    expect(focusedText()).toContain("Ann2");
  });

  test("goes on by the place where the page ended, and back again", async () => {
    const next = { at: "2031-03-05T14:00:00.000Z", number: 3 };
    const { asked } = await open(({ after }) => ok({ ...page, next: after === null ? next : null }));
    await doing(() => fireEvent.click(screen.getByRole("button", { name: words.bookings.later })));
    expect(asked.at(-1)).toMatchObject({ after: next });
    expect(screen.queryByRole("button", { name: words.bookings.later })).toBeNull();
    await doing(() => fireEvent.click(screen.getByRole("button", { name: words.bookings.earlier })));
    expect(asked.at(-1)).toMatchObject({ after: null });
  });

  test("a search starts at the first page again, and offers what is only among the past", async () => {
    const { asked, search } = await open(({ view, text }) =>
      ok(text !== "" && view === "upcoming" ? nothing : page),
    );
    await doing(() => fireEvent.change(search, { target: { value: "jane" } }));
    expect(screen.getByText(words.bookings.noMatch({ text: "jane" }))).toBeDefined();
    await doing(() => fireEvent.click(screen.getByRole("button", { name: words.bookings.elsewhere.past })));
    expect(asked.at(-1)).toMatchObject({ view: "past", text: "jane", after: null });
    expect(row(/Ann1/)).toBeDefined();
  });

  test("a filter is asked for, counted on its button, and cleared", async () => {
    const { asked } = await open();
    await doing(() => fireEvent.click(screen.getByRole("button", { name: "Filter" })));
    const status = screen.getByRole("combobox", { name: words.bookings.filter.status });
    await doing(() => fireEvent.change(status, { target: { value: "needs-checking" } }));
    expect(asked.at(-1)).toMatchObject({ filter: { status: "needs-checking" } });
    expect(screen.getByRole("button", { name: "Filter (1)" })).toBeDefined();
    await doing(() => fireEvent.click(screen.getByRole("button", { name: words.bookings.filter.clear })));
    expect(asked.at(-1)).toMatchObject({ filter: { status: null } });
  });

  test("that could not be read never looks empty", async () => {
    await open(() => failed(fail("store", verbatim("The disk is gone."))));
    expect(screen.getByText("The disk is gone.")).toBeDefined();
    expect(screen.queryByText(words.bookings.none)).toBeNull();
  });

  test("says how many cannot be read", async () => {
    await open(() => ok({ ...page, unread: 2 }));
    expect(screen.getByText(words.bookings.unread({ count: 2 }))).toBeDefined();
  });
});

test("a booking's detail names the other visits of its patient, and not itself", async () => {
  await open();
  await doing(() => fireEvent.click(row(/Ann1/), { detail: 1 }));
  const others = screen.getByRole("region", { name: words.bookings.others.title({ name: "Ann" }) });
  expect(
    within(others)
      .getAllByRole("listitem")
      .map(({ textContent }) => textContent),
  ).toEqual([
    expect.stringMatching(/Mar 4, 2031 10:00 AM.*Not booked yet$/),
    expect.stringMatching(/Mar 5, 2031 9:00 AM.*Needs checking$/),
  ]);
});

describe("something is wrong with a booking", () => {
  test("tells whom to call, with the number of the booking", async () => {
    const { state } = await open();
    const { settings } = state.settings.getState();
    await doing(() =>
      state.settings.setState({ settings: settings && { ...settings, servicePhone: "(217) 555-0188" } }),
    );
    await doing(() => fireEvent.click(row(/Ann1/), { detail: 1 }));
    await doing(() => fireEvent.click(screen.getByRole("button", { name: words.bookings.wrong.open })));
    expect(screen.getByText(words.bookings.wrong.call({ number: "#900" }))).toBeDefined();
    expect(screen.getByText(/\(217\) 555-0188/)).toBeDefined();
  });
});

describe("a booking for which a corrected one was begun", () => {
  test("is marked in the list, and its detail says where that one stands and that this one stays", async () => {
    const rows = [line(1, "2031-03-04T14:00:00.000Z", { isBeingCorrected: true })];
    await open(() => ok({ ...page, rows }), { correctedBy: uuid(7) });
    await doing(() => fireEvent.click(row(/Ann1.*being corrected/), { detail: 1 }));
    expect(screen.getByText(words.bookings.correction.text)).toBeDefined();
    expect(screen.getByText(words.items.status.draft)).toBeDefined();
  });

  test("that was thrown away is as it was", async () => {
    await open(undefined, { correctedBy: uuid(8) });
    await doing(() => fireEvent.click(row(/Ann1/), { detail: 1 }));
    expect(screen.getByRole("region", { name: words.bookings.details })).toBeDefined();
    expect(screen.queryByText(words.bookings.correction.text)).toBeNull();
  });
});

describe("the day", () => {
  const openDay = async () => {
    const opened = await open();
    await doing(() => fireEvent.click(screen.getByRole("radio", { name: words.bookings.shapes.day })));
    return opened;
  };

  test("offers a booking wherever this computer has none, and begins it with its day and time", async () => {
    const { created, state } = await openDay();
    await doing(() => fireEvent.click(screen.getByRole("button", { name: "New booking at 12:30 PM" })));
    expect(created).toMatchObject([
      { kind: "booking", form: { time: "12:30", timeZone: "America/New_York" } },
    ]);
    expect(created[0]?.form).toMatchObject({ date: expect.stringMatching(/^[A-Z][a-z]{2} \d{1,2}, \d{4}$/) });
    expect(state.navigation.getState().target).toEqual({ screen: "new-booking", itemId: uuid(90) });
  });

  test("never says that a place is free", async () => {
    await openDay();
    expect(document.body.textContent).not.toMatch(/\bfree\b|\bavailable\b/i);
    expect(screen.getByText(words.bookings.day.empty)).toBeDefined();
  });
});
