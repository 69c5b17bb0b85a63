import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Locator } from "playwright";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { words } from "../../messages/words.ts";
import { startMockService, type MockService } from "../../mock/service.ts";
import { startFaultProxy, type FaultProxy } from "../faults/line/proxy.ts";
import { go, itemsIn, openSettings, signIn, startApp, type TestApp } from "../support/app.ts";
import { allRules, axeFindings } from "../support/axe.ts";
import { ask, bookingOf, patientCalled, send } from "../support/by-bridge.ts";
import { endOf } from "../support/ending.ts";
import { any, matching } from "../support/matching.ts";

/** One story: each test goes on from the one before. */
const passphrase = "seven lamps over a quiet harbor";
const { backup: says } = words;
let mock: MockService;
let proxy: FaultProxy;
let share: string;
let desk: TestApp;

const button = (name: string): Locator => desk.page.getByRole("button", { name, exact: true });
const bookings = (): number => mock.ledger().filter(({ kind }) => kind === "appointment").length;
const backups = (): string[] => readdirSync(share).filter((name) => name.endsWith(".age"));
/** What a person chooses in the system's dialog. */
const chooses = (path: string): Promise<void> =>
  desk.app.evaluate(({ dialog }, chosen) => {
    Reflect.set(dialog, "showOpenDialog", async () => ({ canceled: false, filePaths: [chosen] }));
  }, path);

beforeAll(async () => {
  mock = await startMockService({ decideAfterMs: 3_600_000 });
  proxy = await startFaultProxy({ target: Number(new URL(mock.baseUrl).port) });
  share = mkdtempSync(join(tmpdir(), "front-desk-share-"));
  desk = await startApp();
});
afterAll(async () => {
  await desk.dispose();
  await proxy.close();
  await mock.close();
  rmSync(share, { recursive: true, force: true });
});

describe("a backup", () => {
  it("is set up in Settings: a folder, a passphrase typed twice, and written at once", async () => {
    const { page } = desk;
    await signIn(page, { address: proxy.url, token: mock.token });
    await page.getByRole("heading", { level: 1, name: words.shell.screens["new-booking"] }).waitFor();
    const patient = await send(page, patientCalled("Ann"));
    // A booking that waits for the connection.
    await proxy.refuse(true);
    await ask(page, "connection.check", {});
    const id = patient.kind === "patient" ? (patient.patientRecordId ?? "") : "";
    const booking = await send(page, bookingOf({ patient: { kind: "known", id } }));
    expect([patient.status, booking.status]).toEqual(["done", "ready"]);

    await openSettings(page, "backup");
    await chooses(share);
    // By the keyboard: the sections above it still fill in, and a mouse would miss what moves.
    await button(says.folder.choose).press("Enter");
    await page.getByText(share).waitFor();
    await button(says.passphrase.set).click();
    const dialog = page.getByRole("dialog", { name: says.passphrase.setTitle });
    const field = (name: string): Locator => dialog.getByLabel(name, { exact: true });
    await field(says.passphrase.field).fill("too short");
    await dialog.getByRole("button", { name: says.passphrase.save }).click();
    await dialog.getByText(words.failures.backup.passphrase.short).waitFor();
    for (const name of [says.passphrase.field, says.passphrase.repeat]) await field(name).fill(passphrase);
    await desk.picture("backup-passphrase");
    await dialog.getByRole("button", { name: says.passphrase.save }).click();
    await dialog.waitFor({ state: "detached" });
    await page.getByText(says.passphrase.isSet).waitFor();
    await page.getByLabel(says.daily.label, { exact: true }).check({ force: true });
    await button(says.now.start).click();
    await page
      .getByText(matching(says.now.last({ when: any })))
      .first()
      .waitFor();
    expect(backups()).toHaveLength(1);
    await desk.picture("backup-settings");
  });

  it("is looked into from the first screen, where nobody is signed in: a passphrase first, then what is in it", async () => {
    const { page } = desk;
    await proxy.refuse(false);
    await ask(page, "connection.check", {});
    await expect.poll(bookings).toBe(1);
    await ask(page, "session.signOut", {});
    await button(says.restore.label).click();
    const dialog = page.getByRole("dialog", { name: says.restore.title });
    await chooses(join(share, backups()[0] ?? ""));
    await dialog.getByRole("button", { name: says.restore.choose }).click();
    await dialog.getByLabel(says.restore.passphrase, { exact: true }).fill(passphrase);
    await dialog.getByRole("button", { name: says.restore.look }).click();
    const question = page.getByRole("alertdialog", { name: says.restore.question });
    await question.getByText(says.restore.here).waitFor();
    await desk.picture("restore-preview");
    expect(await axeFindings(page, allRules)).toEqual([]);
  });

  it("is put back: patients are there, what waited needs checking, and nothing is booked twice", async () => {
    // The start after it is this test's own, so that it has its window.
    await desk.app.evaluate(({ app }) => {
      app.relaunch = () => undefined;
    });
    const ended = endOf(desk.app);
    const yes = desk.page.getByRole("alertdialog").getByRole("button", { name: says.restore.yes });
    await Promise.all([ended, yes.click().catch(() => undefined)]);
    await desk.restart();
    const { page } = desk;
    await signIn(page, { address: proxy.url, token: mock.token });
    const banner = page.getByRole("complementary", { name: words.shell.missing.label });
    await banner.getByText(words.shell.missing.check).waitFor();
    await desk.picture("restored-banner");
    await go(page, "patients");
    await page.getByRole("main").getByRole("searchbox").fill("Ann");
    await page.getByText("Ann Sample").first().waitFor();
    await go(page, "outbox");
    await page
      .getByRole("list", { name: words.outbox.group["needs-checking"].title, exact: true })
      .first()
      .waitFor();
    await desk.picture("restored-outbox");
    const found = await itemsIn(page);
    expect(found.find(({ kind }) => kind === "booking")?.status).toBe("needs-checking");
    expect(bookings()).toBe(1);
    expect(desk.errors).toEqual([]);
  });
});
