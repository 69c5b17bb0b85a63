import { fireEvent, render, screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { fail, failed, ok } from "../../shared/core/failure.ts";
import { say } from "../../messages/saying.ts";
import { words } from "../../messages/words.ts";
import { OutboxView } from "../../renderer/features/outbox/view.tsx";
// Loaded here, so that a dialog is there when it is asked for.
import "../../renderer/ui/modal-dialog.tsx";
import { claimOf, deskIds, member, openTry } from "../support/clinic-states.ts";
import { bookingItem, uuid } from "../unit/renderer/builders.ts";
import { counts, desk, doing } from "./kit.tsx";

const { outbox } = words;
const says = outbox.restored;

/** Needs-checking bookings after a restore: so many that nobody tried, one that another desk may have sent, and one of another desk. */
async function open(alike: number, refusesAt: number | null = null) {
  const problem = fail("unclear", say("failures.clinic.incomplete"));
  const items = Array.from({ length: alike + 2 }, (_none, at) => ({
    ...bookingItem({ id: uuid(100 + at), status: "needs-checking" as const }),
    problem,
  }));
  const mine = { holder: deskIds.self, holderName: "Desk 1", isHeldHere: true } as const;
  const blocked = { blocked: "history-incomplete" as const, awaited: ["Desk 3"] };
  const claims = items.map(({ id }, at) =>
    at < alike
      ? claimOf(id, { ...mine, ...blocked })
      : claimOf(id, { ...blocked, ...(at === alike ? { ...mine, attempts: [openTry()] } : {}) }),
  );
  const decided: unknown[] = [];
  const window = desk({
    "clinic.get": () => ok(member()),
    "clinic.claims": ({ ids }) => ok({ claims: claims.filter(({ id }) => ids.includes(id)) }),
    "items.decide": (input) => {
      decided.push(input);
      return decided.length === refusesAt
        ? failed(fail("refused", say("failures.clinic.refused")))
        : ok({ ...bookingItem({ id: input.id }), status: "ready" });
    },
    "items.counts": () => ok({ ...counts, "needs-checking": items.length }),
    "items.list": () => ok({ items, total: items.length, damaged: 0, newer: 0 } as never),
    "items.get": ({ id }) => ok(items.find((one) => one.id === id) as never),
    "items.part": ({ from, statuses }) =>
      ok({
        from,
        anchorAt: null,
        rows: statuses.includes("needs-checking") && from === 0 ? items : [],
        counts: statuses.map((each) => (each === "needs-checking" ? items.length : 0)),
      }),
  });
  window.state.navigation.setState({ target: { screen: "outbox" } });
  await doing(() => render(<OutboxView />, { wrapper: window.wrapper }));
  return { ...window, decided, items };
}
const ask = async (count: number): Promise<HTMLElement> => {
  await doing(() => fireEvent.click(screen.getByRole("button", { name: says.decide })));
  return screen.findByRole("alertdialog", { name: says.question({ count }) });
};
const press = (part: HTMLElement, name: string): Promise<void> =>
  doing(() => fireEvent.click(within(part).getByRole("button", { name })));

test("bookings that a restored database left in doubt alike are decided on once, and others each", async () => {
  const { decided, items, said } = await open(3);
  expect(screen.getByText(says.title({ count: 3 }))).toBeDefined();
  const no = await ask(3);
  expect(no.textContent).toContain("Desk 3");
  expect(within(no).getAllByRole("listitem")).toHaveLength(3);
  await press(no, outbox.notYet);
  expect(decided).toEqual([]);
  await press(await ask(3), says.yes({ count: 3 }));
  const shown = { attempts: [], historyIncomplete: true };
  expect(decided).toEqual(items.slice(0, 3).map(({ id }) => ({ id, decision: "again", shown })));
  expect(said()).toBe(says.done({ count: 3 }));
});

test("one alone is asked about where it stands", async () => {
  const { decided } = await open(1);
  expect(screen.queryByRole("button", { name: says.decide })).toBeNull();
  expect(decided).toEqual([]);
});

test("a decision that the clinic refuses ends it there, and says why", async () => {
  const { decided } = await open(3, 2);
  await press(await ask(3), says.yes({ count: 3 }));
  expect(decided).toHaveLength(2);
  expect(screen.getByText(words.failures.clinic.refused)).toBeDefined();
});
