import { fireEvent, render, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { beforeEach, expect, test } from "vitest";
import { fail, failed, ok, type Result } from "../../shared/core/failure.ts";
import type { BookingItem } from "../../shared/outbox/item.ts";
import type { PatientRecord } from "../../shared/patients/patient.ts";
import { verbatim } from "../../messages/saying.ts";
import { words } from "../../messages/words.ts";
import { BookingScreen } from "../../renderer/features/booking/index.ts";
import { BookingsView } from "../../renderer/features/bookings/view.tsx";
import { DetailHeader } from "../../renderer/features/outbox/detail-header.tsx";
import { WhatToAsk } from "../../renderer/features/outbox/what-to-ask.tsx";
import { ExistingPatient } from "../../renderer/features/patients/index.ts";
import type { Target } from "../../renderer/lib/navigation.ts";
import {
  appointment,
  bookingItem,
  filledBooking,
  knownPatient,
  patientItem,
  uuid,
} from "../unit/renderer/builders.ts";
import { desk, doing } from "./kit.tsx";

const lost = failed(fail("store", verbatim("The disk is gone.")));
const gone = failed(fail("not-found", verbatim("Deleted.")));
const form = { ...filledBooking, date: "2031-02-25", patient: { kind: "known", id: uuid(1) } } as const;
const result = { appointment, bookedAt: "2031-01-01T15:00:00Z", markedByPerson: false };

type Place = {
  readonly item: BookingItem;
  readonly target?: Target;
  readonly draw: (item: BookingItem) => ReactNode;
  /** What is said of somebody whom this computer does not know, and of nobody else. */
  readonly unknown: string;
};
const draft = bookingItem({ form: { ...form, step: "review" } });
const booked = bookingItem({ id: uuid(5), status: "done", form, result });
const sent = {
  startedAt: "2026-11-20T15:00:00Z",
  endedAt: "2026-11-20T15:00:01Z",
  phase: "sent",
  status: null,
  outcome: null,
} as const;
const unclear = bookingItem({ id: uuid(6), status: "needs-checking", form, attempts: [sent] });
const places: Readonly<Record<string, Place>> = {
  "a draft": {
    item: draft,
    target: { screen: "new-booking", itemId: draft.id },
    draw: () => <BookingScreen />,
    unknown: words.fields.patient.gone,
  },
  "a booking": {
    item: booked,
    target: { screen: "bookings", itemId: booked.id },
    draw: () => <BookingsView />,
    unknown: words.bookings.patientNotKnown,
  },
  "what to ask": {
    item: unclear,
    draw: (item) => <WhatToAsk item={item} />,
    unknown: words.outbox.ask.notKnown,
  },
  "the patient of a number": {
    item: draft,
    draw: () => <ExistingPatient item={patientItem({})} patientId={5} />,
    unknown: words.patients.unknownNumber({ id: 5 }),
  },
};

/** That place over a main that reads the patient as `answer` says each time. */
async function open({ item, target, draw }: Place, answer: () => Result<PatientRecord>): Promise<void> {
  const byNumber = (): Result<{ patient: PatientRecord | null }> => {
    const read = answer();
    if (read.ok) return ok({ patient: read.value });
    return read.failure.code === "not-found" ? ok({ patient: null }) : read;
  };
  const { state, wrapper } = desk({
    "items.get": () => ok(item),
    "items.list": () => ok({ items: [], total: 0, damaged: 0, newer: 0 }),
    "items.edit": () => ok(item),
    "items.saveForm": () => ok({ savedAt: item.updatedAt }),
    "bookings.list": () => ok({ rows: [], days: [], from: 0, anchorAt: null, total: 0, hasMore: false }),
    "patients.get": answer,
    "patients.byNumber": byNumber,
  });
  if (target !== undefined) state.navigation.setState({ target });
  await doing(() => render(draw(item), { wrapper }));
}
const shown = (): string => document.body.textContent ?? "";
const { firstName } = knownPatient().input;

test("nor is it said in the outbox that there is no number to call", async () => {
  const toCall = bookingItem({ id: uuid(7), status: "needs-card", form });
  const draw = (item: BookingItem): ReactNode => <DetailHeader item={item} />;
  await open({ item: toCall, draw, unknown: "" }, () => lost);
  expect(shown()).toContain("The disk is gone.");
  expect(shown()).not.toContain(words.outbox.noPhone);
});

beforeEach(() => document.body.replaceChildren());

// patients-13: A patient who could not be read is not called unknown
test.each(Object.keys(places))(
  "%s: a patient who cannot be read is not said to be unknown, and is read again",
  { tags: ["patients-13"] },
  async (name) => {
    const place = places[name] as Place;
    let answer: Result<PatientRecord> = lost;
    await open(place, () => answer);
    expect(shown()).toContain("The disk is gone.");
    expect(shown()).not.toContain(place.unknown);
    answer = ok(knownPatient());
    await doing(() => fireEvent.click(screen.getByRole("button", { name: words.bookings.again })));
    expect(shown()).toContain(firstName);
    expect(shown()).not.toContain("The disk is gone.");
  },
);

test.each(Object.keys(places))("%s: one who was deleted is no failure", async (name) => {
  const place = places[name] as Place;
  await open(place, () => gone);
  expect(shown()).not.toContain("Deleted.");
  expect(shown()).toContain(place.unknown);
});
