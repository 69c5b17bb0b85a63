import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Locator, Page } from "playwright";
import { weekday } from "../../messages/format.ts";
import { words } from "../../messages/words.ts";
import { choosePatient, go, startApp, step, type TestApp, newBooking } from "../support/app.ts";
import { takeFaults, takeHeard } from "../support/spoken.ts";
import { firstLine, heardOf, isFocused, saidIn, toSay } from "../support/spoken-words.ts";

/** What a screen reader is told while somebody books and searches: each change once, in whole words. */
let desk: TestApp;
let page: Page;

const main = (): Locator => page.getByRole("main");
const field = (name: keyof typeof words.booking.label): Locator =>
  main().getByLabel(words.booking.label[name], { exact: true });
const button = (name: string): Locator => main().getByRole("button", { name, exact: true });
const find = (): Locator => page.getByRole("combobox", { name: words.booking.patient.find });
const windowTitle = (screen: string): string => words.shell.windowTitle({ screen });
const stepTitle = (name: keyof typeof words.booking.steps, number: number): string =>
  words.booking.stepTitle({ step: words.booking.steps[name], number, count: 4, title: words.booking.title });

async function emptyWizard(): Promise<void> {
  await newBooking(page);
  await expect.poll(() => find().inputValue()).toBe("");
  await expect.poll(() => isFocused(find())).toBe(true);
}
async function toVisit(date: string, time: string): Promise<void> {
  await step(page, "visit").click();
  await field("service").fill("102");
  await field("date").fill(date);
  await field("time").fill(time);
}

beforeAll(async () => {
  desk = await startApp();
  ({ page } = desk);
  await page.getByRole("button", { name: words.signIn.practice.start }).click();
  await find().waitFor();
});
afterAll(() => desk.dispose());

describe("the recorder", () => {
  // window-27: ARIA ids lead somewhere, and every question says what will happen
  it(
    "finds an id that leads nowhere or is there twice, and a question that does not say what happens",
    { tags: ["window-27"] },
    async () => {
      await page.evaluate(() => {
        const part = document.createElement("div");
        part.id = "planted";
        const [one, two, question] = ["p", "p", "div"].map((tag) => document.createElement(tag));
        if (one === undefined || two === undefined || question === undefined) return;
        one.id = two.id = "planted-twice";
        question.setAttribute("role", "alertdialog");
        question.setAttribute("aria-describedby", "planted-nowhere");
        part.append(one, two, question);
        document.body.append(part);
      });
      const faults = await takeFaults();
      await page.evaluate(() => document.querySelector("#planted")?.remove());
      expect(faults).toEqual([
        expect.stringContaining("planted-twice is there twice"),
        expect.stringContaining("leads nowhere: planted-nowhere"),
        expect.stringContaining("a question that says nothing"),
      ]);
    },
  );

  it("hears a fall of the focus, and news that two regions say", async () => {
    await page.evaluate(() => {
      const [gone, one, two] = ["button", "output", "output"].map((tag) => document.createElement(tag));
      if (gone === undefined || one === undefined || two === undefined) return;
      document.body.append(gone, one, two);
      gone.textContent = "Gone";
      gone.focus();
      one.textContent = "The same piece of news";
      two.textContent = "The same piece of news";
    });
    await takeHeard(page);
    await page.evaluate(() => {
      // As if the app caught nothing.
      Reflect.set(globalThis, "focusKept", HTMLElement.prototype.focus);
      HTMLElement.prototype.focus = () => undefined;
      document.querySelector("body > button")?.remove();
    });
    const heard = await takeHeard(page);
    const faults = await takeFaults();
    await page.evaluate(() => {
      HTMLElement.prototype.focus = Reflect.get(globalThis, "focusKept");
      for (const region of document.querySelectorAll("body > output")) region.remove();
    });
    expect(heard).toContainEqual({ kind: "fell", role: "button", text: "Gone", more: "" });
    expect(faults).toHaveLength(2);
    expect(await takeFaults()).toEqual([]);
  });

  it("takes a heading's words in a region as said twice, but not the name of a button that leads there", async () => {
    const sayBelow = (tag: string, text: string): Promise<void> =>
      page.evaluate(
        (given) => {
          const [heading, region, part] = ["h2", "output", given.tag].map((name) =>
            document.createElement(name),
          );
          if (heading === undefined || region === undefined || part === undefined) return;
          heading.textContent = "Configuración";
          heading.tabIndex = -1;
          part.textContent = "Abrir Configuración";
          document.body.append(heading, region);
          heading.focus();
          region.append(given.text, part);
        },
        { tag, text },
      );
    const clear = (): Promise<void> =>
      page.evaluate(() => {
        for (const part of document.querySelectorAll("body > h2, body > output")) part.remove();
      });
    await sayBelow("button", "Su organización usa otra dirección. ");
    const named = await takeFaults();
    await clear();
    await takeFaults();
    await sayBelow("p", "Inicie sesión allí. ");
    const said = await takeFaults();
    await clear();
    await takeFaults();
    expect(named).toEqual([]);
    expect(said).toEqual([expect.stringContaining("said twice")]);
  });
});

