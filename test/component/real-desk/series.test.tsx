import { fireEvent } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createEmptyBookingForm } from "../../../shared/bookings/booking-form.ts";
import type { PatientRecord } from "../../../shared/patients/patient.ts";
import { speak, words } from "../../../messages/words.ts";
import { startFakeService, type FakeService } from "../../support/fake-service.ts";
import {
  atReview,
  chooseStep,
  connect,
  field,
  itemsOf,
  key,
  knowsPatient,
  main,
  one,
  openDesk,
  page,
  press,
  shows,
  type,
  until,
  withRole,
  type RealDesk,
} from "../real-desk.tsx";

/** Several visits at once, and a follow-up, in the window over the real main. */
let desk: RealDesk;
let service: FakeService;
let ann: PatientRecord;

const { label } = words.booking;
const rows = (): readonly HTMLElement[] => withRole("listitem", undefined, one("list", words.series.list));
const booked = (): number => service.sent("/api/appointment").length;
const isFocused = async (name: string): Promise<void> => {
  await expect.poll(async () => document.activeElement === (await field(name))).toBe(true);
};

beforeAll(async () => {
  service = await startFakeService();
  desk = await openDesk();
  await connect(desk, service.baseUrl);
  ann = await knowsPatient(desk);
});
afterEach(() => desk.get("settings.save", { undoSeconds: 0 }));
afterAll(async () => {
  await desk.close();
  await service.close();
});

/** A booking at Visit, with its rule typed. */
async function repeated(rule: string, change: Parameters<typeof atReview>[2] = {}): Promise<void> {
  await atReview(desk, ann, change);
  await chooseStep("visit");
  await press(words.series.open);
  await isFocused(words.series.label.every);
  await type(words.series.label.every, rule);
}

describe("a series that is not booked yet", () => {
  test("warns of what the patient has already, leads back to a wrong visit, and books nothing", async () => {
    await atReview(desk, ann, { date: "2031-03-11", time: "2pm" });
    await press(words.booking.book);
    await until(one("button", words.bookings.wrong.open, main));
    const before = booked();
    await repeated("1 week x3", { date: "2031-03-04", time: "2pm" });
    const clash = words.booking.visit.overlap({ name: "Ann Sample", time: "14:00" });
    await shows(clash, () => rows()[1] ?? main());
    await press(new RegExp(words.series.changeOne({ number: 3 })));
    await type(words.series.date({ number: 3 }), "soon");
    await key("Enter", { ctrlKey: true });
    await isFocused(words.series.date({ number: 3 }));
    expect(await itemsOf(desk, { statuses: ["ready", "sending"] })).toEqual([]);
    expect(booked()).toBe(before);
  });

  // booking-23: A series is paused and continued with its rule, also after a restart
  test("is held and taken up with its rule, also after a restart", { tags: ["booking-23"] }, async () => {
    await press(words.booking.hold, page);
    await expect.poll(() => itemsOf(desk, { statuses: ["on-hold"] })).toHaveLength(1);
    desk = await desk.restart();
    await until(main);
    const drafts = one("region", words.booking.drafts.label);
    const opener = await until(one("button", undefined, drafts));
    if (opener.getAttribute("aria-expanded") === "false") fireEvent.click(opener);
    await press(/Ann Sample/, drafts);
    await until(async () => expect((await field(words.series.label.every)).value).toBe("1"));
    await until(async () => expect((await field(words.series.date({ number: 3 }))).value).toBe("soon"));
    expect(rows()).toHaveLength(3);
  });
});

describe("several visits at once", () => {
  // booking-51: Several visits have one undo time: undone, none is made
  test(
    "have one moment: taken back, none was made and the rule stands; over, each is booked once",
    { tags: ["booking-51"] },
    async () => {
      const before = booked();
      await desk.get("settings.save", { undoSeconds: 15 });
      await repeated("weekly x3", { date: "2031-05-06" });
      await chooseStep("review");
      await press(words.series.book({ count: 3 }));
      const left = /^Booking in \d+ seconds?…$/;
      await shows(left);
      await press(new RegExp(`^${words.booking.moment.undo}`));
      await until(one("button", words.series.book({ count: 3 }), main));
      expect(booked()).toBe(before);
      const [draft] = await itemsOf(desk, { statuses: ["draft"] });
      expect(draft).toMatchObject({ attempts: [], form: { series: { times: "3" } } });
      await desk.get("settings.save", { undoSeconds: 1 });
      await press(words.series.book({ count: 3 }));
      await shows(words.series.outcome.title({ booked: 3, count: 3, all: "yes" }));
      expect(booked()).toBe(before + 3);
    },
  );
});

describe("a follow-up", () => {
  test("is one press from a booking: same patient, service and address, on the day that the press names", async () => {
    await atReview(desk, ann, { date: "2031-02-11", service: "102" });
    await press(words.booking.book);
    await press(words.booking.booked.followUp);
    await isFocused(words.series.followUp.when);
    await type(words.series.followUp.when, "soon");
    (await field(words.series.followUp.when)).focus();
    await key("Enter");
    await until(async () =>
      expect((await field(words.series.followUp.when)).getAttribute("aria-invalid")).toBe("true"),
    );
    await type(words.series.followUp.when, "6 weeks");
    (await field(words.series.followUp.when)).focus();
    await key("Enter");
    await isFocused(label.time);
    expect((await field(label.service)).value).toContain("102");
    expect((await field(label.date)).value).toBe("Mar 25, 2031");
    await shows("Ann Sample", one("region", words.booking.strip.label));
  });
});

describe("in Spanish", () => {
  afterAll(() => speak("en-US"));

  test("reads the rule as it is said there, and books every visit of it", async () => {
    await desk.get("settings.save", { language: "es-US" });
    await speak("es-US");
    const before = booked();
    const { series } = words;
    const { id } = await desk.get("items.create", {
      kind: "booking",
      form: {
        ...createEmptyBookingForm("America/New_York"),
        patient: { kind: "known", id: ann.id },
        service: "102",
        date: "2031-04-03",
        step: "visit",
        billingType: "Monthly Invoice",
      },
    });
    await desk.go({ screen: "new-booking", itemId: id });
    await type(words.booking.label.time, "2 de la tarde");
    await press(series.open);
    await type(series.label.every, "cada 2 semanas, 3 veces");
    const visits = (): readonly HTMLElement[] => withRole("listitem", undefined, one("list", series.list));
    await until(() => expect(visits()).toHaveLength(3));
    expect((await field(series.label.times)).value).toBe("3");
    await chooseStep("review");
    await press(series.book({ count: 3 }));
    await shows(series.outcome.title({ booked: 3, count: 3, all: "yes" }));
    expect(booked()).toBe(before + 3);
  });
});
