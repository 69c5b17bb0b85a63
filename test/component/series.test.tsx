import { fireEvent, render, screen, within } from "@testing-library/react";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { fail, failed, ok, type Result } from "../../shared/core/failure.ts";
import type { BookingForm } from "../../shared/bookings/booking-form.ts";
import { type SeriesForm, emptySeries } from "../../shared/bookings/series-form.ts";
import type { BookingItem } from "../../shared/outbox/item.ts";
import type { RouteInput } from "../../shared/routes.ts";
import { verbatim } from "../../messages/saying.ts";
import { words } from "../../messages/words.ts";
import { BookingScreen } from "../../renderer/features/booking/index.ts";
import {
  appointment,
  bookingItem,
  bookingLine,
  filledBooking,
  knownPatient,
  uuid,
} from "../unit/renderer/builders.ts";
import { desk, doing, held, settings } from "./kit.tsx";

// What is loaded on demand is there.
beforeAll(async () => {
  await import("../../renderer/features/booking/repeat-form.tsx");
  await import("../../renderer/features/booking/series-review.tsx");
  await import("../../renderer/features/booking/series-outcome.tsx");
  await import("../../renderer/features/bookings/slip-dialog.tsx");
});
beforeEach(() => document.body.replaceChildren());

const say = words.series;
const rule: SeriesForm = { ...emptySeries, every: "2", times: "3" };
const far = { ...filledBooking, date: "2031-02-25", step: "visit" as const };

/** A booking that is open at its visit, over a main in memory. */
async function open(form: Partial<BookingForm> = {}, handlers: Parameters<typeof desk>[0] = {}) {
  const item = bookingItem({ form: { ...far, ...form } });
  const saved: BookingForm[] = [];
  const window = desk({
    "items.get": () => ok(item),
    "items.list": () => ok({ items: [], total: 0, damaged: 0, newer: 0 }),
    "items.edit": () => ok(item),
    "items.saveForm": ({ content }) => {
      if (content.kind === "booking") saved.push(content.form);
      return ok({ savedAt: item.updatedAt });
    },
    "patients.get": () => ok(knownPatient()),
    "patients.search": () => failed(fail("not-found", verbatim("-"))),
    "bookings.onDates": () => ok({ rows: [], unread: 0 }),
    ...handlers,
  });
  window.state.settings.setState({ settings });
  window.state.navigation.setState({ target: { screen: "new-booking", itemId: item.id } });
  await doing(() => render(<BookingScreen />, { wrapper: window.wrapper }));
  return { ...window, saved, item };
}
const field = (label: string): HTMLInputElement => screen.getByLabelText<HTMLInputElement>(label);
const type = (label: string, value: string): Promise<void> =>
  doing(() => fireEvent.change(field(label), { target: { value } }));
const press = (name: string): Promise<void> =>
  doing(() => fireEvent.click(screen.getByRole("button", { name })));
const rows = (label = say.list): readonly HTMLElement[] =>
  within(screen.getByRole("list", { name: label })).getAllByRole("listitem");
const textsOf = (items: readonly HTMLElement[]): readonly (string | null)[] =>
  items.map(({ textContent }) => textContent);
const bookButton = (count: number): HTMLElement => screen.getByRole("button", { name: say.book({ count }) });

