import { describe, expect, it } from "vitest";
import { fail } from "../../../shared/core/failure.ts";
import type { Attempt, BookingItem, Item, PatientItem, WebhookItem } from "../../../shared/outbox/item.ts";
import type { LedgerEntry } from "../../../mock/ledger.ts";
import { judge } from "../../faults/oracle.ts";
import { says } from "../../faults/claims.ts";
import { falseWords, shownFor } from "../../faults/words.ts";
import { bookingItem, idOf, patientItem, webhookItem } from "../../support/store-records.ts";
import { verbatim } from "../../../messages/saying.ts";
import { words } from "../../../messages/words.ts";

const at = "2026-03-02T09:00:00.000Z";
const attempt: Attempt = {
  startedAt: at,
  endedAt: at,
  phase: "answered",
  status: 201,
  outcome: verbatim("Done."),
};
const cut: Attempt = {
  ...attempt,
  phase: "sent",
  status: null,
  outcome: verbatim("It may or may not have been made."),
};
const said = (outcome: string, change: Partial<Attempt> = {}): Attempt => ({
  ...attempt,
  outcome: verbatim(outcome),
  ...change,
});

const booking = (change: Partial<BookingItem>): BookingItem =>
  bookingItem(1, { payload: "{}", attempts: [attempt], ...change });
const patient = (change: Partial<PatientItem>): PatientItem =>
  patientItem(2, { payload: JSON.stringify({ externalId: "FD-2" }), attempts: [attempt], ...change });
const webhook = (change: Partial<WebhookItem>): WebhookItem =>
  webhookItem(3, { payload: "{}", attempts: [attempt], ...change });

const entryOf = (item: Item, change: Partial<LedgerEntry> = {}): LedgerEntry => ({
  at,
  account: "one",
  kind: item.kind === "booking" ? "appointment" : item.kind,
  id: 7,
  idempotencyKey: item.idempotencyKey,
  externalId: item.kind === "patient" ? "FD-2" : null,
  body: {},
  ...change,
});
const madeTimes = (item: Item, times: number): LedgerEntry[] =>
  Array.from({ length: times }, () => entryOf(item));
const untrue = (item: Item, ledger: readonly LedgerEntry[]): string[] =>
  falseWords({ ledger, items: [item] }).map(({ says }) => says);

const appointment = {
  id: 7,
  appointmentDateTime: null,
  appointmentTimeZone: null,
  price: null,
  status: "Pending",
  notes: null,
  address: null,
  city: null,
  state: null,
  zip: null,
  billingType: null,
};
const booked = { appointment, bookedAt: at, markedByPerson: false };
const refused = (why: string) => fail("refused", verbatim(why));
const nothingCreated = `The service refused this. ${words.failures.nothingCreated}`;

describe("words that are so", () => {
  it.each<[string, Item, number]>([
    ["a booking that was made", booking({ status: "done", result: booked }), 1],
    ["a patient that was made", patient({ status: "done", result: { patientId: 7 } }), 1],
    ["a webhook that was made", webhook({ status: "done", result: { id: 7, url: "u", events: [] } }), 1],
    [
      "a booking that a person marked",
      booking({ status: "done", result: { ...booked, markedByPerson: true }, attempts: [cut] }),
      0,
    ],
    [
      "a refusal of the one attempt",
      booking({
        status: "needs-editing",
        problem: refused(nothingCreated),
        attempts: [said(nothingCreated, { status: 403 })],
      }),
      0,
    ],
    [
      "an unclear attempt and then one that was not sent, the first of which made it",
      booking({
        status: "needs-checking",
        problem: fail("unclear", verbatim("It may or may not have been made.")),
        attempts: [cut, said(words.failures.nothingSent, { phase: "connecting", status: null })],
      }),
      1,
    ],
    [
      "what the service itself said, in quotation marks",
      patient({
        status: "needs-checking",
        problem: fail(
          "unclear",
          verbatim(`It may be there already. It said: “${words.failures.nothingCreated}”`),
        ),
        attempts: [cut],
      }),
      1,
    ],
  ])("finds nothing false about %s", (_what, item, times) => {
    expect(untrue(item, madeTimes(item, times))).toEqual([]);
  });

  it("takes a person's word that an earlier try made nothing: what is said of the next is of that one", () => {
    const item = booking({
      status: "needs-editing",
      resends: 1,
      problem: refused(nothingCreated),
      attempts: [cut, said(nothingCreated, { status: 422 })],
    });
    expect(untrue(item, madeTimes(item, 1))).toEqual([]);
    expect(untrue(item, madeTimes(item, 2))).not.toEqual([]);
  });
});

