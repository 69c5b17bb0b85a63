import { afterAll, beforeAll, expect, it } from "vitest";
import type { Page } from "playwright";
import { borrowApp, go, openDrafts, step, type TestApp } from "../support/app.ts";
import { toSay } from "../support/spoken-words.ts";
import { words } from "../../messages/words.ts";

let desk: TestApp;

beforeAll(async () => {
  desk = await borrowApp();
  const { page } = desk;
  await page.getByRole("button", { name: words.signIn.practice.start }).click();
  await page.getByRole("heading", { level: 1, name: words.shell.screens["new-booking"] }).waitFor();
});
afterAll(() => desk.dispose());

/** A keyboard that counts the keys of typed values, and those beyond. */
function counting(page: Page) {
  let keys = 0;
  let typed = 0;
  return {
    press: async (key: string): Promise<void> => {
      keys += 1;
      await page.keyboard.press(key);
    },
    type: async (text: string): Promise<void> => {
      typed += text.length;
      await page.keyboard.type(text);
    },
    keys: () => keys,
    typed: () => typed,
  };
}

const focusedName = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const active = document.activeElement;
    const isField = active instanceof HTMLInputElement || active instanceof HTMLSelectElement;
    if (!isField) return active?.textContent ?? "";
    return active.labels?.[0]?.textContent?.replace("*", "").trim() ?? "";
  });

const springfield = { city: "Springfield", state: "IL" };

/** From the billing step on, until the booking is made. */
async function billAndBook(page: Page, keyboard: ReturnType<typeof counting>): Promise<void> {
  await page.getByRole("radiogroup", { name: words.booking.label.billingType }).waitFor();
  // The billing type by its letter, as from a list.
  await keyboard.type("m");
  const monthly = page.getByRole("radio", { name: words.booking.billing.names["Monthly Invoice"] });
  await expect.poll(() => monthly.isChecked()).toBe(true);
  await keyboard.press("Enter");
  await page.getByText(words.booking.review.heading).waitFor();
  await keyboard.press("Control+Enter");
  await page.getByRole("heading", { level: 1, name: words.items.made.booking }).waitFor();
}

// window-4: A returning patient is booked by keyboard, with few keys beyond the values
it(
  "books a returning patient by keyboard alone, with at most 7 keys beyond the typed values",
  { tags: ["window-4"] },
  async () => {
    const { page } = desk;
    const keyboard = counting(page);
    await keyboard.press("Control+n");
    await expect.poll(() => focusedName(page)).toBe(words.booking.patient.find);
    await keyboard.type("alvarez");
    await page.getByRole("option", { name: /Maria Alvarez/, selected: true, disabled: false }).waitFor();
    await keyboard.press("Enter");
    await expect.poll(() => focusedName(page)).toBe(words.booking.label.service);
    await keyboard.type("annual");
    await keyboard.press("Tab");
    const service = page.getByLabel(words.booking.label.service, { exact: true });
    await expect.poll(() => service.inputValue()).toBe("Annual physical");
    await expect.poll(() => focusedName(page)).toBe(words.booking.label.date);
    await keyboard.type("3/4/2031");
    await keyboard.press("Tab");
    await expect.poll(() => focusedName(page)).toBe(words.booking.label.time);
    await keyboard.type("2pm");
    // The last that is asked there: Enter goes on, and never books.
    await keyboard.press("Enter");
    await billAndBook(page, keyboard);
    expect(await page.getByRole("main").textContent()).toContain("Maria Alvarez");
    expect(keyboard.keys()).toBeLessThanOrEqual(7);
  },
);