describe("repeating a visit", () => {
  test("is quiet until it is asked for; its field then has the focus, and a whole rule is read in it", async () => {
    await open();
    expect(screen.queryByLabelText(say.label.every)).toBeNull();
    await press(say.open);
    await expect.poll(() => document.activeElement).toBe(await screen.findByLabelText(say.label.every));
    await type(say.label.every, "every 2 weeks x3");
    expect(textsOf(rows())).toEqual([
      expect.stringContaining("Tue Feb 25, 2031, 2:00 PM EST"),
      expect.stringContaining("Tue Mar 11, 2031, 2:00 PM EDT"),
      expect.stringContaining("Tue Mar 25, 2031, 2:00 PM EDT"),
    ]);
    await doing(() => fireEvent.blur(field(say.label.every)));
    expect([field(say.label.every).value, field(say.label.times).value]).toEqual(["2", "3"]);
  });

  test("says what is wrong with a rule once it is left, and lists nothing", async () => {
    await open({ series: { ...emptySeries } });
    await screen.findByLabelText(say.label.every);
    await type(say.label.every, "2");
    await type(say.label.times, "53");
    await doing(() => fireEvent.blur(field(say.label.times)));
    expect(screen.getByText(say.timesRange({ most: 52 }))).toBeDefined();
    expect(screen.queryByRole("list", { name: say.list })).toBeNull();
  });

  test("stops on a press: the button that began it has the focus, and nothing of the rule is kept", async () => {
    const { saved } = await open({ series: rule });
    await screen.findByLabelText(say.label.every);
    await press(say.stop);
    expect(document.activeElement?.textContent).toBe(say.open);
    await expect.poll(() => saved.at(-1)?.series).toBeUndefined();
    expect(saved.length).toBeGreaterThan(0);
  });

  test("keeps the rule in the draft as it was typed, with its days as days", async () => {
    const { saved } = await open({ series: { ...rule, times: "" } });
    await screen.findByLabelText(say.label.until);
    await type(say.label.until, "2031-04-01");
    await expect.poll(() => saved.at(-1)?.series).toEqual({ ...rule, times: "", until: "2031-04-01" });
  });

  test("one visit of a series that was made is not repeated itself", async () => {
    const item = bookingItem({ form: far, series: { ids: [uuid(50), uuid(51)], number: 1 } });
    await open({}, { "items.get": () => ok(item), "items.edit": () => ok(item) });
    expect(screen.queryByRole("button", { name: say.open })).toBeNull();
    expect(field(words.booking.label.notes)).toBeDefined();
  });
});

describe("each visit of the list", () => {
  test("is changed and taken out by itself", async () => {
    await open({ series: rule });
    await screen.findByLabelText(say.label.every);
    await press(say.changeOne({ number: 2 }));
    expect(document.activeElement).toBe(field(say.date({ number: 2 })));
    await type(say.date({ number: 2 }), "3/12/2031");
    await type(say.time({ number: 2 }), "9am");
    await press(say.removeOne({ number: 3 }));
    const [, second, third] = textsOf(rows());
    expect(second).toContain("Wed Mar 12, 2031, 9:00 AM EDT");
    expect(third).toContain(say.removed);
    expect(screen.getByText(new RegExp(`^${say.sum({ count: 2, date: "2031-03-12" })}`))).toBeDefined();
    await press(say.putBackOne({ number: 3 }));
    expect(textsOf(rows())[2]).not.toContain(say.removed);
  });

  // booking-19: A skipped or doubled hour is asked about for each visit
  test(
    "that comes twice on its day is asked for by itself; that does not exist has its times to take",
    { tags: ["booking-19"] },
    async () => {
      await open({ date: "2031-10-26", time: "1:30am", series: { ...rule, every: "1" } });
      const which = await screen.findByRole("radiogroup", {
        name: new RegExp(say.which({ number: 2 }).slice(0, 12)),
      });
      await doing(() => fireEvent.click(within(which).getByLabelText(words.booking.visit.later)));
      expect(textsOf(rows())[1]).toContain("1:30 AM EST");
      await type(words.booking.label.date, "3/2/2031");
      await type(words.booking.label.time, "2:30am");
      await press(words.booking.visit.takeTime({ time: "03:30" }));
      expect(textsOf(rows())[1]).toContain("Sun Mar 9, 2031, 3:30 AM EDT");
    },
  );

  // booking-20: A conflict of a series is shown at its visit
  test(
    "says what else is there: the same patient that day, at that time, a closed day, the end of a month",
    { tags: ["booking-20"] },
    async () => {
      const lines = [
        bookingLine(80, "2031-03-11T18:00:00Z"),
        bookingLine(81, "2031-03-25T13:00:00Z"),
        bookingLine(82, "2031-02-25T19:00:00Z", { patientRecord: uuid(9), patientNumber: "9" }),
      ];
      await open({ series: rule }, { "bookings.onDates": () => ok({ rows: lines, unread: 0 }) });
      await screen.findByLabelText(say.label.every);
      const [first, second, third] = textsOf(rows());
      expect(first).not.toContain("already");
      expect(second).toContain(words.booking.visit.overlap({ name: "Ann Smith", time: "14:00" }));
      expect(third).toContain(say.sameDay({ name: "Ann Smith", time: "09:00" }));
      await type(words.booking.label.date, "1/31/2031");
      await doing(() => fireEvent.change(field(say.label.unit), { target: { value: "months" } }));
      await type(say.label.every, "1");
      expect(textsOf(rows())[1]).toContain(say.lastDay({ month: 2, day: 31 }));
      await type(words.booking.label.date, "3/1/2031");
      expect(textsOf(rows())[0]).toContain(words.booking.visit.closedDay({ date: "2031-03-01" }));
    },
  );

  test("after the end of the card says so", async () => {
    const card = { id: "pm_1", brand: "visa", last4: "4242", expMonth: 2, expYear: 2031 };
    await open({ series: rule, billingType: "Bill to Patient", paymentMethod: "pm_1", card });
    await screen.findByLabelText(say.label.every);
    expect(textsOf(rows()).map((text) => text?.includes(say.cardExpires))).toEqual([false, true, true]);
  });
});