describe("planted false words", () => {
  it.each<[string, Item, string]>([
    [
      "a booking",
      booking({ status: "done", result: booked }),
      `“${words.items.appointment.pending.title}”, and the service made none`,
    ],
    [
      "a patient",
      patient({ status: "done", result: { patientId: 7 } }),
      `“${words.items.made.patient}”, and the service made none`,
    ],
    [
      "a webhook",
      webhook({ status: "done", result: null }),
      `“${words.webhooks.status.registered}”, and the service made none`,
    ],
  ])("names %s that is called made and was not", (_what, item, sentence) => {
    expect(untrue(item, []).join("\n")).toContain(sentence);
  });

  it.each<[string, Item, string]>([
    [
      "a refusal after an unclear attempt that made it",
      patient({
        status: "needs-editing",
        problem: refused(nothingCreated),
        attempts: [cut, said("Refused.", { status: 403 })],
      }),
      `“${nothingCreated}”, and the service made 1`,
    ],
    [
      "a booking that is to be edited and was made",
      booking({
        status: "needs-editing",
        problem: refused("The service refused this."),
        attempts: [said("Refused.", { status: 403 })],
      }),
      `“${words.booking.outcome.notBooked}”, and the service made 1`,
    ],
    [
      "“nothing was sent” of an item whose earlier request came through",
      patient({
        status: "ready",
        problem: fail(
          "not-reached",
          verbatim(`The service could not be reached. ${words.failures.nothingSent}`),
        ),
        attempts: [cut, said(words.failures.nothingSent, { phase: "connecting", status: null })],
      }),
      `${words.failures.nothingSent}”, and the service has 1 of its requests`,
    ],
    [
      "a webhook that is called not registered and is",
      webhook({
        status: "needs-editing",
        problem: refused("The service refused this."),
        attempts: [said("Refused.", { status: 403 })],
      }),
      `“${words.webhooks.status.notRegistered}”, and the service made 1`,
    ],
    [
      "one attempt that is said to have made nothing, and made it",
      booking({
        status: "needs-checking",
        problem: fail("unclear", verbatim("It may or may not have been made.")),
        attempts: [said(nothingCreated, { status: 403 })],
      }),
      "says of 1 of 1 attempts that nothing came of them",
    ],
  ])("names %s", (_what, item, sentence) => {
    expect(untrue(item, madeTimes(item, 1)).join("\n")).toContain(sentence);
  });

  it("names a linked draft's refusal when what it was edited from was made", () => {
    const before = patient({ status: "discarded", attempts: [cut] });
    const problem = refused(nothingCreated);
    const payload = JSON.stringify({ externalId: "OTHER" });
    const draft = {
      ...patient({ status: "needs-editing", problem, payload }),
      id: idOf(9),
      editOf: before.id,
    };
    const made = entryOf(before);
    const items = [{ ...draft, idempotencyKey: idOf(10) }, before];
    expect(falseWords({ ledger: [], items })).toEqual([]);
    expect(falseWords({ ledger: [made], items }).map(({ item }) => item.id)).toContain(draft.id);
  });

  it("does not call created whose number a person took over, and lets it be named", () => {
    const item = patient({ status: "done", result: { patientId: 1 } });
    const found = falseWords({ ledger: [], items: [item], takenByPerson: [item.id] }).map(({ says }) => says);
    expect(found.every((says) => says.includes(`“${words.items.made.patient}`))).toBe(true);
  });

  it("counts them in the verdict, with the item's name", () => {
    const item = booking({ status: "done", result: booked });
    const verdict = judge({ ledger: [], items: [item], expected: [item.id] });
    expect(verdict.falseWords).toBeGreaterThan(0);
    expect(verdict.problems).toContainEqual(
      expect.stringContaining(`booking ${item.id} says “${words.items.appointment.pending.title}`),
    );
  });
});

it("has something to say of an item in every status, or the judge would pass what is not shown", () => {
  const statuses = ["draft", "ready", "sending", "needs-card", "needs-editing", "needs-checking"] as const;
  for (const status of statuses)
    for (const item of [booking({ status }), patient({ status }), webhook({ status })])
      expect(
        shownFor(item).filter(({ about }) => about === "item"),
        `${item.kind} ${status}`,
      ).not.toEqual([]);
});

it("a claim behind what the service said is heard, what the service said itself is not", () => {
  expect(says("This was refused. It said: “No.” Nothing was created.", "notMade")).toBe(true);
  expect(says("This was refused. It said: “Nothing was created.”", "notMade")).toBe(false);
});
