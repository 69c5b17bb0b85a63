import { fireEvent } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { BookingForm } from "../../../shared/bookings/booking-form.ts";
import type { Card } from "../../../shared/cards/card.ts";
import type { PatientRecord } from "../../../shared/patients/patient.ts";
import { say } from "../../../messages/saying.ts";
import { words } from "../../../messages/words.ts";
// Loaded on demand by the product: here before the tests, which wait for no loading.
import "../../../renderer/ui/modal-dialog.tsx";
import { hasty } from "../../support/desk-kit.ts";
import { json, startFakeService, type FakeRule, type FakeService } from "../../support/fake-service.ts";
import {
  atReview,
  chooseStep,
  connect,
  holding,
  itemsOf,
  key,
  knowsPatient,
  main,
  one,
  openDesk,
  page,
  press,
  shows,
  type,
  until,
  withRole,
  type RealDesk,
} from "../real-desk.tsx";

/** Cards as the desk's window has them. The card window is a stand-in: whoever fills it in is the test. */
let desk: RealDesk;
let service: FakeService;
let ann: PatientRecord;
let windows = 0;
let intents = 0;

const { card: says } = words.booking;
const publishableKey = "pk_test_practice";
const intentUrl = (): string => `${service.baseUrl}/intent`;
/** The usual answers, and a new setup intent at the intent's address. */
const answering: FakeRule = ({ path }) => {
  if (path !== "/intent") return null;
  intents += 1;
  return json(200, { clientSecret: `seti_${String(intents)}_secret_1` });
};
/** The line is cut, whatever is asked. */
const cut: FakeRule = () => {
  throw new Error("The line is cut");
};
const appointments = (): readonly unknown[] => service.sent("/api/appointment");
const lastPaymentMethod = (): unknown => Reflect.get(Object(appointments().at(-1)), "paymentMethod");
const chosen = (card: string): Promise<HTMLElement> => shows(card, one("region", says.ofBooking));

beforeAll(async () => {
  service = await startFakeService();
  service.rule(answering);
  desk = await openDesk({
    ...hasty,
    openCardWindow: () => {
      windows += 1;
      return { focus: () => undefined, close: () => undefined };
    },
  });
  await connect(desk, service.baseUrl);
  ann = await knowsPatient(desk, { phone: "2175550100" });
  await desk.get("settings.save", { card: { publishableKey, setupIntentUrl: intentUrl() } });
});
afterAll(async () => {
  await desk.close();
  await service.close();
});

/** A booking that lacks nothing but its card, at Billing. */
async function atBilling(change: Partial<BookingForm> = {}): Promise<string> {
  const { id } = await atReview(desk, ann, { billingType: "Bill to Patient", ...change });
  await chooseStep("billing");
  await until(one("button", says.collect, main));
  return id;
}
/** The window's part: whoever is at the desk presses Collect, and the patient's card comes. */
async function collect(paymentMethod: string, card: Omit<Card, "id"> | null): Promise<void> {
  const before = windows;
  await press(says.collect);
  await until(() => expect(windows).toBe(before + 1));
  expect(await desk.desk.cardRoute("begin", { renew: false })).toMatchObject({ ok: true });
  const done = { setupIntentId: `seti_${String(intents)}`, paymentMethod, card };
  expect(await desk.desk.cardRoute("done", done)).toMatchObject({ ok: true });
}
async function book(): Promise<void> {
  await chooseStep("review");
  await press(words.booking.book);
  await until(one("button", words.bookings.wrong.open, main));
}
const visa = { brand: "Visa", last4: "4242", expMonth: 12, expYear: 2034 };

describe("the ways to a payment method", () => {
  test("a card that came in the card window stands in the booking and goes out with it", async () => {
    await atBilling({ time: "9am" });
    await collect("pm_visa", visa);
    await chosen("Visa •••• 4242");
    await book();
    expect(lastPaymentMethod()).toBe("pm_visa");
  });

  test("books with the card from before, and asks nobody for it", async () => {
    const asked = intents;
    await atBilling({ time: "10am" });
    await press(says.take({ card: "Visa •••• 4242" }), one("list", says.earlier));
    await chosen("Visa •••• 4242");
    await book();
    expect(lastPaymentMethod()).toBe("pm_visa");
    expect(intents).toBe(asked);
  });

  test("books with an identifier from the clinic's own terminal", async () => {
    const asked = intents;
    await atBilling({ time: "11am" });
    fireEvent.click(await shows(says.advanced));
    await type(says.paymentMethod, "pm_1TerminalSample");
    await book();
    expect(lastPaymentMethod()).toBe("pm_1TerminalSample");
    expect(intents).toBe(asked);
  });
});