// window-5: A new patient is created and booked by keyboard only, in 90 seconds of slow typing
it(
  "creates a patient and books for them by keyboard alone, with at most 13 keys beyond the typed values, in less than 90 seconds",
  { tags: ["window-5"] },
  async () => {
    const { page } = desk;
    const keyboard = counting(page);
    await keyboard.press("Control+n");
    await expect.poll(() => focusedName(page)).toBe(words.booking.patient.find);
    await keyboard.type("nora quint 3/5/1984");
    await page.getByRole("option", { name: words.patients.createNamed({ name: "Nora Quint" }) }).waitFor();
    await keyboard.press("Enter");
    await page.getByLabel(words.patients.label.firstName, { exact: true }).waitFor();
    const { label } = words.patients;
    const at = (name: string): Promise<void> => expect.poll(() => focusedName(page)).toBe(name);
    await at(label.gender);
    await keyboard.type("f");
    await keyboard.press("Tab");
    await at(label.address);
    await keyboard.type("12 Elm Street");
    await keyboard.press("Tab");
    await at(label.zip);
    await keyboard.type("62701");
    // Of its place this computer knows another patient.
    await page.getByRole("button", { name: words.fields.zip.takePlace(springfield) }).waitFor();
    await keyboard.press("Enter");
    await at(label.phone);
    await keyboard.type("2175550133");
    await keyboard.press("Tab");
    await at(label.email);
    await keyboard.type("nora@example.com");
    for (const [name, value] of [
      [label.city, springfield.city],
      [label.state, springfield.state],
    ] as const)
      expect(await page.getByLabel(name, { exact: true }).inputValue()).toBe(value);
    await keyboard.press("Control+Enter");
    await expect.poll(() => focusedName(page)).toBe(words.booking.label.service);
    await keyboard.type("annual");
    await keyboard.press("Tab");
    await expect.poll(() => focusedName(page)).toBe(words.booking.label.date);
    await keyboard.type("3/5/2031");
    await keyboard.press("Tab");
    await keyboard.type("3pm");
    await keyboard.press("Enter");
    await billAndBook(page, keyboard);
    expect(await page.getByRole("main").textContent()).toContain("Nora Quint");
    // 40 words a minute, which is slow for a desk, are three keys and a third a second.
    expect((keyboard.keys() + keyboard.typed()) / (200 / 60)).toBeLessThan(90);
    expect(keyboard.keys()).toBeLessThanOrEqual(13);
  },
);

