import { fireEvent } from "@testing-library/react";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { PatientRecord } from "../../../contract/records/patient.ts";
import { words } from "../../../messages/words.ts";
import { startFakeService, type FakeService } from "../../support/fake-service.ts";
import {
  atReview,
  connect,
  field,
  holding,
  itemsOf,
  knowsPatient,
  one,
  openDesk,
  press,
  shows,
  type RealDesk,
} from "../real-desk.tsx";

/** The moment to undo, in the window over the real main; what is the keyboard's and the browser's of it is in e2e/undo. */
let desk: RealDesk;
let service: FakeService;
let ann: PatientRecord;

const { moment } = words.booking;

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

test("is set beside the other settings of a booking, from none to fifteen seconds", async () => {
  await desk.go({ screen: "settings" });
  const choice = await field(words.settings.undoTime.label);
  expect(choice.querySelectorAll("option")).toHaveLength(16);
  fireEvent.change(choice, { target: { value: "0" } });
  await expect.poll(async () => (await desk.get("settings.get", {})).undoSeconds).toBe(0);
});
