import { expect, it } from "vitest";
import { adminGuard, openFor } from "../../../main/lock/admin-guard.ts";
import { fakeClock } from "../../support/fake-clock.ts";

function guard(hasPin = true) {
  const clock = fakeClock("2026-04-01T15:00:00.000Z");
  const told: boolean[] = [];
  const admin = adminGuard({ pins: { has: () => hasPin }, clock, onChange: () => told.push(admin.isOpen()) });
  return { clock, told, admin };
}

it("without an admin PIN everything may be changed", () => {
  expect(guard(false).admin.mayChange()).toBe(true);
});

it("stays open for ten minutes after the last change, and says when it shuts", async () => {
  const { clock, told, admin } = guard();
  expect(admin.mayChange()).toBe(false);
  admin.open();
  await clock.advance(openFor - 1);
  expect(admin.mayChange()).toBe(true);
  await clock.advance(openFor - 1);
  expect(admin.isOpen()).toBe(true);
  await clock.advance(1);
  expect(admin.mayChange()).toBe(false);
  expect(told).toEqual([true, false]);
});

it("is not kept open by looking, nor by what was refused", async () => {
  const { clock, admin } = guard();
  admin.open();
  await clock.advance(openFor);
  expect([admin.mayChange(), admin.isOpen(), admin.mayChange()]).toEqual([false, false, false]);
});

it("the computer's clock does not keep it open", async () => {
  const { clock, admin } = guard();
  admin.open();
  clock.setWall("2016-04-01T15:00:00.000Z");
  await clock.advance(openFor);
  expect(admin.isOpen()).toBe(false);
});
