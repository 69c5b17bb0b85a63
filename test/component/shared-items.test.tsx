import { fireEvent, render, screen, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { ok, type Result } from "../../shared/core/failure.ts";
import type { ClinicState, SharedClaim } from "../../shared/clinic/clinic.ts";
import type { BookingResult, ItemStatus } from "../../shared/outbox/item.ts";
import type { RouteInput, RouteName } from "../../shared/routes.ts";
import { say } from "../../messages/saying.ts";
import { words } from "../../messages/words.ts";
import { OutboxView } from "../../renderer/features/outbox/view.tsx";
// Loaded here, so that a dialog is there when it is asked for.
import "../../renderer/ui/modal-dialog.tsx";
import { claimOf, deskIds, member, openTry } from "../support/clinic-states.ts";
import { bookingItem, uuid } from "../unit/renderer/builders.ts";
import { counts, desk, doing, held } from "./kit.tsx";

const { clinic: says, outbox } = words;
const id = uuid(7);
type Options = {
  readonly status: ItemStatus;
  /** Of the visit, as it is kept. */
  readonly date?: string;
  readonly result?: BookingResult;
  readonly claim?: SharedClaim | null;
  readonly clinic?: ClinicState;
  readonly claims?: () => Result<{ claims: SharedClaim[] }> | Promise<Result<{ claims: SharedClaim[] }>>;
};

/** An outbox with one booking that is open, at a desk of a clinic. */
async function open({ status, date, result, claim = null, clinic = member(), claims }: Options) {
  const item = bookingItem({ id, status, result: result ?? null });
  const world = { item: { ...item, form: { ...item.form, date: date ?? item.form.date } }, claim };
  const sent: [RouteName, unknown][] = [];
  const did =
    <N extends RouteName>(name: N, next: ItemStatus) =>
    (input: RouteInput<N>) => {
      sent.push([name, input]);
      world.item = { ...world.item, status: next };
      return ok(world.item);
    };
  const window = desk({
    "clinic.get": () => ok(clinic),
    "clinic.claims":
      claims ?? (({ ids }) => ok({ claims: world.claim === null || !ids.includes(id) ? [] : [world.claim] })),
    "clinic.takeOver": did("clinic.takeOver", "needs-checking"),
    "clinic.handOver": did("clinic.handOver", "elsewhere"),
    "clinic.bookWithoutHub": did("clinic.bookWithoutHub", "done"),
    "items.decide": did("items.decide", "ready"),
    "items.sayCanceled": did("items.sayCanceled", "done"),
    "items.counts": () => ok({ ...counts, [status]: 1 }),
    "items.get": () => ok(world.item),
    "items.part": ({ from, statuses }) =>
      ok({
        from,
        anchorAt: null,
        rows: statuses.includes(world.item.status) && from === 0 ? [world.item] : [],
        counts: statuses.map((each) => (each === world.item.status ? 1 : 0)),
      }),
  });
  window.state.navigation.setState({ target: { screen: "outbox", itemId: id } });
  await doing(() => render(<OutboxView />, { wrapper: window.wrapper }));
  return { ...window, sent, world };
}
const button = (name: string): HTMLElement => screen.getByRole("button", { name });
const names = (): (string | null)[] => screen.getAllByRole("button").map(({ textContent }) => textContent);
const press = (name: string): Promise<void> => doing(() => fireEvent.click(button(name)));
const asked = (name: string): Promise<HTMLElement> => screen.findByRole("alertdialog", { name });
const yes = (part: HTMLElement, name: string): Promise<void> =>
  doing(() => fireEvent.click(within(part).getByRole("button", { name })));
const lines = (): string => screen.getByRole("region", { name: says.claim.title }).textContent;

describe("a booking at another desk", () => {
  const attempts = [openTry({ at: null })];

  test("is on a tab of its own, with who holds it in its row, and can't be sent, edited or discarded here", async () => {
    await open({ status: "elsewhere", claim: claimOf(id) });
    expect(
      screen.getByRole("tab", { name: new RegExp(outbox.tabs.elsewhere), selected: true }),
    ).toBeDefined();
    const list = screen.getByRole("list", { name: outbox.group.elsewhere.title });
    expect(within(list).getByRole("button").textContent).toContain("Desk 2");
    expect(lines()).toContain(says.claim.holds({ desk: "Desk 2" }));
    expect(lines()).toContain(says.claim.waits);
    for (const name of [outbox.action.send, outbox.edit, outbox.action.discard])
      expect(screen.queryByRole("button", { name })).toBeNull();
  });

  test("is taken over after a question that says that it may still be sent there", async () => {
    const claim = claimOf(id, { blocked: "needs-checking", attempts });
    const { sent, said } = await open({ status: "elsewhere", claim });
    const mayStill = says.claim.openNoTime({ desk: "Desk 2" });
    expect(lines()).toContain(mayStill);
    await press(says.takeOver.button);
    const question = await asked(says.takeOver.title);
    expect(question.textContent).toContain(mayStill);
    expect(question.textContent).toContain(says.takeOver.checking);
    await yes(question, says.takeOver.no);
    expect(sent).toEqual([]);
    await press(says.takeOver.button);
    await yes(await asked(says.takeOver.title), says.takeOver.button);
    expect(sent).toEqual([["clinic.takeOver", { id }]]);
    expect(said()).toBe(says.takeOver.done);
  });

  test("is only said to have been held there once sharing has stopped", async () => {
    await open({ status: "elsewhere", claim: claimOf(id), clinic: member({ line: "stopped" }) });
    expect(lines()).toBe(says.claim.title + says.claim.held({ desk: "Desk 2" }));
  });

  test("that the clinic knows nothing of is said to be so, and is not taken over", async () => {
    await open({ status: "elsewhere" });
    expect(screen.getByText(says.claim.notKnown)).toBeDefined();
    expect(names()).not.toContain(says.takeOver.button);
  });
});

describe("a booking that is held here", () => {
  const mine = claimOf(id, { holder: deskIds.self, holderName: "Desk 1", isHeldHere: true });

  test("goes to the desk that a person chooses", async () => {
    const { sent, said } = await open({ status: "saved-for-later", claim: mine });
    await press(says.handOver.button);
    const dialog = await screen.findByRole("dialog", { name: says.handOver.title });
    await yes(dialog, says.handOver.button);
    expect(sent).toEqual([]);
    await doing(() => fireEvent.click(within(dialog).getByRole("radio", { name: "Desk 2" })));
    await yes(dialog, says.handOver.button);
    expect(sent).toEqual([["clinic.handOver", { id, to: deskIds.second }]]);
    expect(said()).toBe(says.handOver.done({ desk: "Desk 2" }));
  });

  test("is not handed over while it is sent", async () => {
    await open({ status: "sending", claim: mine });
    expect(names()).not.toContain(says.handOver.button);
  });

  test("is booked again with all that was shown, not with what came while the question was open", async () => {
    const first = openTry({ at: null });
    const claim = { ...mine, blocked: "history-incomplete" as const, attempts: [first], awaited: ["Desk 3"] };
    const { sent, world, changed } = await open({ status: "needs-checking", claim });
    expect(lines()).toContain(says.claim.restored);
    expect(lines()).toContain(says.claim.awaited({ desks: ["Desk 3"] }));
    await press(outbox.again.booking);
    const question = await asked(outbox.againTitle.booking);
    expect(question.textContent).toContain(says.claim.awaited({ desks: ["Desk 3"] }));
    world.claim = { ...claim, attempts: [first, openTry({ id: uuid(8) })] };
    await changed(id);
    await yes(question, outbox.again.booking);
    expect(sent).toEqual([
      ["items.decide", { id, decision: "again", shown: { attempts: [first.id], historyIncomplete: true } }],
    ]);
  });

  test("is not booked again before it is known what other desks did", async () => {
    const answer = held<Result<{ claims: SharedClaim[] }>>();
    await open({ status: "needs-checking", claims: () => answer.promise });
    await press(outbox.again.booking);
    expect(screen.queryByRole("alertdialog")).toBeNull();
    await answer.answer(ok({ claims: [mine] }));
    await press(outbox.again.booking);
    await asked(outbox.againTitle.booking);
  });

  test("is not called safe to book again while another desk may still send it", async () => {
    const claim = { ...mine, blocked: "needs-checking" as const, attempts: [openTry({ at: null })] };
    const { world, changed } = await open({ status: "needs-checking", claim });
    expect(screen.getByText(outbox.checking.bookingOpen({ desk: "Desk 2" }))).toBeDefined();
    expect(screen.queryByText(outbox.checking.booking)).toBeNull();
    world.claim = { ...claim, attempts: [openTry({ at: null, isOpen: false })] };
    await changed(id);
    expect(await screen.findByText(outbox.checking.booking)).toBeDefined();
  });

  test("that the service has twice is over when a person says which one it canceled, and by nothing else", async () => {
    const result = { appointment: null, bookedAt: "2026-03-11T15:00:00.000Z", markedByPerson: false };
    const { sent } = await open({ status: "needs-checking", result: { ...result, twice: [31, 32] } });
    expect(screen.getByText(outbox.checking.twice)).toBeDefined();
    for (const name of [outbox.again.booking, outbox.action["mark-booked"], outbox.action.discard])
      expect(names()).not.toContain(name);
    await press(outbox.canceled({ number: "32" }));
    expect(sent).toEqual([["items.sayCanceled", { id, number: 32 }]]);
  });

  test("is booked without a hub that is away after a question, and in no other way again", async () => {
    const clinic = member({ line: "away" });
    const { sent } = await open({ status: "needs-checking", claim: mine, clinic });
    expect(screen.getByText(says.withoutHub.why)).toBeDefined();
    expect(names()).not.toContain(outbox.again.booking);
    await press(says.withoutHub.button);
    const question = await asked(says.withoutHub.title);
    expect(question.textContent).toContain(says.withoutHub.text);
    await yes(question, says.withoutHub.button);
    expect(sent).toEqual([["clinic.bookWithoutHub", { id }]]);
  });
});

test("where sharing has stopped it is said that it has, and why, and not that the hub is away", async () => {
  const reason = say("failures.clinic.stopped.removed");
  const claim = claimOf(id, { holder: deskIds.self, isHeldHere: true });
  await open({ status: "saved-for-later", claim, clinic: member({ line: "stopped", reason }) });
  expect(screen.getByText(says.withoutHub.stopped)).toBeDefined();
  expect(screen.getByText(words.failures.clinic.stopped.removed)).toBeDefined();
  await press(says.withoutHub.button);
  const question = await asked(says.withoutHub.title);
  expect(question.textContent).toContain(says.withoutHub.stopped);
  expect(question.textContent).not.toContain(says.withoutHub.why);
});

test.each(["ready", "waiting-for-patient", "elsewhere"] as const)(
  "where sharing has stopped nothing is said to be sent automatically, nor that it will be heard of: %s",
  async (status) => {
    const claim = claimOf(id, status === "elsewhere" ? {} : { holder: deskIds.self, isHeldHere: true });
    const { emit } = await open({ status, claim, clinic: member({ line: "stopped" }) });
    const shown = (): string => document.body.textContent ?? "";
    expect(shown()).toContain(outbox.groupUnshared[status]);
    expect(shown()).not.toContain(outbox.group[status].sentence);
    expect(shown()).not.toContain(outbox.help.state[status].next);
    expect(shown()).not.toContain(says.claim.waits);
    // Once it goes on, the words do.
    await emit("clinic.changed", member());
    expect(shown()).toContain(outbox.help.state[status].next);
    expect(shown()).toContain(outbox.group[status].sentence);
    expect(shown().includes(says.claim.waits)).toBe(status === "elsewhere");
  },
);

describe("a desk of no clinic", () => {
  test.each(["ready", "waiting-for-patient"] as const)(
    "says of what waits for a connection that it is not sent, once its time has passed: %s",
    async (status) => {
      await open({ status, date: "2020-03-04", clinic: { membership: "none", reason: null } });
      const detail = screen.getByRole("region", { name: outbox.item }).textContent;
      expect(detail).toContain(outbox.groupPassed[status]);
      expect(detail).not.toContain(outbox.group[status].sentence);
      expect(detail).not.toContain(outbox.help.state[status].next);
    },
  );

  test("asks nobody who holds what, and sends nothing of it with a decision", async () => {
    const { sent, calls } = await open({
      status: "needs-checking",
      clinic: { membership: "none", reason: null },
    });
    await press(outbox.again.booking);
    await yes(await asked(outbox.againTitle.booking), outbox.again.booking);
    expect(sent).toEqual([["items.decide", { id, decision: "again" }]]);
    expect(calls).not.toContain("clinic.claims");
  });
});
