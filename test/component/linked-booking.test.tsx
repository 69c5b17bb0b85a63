import { fireEvent, render, screen, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { ok } from "../../shared/core/failure.ts";
import type { FormOf } from "../../shared/outbox/routes.ts";
import type { RouteInput } from "../../shared/routes.ts";
import { words } from "../../messages/words.ts";
import { BookingScreen } from "../../renderer/features/booking/index.ts";
import type { TargetOf } from "../../renderer/lib/navigation.ts";
import { bookingItem, knownPatient, uuid } from "../unit/renderer/builders.ts";
import { desk, doing, settings } from "./kit.tsx";

const services = [{ id: 103, name: "Annual physical", minutes: 45 }];
const link = { service: "annual physical", date: "2031-03-04" };

/** A booking that a link began, over a main that notes what is kept. */
async function open(target: Partial<TargetOf<"new-booking">> = { patientRecordId: uuid(1), link }) {
  const kept: string[] = [];
  const item = bookingItem({ status: "draft" });
  const keep = (content: FormOf): void => void kept.push(JSON.stringify(content.form));
  const window = desk({
    "patients.get": () => ok(knownPatient(1)),
    "items.create": (content: FormOf) => (keep(content), ok(item)),
    "items.saveForm": ({ content }: RouteInput<"items.saveForm">) => (
      keep(content),
      ok({ savedAt: item.updatedAt })
    ),
    "items.hold": () => ok({ ...item, status: "on-hold" }),
  });
  window.state.settings.setState({ settings: { ...settings, services } });
  window.state.navigation.setState({ target: { screen: "new-booking", ...target } });
  await doing(() => render(<BookingScreen />, { wrapper: window.wrapper }));
  return { ...window, kept };
}
const field = (name: "service" | "date" | "time"): HTMLInputElement =>
  screen.getByLabelText<HTMLInputElement>(words.booking.label[name], { exact: true });
const notice = (): HTMLElement => screen.getByRole("region", { name: words.links.booking.label });
const press = (name: string): Promise<void> => doing(() => screen.getByRole("button", { name }).click());

beforeEach(() => document.body.replaceChildren());

// window-33: A link fills in and shows; it saves and sends nothing, and is marked for checking
test(
  "a link fills in patient, service and day, marks them, goes to the time, and keeps and sends nothing",
  { tags: ["window-33"] },
  async () => {
    const { kept, calls, state } = await open();
    expect([field("service").value, field("date").value]).toEqual(["Annual physical", "2031-03-04"]);
    expect(document.activeElement).toBe(field("time"));
    expect(notice().textContent).toContain("Annual physical");
    expect(notice().textContent).toContain("Ann Smith");
    expect(screen.getAllByText(words.links.booking.here)).toHaveLength(2);
    await doing(() => state.flushes.runAll());
    await doing(() => fireEvent.blur(field("time")));
    expect(kept).toEqual([]);
    expect(calls).not.toContain("items.submit");
    expect(state.flushes.isAnyOpen()).toBe(false);
  },
);

test("is kept with the first letter that a person types", async () => {
  const { kept, state } = await open();
  await doing(() => fireEvent.change(field("time"), { target: { value: "2" } }));
  await doing(() => state.flushes.runAll());
  expect(kept.at(-1)).toContain("2031-03-04");
  expect(state.flushes.isAnyOpen()).toBe(true);
});

test("is kept as it is when a person puts it on hold", async () => {
  const { kept, calls } = await open();
  await press(words.booking.hold);
  expect(kept).toHaveLength(1);
  expect(kept[0]).toContain("2031-03-04");
  expect(calls).toContain("items.hold");
});

test("is taken out with one press, but for what was typed since", async () => {
  await open({ link });
  await doing(() =>
    fireEvent.click(screen.getByRole("button", { name: new RegExp(words.booking.steps.visit) })),
  );
  await doing(() => fireEvent.change(field("date"), { target: { value: "3/5/2031" } }));
  await doing(() => within(notice()).getByRole("button", { name: words.links.booking.undo }).click());
  expect([field("service").value, field("date").value]).toEqual(["", "3/5/2031"]);
  expect(screen.queryByText(words.links.booking.here)).toBeNull();
});

test("that a person has checked is marked no more, and is still kept with their first letter alone", async () => {
  const { kept, state } = await open();
  await press(words.links.booking.done);
  expect(screen.queryByText(words.links.booking.here)).toBeNull();
  expect(document.activeElement?.closest("[role=group]")).not.toBeNull();
  await doing(() => state.flushes.runAll());
  expect(kept).toEqual([]);
});

test("a service that the catalogue does not have stands there as it came, for the person to see", async () => {
  await open({ patientRecordId: uuid(1), link: { service: "X-ray", date: null } });
  expect(field("service").value).toBe("X-ray");
  expect(document.activeElement).toBe(field("date"));
});
