import { fireEvent, render, screen, within } from "@testing-library/react";
import { beforeEach, describe, expect, test } from "vitest";
import type { BookingLine } from "../../shared/bookings/booking-line.ts";
import type { BookingItem } from "../../shared/outbox/item.ts";
import { fail, failed, ok, type Result } from "../../shared/core/failure.ts";
import type { RouteInput, RouteOutput } from "../../shared/routes.ts";
import { addTo, getStartOfWeek, getWeekday } from "../../shared/time/calendar.ts";
import { getToday } from "../../shared/time/zoned-time.ts";
import { agendaDay, shortDay } from "../../messages/format.ts";
import { verbatim } from "../../messages/saying.ts";
import { words } from "../../messages/words.ts";
import { DayView } from "../../renderer/features/bookings/day-view.tsx";
import { BookingsView } from "../../renderer/features/bookings/view.tsx";
import { member } from "../support/clinic-states.ts";
import { appointment, bookingItem, bookingLine, knownPatient, uuid } from "../unit/renderer/builders.ts";
import { desk, doing, settings } from "./kit.tsx";

const line = (n: number, instant: string, change: Partial<BookingLine> = {}): BookingLine =>
  bookingLine(n, instant, { patient: { firstName: `Ann${n}`, lastName: "Sample" }, ...change });
const lines = [
  line(1, "2031-03-04T14:00:00.000Z"),
  line(2, "2031-03-04T15:00:00.000Z", { status: "needs-card", result: null }),
  line(3, "2031-03-05T14:00:00.000Z", { status: "needs-checking", result: null, mayBeMade: true }),
];
const days = [
  { date: "2031-03-04", total: 2, left: 2, from: 0 },
  { date: "2031-03-05", total: 120, left: 120, from: 2 },
];
type Page = RouteOutput<"bookings.list">;
const page: Page = { rows: lines, days, from: 0, anchorAt: null, total: 3, hasMore: false };
const nothing: Page = { ...page, rows: [], days: [], total: 0 };

/** Two on the first day of this week, none on the next, one on the third; none in any other. */
const weekLines = ({ from, days }: RouteInput<"bookings.days">): BookingLine[] =>
  days < 7 || from !== getStartOfWeek(todayHere())
    ? []
    : [
        line(1, `${from}T14:00:00.000Z`),
        line(2, `${from}T15:00:00.000Z`, { status: "ready", result: null }),
        line(3, `${addTo(from, { days: 2 })}T14:00:00.000Z`),
      ];

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
  const daysAsked: RouteInput<"bookings.days">[] = [];
  const created: RouteInput<"items.create">[] = [];
  const exported: RouteInput<"export.save">[] = [];
  const { wrapper, state } = desk({
    "bookings.list": (input: RouteInput<"bookings.list">) => {
      asked.push(input);
      return answer(input);
    },
    "bookings.days": (input: RouteInput<"bookings.days">) => {
      daysAsked.push(input);
      return ok({ rows: weekLines(input), unread: 0, more: 0 });
    },
    "bookings.ofPatient": () => ok({ rows: lines, unread: 0 }),
    "items.get": ({ id }: RouteInput<"items.get">) =>
      ok(others[id] ?? bookingItem({ id, status: "done", result, ...change })),
    "items.create": (input: RouteInput<"items.create">) => {
      created.push(input);
      return ok(bookingItem({ id: uuid(90) }));
    },
    "patients.get": () => ok(knownPatient()),
    "items.counts": () => failed(fail("store", verbatim("-"))),
    "export.save": (input: RouteInput<"export.save">) => {
      exported.push(input);
      return ok({ name: "bookings-out.csv", rows: 3 });
    },
  });
  state.navigation.setState({ target: { screen: "bookings" } });
  await doing(() => render(<BookingsView />, { wrapper }));
  return {
    asked,
    created,
    exported,
    daysAsked,
    state,
    search: screen.getByRole("searchbox", { name: words.bookings.search }),
  };
}
const todayHere = (): string => getToday("America/New_York", new Date().toISOString());
const key = (name: string): Promise<void> =>
  doing(() => fireEvent.keyDown(document.activeElement ?? document.body, { key: name }));
