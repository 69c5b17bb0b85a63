import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Locator, Page } from "playwright";
import { words } from "../../messages/words.ts";
import { fillPatient, go, signIn, startApp, type TestApp } from "../support/app.ts";
import { allRules, axeFindings } from "../support/axe.ts";
import { askToQuit, endOf } from "../support/ending.ts";
import { jwtOf, startFakeService, type FakeService } from "../support/fake-service.ts";
import { handLinks } from "../support/links.ts";
import { heardOf, isFocused, saidIn } from "../support/spoken-words.ts";

/** One story: each test goes on from the one before. */
const pin = "4711";
/** Stands nowhere but in a patient's form. */
const sentinel = "Quixotesentinel";
const token = jwtOf({ sub: "Elm Street Clinic", iss: "elm", exp: 4_102_444_800 });

let service: FakeService;
let desk: TestApp;
const page = (): Page => desk.page;
const field = (name: string): Locator => page().getByLabel(name, { exact: true });
const button = (name: string): Locator => page().getByRole("button", { name, exact: true });
const lastName = (): Locator => field(words.patients.label.lastName);

/** The system says so, as Electron passes it on. */
const system = (event: "lock-screen" | "suspend"): Promise<void> =>
  desk.app.evaluate(({ powerMonitor }, name) => void powerMonitor.emit(name), event);
const isLocked = (): Promise<void> =>
  page().getByRole("heading", { level: 1, name: words.lock.title }).waitFor();
async function unlock(): Promise<void> {
  await field(words.lock.pin).fill(pin);
  await page().keyboard.press("Enter");
}
/** Everything that the page is made of: what is drawn, and what its storage keeps. */
const wholePage = (): Promise<string> =>
  page().evaluate(() =>
    [
      document.documentElement.outerHTML,
      JSON.stringify({ ...localStorage }),
      JSON.stringify({ ...sessionStorage }),
      ...Array.from(document.querySelectorAll("input, textarea"), (each) =>
        each instanceof HTMLInputElement || each instanceof HTMLTextAreaElement ? each.value : "",
      ),
    ].join("\n"),
  );

beforeAll(async () => {
  service = await startFakeService();
  desk = await startApp();
  await signIn(page(), { address: service.baseUrl, token });
  await page().getByRole("heading", { level: 1, name: words.shell.screens["new-booking"] }).waitFor();
});
afterAll(async () => {
  await desk.dispose();
  await service.close();
});

describe("a PIN in Settings", () => {
  it("is led to by Ctrl L where none is set, and nothing locks", async () => {
    await page().keyboard.press("Control+l");
    await button(words.settings.lock.set).waitFor();
    await expect.poll(() => isFocused(button(words.settings.lock.set))).toBe(true);
    expect(await button(words.lock.button).count()).toBe(0);
    await desk.picture("lock/settings");
  });

  it("is set, typed twice, and says what is wrong with one", async () => {
    await button(words.settings.lock.set).click();
    await field(words.lock.form.next).fill("1234");
    await field(words.lock.form.repeat).fill("1235");
    await page().keyboard.press("Enter");
    await page().getByText(words.failures.lock.pin.simple).waitFor();
    await page().getByText(words.lock.form.notSame).waitFor();
    expect(await isFocused(field(words.lock.form.next))).toBe(true);
    await desk.picture("lock/set-pin");
    await field(words.lock.form.next).fill(pin);
    await field(words.lock.form.repeat).fill(pin);
    await page().keyboard.press("Enter");
    await button(words.lock.button).waitFor();
    await page().getByRole("dialog").waitFor({ state: "detached" });
    expect(await wholePage()).not.toContain(pin);
    await desk.picture("lock/header");
  });
});

describe("Ctrl L", () => {
  it("locks: the page is another one, with nothing of a patient, and the PIN's field has the focus", async () => {
    await go(page(), "patients");
    await button(words.patients.newPatient).first().click();
    await fillPatient(page(), { firstName: "Don", lastName: sentinel });
    expect(await wholePage()).toContain(sentinel);
    await page().keyboard.press("Control+l");
    await isLocked();
    await field(words.lock.pin).waitFor();
    expect(await wholePage()).not.toContain(sentinel);
    expect(await page().title()).toBe(words.shell.windowTitle({ screen: words.lock.title }));
    expect(await isFocused(field(words.lock.pin))).toBe(true);
    await page().getByText(words.lock.kept).waitFor();
    expect(await axeFindings(page(), allRules)).toEqual([]);
    await desk.picture("lock/locked");
  });

  it("answers a script in the page no more than a person", async () => {
    const answer = await page().evaluate(() => window.desk.invoke("patients.search", { text: "", limit: 5 }));
    expect(answer).toMatchObject({ ok: false, failure: { code: "locked" } });
  });

  it("says once that a PIN was wrong, and keeps the focus in its field, empty", async () => {
    await field(words.lock.pin).fill("1357");
    const heard = await heardOf(page(), async () => {
      await page().keyboard.press("Enter");
      await page()
        .getByText(words.lock.wrong({ left: 4 }))
        .waitFor();
    });
    expect(saidIn(heard).filter((said) => said.includes(words.lock.wrong({ left: 4 })))).toHaveLength(1);
    expect(await isFocused(field(words.lock.pin))).toBe(true);
    expect(await field(words.lock.pin).inputValue()).toBe("");
    await desk.picture("lock/wrong");
  });

  it("opens with the PIN where it was, with what was being typed", async () => {
    await unlock();
    await lastName().waitFor();
    expect(await lastName().inputValue()).toBe(sentinel);
  });
});

