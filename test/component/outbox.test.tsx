import { fireEvent, render, screen, within } from "@testing-library/react";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { ok } from "../../shared/core/failure.ts";
import type { PatientItem } from "../../shared/outbox/item.ts";
import type { RouteInput } from "../../shared/routes.ts";
import { say } from "../../messages/saying.ts";
import { words } from "../../messages/words.ts";
import { SideNavigation } from "../../renderer/app/side-navigation.tsx";
import { Attempts } from "../../renderer/features/outbox/attempts.tsx";
import { formatPreciseMoment } from "../../renderer/ui/format.ts";
import { OutboxView } from "../../renderer/features/outbox/view.tsx";
import { patientItem, uuid } from "../unit/renderer/builders.ts";
import { counts, desk, doing } from "./kit.tsx";

const title = words.outbox.group["needs-editing"].title;
const item = (number: number): PatientItem => {
  const whole = patientItem({ id: uuid(number), status: "needs-editing" });
  return { ...whole, form: { ...whole.form, firstName: "Row", lastName: `N${number}` } };
};

/** The width at which the window is drawn. */
function wide(width: number): void {
  const { innerWidth } = window;
  const become = (next: number): void => Reflect.get(window, "happyDOM").setViewport({ width: next });
  become(width);
  onTestFinished(() => become(innerWidth));
}

/** An outbox of so many refused patients over a main that answers any part of them. */
async function open(count: number) {
  let all = Array.from({ length: count }, (_, at) => item(at));
  const asked: RouteInput<"items.part">[] = [];
  const window = desk({
    "items.part": (input: RouteInput<"items.part">) => {
      asked.push(input);
      const { from, limit, anchor } = input;
      const at = anchor === null ? -1 : all.findIndex(({ id }) => id === anchor.id);
      const first = Math.max(0, from + (at === -1 || anchor === null ? 0 : at - anchor.was));
      return ok({
        from: first,
        anchorAt: at === -1 ? null : at,
        rows: all.slice(first, first + limit),
        counts: input.statuses.map((status) => (status === "needs-editing" ? all.length : 0)),
      });
    },
    "items.counts": () => ok({ ...counts, "needs-editing": all.length }),
    "items.get": ({ id }: RouteInput<"items.get">) => ok(all.find((each) => each.id === id) ?? item(0)),
  });
  window.state.navigation.setState({ target: { screen: "outbox" } });
  await doing(() => render(<OutboxView />, { wrapper: window.wrapper }));
  const change = (next: (items: readonly PatientItem[]) => PatientItem[]): Promise<void> => {
    all = next(all);
    return window.emit("items.changed", {
      ids: [],
      counts: { ...counts, "needs-editing": all.length },
      progress: null,
    });
  };
  return { ...window, asked, change };
}
const rows = () => within(screen.getByRole("list", { name: title })).getAllByRole("listitem");
const button = (number: number) => screen.getByRole("button", { name: new RegExp(`Row N${number} `) });
const focused = (): string => /N\d+/.exec(document.activeElement?.textContent ?? "")?.[0] ?? "";
const key = (name: string): Promise<void> =>
  doing(() => fireEvent.keyDown(document.activeElement ?? document.body, { key: name }));

beforeEach(() => document.body.replaceChildren());

test("a long group has few rows, each of which says its number and how many there are", async () => {
  const { asked } = await open(100_000);
  expect(rows().length).toBeLessThan(60);
  expect(rows()[4]?.getAttribute("aria-posinset")).toBe("5");
  expect(rows()[4]?.getAttribute("aria-setsize")).toBe("100000");
  expect(asked.every(({ limit }) => limit <= 50)).toBe(true);
});

test("keys lead to rows that were not drawn, and one stop of Tab goes along", async () => {
  await open(100_000);
  await doing(() => button(0).focus());
  await key("End");
  expect(focused()).toBe("N99999");
  await key("ArrowUp");
  expect(focused()).toBe("N99998");
  const stops = rows().filter((row) => row.querySelector<HTMLElement>("[data-row]")?.tabIndex === 0);
  expect(stops.map((row) => /N\d+/.exec(row.textContent)?.[0])).toEqual(["N99998"]);
  await key("Home");
  expect(focused()).toBe("N0");
  await key("PageDown");
  expect(Number(focused().slice(1))).toBeGreaterThan(5);
});

