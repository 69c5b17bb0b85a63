import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Locator, Page } from "playwright";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { words } from "../../messages/words.ts";
import { startMockService, type MockService } from "../../mock/service.ts";
import { bookingNumbered } from "../faults/kit/bench.ts";
import { startFaultProxy, type FaultProxy } from "../faults/line/proxy.ts";
import { annSample, createPatient, go, itemsIn, signIn, startApp, type TestApp } from "../support/app.ts";
import { allRules, axeFindings } from "../support/axe.ts";
import { any, matching } from "../support/matching.ts";
import { flipBit } from "../support/store-files.ts";

/** One story: each test goes on from the one before. The second desk is a computer that has never seen the first. */
const passphrase = "seven lamps over a quiet harbor";
const { backup: says } = words;
let mock: MockService;
let proxy: FaultProxy;
let share: string;
let first: TestApp;
let second: TestApp;

const button = (page: Page, name: string): Locator => page.getByRole("button", { name, exact: true });
const bookings = (): number => mock.ledger().filter(({ kind }) => kind === "appointment").length;
/** What a person chooses in the system's dialog. */
const chooses = ({ app }: TestApp, path: string): Promise<void> =>
  app.evaluate(({ dialog }, chosen) => {
    Reflect.set(dialog, "showOpenDialog", async () => ({ canceled: false, filePaths: [chosen] }));
  }, path);
const invoke = (page: Page, name: string, input: unknown): Promise<unknown> =>
  page.evaluate(([route, given]) => window.desk.invoke(route as never, given as never), [
    name,
    input,
  ] as const);

/** Presses the last button of the preview; the start after it is this test's own, so that it has its window. */
async function putBack(desk: TestApp): Promise<void> {
  await desk.app.evaluate(({ app }) => {
    app.relaunch = () => undefined;
  });
  const ended = new Promise((resolve) => desk.app.process().once("exit", resolve));
  const yes = desk.page.getByRole("alertdialog").getByRole("button", { name: says.restore.yes });
  await Promise.all([ended, yes.click().catch(() => undefined)]);
  await desk.restart();
}

beforeAll(async () => {
  mock = await startMockService({ decideAfterMs: 3_600_000 });
  proxy = await startFaultProxy({ target: Number(new URL(mock.baseUrl).port) });
  share = mkdtempSync(join(tmpdir(), "front-desk-share-"));
  mkdirSync(join(share, "backups"));
  first = await startApp();
  second = await startApp();
});
afterAll(async () => {
  await first.dispose();
  await second.dispose();
  await proxy.close();
  await mock.close();
  rmSync(share, { recursive: true, force: true });
});

