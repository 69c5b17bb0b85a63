import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Page } from "playwright";
import { challengeOf, fillCard, paymentFrame, pressWithKey, testNumbers } from "../provider/card-page.ts";
import { closeOthers, go, step, typePaymentMethod } from "../support/app.ts";
import {
  book,
  bookings,
  bookingUpToCard,
  cardPicture,
  collectCard,
  formIsThere,
  saveCard,
  setCardSettings,
  startCardDesk,
  terminalCard,
  type CardDesk,
  chosenCard,
} from "../support/card-kit.ts";
import { words } from "../../messages/words.ts";
import { any, matching } from "../support/matching.ts";
import { say } from "../../messages/saying.ts";

let kit: CardDesk;
let page: Page;

beforeAll(async () => {
  kit = await startCardDesk();
  ({ page } = kit.desk);
});
afterAll(async () => {
  await kit.close();
});
afterEach(async ({ task }) => {
  let left = "";
  kit.endpoint.answerWith(null);
  // What one test left open must not fail the others; what it shows says why.
  if (task.result?.state === "fail") {
    const shown = kit.desk.app
      .windows()
      .slice(1)
      .map((window) => window.locator("body").innerText({ timeout: 5_000 }).catch(String));
    left = (await Promise.all(shown)).join("\n---\n");
    await closeOthers(kit.desk.app);
  }
  for (const point of ["script", "session", "confirm", "retrieve", "challenge"] as const)
    kit.provider.treat(point, "ok");
  if (left !== "") throw new Error(`The card window was left open, and shows:\n${left}`);
});

const newestIntent = () => {
  const intent = kit.provider.ledger().at(-1);
  if (intent === undefined) throw new Error("No setup intent was made");
  return intent;
};
const lastPaymentMethod = (): unknown =>
  Reflect.get(Object(kit.appointments().at(-1)?.body), "paymentMethod");
const isThere = (card: Page, text: RegExp | string): Promise<void> => card.getByText(text).first().waitFor();

describe("the four ways to a payment method", () => {
  it("books with a card that is collected now, at the provider alone", async () => {
    await bookingUpToCard(page, { time: "9am" });
    const card = await collectCard(kit.desk);
    await card.getByRole("heading", { name: words.card.titleFor({ name: "Ann Sample" }) }).waitFor();
    await formIsThere(card);
    await kit.desk.picture("card-desk-while-open");
    await fillCard(card, testNumbers.accepted);
    await cardPicture(card, "ready");
    await saveCard(card);
    await chosenCard(page, "Visa •••• 4242").waitFor();
    await expect.poll(() => card.isClosed()).toBe(true);
    await kit.desk.picture("card-collected");
    await book(page);
    expect(lastPaymentMethod()).toBe(newestIntent().paymentMethod);
    expect(kit.provider.ledger()).toHaveLength(1);
  });

  it("tells the provider and the intent's address nothing of the patient", () => {
    const sent = [
      ...kit.provider.requests().map((request) => JSON.stringify(request)),
      ...kit.endpoint.bodies(),
    ].map((text) => decodeURIComponent(text.replaceAll("+", " ")));
    expect(kit.endpoint.bodies()).toHaveLength(1);
    // The form's own words are there to be read, so the patient's would be.
    expect(sent.join("\n")).toContain(testNumbers.accepted);
    for (const word of [
      "Sample",
      "217.555",
      "5550100",
      "555-0100",
      "1984-03-05",
      "3/5/84",
      "ann@example.com",
      "Main St",
    ])
      expect(sent.join("\n")).not.toContain(word);
  });

  it("books with the card from before, and asks nobody for it", async () => {
    await bookingUpToCard(page, { time: "10am" });
    await page
      .getByRole("list", { name: words.booking.card.earlier })
      .getByRole("button", { name: words.booking.card.take({ card: "Visa •••• 4242" }) })
      .click();
    await chosenCard(page, "Visa •••• 4242").waitFor();
    await kit.desk.picture("card-earlier");
    await book(page);
    expect(lastPaymentMethod()).toBe(newestIntent().paymentMethod);
    expect(kit.provider.ledger()).toHaveLength(1);
  });

  it("books with an identifier from the clinic's own terminal", async () => {
    await bookingUpToCard(page, { time: "11am" });
    await typePaymentMethod(page, terminalCard);
    await book(page);
    expect(lastPaymentMethod()).toBe(terminalCard);
    expect(kit.provider.ledger()).toHaveLength(1);
  });
});

