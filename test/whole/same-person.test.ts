import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Locator, Page } from "playwright";
import { allRules, axeFindings } from "../support/axe.ts";
import { go, savePatient, startApp, type TestApp } from "../support/app.ts";
import { words } from "../../messages/words.ts";

/** Two records that are one person, told so; what follows from it is in component/real-desk/same-person. */
let desk: TestApp;
let page: Page;
const { same, notes } = words.patients;

const main = (): Locator => page.getByRole("main");
const button = (name: string | RegExp): Locator => main().getByRole("button", { name, exact: true });
const search = (): Locator => main().getByRole("searchbox", { name: words.patients.search });
const details = (): Locator => main().getByRole("region", { name: words.patients.details });
const found = (): Locator =>
  main().getByRole("list", { name: words.patients.title }).getByRole("button", { name: "Ann Sample" });
const dialog = (): Locator => page.getByRole("dialog");
const notesBox = (): Locator => details().getByLabel(notes.label, { exact: true });

/** The numbers that the service gave the two of them, the first one first. */
async function numbers(): Promise<readonly number[]> {
  return page.evaluate(async () => {
    const answer = await window.desk.invoke("patients.search", { text: "ann sample", limit: 20 });
    if (!answer.ok) throw new Error(answer.failure.why.id);
    const { patients, otherNumbers } = answer.value;
    const all = patients.flatMap(({ id, patientId }) => [patientId ?? 0, ...(otherNumbers[id] ?? [])]);
    return all.toSorted((a, b) => a - b);
  });
}

beforeAll(async () => {
  desk = await startApp();
  ({ page } = desk);
  await page.getByRole("button", { name: words.signIn.practice.start }).click();
  await main().getByRole("combobox", { name: words.booking.patient.find }).waitFor();
  await savePatient(page);
  await savePatient(page, { dob: "5/3/84", city: "Troy", email: "ann.sample@example.com" });
});
afterAll(() => desk.dispose());

describe("two records of one person", () => {
  it("are shown side by side with what differs, before anything is said", async () => {
    await go(page, "patients");
    await search().fill("ann sample");
    await expect.poll(() => found().count()).toBe(2);
    await found().last().click();
    await notesBox().fill("Prefers mornings");
    await button(same.open).click();
    await dialog().getByLabel(same.find).press("ArrowDown");
    await dialog().getByRole("option").first().click();
    const table = dialog().getByRole("table", { name: same.compare });
    await expect.poll(() => table.getByText(words.patients.differs).count()).toBe(3);
    expect(await dialog().getByRole("radio").count()).toBe(2);
    expect(await axeFindings(page, allRules)).toEqual([]);
    await desk.picture("same-person-question");
  });

  it("are one in the list and on the page from then on, found by either number", async () => {
    const [first = 0, second = 0] = await numbers();
    await dialog().getByRole("button", { name: same.yes }).click();
    await button(same.undo).waitFor();
    await expect.poll(() => found().count()).toBe(1);
    await expect.poll(() => numbers()).toEqual([first, second]);
    const both = words.patients.alsoNumbers({ number: `#${String(first)}`, others: `#${String(second)}` });
    await details().getByText(both).waitFor();
    expect(await axeFindings(page, allRules)).toEqual([]);
    await desk.picture("same-person-page");
    await search().fill(`#${String(second)}`);
    await expect.poll(() => found().count()).toBe(1);
    await found().getByText(both).waitFor();
  });
});
