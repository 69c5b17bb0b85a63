import { copyFileSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Page } from "playwright";
import { annSample, createPatient, go, signIn, startApp, type TestApp } from "../support/app.ts";
import { startFakeService, type FakeService } from "../support/fake-service.ts";

/** The words on the screen when the files of the records are gone, or older than what was sent. */
let desk: TestApp;
let page: Page;
let service: FakeService;

const folder = (): string => join(desk.profile, "records");
const file = (end = ""): string => join(folder(), `front-desk.db${end}`);
const title = (name: string) => page.getByRole("heading", { level: 1, name }).waitFor();
const missing = () => page.getByRole("complementary", { name: "Something is missing" });
const posts = (): number => service.requests.filter(({ method }) => method === "POST").length;

async function newPatient(name: string): Promise<void> {
  await go(page, "Patients");
  await page.getByRole("button", { name: "New patient" }).first().click();
  await createPatient(page, { ...annSample, "First name": name, Email: `${name}@example.com` });
  await page.getByText(`Created: ${name} Sample`).first().waitFor();
}
const restart = async (): Promise<void> => {
  await desk.restart();
  ({ page } = desk);
};

beforeAll(async () => {
  service = await startFakeService();
  desk = await startApp();
  ({ page } = desk);
  await signIn(page, { address: service.baseUrl, token: "opaque" });
  await title("New booking");
  await newPatient("Ann");
});
afterAll(async () => {
  await desk.dispose();
  await service.close();
});

describe("an older copy of the records", () => {
  it("is said to be one, with how much is missing, until somebody has read it", async () => {
    await desk.close();
    copyFileSync(file(), file(".backup"));
    await restart();
    await title("New booking");
    await newPatient("Bea");
    expect(await missing().count()).toBe(0);
    await desk.close();
    renameSync(file(".backup"), file());
    await restart();
    await missing().getByText("Up to 1 send").waitFor();
    await missing().getByText("An older copy of the records was put back").waitFor();
    await desk.picture("records-behind");
    await missing().getByRole("button", { name: "I have read this" }).click();
    await missing().waitFor({ state: "detached" });
    await restart();
    await title("New booking");
    expect(await missing().count()).toBe(0);
  });
});

describe("a database that is deleted while the app is open", () => {
  it("ends the work with the reason, and what was being typed can still be read", async () => {
    await go(page, "Patients");
    await page.getByRole("button", { name: "New patient" }).first().click();
    await page.getByLabel("First name", { exact: true }).fill("Cara");
    await page.getByText("Saved", { exact: false }).first().waitFor();
    const before = posts();
    rmSync(file());
    await page.getByLabel("Last name", { exact: true }).fill("Unsaved");
    await title("The saved records were taken away");
    await page.getByRole("alert").getByText("deleted or replaced while Front Desk was open").waitFor();
    await desk.picture("records-lost");
    expect(await page.getByRole("navigation").count()).toBe(0);
    await page.getByRole("button", { name: "Show what I was typing" }).click();
    expect(await page.getByLabel("Last name", { exact: true }).inputValue()).toBe("Unsaved");
    await page.getByRole("button", { name: "Back to the reason" }).click();
    await title("The saved records were taken away");
    expect(posts()).toBe(before);
  });

  it("is missed at the next start, with the place where it is looked for and the copy that was kept", async () => {
    await desk.app.evaluate(({ dialog }) => {
      dialog.showMessageBox = () => Promise.resolve({ response: 0, checkboxChecked: false });
    });
    await restart();
    await title("The saved records are missing");
    const files = await page.getByRole("list", { name: "Files" }).getByRole("listitem").allTextContents();
    const kept = readdirSync(folder()).filter((name) => /\.kept-\d{8}T\d{6}Z$/.test(name));
    expect(files).toEqual([file(), ...kept.map((name) => join(folder(), name))]);
    expect(kept).toHaveLength(1);
    await desk.picture("records-missing");
    await page.getByRole("button", { name: "Start anew without the records" }).click();
    const question = page.getByRole("alertdialog");
    await question.getByText("put it back instead").waitFor();
    await question.getByRole("button", { name: "Not now" }).click();
    await question.waitFor({ state: "detached" });

    renameSync(join(folder(), kept[0] ?? ""), file());
    await restart();
    await title("New booking");
    await go(page, "Patients");
    await page.getByRole("main").getByRole("searchbox").fill("Ann");
    await page.getByText("Ann Sample").first().waitFor();
    await page.getByRole("button", { name: "Continue with Cara" }).waitFor();
    expect(desk.errors).toEqual([]);
  });
});
