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

/** What the key did may have closed the window or taken the frame away before that could be asked. */
const isGone = (error: unknown): boolean => /closed|detached|context was destroyed/i.test(String(error));

/**
 * Presses a button with the keyboard, and again when the key did not reach its document within five seconds: beside a
 * frame in another process a busy Chromium now and then loses clicks, and keys too while the focus goes from one to the other.
 */
export async function pressWithKey(button: Locator): Promise<void> {
  const listen = (element: Element) => {
    const view = element.ownerDocument.defaultView;
    const isHeard = new Promise<boolean>((resolve) => {
      view?.addEventListener("keydown", () => resolve(true), { capture: true, once: true });
      setTimeout(() => resolve(false), 5_000);
    });
    return { isHeard };
  };
  const press = async (): Promise<boolean> => {
    try {
      const listening = await button.evaluateHandle(listen);
      await button.press("Enter");
      return await listening.evaluate(({ isHeard }) => isHeard);
    } catch (error) {
      if (!isGone(error)) throw error;
      return true;
    }
  };
  for (let tries = 3; !(await press()); tries -= 1) {
    console.warn("A key was not heard by the document that its button is in.");
    if (tries === 1) throw new Error("No key reaches the button.");
  }
}
