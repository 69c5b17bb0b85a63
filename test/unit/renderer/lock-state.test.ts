import { expect, test } from "vitest";
import { deskPlace } from "../../../shared/lock/lock.ts";
import { toDeskPlace, toTarget } from "../../../renderer/lib/place.ts";
import type { Target } from "../../../renderer/lib/navigation.ts";
import { uuid } from "./builders.ts";

const item = uuid(1);
const patient = uuid(2);
const there: readonly Target[] = [
  { screen: "new-booking", itemId: item },
  { screen: "new-booking", patientRecordId: patient },
  { screen: "patients", patientRecordId: patient },
  { screen: "bookings", itemId: item },
  { screen: "outbox" },
  { screen: "webhooks", itemId: item },
  { screen: "handover" },
  { screen: "setup" },
  { screen: "settings" },
];

test.each(there)("after an unlocking the window is where it was: %j", (target) => {
  const place = toDeskPlace(target, []);
  expect(deskPlace.safeParse(place).success).toBe(true);
  expect(toTarget(place)).toEqual(target);
});

test("nothing that was typed or came by a link is in the place that main keeps meanwhile", () => {
  const target: Target = {
    screen: "new-booking",
    isFresh: true,
    link: { service: "Annual physical of Ann", date: "2031-03-04" },
  };
  expect(JSON.stringify(toDeskPlace(target, []))).not.toMatch(/Ann|2031/);
  expect(JSON.stringify(toDeskPlace({ screen: "patients", search: "Sample" }, []))).not.toContain("Sample");
});

test("the draft that was being typed is opened again, on the screen that opens its kind", () => {
  const open = [
    { kind: "patient", id: patient },
    { kind: "booking", id: item },
  ] as const;
  expect(toDeskPlace({ screen: "new-booking" }, open).itemId).toBe(item);
  expect(toDeskPlace({ screen: "patients" }, open).itemId).toBe(patient);
  expect(toDeskPlace({ screen: "outbox" }, open).itemId).toBeNull();
});