describe("a booking that is begun", () => {
  it("is said to lack what is missing when Ctrl+Enter leaves the focus where it is", async () => {
    await emptyWizard();
    await toSay(
      page,
      () => page.keyboard.press("Control+Enter"),
      () => firstLine(find()),
    );
    expect(await isFocused(find())).toBe(true);
  });

  it("has the title of its step, whose fields are a group of its name", async () => {
    const heard = await heardOf(page, () => step(page, "visit").click());
    expect(heard).toContainEqual(
      expect.objectContaining({ kind: "title", text: windowTitle(stepTitle("visit", 2)) }),
    );
    expect(heard.findLast(({ kind }) => kind === "focus")?.text).toBe(words.booking.label.service);
    const group = page.getByRole("group", { name: words.booking.steps.visit, exact: true });
    expect(await group.getByLabel(words.booking.label.date, { exact: true }).count()).toBe(1);
  });
});

describe("dates and times", () => {
  // typing-24: The reading of a day or time is announced once, when its field is left
  it("say how they were read, once, when they are left", { tags: ["typing-24"] }, async () => {
    await field("date").fill("3/4/2031");
    await toSay(page, () => field("date").press("Tab"), weekday("2031-03-04"));
    await page.keyboard.type("2:00 PM");
    const read = words.booking.visit.timeIn({ time: "14:00", zone: "Eastern" });
    await toSay(page, () => page.keyboard.press("Tab"), read);
    const again = await heardOf(page, async () => {
      await field("date").focus();
      await page.keyboard.press("Tab");
    });
    expect(saidIn(again)).toEqual([]);
  });

  it("say what is wrong before anything else", async () => {
    await field("date").fill("13/45/2031");
    await toSay(
      page,
      () => field("date").press("Tab"),
      () => firstLine(field("date")),
    );
    expect(await field("date").getAttribute("aria-invalid")).toBe("true");
  });

  it("mark the hour that the clocks skip, described by its question, and lead back to the time", async () => {
    await field("date").fill("3/9/2031");
    await field("time").fill("2:30 am");
    await field("time").press("Tab");
    const use = button(words.booking.visit.takeTime({ time: "03:30" }));
    await use.waitFor();
    expect(await field("time").getAttribute("aria-invalid")).toBe("true");
    expect(await firstLine(field("time"))).toContain(words.booking.visit.takeTime({ time: "03:30" }));
    expect(
      await main()
        .getByText(/^2:30 AM$/)
        .count(),
    ).toBe(0);
    await use.click();
    await expect.poll(() => isFocused(field("time"))).toBe(true);
    expect(await field("time").getAttribute("aria-invalid")).toBeNull();
    // So early an hour is news once the field is left.
    await toSay(
      page,
      () => page.keyboard.press("Tab"),
      words.booking.visit.outsideHours({ opens: "07:00", closes: "19:00" }),
    );
  });
});

