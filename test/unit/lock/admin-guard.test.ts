import { expect, it } from "vitest";
import { createAdminGuard, openFor } from "../../../main/features/lock/admin-guard.ts";
import { fakeClock } from "../../support/fake-clock.ts";

function guard(hasPin = true) {
  const clock = fakeClock("2026-04-01T15:00:00.000Z");
  const told: boolean[] = [];
  const admin = createAdminGuard({
    pins: { has: (which) => which === "admin" && hasPin },
    clock,
    onChange: () => told.push(admin.isOpen()),
  });
  return { clock, told, admin };
}

it("without an admin PIN everything may be changed, and nothing has to shut", () => {
  const { admin, clock } = guard(false);
  expect([admin.isOpen(), admin.mayChange(), clock.pending()]).toEqual([true, true, 0]);
});

it("is shut at first, and ten minutes are ten minutes", () => {
  const { admin, told } = guard();
  expect([admin.isOpen(), admin.mayChange(), told]).toEqual([false, false, []]);
  expect(openFor).toBe(600_000);
});

it("is shut at once when somebody shuts it, and says nothing of it later", async () => {
  const { clock, told, admin } = guard();
  admin.open();
  admin.shut();
  expect([admin.isOpen(), clock.pending()]).toEqual([false, 0]);
  await clock.advance(2 * openFor);
  expect(told).toEqual([true]);
});

it("shuts once, however often something was changed", async () => {
  const { clock, admin, told } = guard();
  admin.open();
  for (let change = 0; change < 3; change += 1) admin.mayChange();
  expect(clock.pending()).toBe(1);
  await clock.advance(openFor);
  expect([told, clock.pending()]).toEqual([[true, false], 0]);
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
