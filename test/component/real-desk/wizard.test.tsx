import { fireEvent } from "@testing-library/react";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { words } from "../../../messages/words.ts";
import {
  chooseStep,
  field,
  itemsOf,
  main,
  one,
  openDesk,
  page,
  pickPatient,
  press,
  shows,
  showsNoMore,
  type,
  until,
  type RealDesk,
} from "../real-desk.tsx";

/** What stands around the fields of a booking, and what comes after it. Each test goes on from the one before. */
let desk: RealDesk;

const { label, booked, visit, steps } = words.booking;
const { wrong } = words.bookings;
const strip = one("region", words.booking.strip.label);
const rail = one("complementary", words.booking.rail.label);
const title = (name: keyof typeof steps, number: number): string =>
  words.booking.stepTitle({ step: steps[name], number, count: 4, title: words.booking.title });
const isFocused = async (name: string): Promise<void> => {
  await expect.poll(async () => document.activeElement === (await field(name))).toBe(true);
};
const valueOf = async (name: string): Promise<string> => (await field(name)).value;

/** What stands below a field. */
async function linesOf(name: string): Promise<string> {
  const ids = ((await field(name)).getAttribute("aria-describedby") ?? "").split(" ");
  return ids.map((id) => document.getElementById(id)?.textContent ?? "").join(" ");
}
async function typeVisit(service: string, date: string, time: string): Promise<void> {
  await chooseStep("visit");
  await type(label.service, service);
  await type(label.date, date);
  await type(label.time, time);
}
async function book(): Promise<void> {
  await chooseStep("billing");
  fireEvent.click(await until(one("radio", words.booking.billing.names["Monthly Invoice"])));
  await chooseStep("review");
  await press(words.booking.book);
  await until(one("button", wrong.open, main));
}

beforeAll(async () => {
  desk = await openDesk();
  await desk.get("session.practise", {});
  await until(main);
  await desk.go({ screen: "new-booking", isFresh: true });
});
afterAll(() => desk.close());

describe("while it is filled in", () => {
  test("says the step in the heading and in the window's title", async () => {
    await chooseStep("visit");
    await until(one("heading", title("visit", 2)));
    expect(document.title).toBe(words.shell.windowTitle({ screen: title("visit", 2) }));
    await chooseStep("patient");
    await until(one("heading", title("patient", 1)));
  });

  // visit-8: The patient's name stands on every step
  test("shows on every step whose it is, with the way to change that", { tags: ["visit-8"] }, async () => {
    await pickPatient("Alvarez");
    for (const name of ["visit", "billing", "review"] as const) {
      await chooseStep(name);
      await shows("Maria Alvarez", strip);
      await shows("#1", strip);
    }
    await press(words.booking.strip.changePatient, strip);
    const find = one("combobox", words.booking.patient.find);
    await until(() => expect(document.activeElement).toBe(find()));
  });

  // visit-10: Missing fields are listed, each with the way there
  test("lists what is missing by field, each with the way there", { tags: ["visit-10"] }, async () => {
    await chooseStep("review");
    await shows(words.ui.toFix.title({ count: 4 }));
    await press(new RegExp(`^${label.date}:`));
    await isFocused(label.date);
  });

  // visit-5: A past day, a closed day and an unusual hour warn at their fields
  test(
    "warns of a closed day and an unusual hour at their fields, and ticks no day that has passed",
    { tags: ["visit-5"] },
    async () => {
      await typeVisit("102", "3/9/2031", "9pm");
      await shows(visit.closedDay({ date: "2031-03-09" }));
      await shows(visit.outsideHours({ opens: "07:00", closes: "19:00" }));
      await type(label.date, "1/2/2020");
      await shows(words.fields.dayPassed);
      expect(await linesOf(label.date)).toBe(words.fields.dayPassed);
    },
  );

  test("takes a day from the month", async () => {
    await type(label.date, "3/4/2031");
    await type(label.time, "2pm");
    await press("Wednesday, March 5, 2031", one("group", visit.month));
    expect(await valueOf(label.date)).toBe("Mar 5, 2031");
    await shows("Wednesday, March 5, 2031, 2:00 PM Eastern", rail);
  });
});

describe("once it is booked", () => {
  const panel = one("complementary", wrong.open);

  // booking-10: "Something is wrong" says whom to call and what to say, and that the first booking stays
  test(
    "says what to do when something is wrong, and that the first one stays",
    { tags: ["booking-10"] },
    async () => {
      await book();
      await press(wrong.open);
      await shows(wrong.call({ number: "#1" }), panel);
      await shows("Wednesday, March 5, 2031, 2:00 PM Eastern", panel);
      await press(wrong.copy, panel);
      await shows(words.bookings.copied, page);
      await press(wrong.close, panel);
      const opener = one("button", wrong.open, main);
      await until(() => expect(opener().getAttribute("aria-expanded")).toBe("false"));
      await until(() => expect(document.activeElement).toBe(opener()));
    },
  );

  test("starts a corrected one with the same details, which then may already be booked", async () => {
    const overlap = visit.overlap({ name: "Maria Alvarez", time: "14:00" });
    await press(wrong.open);
    await press(wrong.corrected, panel);
    await shows("Wednesday, March 5, 2031, 2:00 PM Eastern", rail);
    expect(await valueOf(label.service)).toBe("Follow-up visit");
    await shows(overlap);
    await type(label.time, "2:20pm");
    await shows(overlap);
    await type(label.time, "2:30pm");
    await showsNoMore(overlap);
    await book();
  });

  // booking-26: Another booking, or a follow-up, starts at Visit
  test(
    "books another, or a follow-up, for the same patient: on at Visit",
    { tags: ["booking-26"] },
    async () => {
      await press(booked.followUp);
      await press(/^2 weeks/, one("group", words.series.followUp.usual));
      await expect.poll(() => valueOf(label.service)).toBe("Follow-up visit");
      expect(await valueOf(label.date)).toBe("Mar 19, 2031");
      await shows("Maria Alvarez", strip);
      await typeVisit("101", "3/6/2031", "9am");
      await book();
      await press(booked.another({ name: "Maria" }));
      await expect.poll(() => valueOf(label.service)).toBe("");
      await shows("Maria Alvarez", strip);
      expect(await itemsOf(desk, { kinds: ["booking"], statuses: ["done"] })).toHaveLength(3);
    },
  );
});
