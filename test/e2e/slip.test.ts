import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import ICAL from "ical.js";
import type { Locator, Page } from "playwright";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { paperNames, papers, type Paper } from "../../shared/printing/paper.ts";
import { load, words } from "../../messages/words.ts";
import { borrowApp, go, pictureFile, root, withPictures, type TestApp } from "../support/app.ts";
import { bookingForm, knownPatient, send } from "../support/by-bridge.ts";
import { pagesOf } from "../support/pdf.ts";

/** What a patient takes away, as it comes out of the real window. One story: each test goes on from the one before. */
let desk: TestApp;
let page: Page;
let folder: string;

const { slip: says } = words;
const main = (): Locator => page.getByRole("main");
const dialog = (): Locator => page.getByRole("dialog", { name: says.heading });
const button = (name: string): Locator => dialog().getByRole("button", { name });
const preview = (): Locator => dialog().getByRole("group", { name: says.preview });
/** Answers the system's dialog for a file, and notes what name it proposed; null: it is cancelled. */
const answerDialog = (path: string | null): Promise<void> =>
  desk.app.evaluate(({ dialog: system }, filePath) => {
    Object.assign(globalThis, { proposed: [] });
    Object.assign(system, {
      showSaveDialog: (...given: readonly { readonly defaultPath?: string }[]) => {
        Reflect.get(globalThis, "proposed").push(given.at(-1)?.defaultPath);
        return Promise.resolve({ canceled: filePath === null, filePath: filePath ?? "" });
      },
    });
  }, path);
const proposed = (): Promise<string[]> => desk.app.evaluate(() => Reflect.get(globalThis, "proposed"));

async function choose(paper: Paper, language = "English"): Promise<void> {
  await dialog().getByLabel(says.paper, { exact: true }).selectOption(paper);
  await dialog().getByRole("radio", { name: language }).check({ force: true });
  const spoken = language === "English" ? words : await load("es-US");
  const zone = spoken === words ? "Eastern Standard Time" : "hora estándar oriental";
  await preview().getByText(zone).waitFor();
}

/** Saves the slip, and answers what is in the file. */
async function saved(name: string, press: string): Promise<Buffer> {
  const path = join(folder, name);
  await answerDialog(path);
  await button(press).click();
  await expect.poll(() => readdirSync(folder)).toContain(name);
  await expect.poll(() => button(press).getAttribute("aria-disabled")).toBeNull();
  return readFileSync(path);
}

/** Books for Maria Alvarez and opens the page of that booking; the visit is at their own address where none is given. */
async function openBooked(address: string | null): Promise<void> {
  const patient = await knownPatient(page, "Maria Alvarez");
  const place = address === null ? { sameAddress: true } : { address };
  const { id } = await send(
    page,
    bookingForm({ patient, service: "102", time: address === null ? "2pm" : "3pm", ...place }),
  );
  await go(page, "bookings");
  // By its id: in practice another story of this app may have booked for her at that time.
  await main().locator(`[data-line="${id}"]`).click();
  await page
    .getByRole("region", { name: words.bookings.details })
    .getByRole("button", { name: says.open })
    .waitFor();
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "front-desk-slip-"));
  desk = await borrowApp();
  ({ page } = desk);
  await page.getByRole("button", { name: words.signIn.practice.start }).click();
  await page.getByRole("navigation", { name: words.shell.navigation.label }).waitFor();
  await openBooked(null);
  await page.keyboard.press("Control+p");
  await dialog().waitFor();
});
afterEach(() => expect(desk.errors).toEqual([]));
afterAll(async () => {
  await desk.dispose();
  if (withPictures) cpSync(folder, join(root, "test", "output", "slips"), { recursive: true });
  rmSync(folder, { recursive: true });
});