describe("what is missing", () => {
  it("is said of the billing type, in whose group the focus is", async () => {
    await step(page, "billing").click();
    const group = page.getByRole("radiogroup", { name: words.booking.label.billingType });
    await expect.poll(() => isFocused(group.getByRole("radio").first())).toBe(true);
    await toSay(
      page,
      () => page.keyboard.press("Control+Enter"),
      () => firstLine(group),
    );
  });

  it("describes the heading of an incomplete review", async () => {
    const heard = await heardOf(page, () => step(page, "review").click());
    const heading = heard.findLast(({ kind }) => kind === "focus");
    expect(heading).toMatchObject({ role: "group", text: words.booking.review.heading });
    expect(heading?.more).toContain(words.ui.toFix.title({ count: 3 }));
  });

  // window-28: Missing fields are said at the focus and listed with the way there
  it(
    "is said in the new patient's form, listed below it, and each line leads to its field",
    { tags: ["window-28"] },
    async () => {
      await go(page, "patients");
      await page.getByRole("button", { name: words.patients.newPatient }).first().click();
      await expect.poll(() => page.title()).toBe(windowTitle(words.patients.newPatient));
      const first = main().getByLabel(words.patients.label.firstName, { exact: true });
      await expect.poll(() => isFocused(first)).toBe(true);
      await toSay(
        page,
        () => page.keyboard.press("Control+Enter"),
        () => firstLine(first),
      );
      expect(await isFocused(first)).toBe(true);
      await main()
        .getByText(words.ui.toFix.title({ count: 9 }))
        .waitFor();
      const zip = main().getByLabel(words.patients.label.zip, { exact: true });
      const entry = words.ui.toFix.entry({ label: words.patients.label.zip, problem: await firstLine(zip) });
      const heard = await heardOf(page, () => button(entry).click());
      expect(heard.findLast(({ kind }) => kind === "focus")).toMatchObject({
        role: "textbox",
        text: words.patients.label.zip,
      });
      expect(await isFocused(zip)).toBe(true);
      // What stands there again when it is closed is the title, too.
      await button(words.patients.close).click();
      await expect.poll(() => page.title()).toBe(windowTitle(words.patients.title));
    },
  );
});

describe("searches", () => {
  it("say in a lasting region how many patients are found, and that nobody is", async () => {
    await go(page, "patients");
    const search = page.getByLabel(words.patients.search);
    const found = await heardOf(page, async () => {
      await search.fill("alvarez");
      await main()
        .getByText(words.patients.count({ count: 1 }))
        .waitFor();
    });
    expect(saidIn(found)).toEqual([words.patients.count({ count: 1 })]);
    const none = await heardOf(page, async () => {
      await search.fill("zzz");
      await main()
        .getByText(words.patients.noMatch({ text: "zzz" }))
        .waitFor();
    });
    expect(saidIn(none)).toEqual([words.patients.noMatch({ text: "zzz" })]);
    await search.fill("");
  });
});

describe("the answer to Book", () => {
  it("is the heading, the title and what the focus reads, and said nowhere else", async () => {
    await emptyWizard();
    await choosePatient(page, "Alvarez");
    await toVisit("3/4/2031", "2pm");
    await step(page, "billing").click();
    await page.getByRole("radio", { name: "Monthly Invoice" }).check({ force: true });
    await step(page, "review").click();
    const heard = await heardOf(page, async () => {
      await button(words.booking.book).click();
      await page.getByRole("heading", { level: 1, name: words.items.made.booking }).waitFor();
    });
    const made = (await page.getByRole("heading", { level: 1 }).textContent()) ?? "";
    expect(made).toContain(words.items.made.booking);
    expect(heard.filter(({ kind, text }) => kind === "focus" && text === made)).toHaveLength(1);
    expect(heard.filter(({ kind, text }) => kind === "title" && text === windowTitle(made))).toHaveLength(1);
    expect(saidIn(heard).filter((text) => text.includes(made))).toEqual([]);
  });
});

describe("the sign-in after practice", () => {
  it("is the title, the one heading, and what the focus reads", async () => {
    await go(page, "settings");
    await button(words.settings.leave.practice).click();
    const question = page.getByRole("alertdialog", { name: words.settings.leave.practiceTitle });
    await question.waitFor();
    expect(await question.getAttribute("aria-describedby")).not.toBeNull();
    await expect
      .poll(() => question.evaluate((part) => part.ariaDescribedByElements?.[0]?.textContent))
      .toBe(words.settings.leave.practiceText);
    const heard = await heardOf(page, async () => {
      await question.getByRole("button", { name: words.settings.leave.practice }).click();
      await page.getByRole("heading", { level: 1, name: words.signIn.title }).waitFor();
    });
    expect(await page.title()).toBe(windowTitle(words.signIn.title));
    expect(await page.getByRole("heading", { level: 1 }).count()).toBe(1);
    expect(heard.filter(({ kind }) => kind === "title").map(({ text }) => text)).toEqual([
      windowTitle(words.signIn.title),
    ]);
    expect(heard.findLast(({ kind }) => kind === "focus")).toMatchObject({
      role: "group",
      text: words.signIn.title,
    });
  });
});
