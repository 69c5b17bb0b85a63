import { fireEvent, render, screen } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { fail, failed, ok, type Result } from "../../shared/core/failure.ts";
import type { PatientItem } from "../../shared/outbox/item.ts";
import type { PatientRecord } from "../../shared/patients/patient.ts";
import { verbatim } from "../../messages/saying.ts";
import { words } from "../../messages/words.ts";
import { BookingScreen } from "../../renderer/features/booking/index.ts";
import { bookingItem, knownPatient, patientItem, uuid } from "../unit/renderer/builders.ts";
import { desk, doing, held } from "./kit.tsx";

const { patients: says, booking } = words;
const lost = failed(fail("store", verbatim("The disk is gone.")));
const form: PatientItem["form"] = {
  firstName: "Jane",
  lastName: "Doe",
  dob: "3/5/1984",
  address: "1 Main St",
  city: "Albany",
  state: "NY",
  zip: "12207",
  email: "jane@doe.example",
  phone: "",
  gender: "Female",
  externalId: "",
};
const draft = patientItem({ id: uuid(30), status: "draft", form });
const made: PatientItem = {
  ...draft,
  status: "done",
  patientRecordId: uuid(31),
  result: { patientId: 777, detailsMayDiffer: false },
};
const { input } = knownPatient(1);
const jane: PatientRecord = {
  ...knownPatient(777),
  id: uuid(31),
  input: { ...input, firstName: "Jane", lastName: "Doe" },
};

/** A booking for a new patient who was just created in place; their record is read as the test says. */
async function create(read: () => Result<PatientRecord> | Promise<Result<PatientRecord>>): Promise<void> {
  const { state, wrapper } = desk({
    "items.list": ({ kinds }) =>
      ok({ items: kinds.includes("patient") ? [draft] : [], total: 1, damaged: 0, newer: 0 }),
    "items.get": () => ok(draft),
    "items.create": () => ok(bookingItem({ id: uuid(40), status: "draft" })),
    "items.saveForm": () => ok({ savedAt: draft.updatedAt }),
    "items.submit": () => ok(made),
    "patients.get": read,
    "patients.similar": () => ok({ patients: [], waiting: [] }),
    "patients.search": () =>
      ok({ patients: [knownPatient(2)], near: [], total: 1, last: {}, otherNumbers: {} }),
    "patients.placeOfZip": () => ok({ place: null }),
    "bookings.days": () => ok({ rows: [], unread: 0, more: 0 }),
  });
  state.navigation.setState({ target: { screen: "new-booking", isFresh: true } });
  await doing(() => render(<BookingScreen />, { wrapper }));
  await press(/Jane Doe/);
  await press(new RegExp(`^${says.create}`));
}
const press = (name: string | RegExp): Promise<void> =>
  doing(() => screen.getAllByRole("button", { name })[0]?.click());
const strip = (): string => screen.getByRole("region", { name: booking.strip.label }).textContent ?? "";

beforeEach(() => document.body.replaceChildren());

// booking-59: The number of a patient created in a booking stays on the screen until read
test(
  "a patient who was created and cannot be read is said to be created, and is read again for the booking",
  { tags: ["booking-59"] },
  async () => {
    let answer: Result<PatientRecord> = lost;
    await create(() => answer);
    expect(screen.getByText(says.end.created({ name: "Jane Doe", id: 777 }))).toBeDefined();
    expect(screen.getByRole("alert").textContent).toContain("The disk is gone.");
    expect(screen.queryByText(booking.notSent)).toBeNull();
    answer = ok(jane);
    await press(says.tryAgain);
    expect(strip()).toContain("Jane Doe");
    expect(screen.getByRole("heading", { level: 1 }).textContent).toContain(booking.steps.visit);
  },
);

test("a patient who is read after the form was closed takes no place from who was chosen meanwhile", async () => {
  const late = held<Result<PatientRecord>>();
  await create(() => late.promise);
  await press(says.close);
  const find = screen.getByRole("combobox", { name: new RegExp(booking.patient.find) });
  await doing(() => fireEvent.change(find, { target: { value: "smith" } }));
  await doing(() => screen.getAllByRole("option")[0]?.click());
  const chosen = strip();
  await late.answer(ok(jane));
  expect(strip()).toBe(chosen);
  expect(screen.getByRole("heading", { level: 1 }).textContent).toContain(booking.steps.visit);
});
