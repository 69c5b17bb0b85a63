import { render, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { beforeEach, expect, test } from "vitest";
import { fail, failed, ok } from "../../shared/core/failure.ts";
import { verbatim } from "../../messages/saying.ts";
import { words } from "../../messages/words.ts";
import { BookingsView } from "../../renderer/features/bookings/view.tsx";
import { HandoverView } from "../../renderer/features/handover/view.tsx";
import { OutboxView } from "../../renderer/features/outbox/view.tsx";
import { PatientsView } from "../../renderer/features/patients/view.tsx";
import { StartScreen } from "../../renderer/features/start/index.ts";
import { WebhooksView } from "../../renderer/features/webhooks/view.tsx";
import type { Target } from "../../renderer/lib/navigation.ts";
import { counts, desk, doing, settings } from "./kit.tsx";

const { bookings, handover, outbox, patients, start, webhooks } = words;
const nobody = (): void => {};

/** Each screen with a list, and what it says where there is nothing in it. */
const lists: readonly (readonly [Target["screen"], ReactNode, readonly string[]])[] = [
  ["bookings", <BookingsView key="" />, [bookings.none, bookings.noUpcoming, bookings.noPast]],
  ["outbox", <OutboxView key="" />, [outbox.nothingWaits, outbox.allSent, ...Object.values(outbox.tabEmpty)]],
  ["patients", <PatientsView key="" />, [patients.none, patients.noMatchHere]],
  ["webhooks", <WebhooksView key="" />, [webhooks.none, webhooks.noneThen, webhooks.noneHelp]],
  ["handover", <HandoverView key="" />, [handover.nothing, handover.nothingText]],
  [
    "new-booking",
    <StartScreen
      key=""
      settings={settings}
      exceptItem={null}
      onPatient={nobody}
      onTakeUp={nobody}
      onNewPatient={nobody}
    />,
    [start.today.none, start.today.over, start.firstDay.title],
  ],
];

async function open(name: Target["screen"], view: ReactNode, lost: boolean): Promise<string> {
  const gone = failed(fail("store", verbatim("The disk is gone.")));
  const nothing = { items: [], total: 0, damaged: 0, newer: 0 };
  const noRows = { from: 0, anchorAt: null, rows: [] };
  const { wrapper, state } = desk({
    "items.counts": () => ok(counts),
    "items.list": () => (lost ? gone : ok(nothing)),
    "bookings.list": () => (lost ? gone : ok({ ...noRows, days: [], total: 0, hasMore: false })),
    "items.part": ({ statuses }) => (lost ? gone : ok({ ...noRows, counts: statuses.map(() => 0) })),
    "bookings.days": () => (lost ? gone : ok({ rows: [], unread: 0, more: 0 })),
    "patients.search": () =>
      lost ? gone : ok({ patients: [], near: [], total: 0, last: {}, otherNumbers: {} }),
    "webhooks.list": () => (lost ? gone : ok({ webhooks: [], asOf: "2026-11-20T15:00:00Z", failure: null })),
  });
  state.navigation.setState({ target: { screen: name } });
  await doing(() => render(view, { wrapper }));
  return document.body.textContent ?? "";
}

beforeEach(() => document.body.replaceChildren());

// lists-1: A list that could not be read is never called empty
test.each(lists)(
  "%s: a list that could not be read is never called empty",
  { tags: ["lists-1"] },
  async (name, view, empty) => {
    const shown = await open(name, view, true);
    expect(screen.getAllByText("The disk is gone.").length).toBeGreaterThan(0);
    expect(empty.filter((each) => shown.includes(each))).toEqual([]);
  },
);

test.each(lists)("%s: one that is empty says so, or the words above would prove nothing", async (...list) => {
  const [name, view, empty] = list;
  const shown = await open(name, view, false);
  expect(empty.filter((each) => shown.includes(each))).not.toEqual([]);
  expect(shown).not.toContain("The disk is gone.");
});