describe("a backup", () => {
  it("is set up in Settings: a folder, a passphrase typed twice, and written at once", async () => {
    const { page } = first;
    await signIn(page, { address: proxy.url, token: mock.token });
    await page.getByRole("heading", { level: 1, name: words.shell.screens["new-booking"] }).waitFor();
    await go(page, "patients");
    await page.getByRole("button", { name: words.patients.newPatient }).first().click();
    await createPatient(page, annSample);
    await page
      .getByText(matching(words.patients.end.created({ name: "Ann Sample", id: any })))
      .first()
      .waitFor();
    // A booking that waits for the connection.
    await proxy.refuse(true);
    await invoke(page, "connection.check", {});
    const patient = (await itemsIn(page)).find((item) => item.kind === "patient");
    const number = patient?.kind === "patient" ? String(patient.result?.patientId) : "";
    await page.evaluate(
      async (content) => {
        const item = await window.desk.invoke("items.create", content);
        if (item.ok) void window.desk.invoke("items.submit", { id: item.value.id, wait: true });
      },
      bookingNumbered(1, { patient: { kind: "number", text: number } }),
    );
    await expect.poll(async () => (await itemsIn(page, { statuses: ["ready"] })).length).toBe(1);

    await go(page, "settings");
    // By the keyboard: the sections above it still fill in, and a mouse would miss what moves.
    await button(page, says.now.start).press("Enter");
    await page.getByText(words.failures.backup.noFolder).waitFor();
    await chooses(first, join(share, "backups"));
    await button(page, says.folder.choose).click();
    await page.getByText(join(share, "backups")).waitFor();
    await button(page, says.passphrase.set).click();
    const dialog = page.getByRole("dialog", { name: says.passphrase.setTitle });
    const field = (name: string): Locator => dialog.getByLabel(name, { exact: true });
    await field(says.passphrase.field).fill("too short");
    await dialog.getByRole("button", { name: says.passphrase.save }).click();
    await dialog.getByText(words.failures.backup.passphrase.short).waitFor();
    await field(says.passphrase.field).fill(passphrase);
    await field(says.passphrase.repeat).fill(passphrase);
    await first.picture("backup-passphrase");
    await dialog.getByRole("button", { name: says.passphrase.save }).click();
    await dialog.waitFor({ state: "detached" });
    await page.getByText(says.passphrase.isSet).waitFor();
    await page.getByLabel(says.daily.label, { exact: true }).check({ force: true });
    await button(page, says.now.start).click();
    await page
      .getByText(matching(says.now.last({ when: any })))
      .first()
      .waitFor();
    expect(readdirSync(join(share, "backups"))).toHaveLength(1);
    await first.picture("backup-settings");

    // One that fails is told of on every screen, and leads to where it is mended.
    renameSync(join(share, "backups"), join(share, "away"));
    await button(page, says.now.start).click();
    await page.getByText(says.problem["folder-away"]).waitFor();
    await go(page, "new-booking");
    const banner = page.getByRole("complementary", { name: says.problem.label });
    await banner.getByText(says.problem["folder-away"]).waitFor();
    await first.picture("backup-banner");
    await banner.getByRole("button", { name: says.problem.open }).click();
    await expect
      .poll(() =>
        page.evaluate(() => document.activeElement?.closest("[data-field=backup]") instanceof Element),
      )
      .toBe(true);
    renameSync(join(share, "away"), join(share, "backups"));
    await button(page, says.now.start).click();
    await expect
      .poll(() => readdirSync(join(share, "backups")).filter((name) => name.endsWith(".age")).length)
      .toBe(2);
    await page.getByText(says.problem["folder-away"]).waitFor({ state: "detached" });
  });

  it("is looked into on a new computer from its first screen: a wrong passphrase first, then what is in it", async () => {
    await proxy.refuse(false);
    await invoke(first.page, "connection.check", {});
    await expect.poll(bookings).toBe(1);
    await first.close();

    const { page } = second;
    const name = readdirSync(join(share, "backups")).toSorted().at(-1) ?? "";
    await button(page, says.restore.label).click();
    const dialog = page.getByRole("dialog", { name: says.restore.title });
    await chooses(second, join(share, "backups", name));
    await dialog.getByRole("button", { name: says.restore.choose }).click();
    await dialog.getByLabel(says.restore.passphrase, { exact: true }).fill("not the passphrase");
    await dialog.getByRole("button", { name: says.restore.look }).click();
    await dialog.getByText(words.failures.backup.file.passphrase).waitFor();
    await second.picture("restore-wrong-passphrase");
    await dialog.getByLabel(says.restore.passphrase, { exact: true }).fill(passphrase);
    await dialog.getByRole("button", { name: says.restore.look }).click();
    const question = page.getByRole("alertdialog", { name: says.restore.question });
    await question.getByText(says.restore.here).waitFor();
    await second.picture("restore-preview");
    expect(await axeFindings(page, allRules)).toEqual([]);
  });

  it("is put back: patients are there, what waited needs checking, and nothing is booked twice", async () => {
    await putBack(second);
    const { page } = second;
    await signIn(page, { address: proxy.url, token: mock.token });
    const banner = page.getByRole("complementary", { name: words.shell.missing.label });
    await banner.getByText(words.shell.missing.check).waitFor();
    await second.picture("restored-banner");
    await go(page, "patients");
    await page.getByRole("main").getByRole("searchbox").fill("Ann");
    await page.getByText("Ann Sample").first().waitFor();
    await go(page, "outbox");
    await page
      .getByRole("list", { name: words.outbox.group["needs-checking"].title, exact: true })
      .first()
      .waitFor();
    await second.picture("restored-outbox");
    const found = await itemsIn(page);
    expect(found.find(({ kind }) => kind === "booking")?.status).toBe("needs-checking");
    expect(bookings()).toBe(1);
  });

  it("is put back from the page that says that the records cannot be opened, with nobody signed in there", async () => {
    await second.close();
    flipBit(join(second.profile, "records", "front-desk.db"), 60);
    await second.restart();
    const { page } = second;
    await page.getByRole("heading", { level: 1, name: words.shell.storeProblem.title.unopened }).waitFor();
    const name = readdirSync(join(share, "backups")).toSorted().at(-1) ?? "";
    await button(page, says.restore.open).click();
    const dialog = page.getByRole("dialog", { name: says.restore.title });
    await chooses(second, join(share, "backups", name));
    await dialog.getByRole("button", { name: says.restore.choose }).click();
    await dialog.getByLabel(says.restore.passphrase, { exact: true }).fill(passphrase);
    await dialog.getByRole("button", { name: says.restore.look }).click();
    await page
      .getByRole("alertdialog", { name: says.restore.question })
      .getByText(says.restore.here)
      .waitFor();
    await second.picture("restore-store-problem");
    expect(await axeFindings(page, allRules)).toEqual([]);
    await putBack(second);
    await go(second.page, "patients");
    await second.page.getByRole("main").getByRole("searchbox").fill("Ann");
    await second.page.getByText("Ann Sample").first().waitFor();
    const found = await itemsIn(second.page);
    expect(found.find(({ kind }) => kind === "booking")?.status).toBe("needs-checking");
    expect(bookings()).toBe(1);
    expect(first.errors).toEqual([]);
    expect(second.errors).toEqual([]);
  });
});
