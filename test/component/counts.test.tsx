import { fireEvent, render, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { beforeEach, describe, expect, test } from "vitest";
import { fail, failed, ok, type Result } from "../../shared/core/failure.ts";
import { emptyPatientForm } from "../../shared/patients/patient-form.ts";
import type { BookingItem, Item, ItemCounts } from "../../shared/outbox/item.ts";
import { said, say } from "../../messages/saying.ts";
import { words } from "../../messages/words.ts";
import { OpenDrafts } from "../../renderer/features/booking/open-drafts.tsx";
import type { Booking } from "../../renderer/features/booking/use-booking.ts";
import { HandoverView } from "../../renderer/features/handover/view.tsx";
import { ItemDetail } from "../../renderer/features/outbox/item-detail.tsx";
import { PatientEditor } from "../../renderer/features/patients/patient-editor.tsx";
import { ConnectionSection } from "../../renderer/features/settings/connection-section.tsx";
import { bookingItem, knownPatient, patientItem, uuid, filledBooking } from "../unit/renderer/builders.ts";
import { member } from "../support/clinic-states.ts";
import { countsOf } from "../support/counts-of.ts";
import { desk, doing, held, settings } from "./kit.tsx";

const says = words.items.tally;
const text = (): string => document.body.textContent ?? "";

beforeEach(() => document.body.replaceChildren());

/** A part of the window over these counts, as main tells them. */
async function over(part: ReactNode, some: Partial<ItemCounts>, handlers: Parameters<typeof desk>[0] = {}) {
  const window = desk({ "items.counts": () => ok(countsOf(some)), ...handlers });
  await doing(() => render(part, { wrapper: window.wrapper }));
  return {
    ...window,
    news: (progress: Progress) => window.emit("items.changed", { ids: [], counts: countsOf(some), progress }),
  };
}
type Progress = { left: number; sent: number; paused: boolean; waitsUntil: null } | null;

describe("signing out asks", () => {
  const asked = async (some: Partial<ItemCounts>) => {
    const window = await over(<ConnectionSection />, some);
    await doing(() => fireEvent.click(screen.getByRole("button", { name: words.settings.leave.signOut })));
    await expect.poll(() => screen.queryByRole("alertdialog")).not.toBeNull();
    return window;
  };

  test("with each kind by its own name and number: what is being sent is not unsent, nor what is on hold a draft", async () => {
    await asked({ sending: 1, ready: 2, "needs-checking": 4, draft: 3, "on-hold": 24 });
    const kinds = [
      says.sending({ count: 1 }),
      says.waiting({ count: 2 }),
      says.needsChecking({ count: 4 }),
      says.drafts({ count: 3 }),
      says.onHold({ count: 24 }),
    ];
    expect(text()).toContain(kinds.join(" "));
    expect(text()).toContain(words.settings.leave.mayArrive);
    expect(text()).not.toContain(words.settings.leave.notSentNow);
  });

  test("and says of what is about to be sent that it will not be, and holds it meanwhile", async () => {
    const { emit, calls } = await asked({ draft: 1 });
    await emit("moments.changed", {
      moments: [{ itemId: uuid(1), visits: 3, stands: "draft", left: 5_000 }],
    });
    expect(text()).toContain(says.aboutToSend({ count: 3 }));
    expect(text()).not.toContain(says.drafts({ count: 1 }));
    expect(text()).toContain(words.settings.leave.notSentNow);
    expect(calls).toContain("question.hold");
    expect(calls).not.toContain("question.release");
    await doing(() => fireEvent.click(screen.getByRole("button", { name: words.settings.leave.stay })));
    await expect.poll(() => calls.filter((name) => name === "question.release").length).toBe(1);
  });
});

test("at the handover, what is being sent has a number of its own", async () => {
  const list = { items: [], total: 0, damaged: 0, newer: 0 };
  const { news } = await over(<HandoverView />, { sending: 1, ready: 3 }, { "items.list": () => ok(list) });
  await news({ left: 4, sent: 0, paused: false, waitsUntil: null });
  expect(text()).toContain(`${says.sending({ count: 1 })} ${says.waiting({ count: 3 })}`);
  expect(text()).toContain(words.handover.automaticText);
  await news({ left: 4, sent: 0, paused: true, waitsUntil: null });
  expect(text()).toContain(`${says.sending({ count: 1 })} ${says.stopped({ count: 3 })}`);
  // Somebody has to resume it.
  expect(text()).not.toContain(words.handover.automaticText);
});

test("at the handover, what waits while sharing has stopped is not said to need nothing", async () => {
  const list = { items: [], total: 0, damaged: 0, newer: 0 };
  const handlers = {
    "items.list": () => ok(list),
    "clinic.get": () => ok(member({ line: "stopped" })),
  };
  await over(<HandoverView />, { ready: 3 }, handlers);
  expect(text()).toContain(says.unshared({ count: 3 }));
  expect(text()).not.toContain(words.handover.automaticText);
});

describe("an item in detail", () => {
  const detail = (item: BookingItem, handlers: Parameters<typeof desk>[0] = {}) =>
    over(
      <ItemDetail item={item} isInView onAct={() => undefined} onOther={() => undefined} />,
      { [item.status]: 1 },
      handlers,
    );
  const { outbox } = words;

  test("that waits says what it is about: the visit type, where and how it is billed", async () => {
    const item = bookingItem({ status: "saved-for-later" });
    await detail({
      ...item,
      form: { ...item.form, ...filledBooking, address: "1 Main St", sameAddress: false },
    });
    expect(text()).toContain("1 Main St");
    expect(text()).toContain(words.bookings.facts.billing);
  });

  test("that is about to be sent says so, and not that it is incomplete", async () => {
    const { emit } = await detail(bookingItem({ status: "draft" }));
    expect(text()).toContain(outbox.group.draft.sentence);
    const { id } = bookingItem();
    await emit("moments.changed", { moments: [{ itemId: id, visits: 1, stands: "draft", left: 5_000 }] });
    expect(text()).toContain(outbox.aboutToSend.title);
    expect(text()).toContain(outbox.aboutToSend.sentence);
    expect(text()).not.toContain(outbox.group.draft.sentence);
    expect(text()).not.toContain(outbox.group.draft.title);
  });

  test("that waits while the sending is stopped is not said to be sent automatically", async () => {
    const { news } = await detail(bookingItem({ status: "ready" }));
    expect(text()).toContain(outbox.group.ready.sentence);
    await news({ left: 1, sent: 0, paused: true, waitsUntil: null });
    expect(text()).toContain(outbox.groupStopped.ready);
    expect(text()).not.toContain(outbox.group.ready.sentence);
    expect(text()).not.toContain(outbox.help.state.ready.next);
  });

  describe("is asked about before it is discarded", () => {
    async function ask(handlers: Parameters<typeof desk>[0]) {
      const item = bookingItem({ status: "draft" });
      const discarded: unknown[] = [];
      const discard = (input: unknown): Result<Item> => {
        discarded.push(input);
        return ok({ ...item, status: "discarded" as const });
      };
      const window = await detail(item, { "items.discard": discard, ...handlers });
      await doing(() => fireEvent.click(screen.getByRole("button", { name: outbox.action.discard })));
      await expect.poll(() => screen.queryByRole("alertdialog")).not.toBeNull();
      const yes = (): Promise<void> =>
        doing(() =>
          fireEvent.click(
            screen.getAllByRole("button", { name: outbox.action.discard }).at(-1) ?? document.body,
          ),
        );
      return { ...window, item, discarded, yes };
    }

    test("and is discarded as it was read, before what the question held goes on", async () => {
      const { item, discarded, yes, calls } = await ask({});
      await yes();
      await expect.poll(() => calls.at(-1)).toBe("question.release");
      expect(discarded).toEqual([{ id: item.id, read: { status: "draft", mayBeMade: false } }]);
      expect(calls.indexOf("items.discard")).toBeGreaterThan(calls.indexOf("question.answer"));
    });

    test("and is left as it is where the question was not held any more", async () => {
      const { discarded, yes, said } = await ask({ "question.answer": () => ok({ isHeld: false }) });
      await yes();
      expect(discarded).toEqual([]);
      expect(said()).toBe(words.ui.questionOver);
      await expect.poll(() => screen.queryByRole("alertdialog")).toBeNull();
    });

    test("and is closed with the reason where main cannot hold it", async () => {
      const why = say("failures.outbox.tooManyQuestions");
      const window = await detail(bookingItem({ status: "draft" }), {
        "question.hold": () => failed(fail("busy", why)),
      });
      await doing(() => fireEvent.click(screen.getByRole("button", { name: outbox.action.discard })));
      await expect.poll(window.said).toBe(said(why));
      await expect.poll(() => screen.queryByRole("alertdialog")).toBeNull();
      expect(window.calls).not.toContain("items.discard");
    });

    test("and the question closes by itself once main holds it no more", async () => {
      const { discarded, emit, said } = await ask({ "question.hold": () => ok({ id: uuid(7) }) });
      await emit("question.over", { id: uuid(8) });
      expect(screen.queryByRole("alertdialog")).not.toBeNull();
      await emit("question.over", { id: uuid(7) });
      await expect.poll(() => screen.queryByRole("alertdialog")).toBeNull();
      expect([discarded, said()]).toEqual([[], words.ui.questionOver]);
    });
  });
});

test("a new patient whose answer takes long is said to be sent, and not to be not created yet", async () => {
  const { firstName, lastName, dob, address, city, state, zip, email, gender } = knownPatient().input;
  const form = { ...emptyPatientForm, firstName, lastName, dob, address, city, state, zip, email, gender };
  const item = patientItem({ form });
  const answer = held<Result<Item>>();
  const { wrapper } = desk({
    "items.get": () => ok(item),
    "items.edit": () => ok(item),
    "items.saveForm": () => ok({ savedAt: item.updatedAt }),
    "items.submit": () => answer.promise,
  });
  const editor = <PatientEditor settings={settings} item={item} onCancel={() => undefined} cancelWords="x" />;
  await doing(() => render(editor, { wrapper }));
  const { create, end, saved } = words.patients;
  await doing(() => fireEvent.click(screen.getByRole("button", { name: new RegExp(`^${create}`) })));
  expect(text()).toContain(end.sending);
  expect(text()).not.toContain(saved.notCreated({ kept: "disk" }));
  await answer.answer(ok({ ...item, status: "done", result: { patientId: 7 }, patientRecordId: uuid(9) }));
  expect(text()).not.toContain(end.sending);
});

test("the button over the bookings on hold counts them all, and lists each", async () => {
  const all = Array.from({ length: 230 }, (_, at) => bookingItem({ id: uuid(100 + at), status: "on-hold" }));
  let total = 23;
  const { wrapper, changed } = desk({
    "items.list": ({ limit }) =>
      ok({ items: all.slice(0, Math.min(limit, total)), total, damaged: 0, newer: 0 }),
  });
  const booking = { draft: { itemId: null }, settings, today: "2026-11-27" } as unknown as Booking;
  await doing(() => render(<OpenDrafts booking={booking} onTakeUp={() => undefined} />, { wrapper }));
  const { count } = words.booking.drafts;
  await doing(() => fireEvent.click(screen.getByRole("button", { name: count({ held: "all", count: 23 }) })));
  expect(screen.getAllByRole("listitem")).toHaveLength(23);
  total = 230;
  await changed(uuid(1));
  expect(screen.getByRole("button", { name: count({ held: "all", count: 230 }) })).toBeDefined();
});
