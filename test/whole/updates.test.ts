import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Locator } from "playwright";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { getFeedName } from "../../main/features/updates/copy.ts";
import { words } from "../../messages/words.ts";
import { getSignatureName } from "../../main/features/updates/signature.ts";
import { fillPatient, go, itemsIn, openSettings, signIn, startApp, type TestApp } from "../support/app.ts";
import { endOf } from "../support/ending.ts";
import { startFakeService, type FakeService } from "../support/fake-service.ts";
import {
  feedText,
  signatureText,
  signer,
  startUpdateServer,
  type UpdateServer,
} from "../support/update-server.ts";

/**
 * The built program with a file in the place of its AppImage, and a real server of updates. That Electron runs from such a
 * file is not shown here.
 */
const processor = process.arch === "x64" ? "x86_64" : process.arch;
const feed = getFeedName("latest", "linux", process.arch);
const ours = signer();
const says = words.updates;

let folder = "";
let appImage = "";
let server: UpdateServer;
let service: FakeService;
let desk: TestApp;

/** A package that notes with what it was started. */
const nextVersion = Buffer.from(`#!/bin/sh\necho "$@" > "$0.ran"\n`);
const standing = (): Locator => desk.page.locator("#updates-standing");
const next = (does: "check" | "download" | "restart"): Locator =>
  desk.page.getByRole("button", { name: says[does], exact: true });
const shows = (text: string): Promise<void> => standing().getByText(text, { exact: true }).waitFor();

/** What the activity log has of updates. */
const logged = async (): Promise<unknown[]> => {
  const answer = await desk.page.evaluate(() =>
    window.desk.invoke("audit.list", {
      from: 0,
      limit: 50,
      anchor: null,
      filter: { day: null, person: null, group: "desk" },
    }),
  );
  const rows = answer.ok ? answer.value.rows : [];
  return rows
    .filter(({ act }) => act === "update-refused")
    .map(({ act, more }) => ({ act, reason: more.reason }));
};

describe.runIf(process.platform === "linux")("updates", () => {
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "front-desk-update-e2e-"));
    appImage = join(folder, "Front Desk.AppImage");
    writeFileSync(appImage, "the version that runs");
    chmodSync(appImage, 0o755);
    server = await startUpdateServer();
    service = await startFakeService();
    desk = await startApp({
      env: { APPIMAGE: appImage, FRONT_DESK_UPDATE_KEYS: ours.text },
      // As electron-builder leaves it beside the program.
      prepare: (profile) =>
        writeFileSync(join(profile, "app-update.yml"), "updaterCacheDirName: front-desk-updater\n"),
    });
    await signIn(desk.page, { address: service.baseUrl, token: "opaque" });
    await desk.page.getByRole("heading", { level: 1, name: words.shell.screens["new-booking"] }).waitFor();
  });
  afterAll(async () => {
    await desk.dispose();
    await service.close();
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it("are looked for nowhere until an address says where; one that is not encrypted is refused as it is left", async () => {
    const { page } = desk;
    await openSettings(page, "computer");
    await shows(says.why["no-feed"]);
    const box = page.getByLabel(says.feed, { exact: true });
    await box.fill("http://updates.example");
    await box.press("Tab");
    await page.getByText(words.fields.address.httpsSoThat).first().waitFor();
    await box.fill(server.address);
    await box.press("Tab");
    await shows(says.stands.idle({ checked: "never" }));
    await desk.picture("settings-updates-idle");
  });

  it("that are not signed for this copy are refused with the reason, and what runs stays", async () => {
    const { page } = desk;
    const text = feedText({ version: "9.0.0", bytes: nextVersion, processor });
    server.files.set(`/${feed}`, text);
    server.files.set(`/${getSignatureName(feed)}`, signatureText(signer(), feed, text));
    await next("check").click();
    await shows(says.stands.failed);
    await page.getByText(words.failures.updates.otherSigner).first().waitFor();
    await page
      .getByText(/0\.1\.0/)
      .first()
      .waitFor();
    await desk.picture("settings-updates-refused");
    expect(server.asked.some((path) => path.endsWith(".AppImage"))).toBe(false);
    await expect.poll(logged).toEqual([{ act: "update-refused", reason: "otherSigner" }]);
  });

  it("are downloaded when a person says so, and the button keeps the focus all the way", async () => {
    const { page } = desk;
    const over = { releaseNotes: "Search is faster." };
    server.release(ours, { version: "9.0.0", bytes: nextVersion, processor, over, name: feed });
    await page.getByRole("radio", { name: says.modes.ask }).check({ force: true });
    await next("check").focus();
    await page.keyboard.press("Enter");
    await shows(says.stands.found({ version: "9.0.0" }));
    await desk.picture("settings-updates-found");
    await expect
      .poll(() => next("download").evaluate((button) => button === document.activeElement))
      .toBe(true);
    await page.keyboard.press("Enter");
    await shows(says.stands.ready({ version: "9.0.0" }));
    await expect
      .poll(() => next("restart").evaluate((button) => button === document.activeElement))
      .toBe(true);
    // Where people look, on every screen, and it leads back here.
    await go(page, "new-booking");
    await page.getByRole("banner").getByRole("button", { name: says.line.ready }).click();
    await shows(says.stands.ready({ version: "9.0.0" }));
    // The section is drawn once main has answered; the focus follows it there.
    await expect
      .poll(() =>
        page.evaluate(() => document.activeElement?.closest("[data-field=updates]") instanceof Element),
      )
      .toBe(true);
    await page.getByText(says.news({ version: "9.0.0" })).click();
    await page.getByText("Search is faster.").waitFor();
    await desk.picture("settings-updates-ready");
    expect(readFileSync(appImage, "utf8")).toBe("the version that runs");
  });

  it("are put in place on a person's word, the new version starts, and what was typed is there", async () => {
    const { page } = desk;
    await go(page, "patients");
    await page.getByRole("button", { name: words.patients.newPatient }).first().click();
    await fillPatient(page, { firstName: "Ann" });
    await expect.poll(async () => (await itemsIn(page)).length).toBe(1);
    await openSettings(page, "computer");
    const end = endOf(desk.app);
    await next("restart").click();
    expect(await end).toMatchObject({ code: 0 });
    expect(readFileSync(appImage).equals(nextVersion)).toBe(true);
    await expect.poll(() => existsSync(`${appImage}.ran`)).toBe(true);
    await desk.restart();
    await expect
      .poll(async () => (await itemsIn(desk.page)).map(({ kind, status }) => [kind, status]))
      .toEqual([["patient", "draft"]]);
  });
});