describe("the provider's form", () => {
  it("is dark where the app is", async () => {
    await bookingUpToCard(page, { time: "11:30am" });
    /** How light the words and the ground of the number's field are, of 255, in a window of that theme. */
    const lightness = async (colorScheme: "light" | "dark"): Promise<readonly number[]> => {
      kit.provider.treat("script", "held");
      const card = await collectCard(kit.desk);
      await card.emulateMedia({ colorScheme });
      kit.provider.treat("script", "ok");
      await formIsThere(card);
      await cardPicture(card, `form-${colorScheme}`);
      const field = paymentFrame(card).getByLabel("Card number");
      const found = await field.evaluate((box) => {
        const { color, backgroundColor } = getComputedStyle(box);
        return [color, backgroundColor].map((of) => Math.max(...(of.match(/\d+/g) ?? []).map(Number)));
      });
      await card.close();
      return found;
    };
    const [words = 0, ground = 0] = await lightness("light");
    const [darkWords = 0, darkGround = 0] = await lightness("dark");
    expect(ground - words).toBeGreaterThan(128);
    expect(darkWords - darkGround).toBeGreaterThan(128);
  });
});

describe("a card that has expired", () => {
  it("is marked among the cards from before, and cannot be picked, by nobody", async () => {
    await bookingUpToCard(page, { time: "12pm" });
    const card = await collectCard(kit.desk);
    await formIsThere(card);
    // As if the provider had said so of a card long ago.
    const kept = await card.evaluate(
      (setupIntentId) =>
        window.card.done({
          setupIntentId,
          paymentMethod: "pm_1ExpiredSample",
          card: { brand: "Visa", last4: "1881", expMonth: 1, expYear: 2024 },
        }),
      newestIntent().id,
    );
    expect(kept.ok).toBe(true);
    await chosenCard(page, "Visa •••• 1881").waitFor();
    await kit.desk.picture("card-expired-chosen");
    await bookingUpToCard(page, { time: "12:30pm" });
    const row = page
      .getByRole("list", { name: words.booking.card.earlier })
      .getByRole("listitem")
      .filter({ hasText: "1881" });
    await row.getByText(words.booking.card.expired).waitFor();
    expect(await row.getByRole("button").count()).toBe(0);
    await kit.desk.picture("card-expired-earlier");
    const draft = (await bookings(page)).find(({ form }) => form.time === "12:30pm");
    const answer = await page.evaluate(
      (itemId) => window.desk.invoke("cards.useEarlier", { itemId, cardId: "pm_1ExpiredSample" }),
      draft?.id ?? "",
    );
    expect(answer).toMatchObject({ ok: false, failure: { why: say("failures.card.expiredChoose") } });
  });
});

