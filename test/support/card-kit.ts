import type { Frame, Locator, Page } from "playwright";
import type { CardWindowApi } from "../../shared/cards/card-window.ts";
import type { BookingItem } from "../../shared/outbox/item.ts";
import type { SettingsChange } from "../../shared/settings/settings.ts";
import type { LedgerEntry, MockService } from "../../mock/service.ts";
import { startMockService } from "../../mock/service.ts";
import { pressWithKey } from "../provider/card-page.ts";
import { startIntentEndpoint, startProvider, type IntentEndpoint, type Provider } from "../provider/kit.ts";
import { startFaultProxy, type FaultProxy } from "../faults/line/proxy.ts";
import {
  choosePatient,
  itemsIn,
  newBooking,
  patience,
  pictureFile,
  savePatient,
  signIn,
  startApp,
  step,
  withPictures,
  type TestApp,
} from "./app.ts";
import { words } from "../../messages/words.ts";
import { any, matching } from "./matching.ts";

declare global {
  interface Window {
    /** In the card window. */
    readonly card: CardWindowApi;
  }
}

/** An identifier of a clinic's own card terminal, which the service knows. */
export const terminalCard = "pm_1TerminalSample";

/** A desk that is signed in, has one patient, and collects cards at the stand-in of the provider. */
export type CardDesk = {
  readonly desk: TestApp;
  readonly provider: Provider;
  /** Where setup intents come from: another origin than the service's. */
  readonly endpoint: IntentEndpoint;
  readonly mock: MockService;
  /** In front of the service. */
  readonly line: FaultProxy;
  readonly appointments: () => readonly LedgerEntry[];
  readonly close: () => Promise<void>;
};

type Options = { readonly switches?: readonly string[]; readonly env?: Readonly<Record<string, string>> };

export async function startCardDesk(options: Options = {}): Promise<CardDesk> {
  const mock = await startMockService({ decideAfterMs: 50, strictPaymentMethods: true });
  mock.registerPaymentMethod(terminalCard);
  const provider = await startProvider({ onPaymentMethod: mock.registerPaymentMethod });
  const endpoint = await startIntentEndpoint(provider);
  const line = await startFaultProxy({ target: Number(new URL(mock.baseUrl).port) });
  const desk = await startApp({
    switches: [...provider.switches, ...(options.switches ?? [])],
    ...(options.env === undefined ? {} : { env: options.env }),
  });
  const { page } = desk;
  await signIn(page, { address: line.url, token: mock.token });
  await page.getByRole("heading", { level: 1, name: words.shell.screens["new-booking"] }).waitFor();
  await savePatient(page, { phone: "217.555.0100" });
  await setCardSettings(page, { key: provider.publishableKey, url: endpoint.url });
  return {
    desk,
    provider,
    endpoint,
    mock,
    line,
    appointments: () => mock.ledger().filter((entry) => entry.kind === "appointment"),
    close: async () => {
      await desk.dispose();
      await endpoint.close();
      await provider.close();
      await line.close();
      await mock.close();
    },
  };
}

/** Sets the two settings of card collection, without a walk to where a person types them. */
export async function setCardSettings(
  page: Page,
  { key, url }: { readonly key: string; readonly url: string },
): Promise<void> {
  const change: SettingsChange = { card: { publishableKey: key, setupIntentUrl: url } };
  const isSaved = await page.evaluate(
    async (changed) => (await window.desk.invoke("settings.save", changed)).ok,
    change,
  );
  if (!isSaved) throw new Error("The settings were not saved");
}

/** A new booking, filled as far as the card, with Bill to Patient. */
export async function bookingUpToCard(
  page: Page,
  { time, patient = "Ann Sample" }: { readonly time: string; readonly patient?: string },
): Promise<void> {
  await newBooking(page);
  await choosePatient(page, patient);
  // With work begun, what an earlier run left is offered no more: the steps move up, and a press would meet their old place.
  await page.getByRole("complementary", { name: words.shell.drafts.label }).waitFor({ state: "hidden" });
  await step(page, "visit").click();
  await page.getByLabel(words.booking.label.service, { exact: true }).fill("101");
  await page.getByLabel(words.booking.label.date, { exact: true }).fill("3/4/2031");
  await page.getByLabel(words.booking.label.time, { exact: true }).fill(time);
  await step(page, "billing").click();
  await page
    .getByRole("radio", { name: words.booking.billing.names["Bill to Patient"] })
    .check({ force: true });
}

/** Presses `Collect card`, and gives the window that opens. */
export async function collectCard(desk: TestApp): Promise<Page> {
  const [card] = await Promise.all([
    desk.app.waitForEvent("window", { timeout: patience }),
    desk.page.getByRole("button", { name: words.booking.card.collect }).click(),
  ]);
  card.setDefaultTimeout(patience);
  return card;
}

/** The provider's form is there and can be filled. */
export const formIsThere = (card: Page): Promise<void> =>
  card.frameLocator("iframe[title='Secure payment input frame']").getByLabel("Card number").waitFor();

/** With the keyboard: right after the form was filled, a click on the button, which stands still, was now and then not heard. */
export const saveCard = (card: Page): Promise<void> =>
  pressWithKey(card.getByRole("button", { name: words.card.save, exact: true }));

/** Books what the wizard holds, and waits until it is booked. */
export async function book(page: Page): Promise<void> {
  await step(page, "review").click();
  await page.getByRole("button", { name: words.booking.book, exact: true }).click();
  await page.getByRole("heading", { level: 1, name: words.items.made.booking }).waitFor();
}

/** The bookings on this computer, the last changed first. */
export async function bookings(page: Page): Promise<BookingItem[]> {
  return (await itemsIn(page, { kinds: ["booking"] }))
    .filter((item) => item.kind === "booking")
    .toSorted((a, b) => b.updatedAt.localeCompare(a.updatedAt));
}

/** Frames in processes of their own are drawn a little later than the page around them. */
const drawn = (frame: Frame): Promise<unknown> =>
  frame
    .evaluate(
      () =>
        new Promise<void>((resolve) => {
          // A hidden frame is never drawn.
          setTimeout(resolve, 300);
          requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
        }),
    )
    .catch(() => undefined);

/** A picture of the card window, where pictures are wanted. */
export async function cardPicture(card: Page, name: string): Promise<void> {
  if (!withPictures) return;
  await Promise.all(card.frames().map(drawn));
  // The first one makes Chromium draw what it had put off.
  await card.screenshot();
  await card.screenshot({ path: pictureFile(`card-${name}`) });
}

/** Where the booking names its card, `Visa •••• 4242`. */
export const chosenCard = (page: Page, card: string): Locator =>
  page
    .getByRole("region", { name: words.booking.card.ofBooking, exact: true })
    .getByText(matching(`${card}${any}`))
    .first();
