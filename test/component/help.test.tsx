import { fireEvent, render, screen, within } from "@testing-library/react";
import type { ReactNode } from "react";
import { beforeEach, expect, test } from "vitest";
import { fail, failed, ok } from "../../shared/core/failure.ts";
import { billingTypes } from "../../shared/service-api/appointment.ts";
import type { ClinicState } from "../../shared/clinic/clinic.ts";
import { verbatim } from "../../messages/saying.ts";
import { words } from "../../messages/words.ts";
import { BookingScreen } from "../../renderer/features/booking/index.ts";
import { StateHelp } from "../../renderer/features/outbox/state-help.tsx";
import { groupKeys, describeGroup } from "../../renderer/features/outbox/words.ts";
import type { Target } from "../../renderer/lib/navigation.ts";
import { bookingItem, filledBooking } from "../unit/renderer/builders.ts";
import { member } from "../support/clinic-states.ts";
import { desk, doing } from "./kit.tsx";

beforeEach(() => document.body.replaceChildren());

const draft = bookingItem({ form: { ...filledBooking, patient: null, step: "billing", billingType: null } });

type Stands = { readonly clinic: ClinicState | null; readonly paused: boolean };

async function open(
  view: ReactNode,
  target: Target,
  { clinic, paused }: Stands = { clinic: null, paused: false },
): Promise<void> {
  const { wrapper, state } = desk({
    "items.get": () => ok(draft),
    "items.edit": () => ok(draft),
    "items.list": () => ok({ items: [], total: 0, damaged: 0, newer: 0 }),
    "patients.get": () => failed(fail("not-found", verbatim("Gone."))),
  });
  state.navigation.setState({ target });
  if (clinic !== null) state.clinic.setState({ clinic, failure: null });
  if (paused) state.items.setState({ progress: { left: 1, sent: 0, paused, waitsUntil: null } });
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

// billing-2: Help for each billing type is one key away
test(
  "is one press away beside the billing types, and says of each when, what it needs, and offline",
  { tags: ["billing-2"] },
  async () => {
    await open(<BookingScreen />, { screen: "new-booking", itemId: draft.id });
    const { help, names } = words.booking.billing;
    const text = within(await opened(help.open));
    for (const type of billingTypes) {
      const { when, needs, offline } = help[type];
      expect(text.getByText(names[type]).tagName).toBe("DT");
      for (const line of [when, needs, offline]) expect(text.getAllByText(line).length).toBeGreaterThan(0);
    }
  },
);

test.each([
  ["sharing-stopped", { clinic: () => member({ line: "stopped" }), paused: false }],
  ["sending-stopped", { clinic: () => member(), paused: true }],
] as const)("no billing type is said to be sent automatically: %s", async (hold, { clinic, paused }) => {
  await open(<BookingScreen />, { screen: "new-booking", itemId: draft.id }, { clinic: clinic(), paused });
  const { help } = words.booking.billing;
  const text = within(await opened(help.open));
  expect(text.getAllByText(help.held[hold])).toHaveLength(2);
  expect(text.queryByText(help["Monthly Invoice"].offline)).toBeNull();
});

test.each(["2031-03-04", "2020-03-04"])(
  "what another desk held when sharing stopped is not said to be taken over: a visit of %s",
  async (date) => {
    const item = bookingItem({ status: "elsewhere", form: { ...filledBooking, date, time: "14:00" } });
    const stopped = { clinic: member({ line: "stopped" }), paused: false };
    await open(<StateHelp item={item} />, { screen: "outbox" }, stopped);
    const { help, group, groupUnshared } = words.outbox;
    const text = within(await opened(help.open({ state: group.elsewhere.title })));
    for (const line of [groupUnshared.elsewhere, help.unshared])
      expect(text.getAllByText(line)).not.toEqual([]);
    expect(text.queryByText(help.state.elsewhere.you)).toBeNull();
  },
);

// outbox-7: Each state says what it means, what happens next and what people can do
test.each(groupKeys)(
  "every state of the outbox says what it means, what comes next by itself and what can be done: %s",
  { tags: ["outbox-7"] },
  async (status) => {
    const problem = fail("refused", verbatim("The service said no."));
    await open(<StateHelp item={bookingItem({ status, problem })} />, { screen: "outbox" });
    const { title, sentence } = describeGroup(status, "disk");
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
