import { fireEvent } from "@testing-library/react";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { PatientRecord } from "../../../shared/patients/patient.ts";
import { words } from "../../../messages/words.ts";
import { startFakeService, type FakeService } from "../../support/fake-service.ts";
import {
  atReview,
  connect,
  field,
  holding,
  itemsOf,
  key,
  knowsPatient,
  one,
  openDesk,
  press,
  shows,
  until,
  type RealDesk,
} from "../real-desk.tsx";

/** The moment to undo, in the window over the real main; what is the keyboard's and the browser's of it is in e2e/undo. */
let desk: RealDesk;
let service: FakeService;
let ann: PatientRecord;

const { moment } = words.booking;
/** What the window has shown last for a moment, over whatever screen. */
const told = (): string => desk.state.announcer.getState().toast.text;

beforeAll(async () => {
  service = await startFakeService();
  desk = await openDesk({ undoSeconds: 15 });
  await connect(desk, service.baseUrl);
  ann = await knowsPatient(desk);
});
afterAll(async () => {
  await desk.close();
  await service.close();
});

test("stands in the header on other screens, with the name; Undo opens the booking at Review", async () => {
  await atReview(desk, ann, { notes: "Gate 9" });
  await press(words.booking.book);
  await shows(/^Booking in \d+ seconds?…$/);
  await desk.go({ screen: "new-booking", isFresh: true });
  const strip = one("region", moment.label);
  await shows(/Ann Sample/, strip);
  // It is not offered as a draft to go on with.
  expect(holding(/Gate|stopped at Review/)).toEqual([]);
  await press(/./, strip);
  await shows(words.booking.review.heading);
  expect(await itemsOf(desk, { kinds: ["booking"] })).toMatchObject([{ status: "draft", problem: null }]);
  expect(service.sent("/api/appointment")).toEqual([]);
});

test("opening it takes it back, and that is said", async () => {
  const item = await atReview(desk, ann, { notes: "Gate 10" });
  await press(words.booking.book);
  await shows(/^Booking in \d+ seconds?…$/);
  await desk.go({ screen: "bookings" });
  await desk.go({ screen: "new-booking", itemId: item.id });
  await shows(words.booking.review.heading);
  await until(() => expect(told()).toBe(moment.takenBack));
  expect(await desk.get("items.get", { id: item.id })).toMatchObject({ status: "draft", problem: null });
  expect(service.sent("/api/appointment")).toEqual([]);
});

test("Ctrl Shift P holds it, so that it is not sent", async () => {
  const item = await atReview(desk, ann, { notes: "Gate 11" });
  await press(words.booking.book);
  await shows(/^Booking in \d+ seconds?…$/);
  await key("P", { ctrlKey: true, shiftKey: true });
  await until(() => expect(told()).toBe(words.booking.held));
  expect(await desk.get("items.get", { id: item.id })).toMatchObject({ status: "on-hold", problem: null });
  expect((await desk.get("items.moments", {})).moments).toEqual([]);
  expect(service.sent("/api/appointment")).toEqual([]);
});

test("Ctrl N goes on with another visit; it is sent once, and what came of it is said there", async () => {
  await desk.get("settings.save", { undoSeconds: 2 });
  const item = await atReview(desk, ann, { notes: "Gate 12" });
  await press(words.booking.book);
  await shows(/^Booking in \d+ seconds?…$/);
  await key("n", { ctrlKey: true });
  await shows(/Ann Sample/, one("region", moment.label));
  expect(holding("Gate 12")).toEqual([]);
  await until(() => expect(service.sent("/api/appointment")).toHaveLength(1));
  await until(() => expect(told()).toContain(words.items.appointment.pending.title));
  expect(await desk.get("items.get", { id: item.id })).toMatchObject({ status: "done" });
  expect(service.sent("/api/appointment")).toHaveLength(1);
});

test("is set beside the other settings of a booking, none, five, ten or fifteen seconds", async () => {
  await desk.go({ screen: "settings", section: "booking" });
  const choice = await field(words.settings.undoTime.label);
  fireEvent.change(choice, { target: { value: "0" } });
  await expect.poll(async () => (await desk.get("settings.get", {})).undoSeconds).toBe(0);
  // What was chosen before is no longer offered once it is not.
  await until(() => expect(choice.querySelectorAll("option")).toHaveLength(4));
});