test("words for days become days when they are booked, so that nothing changes at midnight", async () => {
  const { saved } = await open({ series: { ...rule, times: "" } });
  await screen.findByLabelText(say.label.until);
  await type(say.label.until, "in 24 months");
  await doing(() => fireEvent.keyDown(window, { key: "Enter", ctrlKey: true }));
  await expect.poll(() => saved.at(-1)?.series?.until).toMatch(/^[A-Z][a-z]{2} \d+, \d{4}$/);
  expect(field(say.label.until).value).toBe(saved.at(-1)?.series?.until);
});

test("a follow-up has patient, service, address and billing of its visit, also of one known by number", async () => {
  const place = { address: "1 Main St", city: "Albany", state: "NY", zip: "12207" };
  const patient = { kind: "number" as const, text: "77" };
  const before = bookingItem({
    status: "done",
    form: { ...filledBooking, ...place, patient, sameAddress: false, notes: "Only then." },
  });
  const window = desk({
    "items.get": () => ok(before),
    "items.list": () => ok({ items: [], total: 0, damaged: 0, newer: 0 }),
  });
  window.state.settings.setState({ settings });
  const followUp = { itemId: before.id, date: "2031-01-12" };
  window.state.navigation.setState({ target: { screen: "new-booking", followUp } });
  await doing(() => render(<BookingScreen />, { wrapper: window.wrapper }));
  const { label } = words.booking;
  expect([field(label.date).value, field(label.time).value, field(label.address).value]).toEqual([
    "Jan 12, 2031",
    "",
    "1 Main St",
  ]);
  expect(field(label.notes).value).toBe("");
  expect(screen.getAllByText(words.booking.readBack.patientNumber({ number: "77" }))).not.toEqual([]);
  expect(window.calls).not.toContain("items.submit");
});

/** At Review, with everything there that a booking needs. */
const reviewed = { step: "review" as const, series: rule };
const made = (number: number, change: Partial<BookingItem> = {}): BookingItem =>
  bookingItem({
    id: uuid(49 + number),
    status: "ready",
    form: { ...far, date: `2031-0${String(2 + number)}-11`, time: "14:00" },
    series: { ids: [uuid(50), uuid(51), uuid(52)], number },
    ...change,
  });