describe("what the bank says", () => {
  it("shows a decline with its reason, and takes another card on the same form", async () => {
    await bookingUpToCard(page, { time: "1pm" });
    const card = await collectCard(kit.desk);
    await formIsThere(card);
    await fillCard(card, testNumbers.declined);
    await saveCard(card);
    await isThere(card, matching(words.card.notice.declined({ said: `Your card was declined${any}` })));
    await cardPicture(card, "declined");
    await fillCard(card, testNumbers.accepted);
    await saveCard(card);
    await chosenCard(page, "Visa •••• 4242").waitFor();
    expect(newestIntent()).toMatchObject({ status: "succeeded", confirms: 2 });
    await book(page);
    expect(lastPaymentMethod()).toBe(newestIntent().paymentMethod);
  });

  it("asks for what is missing in the form, and sends nothing", async () => {
    await bookingUpToCard(page, { time: "1:30pm" });
    const card = await collectCard(kit.desk);
    await formIsThere(card);
    await saveCard(card);
    await card
      .frameLocator("iframe[title='Secure payment input frame']")
      .getByText("Your card number is incomplete.")
      .waitFor();
    await cardPicture(card, "incomplete");
    expect(newestIntent().confirms).toBe(0);
    // Whoever works by keyboard or screen reader is where the form says what is missing.
    await expect.poll(() => card.evaluate(() => document.activeElement?.tagName)).toBe("IFRAME");
    // A live region that comes with its words is not read out by every screen reader: it is there before.
    expect(await card.getByRole("status").count()).toBe(1);
    await card.close();
  });

  it("lets the bank ask (3-D Secure): refused, then accepted", async () => {
    await bookingUpToCard(page, { time: "2pm" });
    const card = await collectCard(kit.desk);
    await formIsThere(card);
    await fillCard(card, testNumbers.asks);
    await saveCard(card);
    await challengeOf(card).getByRole("button", { name: "Fail" }).waitFor();
    await cardPicture(card, "3ds");
    await pressWithKey(challengeOf(card).getByRole("button", { name: "Fail" }));
    await isThere(card, words.card.notice.notAuthenticated);
    await cardPicture(card, "3ds-refused");
    await saveCard(card);
    await pressWithKey(challengeOf(card).getByRole("button", { name: words.booking.stepStates.complete }));
    await chosenCard(page, "Card …").waitFor();
    expect(newestIntent().status).toBe("succeeded");
    await kit.desk.picture("card-without-facts");
    await book(page);
    expect(lastPaymentMethod()).toBe(newestIntent().paymentMethod);
  });
});

