import { describe, expect, it, test } from "vitest";
import { fail, failed, ok } from "../../../shared/core/failure.ts";
import type { Card } from "../../../shared/cards/card.ts";
import {
  createCards,
  dedupeCards,
  type Cards,
  type CardsOptions,
} from "../../../main/features/cards/cards.ts";
import type { CardSubject } from "../../../main/features/cards/ports.ts";
import type { KeptCard } from "../../../main/db/record-types.ts";
import { verbatim } from "../../../messages/saying.ts";
import { openedSession } from "../../support/open-gate.ts";
import { fakeRandom } from "../../support/fake-clock.ts";
import { account, idOf } from "../../support/store-records.ts";
import { worded } from "../../support/told.ts";

const card = (id: string, change: Partial<Card> = {}): Card => ({
  id,
  brand: "Visa",
  last4: "4242",
  expMonth: 3,
  expYear: 2026,
  ...change,
});
const kept = (of: Card, usedAt = "2026-03-01T09:00:00.000Z"): KeptCard => ({
  accountId: account,
  patientRecordId: idOf(1),
  card: of,
  usedAt,
});
/** One that nobody described. */
const nameless = { brand: null, last4: null, expMonth: null, expYear: null };

const subject: CardSubject = {
  itemId: idOf(9),
  accountId: account,
  patient: "Ann",
  patientRecordId: idOf(1),
  displayName: verbatim("Ann Smith"),
};
const gone = failed(fail("busy", verbatim("Sent meanwhile.")));

/** Cards of a booking, and what was put into it. */
function kit(earlier: readonly KeptCard[] = [], change: Partial<CardsOptions> = {}) {
  const taken: Card[] = [];
  const made = createCards({
    records: {
      subject: (itemId) => (itemId === subject.itemId ? ok(subject) : gone),
      pendingIntent: () => null,
      setPendingIntent: () => undefined,
      earlier: (of) => (of === subject ? earlier : []),
      keep: (of, taking) => {
        if (of === subject) taken.push(taking);
        return ok(taking);
      },
    },
    settings: () => null,
    isPractice: () => false,
    today: () => "2026-03-31",
    now: () => new Date("2026-03-31T12:00:00.000Z"),
    random: fakeRandom(),
    ...change,
  });
  const here = openedSession;
  return {
    ways: (itemId: string) => made.ways(itemId, here),
    useEarlier: (itemId: string, cardId: string) => made.useEarlier({ itemId, cardId }, here),
    practise: (input: Parameters<Cards["practise"]>[0]) => made.practise(input, here),
    taken,
  };
}

describe("cards of earlier", () => {
  it("stand once each, by the identifier that was used last", () => {
    const all = [card("pm_3"), card("pm_2", { last4: "4444" }), card("pm_1")].map((one) => kept(one));
    expect(dedupeCards(all).map(({ card: { id } }) => id)).toEqual(["pm_3", "pm_2"]);
  });

  test.each([{ brand: "Mastercard" }, { last4: "1881" }, { expMonth: 4 }, { expYear: 2027 }])(
    "that differ in %j are two",
    (change) => {
      expect(dedupeCards([kept(card("pm_2")), kept(card("pm_1", change))])).toHaveLength(2);
    },
  );

  it("that nobody described are each only themselves, and come behind the others in their order", () => {
    const all = [card("pm_4", nameless), card("pm_3"), card("pm_2", nameless), card("pm_1", { last4: "1" })];
    expect(dedupeCards(all.map((one) => kept(one))).map((one) => one.card.id)).toEqual([
      "pm_3",
      "pm_1",
      "pm_4",
      "pm_2",
    ]);
  });

  it("are offered with the day they were used last, and those that are over say so", () => {
    const [good, over] = [card("pm_2"), card("pm_1", { expMonth: 2 })];
    const { ways } = kit([kept(good), kept(over, "2026-02-01T09:00:00.000Z")]);
    expect(ways(subject.itemId)).toEqual(
      ok({
        provider: false,
        practice: false,
        earlier: [
          { card: good, expired: false, usedAt: "2026-03-01T09:00:00.000Z" },
          { card: over, expired: true, usedAt: "2026-02-01T09:00:00.000Z" },
        ],
      }),
    );
  });

  it("can be put into the booking by their identifier", () => {
    const desk = kit([kept(card("pm_2")), kept(card("pm_1", { last4: "4444" }))]);
    expect(desk.useEarlier(subject.itemId, "pm_1")).toMatchObject({ ok: true, value: { last4: "4444" } });
    expect(desk.taken.map(({ id }) => id)).toEqual(["pm_1"]);
  });

  it("that are over are refused, with the reason at the field", () => {
    const desk = kit([kept(card("pm_1", { expMonth: 2 }))]);
    expect(worded(desk.useEarlier(subject.itemId, "pm_1"))).toMatchObject({
      ok: false,
      failure: {
        code: "invalid-input",
        why: "This card has expired. Choose another, or add a new one.",
        fields: { paymentMethod: "This card has expired." },
      },
    });
    expect(desk.taken).toEqual([]);
  });

  it("of somebody else are not put into it", () => {
    const desk = kit([kept(card("pm_1"))]);
    expect(worded(desk.useEarlier(subject.itemId, "pm_7"))).toMatchObject({
      ok: false,
      failure: { code: "not-found", why: "This card doesn’t belong to this patient. Choose another." },
    });
    expect(desk.taken).toEqual([]);
  });
});

describe("the ways to a card", () => {
  it("are the provider's where it is set up, and the practice one in practice", () => {
    const settings = { publishableKey: "pk_test_1", setupIntentUrl: "https://clinic.example/intents" };
    const desk = kit([], { settings: () => settings, isPractice: () => true });
    expect(desk.ways(subject.itemId)).toEqual(ok({ provider: true, practice: true, earlier: [] }));
  });

  it("are none for a booking that may not change any more", () => {
    const desk = kit([kept(card("pm_1"))], { isPractice: () => true });
    expect([
      desk.ways(idOf(8)),
      desk.useEarlier(idOf(8), "pm_1"),
      desk.practise({ itemId: idOf(8), card: "visa" }),
    ]).toEqual([gone, gone, gone]);
    expect(desk.taken).toEqual([]);
  });
});

describe("a practice card", () => {
  const practice = () => kit([], { isPractice: () => true });

  test.each([
    ["visa", "Test Visa", "4242"],
    ["mastercard", "Test Mastercard", "4444"],
  ] as const)("%s is put into the booking, and is good for three years", (which, brand, last4) => {
    const desk = practice();
    const made = desk.practise({ itemId: subject.itemId, card: which });
    expect(made).toEqual(
      ok({ id: `pm_practice_${idOf(1).replaceAll("-", "")}`, brand, last4, expMonth: 12, expYear: 2029 }),
    );
    expect(desk.taken).toEqual(made.ok ? [made.value] : []);
  });

  it("is declined as one of a bank would be", () => {
    const desk = practice();
    expect(worded(desk.practise({ itemId: subject.itemId, card: "declined" }))).toMatchObject({
      ok: false,
      failure: {
        code: "fields-refused",
        why: "The card was declined. Nothing was charged. Choose another card.",
        fields: { paymentMethod: "The card was declined." },
      },
    });
    expect(desk.taken).toEqual([]);
  });

  it("is refused outside of practice", () => {
    const desk = kit();
    expect(worded(desk.practise({ itemId: subject.itemId, card: "visa" }))).toMatchObject({
      ok: false,
      failure: { code: "refused", why: "Test cards only work in training mode." },
    });
    expect(desk.taken).toEqual([]);
  });
});