test("the focus stays at its row when others come before it, and goes on to the next when it leaves", async () => {
  const { change } = await open(500);
  await doing(() => button(7).focus());
  await change((items) => [item(1_000), item(1_001), ...items]);
  expect(focused()).toBe("N7");
  expect(document.activeElement?.closest("li")?.getAttribute("aria-posinset")).toBe("10");
  await change((items) => items.filter(({ id }) => id !== uuid(7)));
  expect(focused()).toBe("N8");
});

// outbox-1: The details beside the list stay, and their buttons belong to no other item
test(
  "what stands beside the list stays there when others come before it and when it leaves, until nothing is listed",
  { tags: ["outbox-1"] },
  async () => {
    wide(1_280);
    const { change } = await open(3);
    const beside = (): string | undefined =>
      /N\d+/.exec(screen.queryByRole("region", { name: words.outbox.item })?.textContent ?? "")?.[0];
    const marked = (): string | undefined =>
      /N\d+/.exec(document.querySelector('[data-row][aria-current="true"]')?.textContent ?? "")?.[0];
    await change((items) => [item(1_000), ...items]);
    expect([beside(), marked()]).toEqual(["N0", "N0"]);
    // Its place is no other's: a press that is on its way would act on that.
    await change((items) => items.filter(({ id }) => id !== uuid(0)));
    expect([beside(), marked()]).toEqual(["N0", undefined]);
    await change(() => []);
    expect(beside()).toBeUndefined();
    await change(() => [item(2)]);
    expect(beside()).toBe("N2");
  },
);

// outbox-15: In a narrow window no row is marked while nothing is open
test.each([
  ["none, where the item would stand in the list's place", 1_024, null],
  ["the first, where it stands beside the list", 1_280, "N0"],
])("without anything opened the list marks %s", { tags: ["outbox-15"] }, async (_, width, marked) => {
  wide(width);
  await open(3);
  const current = document.querySelector('[data-row][aria-current="true"]');
  expect(/N\d+/.exec(current?.textContent ?? "")?.[0] ?? null).toBe(marked);
});

test("begins at its first row; Ctrl Enter does what is first for the one shown, and shows another before it does anything", async () => {
  wide(1_280);
  const { state } = await open(3);
  expect(focused()).toBe("N0");
  const command = (): Promise<void> =>
    doing(() => fireEvent.keyDown(document.body, { key: "Enter", ctrlKey: true }));
  const shown = (): string | undefined => {
    const { target } = state.navigation.getState();
    return target.screen === "outbox" ? target.itemId : undefined;
  };
  await key("ArrowDown");
  await command();
  expect([state.navigation.getState().target.screen, shown()]).toEqual(["outbox", uuid(1)]);
  await command();
  expect(state.navigation.getState().target).toMatchObject({ screen: "patients" });
});

test("each row that needs a person has a button of its own, to which Tab leads from the row alone", async () => {
  const { state } = await open(3);
  const act = words.outbox.row.of({ action: words.outbox.row.fix, name: "Row N1", visit: "New patient" });
  const fixes = screen.getAllByRole("button", { name: new RegExp(`^${words.outbox.row.fix}: `) });
  expect(fixes.map(({ tabIndex }) => tabIndex)).toEqual([0, -1, -1]);
  await doing(() => screen.getByRole("button", { name: act }).click());
  expect(state.navigation.getState().target).toMatchObject({ screen: "patients" });
});