describe("what goes wrong on the way", () => {
  it("says that the script cannot be loaded, tries again, and never shows a blank form (Ottehr 3640)", async () => {
    await bookingUpToCard(page, { time: "3pm" });
    kit.provider.treat("script", "refused");
    const card = await collectCard(kit.desk);
    await isThere(card, words.card.failed.notLoaded);
    await cardPicture(card, "not-loaded");
    expect(await card.getByRole("button", { name: words.card.later }).isEnabled()).toBe(true);
    kit.provider.treat("script", "ok");
    await card.getByRole("button", { name: words.card.tryAgain }).click();
    await formIsThere(card);
    await fillCard(card, testNumbers.accepted);
    await saveCard(card);
    await chosenCard(page, "Visa •••• 4242").waitFor();
    await book(page);
  });

  it("keeps the booking as needs card when the script cannot be loaded", async () => {
    await bookingUpToCard(page, { time: "3:30pm" });
    kit.provider.treat("script", "refused");
    const card = await collectCard(kit.desk);
    await isThere(card, words.card.failed.notLoaded);
    await card.getByRole("button", { name: words.card.later }).click();
    await page.getByText("not booked yet").first().waitFor();
    await expect.poll(() => card.isClosed()).toBe(true);
    await expect
      .poll(async () => (await bookings(page))[0])
      .toMatchObject({ status: "needs-card", form: { time: "15:30" } });
    await kit.desk.picture("card-saved-as-needs-card");
  });

  it("says that no setup intent could be had, and tries again", async () => {
    await bookingUpToCard(page, { time: "3:40pm" });
    kit.endpoint.answerWith({ status: 500, body: "" });
    const card = await collectCard(kit.desk);
    await isThere(card, words.card.failed.noIntent);
    await card.getByRole("heading", { name: words.card.titleFor({ name: "Ann Sample" }) }).waitFor();
    await cardPicture(card, "no-intent");
    kit.endpoint.answerWith(null);
    await card.getByRole("button", { name: words.card.tryAgain }).click();
    await formIsThere(card);
    await card.close();
  });

  it("says that the form cannot be loaded when the provider does not answer, and tries again", async () => {
    await bookingUpToCard(page, { time: "3:45pm" });
    kit.provider.treat("session", "broken");
    const card = await collectCard(kit.desk);
    await isThere(card, words.card.failed.notLoaded);
    kit.provider.treat("session", "ok");
    await card.getByRole("button", { name: words.card.tryAgain }).click();
    await formIsThere(card);
    await card.close();
  });

  it("says that key and intent do not belong together", async () => {
    await setCardSettings(page, { key: "pk_test_somebodyelse", url: kit.endpoint.url });
    await bookingUpToCard(page, { time: "3:50pm" });
    const card = await collectCard(kit.desk);
    await isThere(card, words.card.failed.refusedForm);
    await isThere(card, /Invalid API Key/);
    await cardPicture(card, "wrong-key");
    await card.close();
    await setCardSettings(page, { key: kit.provider.publishableKey, url: kit.endpoint.url });
  });

  it("says that a slow script is still loading, and goes on when it comes", async () => {
    await bookingUpToCard(page, { time: "4pm" });
    kit.provider.treat("script", "held");
    const card = await collectCard(kit.desk);
    await isThere(card, words.card.progress.loading);
    await cardPicture(card, "loading");
    await isThere(card, words.card.progress.loadingSlow);
    await cardPicture(card, "loading-slow");
    kit.provider.treat("script", "ok");
    await formIsThere(card);
    await card.close();
  });

  it("replaces an intent that expired under the form, and says to enter the card again", async () => {
    await bookingUpToCard(page, { time: "4:30pm" });
    const card = await collectCard(kit.desk);
    await formIsThere(card);
    const first = newestIntent().id;
    await fillCard(card, testNumbers.accepted);
    kit.provider.intents.expire(first);
    await saveCard(card);
    await isThere(card, words.card.notice.renewed);
    await formIsThere(card);
    await cardPicture(card, "expired");
    expect(newestIntent().id).not.toBe(first);
    await fillCard(card, testNumbers.accepted);
    await saveCard(card);
    await chosenCard(page, "Visa •••• 4242").waitFor();
    await book(page);
    expect(lastPaymentMethod()).toBe(newestIntent().paymentMethod);
  });

  it("replaces an intent that expired while the window was closed, before the form is there", async () => {
    await bookingUpToCard(page, { time: "4:45pm" });
    const before = await collectCard(kit.desk);
    await formIsThere(before);
    const first = newestIntent().id;
    await before.close();
    kit.provider.intents.expire(first);
    const card = await collectCard(kit.desk);
    await formIsThere(card);
    expect(newestIntent().id).not.toBe(first);
    await card.close();
  });

  it("looks up a confirm whose answer was lost, and does not ask the patient again", async () => {
    await bookingUpToCard(page, { time: "5pm" });
    const card = await collectCard(kit.desk);
    await formIsThere(card);
    const intents = kit.provider.ledger().length;
    await fillCard(card, testNumbers.accepted);
    kit.provider.treat("confirm", "cut");
    await saveCard(card);
    await chosenCard(page, "Card …").waitFor();
    expect(kit.provider.ledger()).toHaveLength(intents);
    expect(newestIntent()).toMatchObject({ status: "succeeded", confirms: 1 });
    await book(page);
    expect(lastPaymentMethod()).toBe(newestIntent().paymentMethod);
  });

  it("understands a confirm that Chromium sent twice by itself: one card", async () => {
    await bookingUpToCard(page, { time: "5:15pm" });
    const card = await collectCard(kit.desk);
    await formIsThere(card);
    const intents = kit.provider.ledger().length;
    await fillCard(card, testNumbers.accepted);
    kit.provider.treat("confirm", "reset");
    await saveCard(card);
    await chosenCard(page, "Card …").waitFor();
    expect(kit.provider.ledger()).toHaveLength(intents);
    await book(page);
    expect(lastPaymentMethod()).toBe(newestIntent().paymentMethod);
  });

  it("takes the card of a lost confirm after a SIGKILL, with no form in between", async () => {
    await bookingUpToCard(page, { time: "5:30pm" });
    const card = await collectCard(kit.desk);
    await formIsThere(card);
    await fillCard(card, testNumbers.accepted);
    kit.provider.treat("confirm", "cut");
    kit.provider.treat("retrieve", "refused");
    await saveCard(card);
    await isThere(card, words.card.failed.notKnown);
    await cardPicture(card, "not-known");
    const intent = newestIntent();
    expect(intent).toMatchObject({ status: "succeeded", confirms: 1 });
    await kit.desk.kill();
    ({ page } = kit.desk);
    kit.provider.treat("confirm", "ok");
    kit.provider.treat("retrieve", "ok");
    await page.getByRole("heading", { level: 1, name: words.shell.screens["new-booking"] }).waitFor();
    const draft = (await bookings(page)).find(({ form }) => form.time === "5:30pm");
    expect(draft?.status).toBe("draft");
    await page
      .getByRole("complementary", { name: words.shell.drafts.label })
      .getByRole("button", { name: words.booking.next })
      .click();
    await step(page, "billing").click();
    const asked = kit.provider.requests("api.stripe.com").length;
    await page.getByRole("button", { name: words.booking.card.collect }).click();
    await chosenCard(page, "Card …").waitFor();
    expect(newestIntent()).toEqual(intent);
    expect(
      kit.provider
        .requests("api.stripe.com")
        .slice(asked)
        .map(({ path }) => path),
    ).toEqual([`/v1/setup_intents/${intent.id}`]);
    await book(page);
    expect(lastPaymentMethod()).toBe(intent.paymentMethod);
  });

  it("leaves the booking as it was when the person closes the window", async () => {
    await bookingUpToCard(page, { time: "6pm" });
    const card = await collectCard(kit.desk);
    await formIsThere(card);
    await card.close();
    await page.getByRole("button", { name: words.booking.card.collect }).waitFor();
    expect((await bookings(page))[0]).toMatchObject({ status: "draft", form: { time: "6pm", card: null } });
    await kit.desk.picture("card-closed");
  });

  it("does the same at Escape, and opens one window for two presses", async () => {
    const card = await collectCard(kit.desk);
    await formIsThere(card);
    await page.getByRole("button", { name: words.booking.card.showWindow }).click();
    expect(kit.desk.app.windows()).toHaveLength(2);
    // The window may be gone before the key is up again.
    await Promise.all([card.waitForEvent("close"), card.keyboard.press("Escape").catch(() => undefined)]);
    await page.getByRole("button", { name: words.booking.card.collect }).waitFor();
    expect(kit.desk.app.windows()).toHaveLength(1);
  });
});

