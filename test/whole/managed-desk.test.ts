import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Locator, Page } from "playwright";
import type { Policy } from "../../shared/policy/policy.ts";
import { words } from "../../messages/words.ts";
import { allRules, axeFindings } from "../support/axe.ts";
import {
  go,
  patience,
  sendToken,
  showSettings,
  startApp,
  stayAtSetup,
  type TestApp,
} from "../support/app.ts";
import { jwtOf, startFakeService, type FakeService } from "../support/fake-service.ts";
import { policyAt, writePolicy } from "../support/policy-kit.ts";

const folder = mkdtempSync(join(tmpdir(), "front-desk-policy-"));
const place = policyAt(folder);
const token = jwtOf({ sub: "Elm Street Clinic", exp: 4_102_444_800 });
let service: FakeService;
let desk: TestApp;
let page: Page;

beforeAll(async () => {
  service = await startFakeService();
});
afterAll(async () => {
  await desk.dispose();
  await service.close();
  rmSync(folder, { recursive: true, force: true });
});

const policy = (): Policy => ({
  serviceAddress: service.baseUrl,
  timeZone: "America/Denver",
  services: [{ id: 7, name: "Vaccination", minutes: 15 }],
  lock: { idleMinutes: 5, pinRequired: true },
  retentionMonths: 24,
});
const row = (id: string): Locator => page.locator(`[data-setting=${id}]`);
const set = words.policy.set;

describe.skipIf(process.platform === "win32")("a desk that its organization set up", () => {
  it("names a policy that does not hold at sign-in, and applies nothing of it", async () => {
    writePolicy(place, `${JSON.stringify(policy(), null, 2).slice(0, -2)},\n  "retension": 12\n}`);
    desk = await startApp({ env: { FRONT_DESK_POLICY: place.file } });
    ({ page } = desk);
    await stayAtSetup(page);
    const named = page.getByRole("complementary", { name: words.policy.refused.label });
    await named.waitFor();
    expect(await named.textContent()).toContain("retension");
    expect(await named.textContent()).toContain(place.file);
    expect(await page.getByLabel(words.signIn.address).inputValue()).toBe("");
    await desk.picture("policy-refused-sign-in");
  });

  it("fills in the service's address once it is put right, and nobody can change it", async () => {
    writePolicy(place, policy());
    const address = page.getByLabel(words.signIn.address);
    await page.waitForFunction(
      ([name, value]) => document.querySelector<HTMLInputElement>(`input[name=${name}]`)?.value === value,
      ["serviceAddress", service.baseUrl] as const,
      { timeout: patience },
    );
    expect(await address.getAttribute("readonly")).not.toBeNull();
    expect(await page.getByText(words.policy.setTo).isVisible()).toBe(true);
    await desk.picture("policy-sign-in");
    await sendToken(page, token);
  });

  it("asks for a PIN before anything else, and goes on with it", async () => {
    await page.getByRole("heading", { level: 1, name: words.policy.pin.title }).waitFor();
    await desk.picture("policy-pin");
    expect(await axeFindings(page, allRules)).toEqual([]);
    await page.getByRole("button", { name: words.policy.pin.set }).click();
    await page.getByLabel(words.lock.form.next, { exact: true }).fill("47114711");
    await page.getByLabel(words.lock.form.repeat, { exact: true }).fill("47114711");
    await page.getByRole("button", { name: words.lock.form.save, exact: true }).click();
    await page
      .getByRole("heading", { level: 1, name: words.policy.pin.title })
      .waitFor({ state: "detached" });
  });

  it("lists among the first steps what is left, and nothing that is set", async () => {
    await page.getByRole("heading", { level: 1, name: words.shell.screens.setup }).waitFor();
    const list = page.getByRole("list", { name: words.guide.setup.label });
    await list.waitFor();
    const titles = await list.getByRole("heading").allTextContents();
    expect(titles).toEqual([words.guide.setup.card.title, words.guide.setup.phone.title]);
    await desk.picture("policy-first-steps");
  });

  it("shows in Settings what is set, without a control, and its own settings with one", async () => {
    await go(page, "settings");
    for (const [id, name] of [
      ["lockAfter", "lock"],
      ["retention", "records"],
      ["services", "services"],
      ["timeZone", "clinic"],
    ] as const) {
      await showSettings(page, name);
      await row(id).getByText(set).first().waitFor();
      expect(await row(id).locator("input, select, textarea").count(), id).toBe(0);
    }
    expect(await row("timeZone").textContent()).toContain("America/Denver");
    expect(await row("services").textContent()).toContain("Vaccination");
    expect(await row("connection").getByText(set).count()).toBe(1);
    await showSettings(page, "lock");
    expect(await row("deskPin").getByRole("button").count()).toBe(1);
    await showSettings(page, "computer");
    expect(await row("theme").getByRole("radio").count()).toBe(3);
    await showSettings(page, "clinic");
    await desk.picture("policy-settings");
    expect(await axeFindings(page, allRules)).toEqual([]);
    const answer = await page.evaluate(() => window.desk.invoke("settings.save", { retentionMonths: 0 }));
    expect(answer).toMatchObject({ ok: false, failure: { code: "managed" } });
  });

  it("takes a change once nobody is in the middle of anything, and gives a person's own back", async () => {
    writePolicy(place, { ...policy(), timeZone: undefined, retentionMonths: 12 });
    await row("timeZone").getByRole("combobox").waitFor();
    expect(await row("timeZone").getByRole("combobox").inputValue()).toBe("America/New_York");
    await showSettings(page, "records");
    await row("retention")
      .getByText(words.settings.retention.years({ count: 1 }), { exact: true })
      .waitFor();
    chmodSync(place.file, 0o666);
    await page.getByRole("complementary", { name: words.policy.refused.label }).waitFor();
    await row("retention").getByRole("combobox").waitFor();
    await desk.picture("policy-refused-settings");
    expect(desk.errors).toEqual([]);
  });
});