// outbox-14: Offline is one line that says what waits: no progress bar, nothing to stop
test(
  "without a connection one line says what waits, with no bar and nothing to stop",
  { tags: ["outbox-14"] },
  async () => {
    const { state, emit } = await open(1);
    const title = words.outbox.tabs.automatic;
    await doing(() => fireEvent.click(screen.getByRole("tab", { name: new RegExp(title) })));
    state.items.setState({ progress: { sent: 0, left: 2, paused: false, waitsUntil: null } });
    const line = (connection: "online" | "offline"): Promise<void> =>
      emit("connection.changed", { state: connection, lastAnswerAt: null, reason: null });
    const stop = () => screen.queryByRole("button", { name: words.outbox.sending.stop });
    // With one there are both.
    await line("online");
    expect([screen.queryAllByRole("progressbar").length, stop() === null]).toEqual([1, false]);
    await line("offline");
    expect(screen.getByText(words.outbox.sending.offline({ waiting: 2, sending: 0 }))).toBeDefined();
    expect([screen.queryAllByRole("progressbar").length, stop()]).toEqual([0, null]);
  },
);

// outbox-16: Its count is red for items that need a person, otherwise grey
test.each([
  [{ "needs-card": 3, "needs-checking": 1, ready: 6 }, "4", { urgent: 4, sending: 0, waiting: 6 }],
  [{ ready: 6 }, "6", { urgent: 0, sending: 0, waiting: 6 }],
  [{ ready: 5, sending: 1 }, "6", { urgent: 0, sending: 1, waiting: 5 }],
])(
  "beside its name the outbox counts who needs a person, else what goes out by itself: %o",
  { tags: ["outbox-16"] },
  async (has, shown, both) => {
    const { wrapper, state } = desk({ "items.counts": () => ok({ ...counts, ...has }) });
    const nothing = (): void => undefined;
    await doing(() => render(<SideNavigation onFind={nothing} />, { wrapper }));
    await doing(() => state.items.setState({ counts: { ...counts, ...has } }));
    const count = within(screen.getByRole("button", { name: new RegExp(words.shell.screens.outbox) }));
    expect(count.getByText(shown)).toBeDefined();
    expect(count.getByText(words.shell.navigation.waiting(both))).toBeDefined();
  },
);

test("of a try that may have left from other records neither a time is shown nor a count", async () => {
  const { wrapper } = desk({});
  const outcome = say("failures.outbox.putBack");
  const supposed = {
    startedAt: "2026-11-20T22:12:00.000Z",
    endedAt: "2026-11-20T22:12:00.000Z",
    phase: "sending",
    status: null,
    outcome,
  } as const;
  await doing(() =>
    render(<Attempts attempts={[supposed]} told={outcome} timeZone="America/New_York" />, { wrapper }),
  );
  expect(screen.getByRole("region", { name: words.outbox.attempts }).textContent).toBe(
    `${words.outbox.attempts}${words.outbox.attempt.notKnown}`,
  );
});

test("of attempts that are kept as a number, the number, the last moment and the doubt are shown, and all are counted", async () => {
  const { wrapper } = desk({});
  const refused = {
    startedAt: "2026-11-20T22:12:00.000Z",
    endedAt: "2026-11-20T22:12:01.000Z",
    phase: "answered",
    status: 503,
    outcome: null,
  } as const;
  const until = "2026-11-21T22:12:00.000Z";
  const attempts = [
    { ...refused, more: { count: 59, until } },
    { ...refused, startedAt: "2026-11-20T22:13:00.000Z", status: 429, more: { count: 1, until } },
    { ...refused, startedAt: "2026-11-22T22:12:00.000Z" },
  ];
  await doing(() =>
    render(<Attempts attempts={attempts} told={null} timeZone="America/New_York" />, { wrapper }),
  );
  const section = screen.getByRole("region", { name: words.outbox.attempts });
  expect(within(section).getByText(words.outbox.attemptCount({ count: 63 }))).toBeDefined();
  const shown = within(section)
    .getAllByRole("listitem")
    .map(({ textContent }) => textContent);
  expect(shown).toHaveLength(3);
  expect(shown[0]).not.toContain("more");
  const when = formatPreciseMoment(until, "America/New_York");
  expect(shown[1]).toContain(`One more attempt like this, the last on ${when}.`);
  expect(shown[1]).not.toContain("may have arrived");
  expect(shown[2]).toContain(
    `59 more attempts like this, the last on ${when}. What was sent may have arrived each time.`,
  );
});