describe("a slip that was just booked", () => {
  // booking-43: The print is exactly the preview
  it("takes the focus to Print, and is nothing but itself on paper", { tags: ["booking-43"] }, async () => {
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.textContent ?? ""))
      .toContain(says.print);
    await page.emulateMedia({ media: "print" });
    const printed = await page.evaluate(() => document.body.innerText);
    await page.emulateMedia({ media: null });
    expect(printed).toContain(says.title({ count: 1 }));
    expect(printed).toContain("Maria Alvarez");
    expect(printed).toContain(says.practice);
    for (const each of ["Tuesday, March 4, 2031", "2:00 PM Eastern Standard Time"])
      expect(printed).toContain(each);
    for (const button of [says.print, says.heading, words.shell.screens.settings])
      expect(printed).not.toContain(button);
  });

  // Each kind of paper once, and each language on every other one.
  it.each(paperNames.map((paper, at) => ({ paper, language: at % 2 === 0 ? "English" : "Español" })))(
    "is one page of $paper, as it is previewed, in $language",
    async ({ paper, language }) => {
      const tag = language.slice(0, 2).toLowerCase();
      await choose(paper, language);
      const pdf = await saved(`${paper}-${tag}.pdf`, says.pdf);
      const [first, ...more] = pagesOf(pdf);
      expect(more).toEqual([]);
      const { width, height } = papers[paper];
      expect(first?.width).toBe(Math.round(width));
      if (height !== null) expect(first?.height).toBe(Math.round(height));
      const shown = await preview().locator("rect").boundingBox();
      const shape = (shown?.width ?? 0) / (shown?.height ?? 1);
      expect(shape / ((first?.width ?? 0) / (first?.height ?? 1))).toBeCloseTo(1, 1);
      await desk.picture(`slip-${paper}-${tag}`);
      if (withPictures) await preview().screenshot({ path: pictureFile(`slip-preview-${paper}-${tag}`) });
    },
  );

  it("fits on a label where motion is reduced as well, under which its type would change only a little later", async () => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await choose("letter");
    await choose("label-62x29");
    expect(await dialog().getByText(says.tooMuch).count()).toBe(0);
    await page.emulateMedia({ reducedMotion: null });
  });

  // booking-45: A saved slip's file name has no patient's name
  it("is saved for this user alone, under a name that names nobody", { tags: ["booking-45"] }, async () => {
    await choose("letter");
    await saved("mine.pdf", says.pdf);
    expect((await proposed()).map((path) => path.split(/[/\\]/).at(-1))).toEqual([
      "appointment-2031-03-04.pdf",
    ]);
    expect(statSync(join(folder, "mine.pdf")).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder).filter((name) => name.endsWith(".part"))).toEqual([]);
  });

  it("is a document of its own title and language, and leaves the window its own", async () => {
    const spanish = await load("es-US");
    const before = await page.evaluate(() => [document.title, document.documentElement.lang]);
    await choose("letter", "Español");
    const pdf = (await saved("suya.pdf", says.pdf)).toString("latin1");
    expect(pdf).toContain(`/Title (${spanish.slip.title({ count: 1 })})`);
    expect(pdf).toContain("/Lang (es-US)");
    expect(await page.evaluate(() => [document.title, document.documentElement.lang])).toEqual(before);
    await choose("letter");
  });

  it("goes into a calendar at its moment, and is not called confirmed", async () => {
    const text = (await saved("mine.ics", says.calendar)).toString();
    const [event, ...more] = new ICAL.Component(ICAL.parse(text)).getAllSubcomponents("vevent");
    expect(more).toEqual([]);
    expect(new ICAL.Event(event).startDate.toJSDate().toISOString()).toBe("2031-03-04T19:00:00.000Z");
    expect(event?.getFirstPropertyValue("status")).toBe("TENTATIVE");
    expect((await proposed()).map((path) => path.split(/[/\\]/).at(-1))).toEqual([
      "appointment-2031-03-04.ics",
    ]);
  });

  it("is not saved, and nothing is said, where the system's dialog is cancelled", async () => {
    const before = readdirSync(folder);
    await answerDialog(null);
    await button(says.pdf).click();
    await expect.poll(async () => (await proposed()).length).toBe(1);
    await expect.poll(() => button(says.pdf).getAttribute("aria-disabled")).toBeNull();
    expect(readdirSync(folder)).toEqual(before);
    expect(await dialog().getByRole("alert").count()).toBe(0);
  });

  // booking-48: A slip that cannot be written says so, and leaves no half file
  it(
    "is said not to be saved where it cannot be written, and leaves no half of it",
    { tags: ["booking-48"] },
    async () => {
      const taken = join(folder, "taken.pdf");
      mkdirSync(join(taken, "inside"), { recursive: true });
      const before = readdirSync(folder);
      await answerDialog(taken);
      await button(says.pdf).click();
      await dialog().getByRole("alert").getByText(words.failures.files.notWritten).waitFor();
      expect(readdirSync(folder)).toEqual(before);
      await desk.picture("slip-not-written");
    },
  );

  it("is printed by its key on the paper that was chosen, through the system's dialog", async () => {
    await choose("label-62x29");
    await desk.app.evaluate(({ BrowserWindow }) => {
      const contents = BrowserWindow.getAllWindows()[0]?.webContents;
      Object.assign(globalThis, { printed: [] });
      Object.assign(contents ?? {}, {
        print: (options: object, done: (success: boolean, reason: string) => void) => {
          Reflect.get(globalThis, "printed").push(options);
          done(false, "Print job canceled");
        },
      });
    });
    await page.keyboard.press("Control+p");
    const printed = (): Promise<object[]> => desk.app.evaluate(() => Reflect.get(globalThis, "printed"));
    await expect.poll(printed).toEqual([
      {
        printBackground: false,
        margins: { marginType: "none" },
        pageSize: { width: 62_000, height: 29_000 },
      },
    ]);
    expect(await dialog().getByRole("alert").count()).toBe(0);
  });

  it("remembers the paper, and goes back to where it was opened", async () => {
    await page.keyboard.press("Escape");
    await dialog().waitFor({ state: "detached" });
    await page.keyboard.press("Control+p");
    expect(await dialog().getByLabel(says.paper, { exact: true }).inputValue()).toBe("label-62x29");
    await page.keyboard.press("Escape");
    await dialog().waitFor({ state: "detached" });
  });
});

describe("a slip with much on it", () => {
  const address = `${"The old mill behind the second bridge, ".repeat(8)}third gate`;

  // booking-44: A label is not cut to fit
  it(
    "is not cut to fit a label: that is said, and nothing goes on paper",
    { tags: ["booking-44"] },
    async () => {
      await openBooked(address);
      await main().getByRole("button", { name: says.open }).click();
      await dialog().getByRole("status").getByText(says.tooMuch).waitFor();
      expect(await button(says.print).getAttribute("aria-disabled")).toBe("true");
      expect(await button(says.pdf).getAttribute("aria-disabled")).toBe("true");
      await desk.picture("slip-too-much");
    },
  );

  it("is one long page of a roll, and all of it on a larger label", async () => {
    await choose("roll-80");
    await expect.poll(() => dialog().getByText(says.tooMuch).count()).toBe(0);
    const pages = pagesOf(await saved("long.pdf", says.pdf));
    expect(pages).toHaveLength(1);
    expect(pages[0]?.height).toBeGreaterThan(110);
    await choose("label-4x6");
    expect(pagesOf(await saved("long-label.pdf", says.pdf))).toEqual([{ width: 102, height: 152 }]);
    await desk.picture("slip-long");
  });
});
