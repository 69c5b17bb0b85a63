import { fireEvent } from "@testing-library/react";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { PatientRecord } from "../../../shared/patients/patient.ts";
import { words } from "../../../messages/words.ts";
// Loaded on demand by the product: here before the tests, which wait for no loading.
import "../../../renderer/ui/modal-dialog.tsx";
import { startFakeService, type FakeService } from "../../support/fake-service.ts";
import {
  chooseStep,
  connect,
  field,
  knowsPatient,
  main,
  one,
  openDesk,
  press,
  question,
  type,
  until,
  withRole,
  type RealDesk,
} from "../real-desk.tsx";

/** Two records that a person said are one. One story: each test goes on from the one before. */
let desk: RealDesk;
let service: FakeService;
let first: PatientRecord;
let second: PatientRecord;

const { same, notes } = words.patients;
const details = one("region", words.patients.details);
const found = (): readonly HTMLElement[] =>
  withRole("button", /Ann Sample/, one("list", words.patients.title, main));
const search = async (text: string): Promise<void> => {
  await desk.go({ screen: "patients" });
  fireEvent.change(await until(one("searchbox", words.patients.search)), { target: { value: text } });
};

beforeAll(async () => {
  service = await startFakeService();
  desk = await openDesk();
  await connect(desk, service.baseUrl);
  first = await knowsPatient(desk);
  await knowsPatient(desk, { dob: "5/3/84", city: "Troy", email: "ann.sample@example.com" });
  const { patients } = await desk.get("patients.search", { text: "ann sample", limit: 20 });
  second = patients.find(({ id }) => id !== first.id) ?? first;
  await desk.get("patients.samePerson", { kept: first.id, other: second.id });
});
afterAll(async () => {
  await desk.close();
  await service.close();
});

test("are booked for by the number that was chosen", async () => {
  await search("ann sample");
  await until(() => expect(found()).toHaveLength(1));
  await press(/Ann Sample/, one("list", words.patients.title, main));
  await type(notes.label, "Prefers mornings", details);
  await press(words.patients.bookFor({ name: "Ann" }));
  await type(words.booking.label.service, "102");
  await type(words.booking.label.date, "+3");
  await type(words.booking.label.time, "2pm");
  await chooseStep("billing");
  fireEvent.click(await until(one("radio", words.booking.billing.names["Monthly Invoice"])));
  await chooseStep("review");
  await press(words.booking.book);
  await until(one("button", words.bookings.wrong.open, main));
  expect(service.sent("/api/appointment")).toMatchObject([{ patientId: first.patientId }]);
});

test("are still one after a restart, with what was noted, and two again when a person says so", async () => {
  desk = await desk.restart();
  await until(main);
  await search("ann sample");
  await until(() => expect(found()).toHaveLength(1));
  await press(/Ann Sample/, one("list", words.patients.title, main));
  await expect.poll(async () => (await field(notes.label, details)).value).toBe("Prefers mornings");
  expect(withRole("button", same.undo)).toEqual([]);
  await press(same.notOf({ name: `#${String(second.patientId)}` }));
  await until(() => expect(found()).toHaveLength(2));
  await until(() => expect(document.activeElement).toBe(details()));
});

test("are deleted one by one, each after a question", async () => {
  await press(words.patients.erase);
  await press(words.settings.retention.yes, question);
  await until(() => expect(found()).toHaveLength(1));
  expect(withRole("region", words.patients.details)).toEqual([]);
});