const focusedText = (): string => document.activeElement?.textContent ?? "";
const row = (name: RegExp): HTMLElement => screen.getByRole("button", { name });

beforeEach(() => document.body.replaceChildren());

test("the bookings of this computer are saved as a file by one press, which says how many they are", async () => {
  const { exported, state } = await open();
  await doing(() => screen.getByRole("button", { name: words.import.exportBookings }).click());
  expect(exported).toEqual([{ what: "bookings" }]);
  const said = words.import.exported({ rows: 3, name: "bookings-out.csv" });
  expect(state.announcer.getState().toast.text).toBe(said);
});

describe("the agenda", () => {
  // lists-2: Bookings are listed by the day of the visit, with those not booked yet
  test(
    "stands under the days, with how many there are beyond the page too, and says what is not booked",
    { tags: ["lists-2"] },
    async () => {
      await open();
      const heads = screen.getAllByRole("heading", { level: 2 }).map(({ textContent }) => textContent);
      expect(heads).toEqual(["Tue, Mar 4, 2031", "Wed, Mar 5, 2031"]);
      expect(screen.getByText("120 appointments")).toBeDefined();
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
    },
  );

  // lists-3: The schedule says that it has only this computer's bookings, and that a status may have changed
  test(
    "says that it has bookings of this computer alone, whose status may have changed since",
    { tags: ["lists-3"] },
    async () => {
      await open();
      expect(screen.getByText(words.bookings.description)).toBeDefined();
    },
  );

  test("at a desk of a clinic says whose bookings it has, and until when it has heard of them", async () => {
    const { ofClinic } = words.bookings;
    const { state } = await open(() => ok(nothing));
    const stands = (change: Parameters<typeof member>[0]): Promise<void> =>
      doing(() => state.clinic.setState({ clinic: member(change), failure: null }));
    await stands({});
    expect(screen.getByText(ofClinic.up)).toBeDefined();
    expect(screen.queryByText(words.bookings.description)).toBeNull();
    await stands({ line: "reading" });
    expect(screen.getByText(ofClinic.reading)).toBeDefined();
    await stands({ line: "away", heardAt: `${todayHere()}T16:03:00Z` });
    expect(screen.getByText(/reached this desk before 1[0-9]:03 [AP]M\./)).toBeDefined();
    await stands({ line: "away", heardAt: null });
    expect(screen.getByText(ofClinic.awayYet)).toBeDefined();
    await stands({ line: "stopped" });
    expect(screen.getByText(ofClinic.stopped)).toBeDefined();
    await doing(() => fireEvent.change(screen.getByRole("searchbox"), { target: { value: "Nobody" } }));
    expect(await screen.findByText(ofClinic.noMatchHelp)).toBeDefined();
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

  test("says the phone number, how many are at the time, and loudly that one of them is the same patient's", async () => {
    const patient = { firstName: "Ann", lastName: "Sample", phone: "(217) 555-0100" };
    const [one, two] = [false, true].map((isTwice, at) =>
      line(at + 1, "2031-03-04T14:00:00.000Z", { patient, atOnce: 3, isTwice }),
    );
    await open(() => ok({ ...page, rows: [one ?? "damaged", two ?? "damaged"], total: 2 }));
    const { atOnce, isTwice, times } = words.bookings;
    const both = screen.getAllByRole("button", { name: /555-0100.*Pending/ });
    expect(both.map(({ textContent }) => textContent.includes(times({ count: 3 })))).toEqual([true, true]);
    expect(both.map((each) => within(each).queryByText(atOnce({ count: 3 })) !== null)).toEqual([
      true,
      false,
    ]);
    expect(both.map((each) => within(each).queryByText(isTwice({ count: 3 })) !== null)).toEqual([
      false,
      true,
    ]);
  });

  test("marks now before the first of today that is still to come", async () => {
    const date = todayHere();
    const rows = [1, 2, 3].map((n) =>
      line(n, new Date(Date.now() + (n - 1.5) * 1_000).toISOString(), { service: String(n) }),
    );
    const today = { date, total: 3, left: 2, from: 0 };
    await open(() => ok({ ...page, rows, days: [today] }));
    const marked = [...document.querySelectorAll("[data-now]")].map(({ textContent }) => textContent);
    expect(marked).toEqual([expect.stringContaining("Ann2")]);
  });

  test("selects what was searched for when it is come to again", async () => {
    const { search, state } = await open();
    await doing(() => fireEvent.change(search, { target: { value: "jane" } }));
    await doing(() => state.navigation.getState().go({ screen: "bookings" }));
    const { selectionStart, selectionEnd } = search as HTMLInputElement;
    expect([selectionStart, selectionEnd]).toEqual([0, 4]);
  });

  test("Ctrl Enter on the one that is open books another for its patient", async () => {
    const { state } = await open(undefined, {
      form: { ...bookingItem().form, patient: { kind: "known", id: uuid(1) } },
    });
    await doing(() => fireEvent.click(row(/Ann1/), { detail: 0 }));
    await doing(() => fireEvent.keyDown(document.body, { key: "Enter", ctrlKey: true }));
    expect(state.navigation.getState().target).toMatchObject({ screen: "new-booking" });
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

  // lists-11: Enter opens a row, and Esc returns to it
  test("Enter opens a booking and Esc comes back to its row", { tags: ["lists-11"] }, async () => {
    await open();
    await doing(() => row(/Ann2/).focus());
    await doing(() => fireEvent.click(row(/Ann2/), { detail: 0 }));
    const detail = screen.getByRole("region", { name: words.bookings.details });
    expect(document.activeElement).toBe(detail);
    expect(within(detail).getByRole("heading", { level: 2 }).textContent).toBe(
      "Tuesday, December 1, 2026, 2:00\u00A0PM Eastern Time",
    );
    await key("Escape");
    expect(screen.queryByRole("region", { name: words.bookings.details })).toBeNull();
    expect(focusedText()).toContain("Ann2");
  });

  test("a search starts at the beginning again, and offers what is only among the past", async () => {
    const { asked, search } = await open(({ view, text }) =>
      ok(text !== "" && view === "upcoming" ? nothing : page),
    );
    await doing(() => fireEvent.change(search, { target: { value: "jane" } }));
    expect(screen.getByText(words.bookings.noMatch({ text: "jane" }))).toBeDefined();
    await doing(() => fireEvent.click(screen.getByRole("button", { name: words.bookings.elsewhere.past })));
    expect(asked.at(-1)).toMatchObject({ view: "past", text: "jane", from: 0 });
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

  test("keeps to those whom one of the staff booked, where the clinic says who they are", async () => {
    const { asked, state } = await open();
    await doing(() => fireEvent.click(screen.getByRole("button", { name: "Filter" })));
    const by = () => screen.queryByRole("combobox", { name: words.bookings.filter.by });
    expect(by()).toBeNull();
    const { settings } = state.settings.getState();
    await doing(() =>
      state.settings.setState({ settings: settings && { ...settings, staff: ["Rosa Delgado"] } }),
    );
    await doing(() => fireEvent.change(by() ?? document.body, { target: { value: "Rosa Delgado" } }));
    expect(asked.at(-1)).toMatchObject({ filter: { by: "Rosa Delgado" } });
  });

  test("that could not be read never looks empty", async () => {
    await open(() => failed(fail("store", verbatim("The disk is gone."))));
    expect(screen.getByText("The disk is gone.")).toBeDefined();
    expect(screen.queryByText(words.bookings.none)).toBeNull();
  });

  test("says how many cannot be read", async () => {
    await open(() => ok({ ...page, rows: [...lines, "damaged", "newer"], total: 5 }));
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

describe("a booking that someone marked as booked", () => {
  test.each([
    ["has no response that could be read, and its detail says so", null, 1],
    ["after a response says nothing of there being none", appointment, 0],
  ] as const)("%s", async (_, answer, times) => {
    const result = { appointment: answer, bookedAt: "2031-01-01T15:00:00Z", markedByPerson: true };
    await open(undefined, { result });
    await doing(() => fireEvent.click(row(/Ann1/), { detail: 1 }));
    expect(screen.getByText(words.bookings.marked)).toBeDefined();
    expect(screen.queryAllByText(words.bookings.markedHelp)).toHaveLength(times);
  });
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
    await open(() => ok({ ...page, rows, total: 1 }), { correctedBy: uuid(7) });
    await doing(() => fireEvent.click(row(/Ann1.*Being corrected/), { detail: 1 }));
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

describe("the week", () => {
  const openWeek = async () => {
    const opened = await open();
    await doing(() => fireEvent.click(screen.getByRole("radio", { name: words.bookings.shapes.week })));
    return opened;
  };
  const counted = (): number[] =>
    screen.getAllByRole("region").map((day) => within(day).queryAllByRole("listitem").length);

  test("has seven days from Sunday, each with how many there are, and goes on by weeks", async () => {
    const { daysAsked } = await openWeek();
    const from = daysAsked.at(-1)?.from ?? "";
    expect(getWeekday(from)).toBe(0);
    expect(counted()).toEqual([2, 0, 1, 0, 0, 0, 0]);
    await doing(() => fireEvent.click(screen.getByRole("button", { name: words.bookings.turn.week.next })));
    expect(daysAsked.at(-1)).toMatchObject({ from: addTo(from, { days: 7 }), days: 7 });
  });

  // lists-10: The booking open beside a day or week belongs to it, or is closed
  test(
    "closes what is open beside it when another one is shown, and not before",
    { tags: ["lists-10"] },
    async () => {
      await openWeek();
      await doing(() => row(/Ann3/).click());
      const detail = (): HTMLElement | null => screen.queryByRole("region", { name: words.bookings.details });
      const turn = (name: string): Promise<void> =>
        doing(() => {
          const button = screen.getByRole("button", { name });
          button.focus();
          button.click();
        });
      await turn(words.bookings.day.today);
      expect(detail()).not.toBeNull();
      await turn(words.bookings.turn.week.next);
      expect(detail()).toBeNull();
      expect(document.activeElement?.getAttribute("aria-label")).toBe(words.bookings.turn.week.next);
      await turn(words.bookings.day.today);
      expect(counted()).toEqual([2, 0, 1, 0, 0, 0, 0]);
      expect(detail()).toBeNull();
    },
  );

  test("is one stop of Tab; arrows move in a day and over days without visits", async () => {
    await openWeek();
    const stops = [...document.querySelectorAll<HTMLElement>("[data-line]")].filter(
      ({ tabIndex }) => tabIndex === 0,
    );
    expect(stops).toHaveLength(1);
    await doing(() => row(/Ann2/).focus());
    await key("ArrowRight");
    expect(focusedText()).toContain("Ann3");
    await key("ArrowLeft");
    expect(focusedText()).toContain("Ann1");
    await key("ArrowDown");
    expect(focusedText()).toContain("Ann2");
  });

  test("leads to one of its days, and begins a booking on it without a time", async () => {
    const { created, daysAsked } = await openWeek();
    const from = daysAsked.at(-1)?.from ?? "";
    const third = agendaDay(addTo(from, { days: 2 }), todayHere());
    const begin = screen.getByRole("button", { name: words.bookings.week.begin({ day: third }) });
    await doing(() => fireEvent.click(begin));
    expect(created).toMatchObject([{ form: { date: shortDay(addTo(from, { days: 2 })), time: "" } }]);
    await doing(() => fireEvent.click(screen.getByRole("button", { name: third })));
    expect(daysAsked.at(-1)).toMatchObject({ from: addTo(from, { days: 2 }), days: 1 });
  });
});

describe("the day", () => {
  const openDay = async () => {
    const opened = await open();
    await doing(() => fireEvent.click(screen.getByRole("radio", { name: words.bookings.shapes.day })));
    return opened;
  };

  // lists-15: A press on an empty place of the day starts a booking
  test(
    "offers a booking wherever this computer has none, and begins it with its day and time",
    { tags: ["lists-15"] },
    async () => {
      const { created, state } = await openDay();
      await doing(() => fireEvent.click(screen.getByRole("button", { name: "New appointment at 12:30 PM" })));
      expect(created).toMatchObject([
        { kind: "booking", form: { time: "12:30", timeZone: "America/New_York" } },
      ]);
      expect(created[0]?.form).toMatchObject({
        date: expect.stringMatching(/^[A-Z][a-z]{2} \d{1,2}, \d{4}$/),
      });
      expect(state.navigation.getState().target).toEqual({ screen: "new-booking", itemId: uuid(90) });
    },
  );

  test("begins one booking for a double click", async () => {
    const { created } = await openDay();
    const place = screen.getByRole("button", { name: "New appointment at 12:30 PM" });
    fireEvent.click(place);
    fireEvent.click(place);
    await doing(() => undefined);
    expect(created).toHaveLength(1);
  });

  // lists-12: A day shows booked, not booked yet and needs checking by look and by word
  test(
    "shows what is booked, what is not yet and what needs checking in looks of their own, and in words",
    { tags: ["lists-12"] },
    async () => {
      const { wrapper } = desk({ "bookings.days": () => ok({ rows: lines, unread: 0, more: 3_000 }) });
      const nothing = (): void => undefined;
      const props = { settings, date: "2031-03-04", chosen: null, onChoose: nothing, onClose: nothing };
      await doing(() => render(<DayView {...props} />, { wrapper }));
      expect(screen.getByText(words.bookings.notAll.title({ count: 3_000 }))).toBeDefined();
      const legend = within(screen.getByRole("list", { name: words.bookings.day.legend }));
      const swatches = legend
        .getAllByRole("listitem")
        .map((item) => [...(item.firstElementChild?.classList ?? [])]);
      const shared = (name: string): boolean => swatches.every((classes) => classes.includes(name));
      const looks = swatches.map((classes) => classes.filter((name) => !shared(name)));
      expect(new Set(looks.map(String)).size).toBe(3);
      expect(legend.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
        words.bookings.day.booked({ count: 1 }),
        words.bookings.day.notBooked({ count: 1 }),
        words.bookings.day.unclear({ count: 1 }),
      ]);
      const blocks = [/Ann1.*Pending/, /Ann2.*Not booked yet/, /Ann3.*Needs checking/].map((name) =>
        row(name),
      );
      expect(blocks.map(({ classList }) => looks.flat().filter((name) => classList.contains(name)))).toEqual(
        looks,
      );
    },
  );

  // lists-4: An empty place in a day is never called free
  test("never says that a place is free", { tags: ["lists-4"] }, async () => {
    await openDay();
    expect(document.body.textContent).not.toMatch(/\bfree\b|\bavailable\b/i);
    expect(screen.getByText(words.bookings.day.empty)).toBeDefined();
  });

  test("at a desk of a clinic says so of what it has heard of", async () => {
    const { state } = await openDay();
    await doing(() => state.clinic.setState({ clinic: member(), failure: null }));
    expect(screen.getByText(words.bookings.ofClinic.empty)).toBeDefined();
    expect(screen.queryByText(words.bookings.day.empty)).toBeNull();
  });
});