describe("bookings that wait for a card", () => {
  it("drafts them offline, and works them off one after the other when the connection is back", async () => {
    await kit.line.refuse(true);
    await page.getByRole("button", { name: words.shell.connection.state.online }).click();
    await page.getByRole("button", { name: words.shell.connection.state.offline }).waitFor();
    const needCards = async (): Promise<number> =>
      (await bookings(page)).filter(({ status }) => status === "needs-card").length;
    let waiting = await needCards();
    for (const time of ["7:30pm", "7pm"]) {
      await bookingUpToCard(page, { time });
      await step(page, "review").click();
      await page.getByRole("button", { name: words.booking.saveForLater, exact: true }).click();
      waiting += 1;
      await expect.poll(needCards).toBe(waiting);
    }
    await kit.line.refuse(false);
    await page
      .getByRole("button", {
        name: new RegExp(`${words.shell.connection.state.offline}|${words.shell.connection.state.checking}`),
      })
      .click();
    await page.getByRole("button", { name: words.shell.connection.state.online }).waitFor();
    await go(page, "outbox");
    const group = page.getByRole("list", { name: words.outbox.group["needs-card"].title });
    await group.getByText("7:00 PM").waitFor();
    // The phone numbers come with the patients, a moment after the bookings.
    await expect.poll(() => group.getByText("(217) 555-0100").count()).toBe(3);
    const rows = await group.getByRole("listitem").allTextContents();
    expect(rows.map((row) => /\d:\d\d PM/.exec(row)?.[0])).toEqual(["3:30 PM", "7:00 PM", "7:30 PM"]);
    await kit.desk.picture("card-call-back-list");

    const before = kit.appointments().length;
    const calling = (time: string): Promise<void> =>
      page
        .getByRole("region", { name: words.outbox.calls.who })
        .getByRole("heading", { level: 2, name: new RegExp(`\\(217\\) 555-0100.*${time}`) })
        .waitFor();
    await page.getByRole("main").getByRole("button", { name: words.outbox.calls.start }).click();
    await calling("3:30 PM");
    await kit.desk.picture("calls");
    // Nobody answers: noted with the time, and the next one has the focus.
    await page.getByRole("button", { name: words.outbox.calls.noAnswer, exact: true }).click();
    await calling("7:00 PM");
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("H2");
    await page.getByRole("button", { name: words.outbox.calls.addCard }).click();
    await page.getByText(words.booking.card.advanced, { exact: true }).waitFor();
    // The way that spares the patient most has the focus, and Visa 4242 stands there once.
    const first = page.getByRole("list", { name: words.booking.card.earlier }).getByRole("button").first();
    await expect.poll(() => first.evaluate((button) => button === document.activeElement)).toBe(true);
    expect(
      await page.getByRole("button", { name: words.booking.card.take({ card: "Visa •••• 4242" }) }).count(),
    ).toBe(1);
    await kit.desk.picture("card-call-back-booking");
    await page
      .getByRole("button", { name: words.booking.card.take({ card: "Visa •••• 4242" }) })
      .first()
      .click();
    await chosenCard(page, "Visa •••• 4242").waitFor();
    await book(page);
    await kit.desk.picture("card-call-back-booked");

    await page.getByRole("button", { name: words.outbox.nextCard }).click();
    // Who was never called goes before who did not answer.
    await calling("7:30 PM");
    await page.keyboard.press("Control+Enter");
    await page.getByText(words.booking.card.advanced, { exact: true }).waitFor();
    const card = await collectCard(kit.desk);
    await formIsThere(card);
    await fillCard(card, testNumbers.mastercard);
    await saveCard(card);
    await chosenCard(page, "Mastercard •••• 4444").waitFor();
    await book(page);
    expect(lastPaymentMethod()).toBe(newestIntent().paymentMethod);

    // The payer agrees to another way of paying: one step on the same screen.
    await page.getByRole("button", { name: words.outbox.nextCard }).click();
    await calling("3:30 PM");
    await page.getByRole("button", { name: words.outbox.calls.billAnother }).click();
    await page
      .getByRole("radio", { name: words.booking.billing.names["Monthly Invoice"] })
      .check({ force: true });
    await book(page);
    expect(kit.appointments()).toHaveLength(before + 3);
    expect(kit.appointments().at(-1)?.body).toMatchObject({ billingType: "Monthly Invoice" });
    expect((await bookings(page)).filter(({ status }) => status === "needs-card")).toEqual([]);
  });
});

describe("the Test button of Settings", () => {
  /** Presses Test, with another key if given, and waits for the words. */
  const tells = async (text: string, { key = kit.provider.publishableKey } = {}) => {
    await setCardSettings(page, { key, url: kit.endpoint.url });
    await page.getByRole("button", { name: words.settings.card.test, exact: true }).click();
    await expect.poll(() => page.getByRole("main").textContent()).toContain(text);
  };

  it("says that it works", async () => {
    await tells("It works: the address answered with a new setup intent.");
    await kit.desk.picture("card-settings-works");
  });

  it("says what the address answered, in the page", async () => {
    kit.endpoint.answerWith({ status: 404, body: "" });
    await tells("Check the address.");
    await kit.desk.picture("card-settings-wrong");
    kit.endpoint.answerWith(null);
  });

  it("says what is wrong with a setting, without asking anybody", async () => {
    const asked = kit.endpoint.bodies().length;
    await tells("secret key", { key: "sk_test_1" });
    await page.getByRole("alert").getByText(words.settings.card.notYet).waitFor();
    expect(kit.endpoint.bodies()).toHaveLength(asked);
  });
});

it("wrote no error to the desk's console", () => {
  expect(kit.desk.errors).toEqual([]);
});
