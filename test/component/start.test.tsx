import { fireEvent, render, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { fail, failed, ok } from "../../shared/core/failure.ts";
import type { BookingLine } from "../../shared/bookings/booking-line.ts";
import type { ListedItem } from "../../shared/outbox/item.ts";
import type { PatientRecord } from "../../shared/patients/patient.ts";
import type { RouteInput } from "../../shared/routes.ts";
import { verbatim } from "../../messages/saying.ts";
import { words } from "../../messages/words.ts";
import { StartScreen } from "../../renderer/features/start/index.ts";
import { bookingItem, knownPatient, patientItem, uuid } from "../unit/renderer/builders.ts";
import { desk, doing, settings } from "./kit.tsx";

/** In the clinic's morning, and in the evening of the same day. */
const now = "2026-03-02T14:00:00.000Z";
const tonight = "2026-03-02T23:00:00.000Z";
const visit: BookingLine = {
  id: uuid(7),
  status: "done",
  instant: tonight,
  patient: { firstName: "Walter", lastName: "Kim" },
  patientNumber: "8",
  service: "12",
  result: { appointment: { id: 7, status: "Pending" }, markedByPerson: false, differs: false },
  mayBeMade: false,
  notices: [],
  askService: false,
  atOnce: 1,
  isTwice: false,
  patientRecord: null,
  isBeingCorrected: false,
};

type Has = {
  readonly recent?: readonly PatientRecord[];
  readonly drafts?: readonly ListedItem[];
  readonly visits?: readonly BookingLine[];
  readonly calls?: readonly ListedItem[];
};

async function open(has: Has, exceptItem: string | null = null) {
  const chosen: string[] = [];
  const taken: string[] = [];
  const resumed: string[] = [];
  const { wrapper, state } = desk({
    "patients.search": () => {
      const patients = [...(has.recent ?? [])];
      const last = patients.map(({ id, createdAt }) => [id, { at: createdAt, how: "booked" as const }]);
      return ok({ patients, near: [], total: null, last: Object.fromEntries(last), otherNumbers: {} });
    },
    "items.list": ({ statuses }: RouteInput<"items.list">) => {
      const items = [...((statuses.includes("draft") ? has.drafts : has.calls) ?? [])];
      return ok({ items, total: items.length, damaged: 0, newer: 0 });
    },
    "bookings.days": () => ok({ rows: [...(has.visits ?? [])], unread: 0, more: 0 }),
    "items.counts": () => failed(fail("store", verbatim("-"))),
  });
  await doing(() =>
    render(
      <StartScreen
        settings={settings}
        exceptItem={exceptItem}
        onPatient={({ id }) => chosen.push(id)}
        onTakeUp={(id) => taken.push(id)}
        onNewPatient={(id) => resumed.push(id)}
      />,
      { wrapper },
    ),
  );
  return { chosen, taken, resumed, target: () => state.navigation.getState().target };
}
const group = (name: string): HTMLElement => screen.getByRole("region", { name });
const press = (name: RegExp): Promise<void> =>
  doing(() => fireEvent.click(screen.getByRole("button", { name })));
const alt = (digit: number, also: object = {}): Promise<void> =>
  doing(() => fireEvent.keyDown(document.body, { code: `Digit${String(digit)}`, altKey: true, ...also }));

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date(now) });
  document.body.replaceChildren();
});
afterEach(() => vi.useRealTimers());

// lists-6: The first screen has recent patients, drafts, today's visits and calls one press away
test(
  "who was here last, what was begun, who comes and whom to call are each one press away",
  { tags: ["lists-6"] },
  async () => {
    const draft = bookingItem({ id: uuid(5), status: "on-hold" });
    const call = bookingItem({ id: uuid(6), status: "needs-card" });
    const { chosen, taken, target } = await open({
      recent: [knownPatient()],
      drafts: [{ ...draft, patient: { firstName: "Linh", lastName: "Nguyen" } }],
      visits: [visit],
      calls: [{ ...call, patient: { firstName: "Harold", lastName: "Okafor", phone: "(217) 555-0164" } }],
    });
    await press(/Ann Smith/);
    expect(chosen).toEqual([uuid(1)]);
    await press(/Linh Nguyen/);
    expect(taken).toEqual([uuid(5)]);
    await press(/Walter Kim/);
    expect(target()).toEqual({ screen: "bookings", itemId: uuid(7) });
    await press(/Harold Okafor.*555-0164/);
    expect(target()).toEqual({ screen: "outbox", calls: true, itemId: uuid(6) });
  },
);

test("the status of an appointment is on the screen whatever is to be warned of beside it", async () => {
  await open({
    visits: [
      {
        ...visit,
        atOnce: 2,
        isTwice: true,
        isBeingCorrected: true,
        notices: [{ event: "approved", at: now }],
      },
    ],
  });
  const row = screen.getByRole("button", { name: /Walter Kim/ });
  const status = within(row).getByText(words.items.appointment.pending.word);
  // What stands for screen readers only would stand apart from what is drawn.
  expect(status.parentElement?.parentElement?.childElementCount).toBe(3);
  const overlap = within(row).getByText(words.bookings.isTwice({ count: 2 }));
  expect(overlap.parentElement?.contains(status)).toBe(false);
});

test("Alt with a digit goes to the group's first row, by the place of the key; other keys beside it do not", async () => {
  await open({ recent: [knownPatient()], visits: [visit] });
  await alt(3);
  expect(document.activeElement?.textContent).toContain("Walter Kim");
  await alt(1, { ctrlKey: true });
  expect(document.activeElement?.textContent).toContain("Walter Kim");
  await alt(1, { key: "¡" });
  expect(document.activeElement?.textContent).toContain("Ann Smith");
});

test("a group that is empty is not there; of today one word is said", async () => {
  await open({ recent: [knownPatient()] });
  expect(screen.getAllByRole("region").map(({ textContent }) => textContent)).toHaveLength(2);
  expect(within(group(words.start.today.title)).getByText(words.start.today.none)).toBeDefined();
  expect(screen.queryByText(words.start.firstDay.title)).toBeNull();
});

test("the first day says what to do, and nothing of empty lists", async () => {
  await open({});
  expect(screen.getAllByRole("region")).toHaveLength(1);
  expect(group(words.start.firstDay.title).textContent).toContain(words.start.firstDay.find);
});

test("a new patient who was being typed is gone on with here, for the booking that is open", async () => {
  const form = { ...patientItem().form, firstName: "Gil", lastName: "Half" };
  const { resumed, taken } = await open({ drafts: [patientItem({ id: uuid(9), form })] });
  await press(/Gil Half/);
  expect([resumed, taken]).toEqual([[uuid(9)], []]);
});

test("the booking that is open is not offered again, and is not counted", async () => {
  const other = bookingItem({ id: uuid(5) });
  await open({ drafts: [bookingItem({ id: uuid(4) }), other] }, uuid(4));
  const drafts = within(group(words.booking.drafts.label));
  expect(drafts.getAllByRole("button")).toHaveLength(1);
  expect(drafts.getByText("1")).toBeDefined();
});
