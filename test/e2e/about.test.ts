import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Locator } from "playwright";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { words } from "../../messages/words.ts";
import { root, borrowApp, type TestApp } from "../support/app.ts";

let desk: TestApp;
beforeAll(async () => {
  desk = await borrowApp();
  await desk.page.getByRole("button", { name: words.signIn.connect }).waitFor();
});
afterAll(() => desk.dispose());

const about = (): Locator => desk.page.getByRole("dialog", { name: words.about.title });
const focused = (): Promise<string> =>
  desk.page.evaluate(() => document.activeElement?.textContent?.trim() ?? "");
/** As the menu does it, which is the system's own. */
const fromMenu = (): Promise<void> =>
  desk.app.evaluate(({ Menu }) => Menu.getApplicationMenu()?.getMenuItemById("about")?.click());

describe("About Front Desk", () => {
  // window-54: About shows the version and the license of every part, also before sign-in
  it(
    "opens from the menu before anybody has signed in, by keyboard alone to the text of a license",
    { tags: ["window-54"] },
    async () => {
      const { page } = desk;
      await fromMenu();
      await about().getByRole("listitem").first().waitFor();
      const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
      expect(await about().textContent()).toContain(words.about.version({ version }));
      await page.keyboard.press("Tab");
      await expect.poll(focused).toContain(words.about.own);
      await page.keyboard.press("Enter");
      await about().getByText("Copyright (c) 2026 The Front Desk developers").waitFor();
      await page.keyboard.press("Escape");
      await about().waitFor({ state: "detached" });
    },
  );

  it("has the license of each bundled library and of both native packages, with what is compiled into them", async () => {
    await fromMenu();
    await about().getByRole("listitem").first().waitFor();
    const names = await about().getByRole("listitem").allTextContents();
    for (const name of [
      "react-aria-components",
      "undici",
      "zod",
      "fastify",
      "@napi-rs/keyring",
      "better-sqlite3-multiple-ciphers",
    ])
      expect(
        names.some((text) => text.startsWith(`${name} `)),
        name,
      ).toBe(true);
    await about().getByText("better-sqlite3-multiple-ciphers").click();
    await about().getByText("Ulrich Telle").first().waitFor();
    const file = await desk.app
      .evaluate(() => process.execPath)
      .then((path) => join(path, "..", "LICENSES.chromium.html"));
    expect(await about().getByText("LICENSES.chromium.html").count()).toBe(existsSync(file) ? 1 : 0);
    await desk.page.keyboard.press("Escape");
  });

  it("opens from the palette at the desk, and gives the focus back", async () => {
    const { page } = desk;
    await page.getByRole("button", { name: words.signIn.practice.start }).click();
    const find = page.getByRole("combobox", { name: words.booking.patient.find });
    await find.focus();
    await page.keyboard.press("Control+k");
    await page
      .getByRole("combobox", { name: words.shell.palette.field, exact: true })
      .fill(words.shell.palette.about.label);
    await page.getByRole("option", { name: words.shell.palette.about.label }).waitFor();
    await page.keyboard.press("Enter");
    await about().getByRole("listitem").first().waitFor();
    await page.keyboard.press("Escape");
    await about().waitFor({ state: "detached" });
    await expect.poll(() => find.evaluate((field) => field === document.activeElement)).toBe(true);
  });
});