describe("the system", () => {
  it.each(["lock-screen", "suspend"] as const)("by %s locks the desk", async (event) => {
    await system(event);
    await isLocked();
    expect(await wholePage()).not.toContain(sentinel);
    await unlock();
    await lastName().waitFor();
  });

  it("with nobody at it for ten minutes locks it too", async () => {
    const idle = (seconds: number): Promise<void> =>
      desk.app.evaluate(({ powerMonitor }, all) => {
        powerMonitor.getSystemIdleTime = () => all;
      }, seconds);
    await idle(600);
    await isLocked();
    await idle(0);
    await page()
      .getByText(words.lock.why.idle({ by: "nobody", name: "" }))
      .waitFor();
  });
});

describe("while it is locked", () => {
  it("a link waits, and shows nothing", async () => {
    await handLinks(desk.app, "frontdesk://call?from=+12175550199");
    await page().waitForTimeout(500);
    expect(await wholePage()).not.toContain("555-0199");
    await unlock();
    await page()
      .getByText(words.links.call.from({ number: "(217) 555-0199" }), { exact: true })
      .waitFor();
  });

  it("quitting asks nothing and waits for nothing; the next start is locked", async () => {
    await page().keyboard.press("Control+l");
    await isLocked();
    const ended = endOf(desk.app);
    await askToQuit(desk.app);
    expect(await ended).toMatchObject({ code: 0 });
    await desk.restart();
    await isLocked();
    await page().getByText(words.lock.why.start).waitFor();
    await unlock();
    await page().getByRole("heading", { level: 1, name: words.shell.screens["new-booking"] }).waitFor();
  });

  it("the access token removes a forgotten PIN", async () => {
    await system("lock-screen");
    await isLocked();
    await button(words.lock.forgotten).click();
    await desk.picture("lock/forgotten");
    await field(words.signIn.token).fill(jwtOf({ sub: "Oak Street Clinic", iss: "elm" }));
    await button(words.lock.recover.remove).click();
    await page().getByText(words.failures.lock.otherToken).waitFor();
    await field(words.signIn.token).fill(token);
    await button(words.lock.recover.remove).click();
    await page().getByRole("heading", { level: 1, name: words.shell.screens["new-booking"] }).waitFor();
    expect(await button(words.lock.button).count()).toBe(0);
  });
});

describe("an admin PIN", () => {
  it("stands before what is an admin's, and nowhere else", async () => {
    await go(page(), "settings");
    await button(words.settings.lock.admin.set).click();
    await field(words.lock.form.next).fill("8642");
    await field(words.lock.form.repeat).fill("8642");
    await page().keyboard.press("Enter");
    await page().getByRole("dialog").waitFor({ state: "detached" });
    await desk.restart();
    for (const screen of ["settings", "webhooks"] as const) {
      await go(page(), screen);
      await field(words.lock.admin.pin).waitFor();
      expect(await axeFindings(page(), allRules)).toEqual([]);
    }
    await desk.picture("lock/admin");
    const answer = await page().evaluate(() => window.desk.invoke("settings.save", { undoSeconds: 3 }));
    expect(answer).toMatchObject({ ok: false, failure: { code: "admin-locked" } });
    await go(page(), "patients");
    await field(words.lock.admin.pin).waitFor({ state: "detached" });
    await button(words.import.exportPatients).click();
    await page().getByRole("dialog", { name: words.lock.admin.title }).waitFor();
    expect(await axeFindings(page(), allRules)).toEqual([]);
    await desk.picture("lock/admin-export");
    await page().keyboard.press("Escape");
    await page().getByRole("dialog").waitFor({ state: "detached" });
    await button(words.import.button).click();
    await page().getByRole("heading", { level: 1, name: words.shell.screens.import }).waitFor();
    await field(words.lock.admin.pin).waitFor();
    await go(page(), "settings");
    await field(words.lock.admin.pin).fill("8642");
    await page().keyboard.press("Enter");
    await field(words.settings.timeZone.label).waitFor();
  });
});