// window-42: The list of shortcuts is one key away, and Esc closes it
it(
  "opens screens, the palette and the list of shortcuts by their keys, and Escape closes",
  { tags: ["window-42"] },
  async () => {
    const { page } = desk;
    await page.keyboard.press("Control+k");
    await page.getByRole("dialog").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.keyboard.press("Control+/");
    await page.getByRole("dialog", { name: words.shell.shortcuts.title }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.keyboard.press("Control+4");
    await page.getByRole("heading", { level: 1, name: words.shell.screens.outbox }).waitFor();
    await page.keyboard.press("Control+n");
    await expect.poll(() => focusedName(page)).toBe(words.booking.patient.find);
  },
);

// window-41: On a screen with a list, keys lead to its search, Down into the list, Enter opens
it.each([
  ["Control+2", words.patients.search, words.patients.details],
  ["Control+3", words.bookings.search, words.bookings.details],
])(
  "%s leads to the search, Down enters the list, and Enter opens",
  { tags: ["window-41"] },
  async (keys, label, details) => {
    const { page } = desk;
    const isFocused = (): Promise<boolean> =>
      page.getByRole("searchbox", { name: label }).evaluate((box) => box === document.activeElement);
    await page.keyboard.press(keys);
    await expect.poll(isFocused).toBe(true);
    const rows = page.getByRole("main").locator("[data-row], [data-line]");
    await rows.first().waitFor();
    await page.keyboard.press("ArrowDown");
    await expect.poll(() => rows.first().evaluate((row) => row === document.activeElement)).toBe(true);
    await page.keyboard.press("Enter");
    const opened = page.getByRole("region", { name: details, exact: true });
    await expect.poll(() => opened.evaluate((part) => part === document.activeElement)).toBe(true);
  },
);

it.each(["1", "2", "3", "4", "5", "6", ","])("Ctrl+%s, and Tab at once, stay on the screen", async (key) => {
  const { page } = desk;
  await page.keyboard.press(`Control+${key === "4" ? "1" : "4"}`);
  await page.keyboard.press(`Control+${key}`);
  await page.keyboard.press("Tab");
  const isInside = (): Promise<boolean> =>
    page.evaluate(
      () => document.activeElement?.closest("main") !== null && document.activeElement !== document.body,
    );
  await expect.poll(isInside).toBe(true);
});

it("goes with Ctrl+F to the search of a screen, with what stands there marked, else to that of everything", async () => {
  const { page } = desk;
  await go(page, "patients");
  const search = page.getByRole("searchbox", { name: words.patients.search });
  await search.fill("alvarez");
  await page.getByRole("button", { name: words.shell.navigation.find }).focus();
  await page.keyboard.press("Control+f");
  await expect.poll(() => search.evaluate((box) => box === document.activeElement)).toBe(true);
  await page.keyboard.type("brandt");
  expect(await search.inputValue()).toBe("brandt");
  await search.fill("");
  await go(page, "webhooks");
  await page.keyboard.press("Control+f");
  await page.getByRole("dialog", { name: words.shell.palette.title }).waitFor();
  await page.keyboard.press("Escape");
});

// window-43: Ctrl N starts a blank booking anywhere, and loses nothing
it(
  "begins a blank booking with Ctrl+N from another screen and over a dialog, and Ctrl+1 goes back to what was typed",
  { tags: ["window-43"] },
  async () => {
    const { page } = desk;
    const find = page.getByRole("combobox", { name: words.booking.patient.find });
    const notes = page.getByLabel(words.booking.label.notes, { exact: true });
    await page.keyboard.press("Control+n");
    await step(page, "visit").click();
    await notes.fill("Wheelchair");
    await go(page, "patients");
    await toSay(page, () => page.keyboard.press("Control+n"), words.booking.title);
    await expect.poll(() => focusedName(page)).toBe(words.booking.patient.find);
    expect(await find.inputValue()).toBe("");
    await page.keyboard.press("Control+1");
    await expect.poll(() => notes.inputValue()).toBe("Wheelchair");
    await page.keyboard.press("Control+k");
    await page.getByRole("dialog").waitFor();
    await page.keyboard.press("Control+n");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await expect.poll(() => focusedName(page)).toBe(words.booking.patient.find);
  },
);

// keeping-6: Pause is one key, and continues at the same field
it("holds a booking with one key, and comes back to the same field", { tags: ["keeping-6"] }, async () => {
  const { page } = desk;
  await page.keyboard.press("Control+n");
  await expect.poll(() => focusedName(page)).toBe(words.booking.patient.find);
  await page.keyboard.type("nguyen");
  await page.getByRole("option", { name: /Nguyen/ }).waitFor();
  await page.keyboard.press("Enter");
  await expect.poll(() => focusedName(page)).toBe(words.booking.label.service);
  await page.keyboard.type("102");
  await page.keyboard.press("Tab");
  await page.keyboard.type("tomorrow");
  await page.keyboard.press("Control+Shift+p");
  await expect.poll(() => focusedName(page)).toBe(words.booking.patient.find);
  await openDrafts(page);
  await page
    .getByRole("region", { name: words.booking.drafts.label })
    .getByRole("button", { name: /Linh Nguyen/ })
    .press("Enter");
  await expect.poll(() => focusedName(page)).toBe(words.booking.label.date);
  expect(await page.getByLabel(words.booking.label.service, { exact: true }).inputValue()).toBe(
    "Follow-up visit",
  );
});

it("goes back to what opened a dialog, also where the screen below it is ready later than the dialog goes", async () => {
  const { page } = desk;
  const opener = page.getByRole("main").getByRole("button").first();
  await opener.focus();
  await opener.evaluate(async (button) => {
    const frame = (): Promise<unknown> => new Promise((done) => requestAnimationFrame(done));
    const dialog = document.createElement("div");
    dialog.setAttribute("role", "dialog");
    dialog.append(document.createElement("input"));
    document.body.append(dialog);
    dialog.querySelector("input")?.focus();
    const screens = [...document.body.children].filter((part) => part.contains(button));
    for (const screen of screens) screen.toggleAttribute("inert", true);
    dialog.remove();
    for (let frames = 0; frames < 5; frames += 1) await frame();
    for (const screen of screens) screen.toggleAttribute("inert", false);
    while (document.activeElement === document.body) await frame();
  });
  expect(await opener.evaluate((button) => document.activeElement === button)).toBe(true);
});