describe("a card that has expired", () => {
  test("is marked among the cards from before, and cannot be picked, by nobody", async () => {
    await atBilling({ time: "12pm" });
    // As if the provider had said so of a card long ago.
    await collect("pm_expired", { brand: "Visa", last4: "1881", expMonth: 1, expYear: 2024 });
    await chosen("Visa •••• 1881");
    const itemId = await atBilling({ time: "12:30pm" });
    const rows = withRole("listitem", undefined, one("list", says.earlier));
    const [row] = rows.filter(({ textContent }) => textContent?.includes("1881"));
    expect(row?.textContent).toContain(says.expired);
    expect(row?.querySelector("button")).toBeNull();
    expect(await desk.ask("cards.useEarlier", { itemId, cardId: "pm_expired" })).toMatchObject({
      ok: false,
      failure: { why: say("failures.card.expiredChoose") },
    });
  });
});

describe("bookings that wait for a card", () => {
  // billing-7: Offline, Bill to Patient goes to the list of calls
  test(
    "drafts them offline, and works them off one after the other when the connection is back",
    { tags: ["billing-7"] },
    async () => {
      const state = words.shell.connection.state;
      const needCards = () => itemsOf(desk, { statuses: ["needs-card"] });
      service.rule(cut);
      await press(new RegExp(state.online), page);
      await shows(state.offline, page);
      for (const [at, time] of ["7:30pm", "7pm", "3:30pm"].entries()) {
        await atReview(desk, ann, { billingType: "Bill to Patient", time });
        await press(words.booking.saveForLater);
        await until(async () => expect(await needCards()).toHaveLength(at + 1));
      }
      service.rule(answering);
      await press(new RegExp(`${state.offline}|${state.checking}`), page);
      await shows(state.online, page);
      await desk.go({ screen: "outbox" });
      const group = one("list", words.outbox.group["needs-card"].title);
      await shows("7:00 PM", group);
      // The phone numbers come with the patients, a moment after the bookings.
      await until(() => expect(holding("(217) 555-0100", group)).toHaveLength(3));
      const rows = withRole("listitem", undefined, group);
      expect(rows.map(({ textContent }) => /\d:\d\d PM/.exec(textContent ?? "")?.[0])).toEqual([
        "3:30 PM",
        "7:00 PM",
        "7:30 PM",
      ]);

      const before = appointments().length;
      const calling = (time: string): Promise<HTMLElement> =>
        until(
          one(
            "heading",
            new RegExp(`\\(217\\) 555-0100.*${time.replace(" ", "\\s")}`),
            one("region", words.outbox.calls.who),
          ),
        );
      await press(words.outbox.calls.start);
      await calling("3:30 PM");
      // Nobody answers: noted with the time, and the next one has the focus.
      await press(words.outbox.calls.noAnswer);
      await calling("7:00 PM");
      await until(() => expect(document.activeElement?.tagName).toBe("H2"));
      await press(words.outbox.calls.addCard);
      // The way that spares the patient most has the focus, and Visa 4242 stands there once.
      const take = says.take({ card: "Visa •••• 4242" });
      await until(() =>
        expect(document.activeElement).toBe(one("button", take, one("list", says.earlier))()),
      );
      expect(withRole("button", take)).toHaveLength(1);
      await press(take);
      await chosen("Visa •••• 4242");
      await book();

      await press(words.outbox.nextCard);
      // Who was never called goes before who did not answer.
      await calling("7:30 PM");
      await key("Enter", { ctrlKey: true });
      await until(one("button", says.collect, main));
      await collect("pm_mastercard", { ...visa, brand: "Mastercard", last4: "4444" });
      await chosen("Mastercard •••• 4444");
      await book();
      expect(lastPaymentMethod()).toBe("pm_mastercard");

      // The payer agrees to another way of paying: one step on the same screen.
      await press(words.outbox.nextCard);
      await calling("3:30 PM");
      await press(words.outbox.calls.billAnother);
      fireEvent.click(await until(one("radio", words.booking.billing.names["Monthly Invoice"])));
      // A card is asked for where it is to be paid with, and nowhere else.
      expect(withRole("region", says.ofBooking)).toEqual([]);
      await book();
      expect(appointments()).toHaveLength(before + 3);
      expect(appointments().at(-1)).toMatchObject({ billingType: "Monthly Invoice" });
      expect(await needCards()).toEqual([]);
    },
  );
});

describe("the Test button of Settings", () => {
  afterEach(async () => {
    service.rule(answering);
    await desk.get("settings.save", { card: { publishableKey, setupIntentUrl: intentUrl() } });
  });
  /** Presses Test, with another key if given, and waits for the words. */
  async function tells(text: string, typed = publishableKey): Promise<void> {
    await desk.go({ screen: "settings", section: "card" });
    await type(words.settings.card.key, typed);
    await press(words.settings.card.test);
    await shows(text);
  }

  test("says that it works", async () => {
    await tells("It works: the address responded with a new setup intent.");
  });

  test("says what the address answered, in the page", async () => {
    service.rule(({ path }) => (path === "/intent" ? { status: 404, body: "" } : null));
    await tells("Check the address.");
  });

  test("says what is wrong with a setting, without asking anybody", async () => {
    const asked = service.requests.filter(({ path }) => path === "/intent").length;
    await tells("secret key", "sk_test_1");
    await shows(words.settings.card.notYet, one("alert", undefined, main));
    expect(service.requests.filter(({ path }) => path === "/intent")).toHaveLength(asked);
  });
});
