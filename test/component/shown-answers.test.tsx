import { fireEvent, render, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { beforeEach, expect, test } from "vitest";
import { failed, ok } from "../../shared/core/failure.ts";
import type { BookingItem } from "../../shared/outbox/item.ts";
import { said } from "../../messages/saying.ts";
import { words } from "../../messages/words.ts";
import { RecordsBanner } from "../../renderer/app/banners.tsx";
import { DeskHeader } from "../../renderer/app/desk-header.tsx";
import { OfflineSwitch } from "../../renderer/features/onboarding/offline-switch.tsx";
import { HandoverView } from "../../renderer/features/handover/view.tsx";
import { CallsView } from "../../renderer/features/outbox/calls-view.tsx";
import { DraftsBanner } from "../../renderer/features/outbox/drafts-banner.tsx";
import { NextCard } from "../../renderer/features/outbox/next-card.tsx";
import { WhatToAsk } from "../../renderer/features/outbox/what-to-ask.tsx";
import { bookingItem, filledBooking, knownPatient, uuid } from "../unit/renderer/builders.ts";
import { counts, desk, doing, session, settings } from "./kit.tsx";
import { full } from "./memory-main.ts";

const item = (status: BookingItem["status"]): BookingItem =>
  bookingItem({
    status,
    form: { ...filledBooking, patient: { kind: "known", id: uuid(1) }, date: "2031-03-04", time: "10:00" },
  });
const record = { ...knownPatient(), input: { ...knownPatient().input, phone: "(217) 555-0199" } };
const missing = { sends: 0, items: 1, changes: 0, otherCopy: false };
const info = { version: "0", platform: "linux", recordsKept: "disk", storeProblem: null } as const;
const lost = failed(full);

beforeEach(() => document.body.replaceChildren());

/** Draws it at a desk with one item in that status, and presses the button. */
async function pressed(
  view: ReactNode,
  name: string,
  handlers: Parameters<typeof desk>[0],
  status: BookingItem["status"] = "draft",
) {
  const items = [item(status)];
  const window = desk({
    "items.list": () => ok({ items, total: 1, damaged: 0, newer: 0 }),
    "patients.get": () => ok(record),
    "settings.get": () => ok(settings),
    ...handlers,
  });
  window.state.items.setState({ counts: { ...counts, "needs-card": 1 } });
  window.state.navigation.setState({ target: { screen: "patients" } });
  await doing(() => render(view, { wrapper: window.wrapper }));
  const role = name === words.guide.practice.offline ? "switch" : "button";
  await doing(() => fireEvent.click(screen.getByRole(role, { name: new RegExp(name) })));
  return window;
}

const copied = { "app.copy": () => ok({}) };
const calls = words.outbox.calls;

// window-2: The answer to a press is shown and spoken
test.each<readonly [string, ReactNode, string, Parameters<typeof desk>[0], BookingItem["status"], string]>([
  [
    "Hold",
    <DraftsBanner key="" />,
    words.shell.drafts.hold,
    { "items.hold": () => ok(item("on-hold")) },
    "draft",
    words.shell.drafts.held,
  ],
  [
    "Hold",
    <DraftsBanner key="" />,
    words.shell.drafts.hold,
    { "items.hold": () => lost },
    "draft",
    said(full.why),
  ],
  [
    "Next call",
    <NextCard key="" />,
    words.outbox.nextCard,
    { "items.list": () => lost },
    "needs-card",
    said(full.why),
  ],
  [
    "Next call",
    <NextCard key="" except={uuid(50)} />,
    words.outbox.nextCard,
    {},
    "needs-card",
    words.outbox.noNextCard,
  ],
  [
    "a look at the line",
    <DeskHeader key="" session={session("a")} onShortcuts={() => undefined} />,
    words.shell.connection.checkNow,
    { "connection.check": () => lost },
    "draft",
    said(full.why),
  ],
  [
    "the switch of practice",
    <OfflineSwitch key="" />,
    words.guide.practice.offline,
    { "practice.line": () => ok({ answers: true }), "practice.answer": () => lost },
    "draft",
    said(full.why),
  ],
  [
    "what is missing, read",
    <RecordsBanner key="" />,
    words.shell.missing.read,
    {
      "app.info": () => ok({ ...info, recordsNotice: { missing, settings: null } }),
      "app.noticeRead": () => lost,
    },
    "draft",
    said(full.why),
  ],
  [
    "Copy of what to ask",
    <WhatToAsk key="" item={item("needs-checking")} />,
    words.outbox.ask.copy,
    copied,
    "needs-checking",
    words.outbox.ask.copied,
  ],
  [
    "Copy of the handover",
    <HandoverView key="" />,
    words.handover.copy,
    copied,
    "on-hold",
    words.handover.copied,
  ],
  ["Copy of a number", <CallsView key="" />, calls.copy, copied, "needs-card", calls.copied],
  [
    "Copy of a number",
    <CallsView key="" />,
    calls.copy,
    { "app.copy": () => lost },
    "needs-card",
    said(full.why),
  ],
])(
  "%s is answered where it is seen, and said once: %#",
  { tags: ["window-2"] },
  async (_, view, name, handlers, status, answer) => {
    const { state } = await pressed(view, name, handlers, status);
    const { toast, ...news } = state.announcer.getState();
    expect([toast.text, news]).toEqual([answer, toast]);
  },
);
