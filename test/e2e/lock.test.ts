import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Locator, Page } from "playwright";
import type { PinKind } from "../../shared/lock/lock.ts";
import { words } from "../../messages/words.ts";
import { fillPatient, go, signIn, startApp, type TestApp } from "../support/app.ts";
import { allRules, axeFindings } from "../support/axe.ts";
import { askToQuit, endOf } from "../support/ending.ts";
import { jwtOf, startFakeService, type FakeService } from "../support/fake-service.ts";
import { patientsFile } from "../support/import-files.ts";
import { handLinks } from "../support/links.ts";
import { takeHeard } from "../support/spoken.ts";
import { heardOf, isFocused, saidIn } from "../support/spoken-words.ts";

/** One story: each test goes on from the one before. */
const pin = "4711";
const adminPin = "8642";
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
const setPin = (which: PinKind, next: string): Promise<unknown> =>
  page().evaluate((input) => window.desk.invoke("lock.setPin", { ...input, present: "" }), { which, next });
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

/** From now on the system's dialogs for files stay open until they are answered. */
const holdDialogs = (): Promise<void> =>
  desk.app.evaluate(({ dialog }) => {
    const asked: ((path: string) => void)[] = [];
    Object.assign(globalThis, { asked });
    const ask = <T>(answer: (path: string) => T): Promise<T> =>
      new Promise((resolve) => void asked.push((path) => resolve(answer(path))));
    Object.assign(dialog, {
      showSaveDialog: () => ask((filePath) => ({ canceled: false, filePath })),
      showOpenDialog: () => ask((path) => ({ canceled: false, filePaths: [path] })),
    });
  });
const asked = (): Promise<number> => desk.app.evaluate(() => Reflect.get(globalThis, "asked").length);
/** Somebody chooses that file in the dialog of that number. */
const choose = (number: number, path: string): Promise<void> =>
  desk.app.evaluate((_, chosen) => Reflect.get(globalThis, "asked")[chosen.number](chosen.path), {
    number,
    path,
  });

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
  it("is led to by Ctrl L where none is set, and nothing locks; then it is set there", async () => {
    await page().keyboard.press("Control+l");
    await button(words.settings.lock.set).waitFor();
    await expect.poll(() => isFocused(button(words.settings.lock.set))).toBe(true);
    expect(await button(words.lock.button).count()).toBe(0);
    await page().keyboard.press("Enter");
    for (const name of ["next", "repeat"] as const) await field(words.lock.form[name]).fill(pin);
    await page().keyboard.press("Enter");
    await button(words.lock.button).waitFor();
    await page().getByRole("dialog").waitFor({ state: "detached" });
    expect(await wholePage()).not.toContain(pin);
    await desk.picture("lock/header");
  });
});

describe("Ctrl L", () => {
  it("locks: the page is another one, with nothing of a patient, and answers a script no more than a person", async () => {
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
    const answer = await page().evaluate(() => window.desk.invoke("patients.search", { text: "", limit: 5 }));
    expect(answer).toMatchObject({ ok: false, failure: { code: "locked" } });
    expect(await axeFindings(page(), allRules)).toEqual([]);
    await desk.picture("lock/locked");
  });

  // lock-4: Typed text is kept, and unlocking leads back to it
  it(
    "says once that a PIN was wrong, and opens with the PIN where it was, with what was being typed",
    { tags: ["lock-4"] },
    async () => {
      await field(words.lock.pin).fill("1357");
      const wrong = words.lock.wrong({ left: 4 });
      const heard = await heardOf(page(), async () => {
        await page().keyboard.press("Enter");
        await page().getByText(wrong).waitFor();
      });
      expect(saidIn(heard).filter((said) => said.includes(wrong))).toHaveLength(1);
      expect(await isFocused(field(words.lock.pin))).toBe(true);
      await desk.picture("lock/wrong");
      await unlock();
      await lastName().waitFor();
      expect(await lastName().inputValue()).toBe(sentinel);
    },
  );
});

