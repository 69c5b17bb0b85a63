import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Page } from "playwright";
import { challengeOf, fillCard, paymentFrame, pressWithKey, testNumbers } from "../provider/card-page.ts";
import { closeOthers, step } from "../support/app.ts";
import {
  book,
  bookings,
  bookingUpToCard,
  cardPicture,
  collectCard,
  formIsThere,
  saveCard,
  startCardDesk,
  type CardDesk,
  chosenCard,
} from "../support/card-kit.ts";
import { words } from "../../messages/words.ts";
import { any, matching } from "../support/matching.ts";

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
/** How light the words and the ground of the number's field are, of 255. */
const lightness = (card: Page): Promise<readonly number[]> =>
  paymentFrame(card)
    .getByLabel("Card number")
    .evaluate((box) => {
      const { color, backgroundColor } = getComputedStyle(box);
      return [color, backgroundColor].map((of) => Math.max(...(of.match(/\d+/g) ?? []).map(Number)));
    });
const isThere = (card: Page, text: RegExp | string): Promise<void> => card.getByText(text).first().waitFor();

describe("a card that is collected now", () => {
  it("books with it, entered at the provider alone, in a form that is light where the app is", async () => {
    await bookingUpToCard(page, { time: "9am" });
    const card = await collectCard(kit.desk);
    await card.getByRole("heading", { name: words.card.titleFor({ name: "Ann Sample" }) }).waitFor();
    await formIsThere(card);
    await kit.desk.picture("card-desk-while-open");
    const [ink = 0, ground = 0] = await lightness(card);
    expect(ground - ink).toBeGreaterThan(128);
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
});

/** One window for one booking: each test goes on from the one before. */
describe("a form that does not come, and one that does", () => {
  let card: Page;
  const tryAgain = (): Promise<void> => card.getByRole("button", { name: words.card.tryAgain }).click();
  it("says that no setup intent could be had, and tries again", async () => {
    await bookingUpToCard(page, { time: "1pm" });
    kit.endpoint.answerWith({ status: 500, body: "" });
    card = await collectCard(kit.desk);
    await isThere(card, words.card.failed.noIntent);
    await card.getByRole("heading", { name: words.card.titleFor({ name: "Ann Sample" }) }).waitFor();
    await cardPicture(card, "no-intent");
  });

  // billing-4: A card form that does not load says so, and is never an empty place (Ottehr 3640)
  it(
    "says that the script cannot be loaded, tries again, and never shows a blank form (Ottehr 3640)",
    { tags: ["billing-4"] },
    async () => {
      kit.provider.treat("script", "refused");
      await tryAgain();
      await isThere(card, words.card.failed.notLoaded);
      await cardPicture(card, "not-loaded");
      expect(await card.getByRole("button", { name: words.card.later }).isEnabled()).toBe(true);
    },
  );

  it("says that the form cannot be loaded when the provider does not answer, and tries again", async () => {
    kit.provider.treat("session", "broken");
    const before = kit.provider.requests("api.stripe.com").length;
    await tryAgain();
    // The words are those of the try before: it is over once the provider was asked and they stand there again.
    await expect.poll(() => kit.provider.requests("api.stripe.com").length).toBeGreaterThan(before);
    await isThere(card, words.card.failed.notLoaded);
    kit.provider.treat("session", "ok");
    await card.emulateMedia({ colorScheme: "dark" });
    await tryAgain();
    await formIsThere(card);
  });

  // billing-14: The provider's form is dark when the app is
  it("is dark where the app is", { tags: ["billing-14"] }, async () => {
    await cardPicture(card, "form-dark");
    const [darkWords = 0, darkGround = 0] = await lightness(card);
    expect(darkWords - darkGround).toBeGreaterThan(128);
  });

  it("asks for what is missing in the form, and sends nothing", async () => {
    await saveCard(card);
    await paymentFrame(card).getByText("Your card number is incomplete.").waitFor();
    await cardPicture(card, "incomplete");
    expect(newestIntent().confirms).toBe(0);
    // Whoever works by keyboard or screen reader is where the form says what is missing.
    await expect.poll(() => card.evaluate(() => document.activeElement?.tagName)).toBe("IFRAME");
    // A live region that comes with its words is not read out by every screen reader: it is there before.
    expect(await card.getByRole("status").count()).toBe(1);
  });

  // billing-5: A declined card shows the reason, and the same form takes another
  it(
    "shows a decline with its reason, and takes another card on the same form",
    { tags: ["billing-5"] },
    async () => {
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
    },
  );
});

/** One booking: each test goes on from the one before. */
describe("a window that is closed, an intent that expires, and a bank that asks", () => {
  let card: Page;

  it("opens one window for two presses, and leaves the booking as it was when a person closes it by Escape", async () => {
    await bookingUpToCard(page, { time: "2pm" });
    card = await collectCard(kit.desk);
    await formIsThere(card);
    await page.getByRole("button", { name: words.booking.card.showWindow }).click();
    expect(kit.desk.app.windows()).toHaveLength(2);
    // The window may be gone before the key is up again.
    await Promise.all([card.waitForEvent("close"), card.keyboard.press("Escape").catch(() => undefined)]);
    await page.getByRole("button", { name: words.booking.card.collect }).waitFor();
    expect(kit.desk.app.windows()).toHaveLength(1);
    expect((await bookings(page))[0]).toMatchObject({ status: "draft", form: { time: "2pm", card: null } });
    await kit.desk.picture("card-closed");
  });

  it("replaces an intent that expired while the window was closed, before the form is there", async () => {
    const first = newestIntent().id;
    kit.provider.intents.expire(first);
    card = await collectCard(kit.desk);
    await formIsThere(card);
    expect(newestIntent().id).not.toBe(first);
  });

  it("replaces an intent that expired under the form, and says to enter the card again", async () => {
    // An intent is replaced by itself once: from here on it is another window.
    await card.close();
    card = await collectCard(kit.desk);
    await formIsThere(card);
    const first = newestIntent().id;
    await fillCard(card, testNumbers.accepted);
    kit.provider.intents.expire(first);
    await saveCard(card);
    await isThere(card, words.card.notice.renewed);
    await formIsThere(card);
    await cardPicture(card, "expired");
    expect(newestIntent().id).not.toBe(first);
  });

  it("lets the bank ask (3-D Secure): refused, then accepted", async () => {
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

describe("a confirm whose answer was lost", () => {
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
});

it("wrote no error to the desk's console", () => {
  expect(kit.desk.errors).toEqual([]);
});
