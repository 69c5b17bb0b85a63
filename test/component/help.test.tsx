import { fireEvent, render, screen, within } from "@testing-library/react";
import type { ReactNode } from "react";
import { beforeEach, expect, test } from "vitest";
import { fail, failed, ok } from "../../contract/failure.ts";
import { billingTypes } from "../../contract/service/appointment.ts";
import { verbatim } from "../../messages/saying.ts";
import { words } from "../../messages/words.ts";
import { BookingView } from "../../renderer/features/booking/index.ts";
import { StateHelp } from "../../renderer/features/outbox/state-help.tsx";
import { groupKeys, groupWords } from "../../renderer/features/outbox/words.ts";
import type { Target } from "../../renderer/state/navigation.ts";
import { bookingItem, filledBooking } from "../unit/renderer/builders.ts";
import { desk, doing } from "./kit.tsx";

beforeEach(() => document.body.replaceChildren());

const draft = bookingItem({ form: { ...filledBooking, patient: null, step: "billing", billingType: null } });

async function open(view: ReactNode, target: Target): Promise<void> {
  const { wrapper, state } = desk({
    "items.get": () => ok(draft),
    "items.edit": () => ok(draft),
    "items.list": () => ok({ items: [], total: 0, damaged: 0, newer: 0 }),
    "patients.get": () => failed(fail("not-found", verbatim("Gone."))),
  });
  state.navigation.setState({ target });
  await doing(() => render(view, { wrapper }));
}

/** The line that opens it, which a keyboard reaches as any `summary` of a `details`, and what it opens. */
async function opened(title: string): Promise<HTMLElement> {
  const line = screen.getByText(title);
  const all = line.closest("details");
  if (all === null || line.closest("summary") === null) throw new Error(`${title} opens nothing`);
  expect(all.open).toBe(false);
  await doing(() => fireEvent.click(line));
  expect(all.open).toBe(true);
  return all;
}

test(
  "is one press away beside the billing types, and says of each when, what it needs, and offline",
  { tags: ["billing-2"] },
  async () => {
    await open(<BookingView />, { screen: "new-booking", itemId: draft.id });
    const { help, names } = words.booking.billing;
    const text = within(await opened(help.open));
    for (const type of billingTypes) {
      const { when, needs, offline } = help[type];
      expect(text.getByText(names[type]).tagName).toBe("DT");
      for (const line of [when, needs, offline]) expect(text.getAllByText(line).length).toBeGreaterThan(0);
    }
  },
);

test.each(groupKeys)(
  "every state of the outbox says what it means, what comes next by itself and what can be done: %s",
  { tags: ["outbox-7"] },
  async (status) => {
    const problem = fail("refused", verbatim("The service said no."));
    await open(<StateHelp item={bookingItem({ status, problem })} />, { screen: "outbox" });
    const { title, sentence } = groupWords(status, "disk");
    const { help } = words.outbox;
    const { next, you } = help.state[status];
    const all = await opened(help.open({ state: title }));
    const said = [...all.querySelectorAll("dt, dd")].map(({ textContent }) => textContent);
    expect(said).toEqual([help.means, sentence, help.next, next, help.you, you]);
  },
);

test("what is at its end needs no help", async () => {
  await open(<StateHelp item={bookingItem({ status: "discarded" })} />, { screen: "outbox" });
  expect(document.querySelector("details")).toBeNull();
});