describe("the system", () => {
  it("locks the desk with the screen; a link that comes meanwhile waits, and shows nothing", async () => {
    await system("lock-screen");
    await isLocked();
    await handLinks(desk.app, "frontdesk://call?from=+12175550199");
    // What main told of it has been drawn by now.
    await takeHeard(page());
    for (const hidden of [sentinel, "555-0199"]) expect(await wholePage()).not.toContain(hidden);
    await unlock();
    await page()
      .getByText(words.links.call.from({ number: "(217) 555-0199" }), { exact: true })
      .waitFor();
  });

  it("locks it when the computer sleeps; what its open dialogs answer after that is nothing", async () => {
    const path = (name: string): string => join(desk.profile, name);
    writeFileSync(path("new.csv"), patientsFile(3));
    await holdDialogs();
    await page().evaluate(() => {
      for (let time = 0; time < 2; time += 1) void window.desk.invoke("export.save", { what: "patients" });
      void window.desk.invoke("import.choose", {});
    });
    await expect.poll(asked).toBe(3);
    await system("suspend");
    await isLocked();
    await choose(0, path("locked.csv"));
    await unlock();
    await lastName().waitFor();
    // Unlocked again meanwhile: what was asked before the lock is over all the same.
    await choose(1, path("late.csv"));
    await choose(2, path("new.csv"));
    // What is asked from now on is done, and so would be what was asked before it.
    await page().evaluate(() => void window.desk.invoke("export.save", { what: "patients" }));
    await expect.poll(asked).toBe(4);
    await choose(3, path("patients.csv"));
    const saved = (): string =>
      existsSync(path("patients.csv")) ? readFileSync(path("patients.csv"), "utf8") : "";
    await expect.poll(saved).toContain(words.patients.number);
    expect([existsSync(path("locked.csv")), existsSync(path("late.csv"))]).toEqual([false, false]);
    const file = (): Promise<unknown> =>
      page().evaluate(async () => {
        const answer = await window.desk.invoke("import.get", {});
        return answer.ok ? (answer.value.file?.name ?? null) : answer.failure.code;
      });
    expect(await file()).toBeNull();
    await page().evaluate(() => void window.desk.invoke("import.choose", {}));
    await expect.poll(asked).toBe(5);
    await choose(4, path("new.csv"));
    await expect.poll(file).toBe("new.csv");
  });

  // lock-3: The desk locks by itself, with the computer, and when the computer sleeps
  it("with nobody at it for ten minutes locks it too", { tags: ["lock-3"] }, async () => {
    await setPin("admin", adminPin);
    await desk.app.evaluate(({ powerMonitor }) => {
      powerMonitor.getSystemIdleTime = () => 600;
    });
    await isLocked();
    await page()
      .getByText(words.lock.why.idle({ by: "nobody", name: "" }))
      .waitFor();
  });
});

describe("while it is locked", () => {
  it("quitting asks nothing and waits for nothing; the next start is locked, and the access token opens it", async () => {
    const ended = endOf(desk.app);
    await askToQuit(desk.app);
    expect(await ended).toMatchObject({ code: 0 });
    await desk.restart();
    await isLocked();
    await page().getByText(words.lock.why.start).waitFor();
    await button(words.lock.forgotten).click();
    await desk.picture("lock/forgotten");
    await field(words.signIn.token).fill(token);
    await button(words.lock.recover.remove).click();
    await page().getByRole("heading", { level: 1, name: words.shell.screens["new-booking"] }).waitFor();
    expect(await button(words.lock.button).count()).toBe(0);
  });
});

describe("an admin PIN", () => {
  it("stands before what is an admin's, in main too, and opens it", async () => {
    await go(page(), "settings");
    await field(words.lock.admin.pin).waitFor();
    expect(await axeFindings(page(), allRules)).toEqual([]);
    await desk.picture("lock/admin");
    const answer = await page().evaluate(() => window.desk.invoke("settings.save", { undoSeconds: 3 }));
    expect(answer).toMatchObject({ ok: false, failure: { code: "admin-locked" } });
    await field(words.lock.admin.pin).fill(adminPin);
    await page().keyboard.press("Enter");
    await page().getByRole("tab", { name: words.settings.pages.connection }).waitFor();
  });
});
