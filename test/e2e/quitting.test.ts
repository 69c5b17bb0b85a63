import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Page } from "playwright";
import { annSample, createPatient, go, signIn, startApp, step, type TestApp } from "../support/app.ts";
import { answerQuestions, askToQuit, endOf, windowCount, type Ended } from "../support/ending.ts";
import { json, startFakeService, type FakeService } from "../support/fake-service.ts";
import { words } from "../../messages/words.ts";

let desk: TestApp;
let page: Page;
let service: FakeService;
let isOver = false;

const booking = (): Promise<void> =>
  page.getByRole("heading", { level: 1, name: words.shell.screens["new-booking"] }).waitFor();

beforeAll(async () => {
  service = await startFakeService();
  desk = await startApp();
  ({ page } = desk);
  await signIn(page, { address: service.baseUrl, token: "opaque" });
  await booking();
});
afterAll(async () => {
  await desk.dispose();
  await service.close();
});
// Nearly every test ends the program: the next one has it again, signed in.
beforeEach(async () => {
  if (isOver) await restart();
});
afterEach(() => service.rule(() => null));

/** Ask before it is told to end. */
function theEnd(): Promise<Ended> {
  isOver = true;
  return endOf(desk.app);
}
async function restart(): Promise<void> {
  await desk.restart();
  isOver = false;
  ({ page } = desk);
  await booking();
}

/** Sends a patient of that name whose answer is held back; settles when the service has the request. */
async function sendSlowly(firstName: string): Promise<() => void> {
  const arrived = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<void>();
  service.rule(async ({ method, path }) => {
    if (method !== "POST" || path !== "/api/patient") return null;
    arrived.resolve();
    await answer.promise;
    return json(201, { patientId: 71 + service.sent("/api/patient").length });
  });
  await go(page, "patients");
  await page.getByRole("button", { name: words.patients.newPatient }).first().click();
  await createPatient(page, { ...annSample, firstName: firstName, email: `${firstName}@example.com` });
  await arrived.promise;
  return answer.resolve;
}

/** A draft in the booking form that cannot be saved. */
async function typeUnsavable(): Promise<void> {
  await go(page, "new-booking");
  await step(page, "visit").click();
  await page.getByLabel(words.booking.label.notes, { exact: true }).fill("4242 4242 4242 4242");
}

describe("asked to end twice while a request is under way", () => {
  it.each([
    ["by SIGTERM", "Ann", (): unknown => desk.app.process().kill("SIGTERM")],
    ["by SIGINT", "Bea", (): unknown => desk.app.process().kill("SIGINT")],
    ["by quitting", "Cy", (): unknown => askToQuit(desk.app)],
  ])("%s, it waits for the answer: nothing is sent again", async (_how, firstName, end) => {
    const sent = service.sent("/api/patient").length;
    const answer = await sendSlowly(firstName);
    const ended = theEnd();
    const closed = page.waitForEvent("close");
    end();
    await closed;
    end();
    // The service is slow: the answer comes a while after the second wish.
    setTimeout(answer, 1_000);
    expect(await ended).toMatchObject({ code: 0 });
    await restart();
    await go(page, "patients");
    await page.getByRole("main").getByText(`${firstName} Sample`).first().waitFor();
    expect(service.sent("/api/patient")).toHaveLength(sent + 1);
  });
});

describe("the question before the end", () => {
  // Whoever stayed goes now.
  afterEach(async () => {
    await answerQuestions(desk.app, { button: 0 });
    const ended = theEnd();
    await askToQuit(desk.app);
    await ended;
  });

  it("is asked once, however often quitting is asked for meanwhile; and nothing closes under it", async () => {
    await typeUnsavable();
    // A person reads for longer than the window has to save: the first wish must not end on that timer.
    const questions = await answerQuestions(desk.app, { button: 1, after: 2_500 });
    await desk.app.evaluate(({ app, BrowserWindow }) => {
      BrowserWindow.getAllWindows()[0]?.close();
      app.quit();
      app.quit();
    });
    const once = [words.desk.unsaved];
    await expect.poll(questions).toEqual({ asked: once, answered: once });
    expect(await windowCount(desk.app)).toBe(1);
    expect(await page.getByLabel(words.booking.label.notes, { exact: true }).inputValue()).toBe(
      "4242 4242 4242 4242",
    );
  });

  it("comes before any window closes: who stays still has them all", async () => {
    await typeUnsavable();
    await desk.app.evaluate(({ BrowserWindow }) => new BrowserWindow({ show: false }).loadURL("about:blank"));
    const questions = await answerQuestions(desk.app, { button: 1 });
    await askToQuit(desk.app);
    await expect.poll(async () => (await questions()).answered).toHaveLength(1);
    expect(await windowCount(desk.app)).toBe(2);
  });
});

describe("a page that does not answer", () => {
  it("keeps the program from ending no longer than its two seconds", async () => {
    void page
      .evaluate(() => {
        setTimeout(() => {
          for (;;);
        });
      })
      .catch(() => undefined);
    const ended = theEnd();
    await askToQuit(desk.app);
    const { code, milliseconds } = await ended;
    expect(code).toBe(0);
    expect(milliseconds).toBeLessThan(15_000);
  });
});

describe("what was copied", () => {
  /** Puts a text on the clipboard as the page does, then, where given, another as somebody else does; then quits. */
  async function quitAfterCopying(other: string | null): Promise<boolean> {
    const told = join(desk.profile, "cleared");
    rmSync(told, { force: true });
    await desk.app.evaluate(({ clipboard }, path) => {
      clipboard.clear = () => process.getBuiltinModule("node:fs").writeFileSync(path, "");
    }, told);
    await page.evaluate(() => window.desk.invoke("app.copy", { text: "Ann Sample, 3/5/84" }));
    if (other !== null) await desk.app.evaluate(({ clipboard }, text) => clipboard.writeText(text), other);
    const ended = theEnd();
    await askToQuit(desk.app);
    await ended;
    return existsSync(told);
  }

  it("does not stay on the clipboard when the program ends", async () => {
    expect(await quitAfterCopying(null)).toBe(true);
  });
  it("leaves there what somebody else put there since", async () => {
    expect(await quitAfterCopying("a shopping list")).toBe(false);
  });
});
