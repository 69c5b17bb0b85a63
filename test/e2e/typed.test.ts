import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Locator, Page } from "playwright";
import { jwtOf, startFakeService, type FakeService } from "../support/fake-service.ts";
import { borrowApp, go, signIn, type TestApp } from "../support/app.ts";
import { words } from "../../messages/words.ts";

/** What is typed is kept; what is asked about before it goes is in component/real-desk/typed. */
let desk: TestApp;
let page: Page;
let service: FakeService;

const claims = { iss: "elm", sub: "Elm Street Clinic", exp: 4_102_444_800 };
const main = (): Locator => page.getByRole("main");
const field = (name: string): Locator => main().getByLabel(name, { exact: true });
const button = (name: string): Locator => main().getByRole("button", { name, exact: true });

beforeAll(async () => {
  service = await startFakeService();
  desk = await borrowApp();
  ({ page } = desk);
  await signIn(page, { address: service.baseUrl, token: jwtOf(claims, "first") });
  await page.getByRole("heading", { level: 1, name: words.shell.screens["new-booking"] }).waitFor();
});
afterAll(async () => {
  await desk.dispose();
  await service.close();
});

async function newPatient(): Promise<void> {
  await go(page, "patients");
  await button(words.patients.newPatient).click();
  await field(words.patients.label.firstName).waitFor();
}
describe("what is typed", () => {
  // keeping-2: Every key is saved soon, and the last one when the window closes
  it("is kept when the window closes right after the last key", { tags: ["keeping-2"] }, async () => {
    await newPatient();
    await field(words.patients.label.firstName).fill("Gil");
    await field(words.patients.label.lastName).fill("Lastkey");
    await field(words.patients.label.city).pressSequentially("Springfiel");
    await page.keyboard.press("d");
    await desk.restart();
    ({ page } = desk);
    await page.getByRole("heading", { level: 1, name: words.shell.screens["new-booking"] }).waitFor();
    const banner = page.getByRole("complementary", { name: words.shell.drafts.label });
    await banner.getByText("Gil Lastkey").waitFor();
    await banner.getByRole("button", { name: words.booking.next }).click();
    await expect.poll(() => field(words.patients.label.city).inputValue()).toBe("Springfield");
    expect(await field(words.patients.label.lastName).inputValue()).toBe("Lastkey");
  });
});
