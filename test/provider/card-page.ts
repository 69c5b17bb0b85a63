import type { FrameLocator, Locator, Page } from "playwright";

/** Card numbers of https://docs.stripe.com/testing */
export const testNumbers = {
  accepted: "4242424242424242",
  mastercard: "5555555555554444",
  declined: "4000000000000002",
  asks: "4000002500003155",
} as const;

/** The provider's card form in a page. */
export const paymentFrame = (page: Page): FrameLocator =>
  page.frameLocator("iframe[title='Secure payment input frame']");

/** The bank's question, two frames deep. */
export const challengeOf = (page: Page): FrameLocator =>
  page.frameLocator("iframe[title='3D Secure authentication']").frameLocator("iframe[name='acsFrame']");

/** Fills the card form as a person does, with a date in the future. */
export async function fillCard(page: Page, number: string): Promise<void> {
  const frame = paymentFrame(page);
  await frame.getByLabel("Card number").fill(number);
  await frame.getByLabel("Expiration date").fill("1234");
  await frame.getByLabel("Security code").fill(number.startsWith("3") ? "1234" : "123");
  const zip = frame.getByLabel("ZIP code");
  if ((await zip.count()) > 0) await zip.fill("62701");
}

/**
 * Presses a button with the keyboard. A busy Chromium now and then loses a click that is meant for a frame in
 * another process, because the place under the pointer is not known to it yet. What the key does may close the
 * window before the key is up again.
 */
export async function pressWithKey(button: Locator): Promise<void> {
  await button.press("Enter").catch((error: unknown) => {
    if (!String(error).includes("has been closed")) throw error;
  });
}