const bookedAt = "2031-01-01T00:00:00Z";
const done = (number: number): BookingItem =>
  made(number, {
    status: "done",
    result: { appointment: { ...appointment, id: 900 + number }, bookedAt, markedByPerson: false },
  });

/** The draft while it is opened, and later what main made of it. */
function afterBooking(made: () => BookingItem) {
  let asked = 0;
  return () => {
    asked += 1;
    return ok(asked === 1 ? bookingItem({ form: { ...far, ...reviewed } }) : made());
  };
}

describe("booking a series", () => {
  // booking-15: A series is booked once by two presses
  test(
    "is one press for all, named with their number; pressed twice it is sent once",
    { tags: ["booking-15"] },
    async () => {
      const answer = held<ReturnType<typeof ok<BookingItem>>>();
      const asked: RouteInput<"items.bookSeries">[] = [];
      const { calls } = await open(reviewed, {
        "items.bookSeries": (input) => {
          asked.push(input);
          return answer.promise;
        },
        "items.series": () => ok({ items: [made(1), made(2), made(3)] }),
      });
      await screen.findByRole("list", { name: say.list });
      await doing(() => fireEvent.click(bookButton(3)));
      await doing(() => fireEvent.click(bookButton(3)));
      await answer.answer(ok(made(1)));
      expect(asked).toEqual([{ id: uuid(50) }]);
      expect(calls).not.toContain("items.submit");
      await screen.findByRole("list", { name: say.outcome.list });
      expect(screen.getByRole("heading", { level: 1 }).textContent).toBe(
        say.outcome.title({ booked: 0, count: 3, all: "no" }),
      );
    },
  );

  test("leads to the visit that is wrong instead, and sends nothing", async () => {
    const changes = [{ of: "2031-03-11", date: "soon", time: "", repeatedHour: null, isRemoved: false }];
    const { calls } = await open({ ...reviewed, series: { ...rule, changes } });
    await screen.findByText(say.incomplete);
    await press(words.booking.book);
    await expect.poll(() => document.activeElement?.getAttribute("name")).toBe("visit-2-date");
    expect(calls).not.toContain("items.bookSeries");
  });

  // booking-17: No visit of a series is called booked before it is
  test(
    "says of each what became of it, and of none that it is booked before it is",
    { tags: ["booking-17"] },
    async () => {
      let items = [made(1), made(2), made(3)];
      const { changed } = await open(reviewed, {
        "items.get": afterBooking(() => items[0] ?? made(1)),
        "items.bookSeries": () => ok(made(1)),
        "items.series": () => ok({ items }),
      });
      await screen.findByRole("list", { name: say.list });
      await doing(() => fireEvent.click(bookButton(3)));
      await screen.findByRole("list", { name: say.outcome.list });
      const problem = fail("fields-refused", verbatim("Not on a holiday."));
      const title = (): string | null => screen.getByRole("heading", { level: 1 }).textContent;
      items = [done(1), made(2, { status: "needs-editing", problem }), made(3, { status: "sending" })];
      await changed(uuid(50));
      expect(title()).toBe(say.outcome.title({ booked: 1, count: 3, all: "no" }));
      expect(textsOf(rows(say.outcome.list))).toEqual([
        expect.stringContaining("Appointment #901"),
        expect.stringContaining("Not on a holiday."),
        expect.stringContaining(words.items.status.sending),
      ]);
      items = [done(1), done(2), done(3)];
      await changed(uuid(52));
      expect(title()).toBe(say.outcome.title({ booked: 3, count: 3, all: "yes" }));
    },
  );

  // booking-60: No visit of a series is called booked before its response is read
  test(
    "says nothing of what is booked, and copies nothing, until that is read",
    { tags: ["booking-60"] },
    async () => {
      const first = held<Result<{ items: BookingItem[] }>>();
      const answers = [first.promise, ok({ items: [done(1), done(2), done(3)] })];
      const { calls } = await open(reviewed, {
        "items.bookSeries": () => ok(made(1)),
        "items.series": () => answers.shift() ?? first.promise,
      });
      const title = (): string | null => screen.getByRole("heading", { level: 1 }).textContent;
      await screen.findByRole("list", { name: say.list });
      await doing(() => fireEvent.click(bookButton(3)));
      await screen.findByRole("list", { name: say.outcome.list });
      expect(title()).toBe(say.outcome.unread({ count: 3 }));
      await first.answer(failed(fail("store", verbatim("The disk is gone."))));
      expect(title()).toBe(say.outcome.unread({ count: 3 }));
      await press(say.outcome.copy);
      expect(calls).not.toContain("app.copy");
      await press(words.bookings.again);
      expect(title()).toBe(say.outcome.title({ booked: 3, count: 3, all: "yes" }));
      await press(say.outcome.copy);
      expect(calls).toContain("app.copy");
    },
  );

  // booking-47: A series has one slip and one calendar file, of booked visits only
  test(
    "offers one slip of the visits that are booked, and of no others, with a calendar of them all",
    { tags: ["booking-47"] },
    async () => {
      const copied: string[] = [];
      const calendars: string[] = [];
      const all = [done(1), made(2, { status: "needs-editing" }), done(3)];
      let isMade = false;
      await open(reviewed, {
        "items.get": ({ id }) => {
          const before = bookingItem({ form: { ...far, ...reviewed } });
          return ok(isMade ? (all.find((item) => item.id === id) ?? before) : before);
        },
        "items.bookSeries": () => {
          isMade = true;
          return ok(done(1));
        },
        "items.series": () => ok({ items: all }),
        "app.copy": ({ text }) => (copied.push(text), ok({})),
        "slip.saveCalendar": ({ text }) => (calendars.push(text), ok({ name: "a.ics" })),
      });
      await screen.findByRole("list", { name: say.list });
      await doing(() => fireEvent.click(bookButton(3)));
      await screen.findByRole("list", { name: say.outcome.list });
      await press(words.slip.open);
      const dialog = within(await screen.findByRole("dialog", { name: words.slip.heading }));
      await doing(() => fireEvent.click(dialog.getByRole("button", { name: words.slip.copy })));
      await doing(() => fireEvent.click(dialog.getByRole("button", { name: words.slip.calendar })));
      expect(copied[0]?.match(/90\d/g)).toEqual(["901", "903"]);
      expect(calendars[0]?.match(/^BEGIN:VEVENT|^UID:.*$/gm)).toEqual([
        "BEGIN:VEVENT",
        `UID:${uuid(50)}`,
        "BEGIN:VEVENT",
        `UID:${uuid(52)}`,
      ]);
    },
  );

  test("has no slip while none of it is booked", async () => {
    const { changed } = await open(reviewed, {
      "items.get": afterBooking(() => made(1)),
      "items.bookSeries": () => ok(made(1)),
      "items.series": () => ok({ items: [made(1), made(2), made(3)] }),
    });
    await screen.findByRole("list", { name: say.list });
    await doing(() => fireEvent.click(bookButton(3)));
    await screen.findByRole("list", { name: say.outcome.list });
    await changed(uuid(50));
    expect(screen.queryByRole("button", { name: words.slip.open })).toBeNull();
  });

  test("the first one refused does not bring its form back", async () => {
    const { changed } = await open(reviewed, {
      "items.bookSeries": () => ok(made(1)),
      "items.series": () => ok({ items: [made(1, { status: "needs-editing" }), done(2), done(3)] }),
      "items.get": afterBooking(() => made(1, { status: "needs-editing" })),
    });
    await screen.findByRole("list", { name: say.list });
    await doing(() => fireEvent.click(bookButton(3)));
    await changed(uuid(50));
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe(
      say.outcome.title({ booked: 2, count: 3, all: "no" }),
    );
  });
});
