import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Locator, Page } from "playwright";
import { words } from "../../messages/words.ts";
import { go, startApp, type TestApp } from "../support/app.ts";
import { allRules, axeFindings } from "../support/axe.ts";
import { chooseFiles, dropFile, patientsFile } from "../support/import-files.ts";

/** A file of patients, by keyboard alone, from the first look to the last patient. One story: each test goes on from the one before. */
let desk: TestApp;
let page: Page;

const say = words.import;
const main = (): Locator => page.getByRole("main");
const button = (name: string): Locator => main().getByRole("button", { name, exact: true });
const press = async (target: Locator): Promise<void> => {
  await target.focus();
  await page.keyboard.press("Enter");
};
const tile = (name: string): Locator => main().getByRole("button", { name: new RegExp(`${name}$`) });
const path = (name: string): string => join(desk.profile, name);
/** Three rows that are to be put right, two of patients who are known here, and eight that are neither. */
const fewRows = ((): string => {
  const [heads, ...rows] = patientsFile(224).split("\r\n");
  const chosen = [2, 3, 18, 30, 31, 97, 203, 204, 205, 206, 207, 208, 209];
  return [heads, ...chosen.map((row) => rows[row - 2]), ""].join("\r\n");
})();
const name = "springfield-east.csv";

beforeAll(async () => {
  desk = await startApp();
  ({ page } = desk);
  await page.getByRole("button", { name: words.signIn.practice.start }).click();
  await page.getByRole("combobox", { name: words.booking.patient.find }).waitFor();
});
afterAll(() => desk.dispose());

describe("a file of patients", () => {
  it("is chosen from the palette, and says how it is read and what would become of it", async () => {
    writeFileSync(path(name), fewRows);
    await chooseFiles(desk.app, { open: path(name) });
    await page.keyboard.press("Control+k");
    await page.getByRole("dialog").getByRole("combobox").fill(words.shell.screens.import);
    await page.getByRole("option", { name: words.shell.screens.import }).waitFor();
    await page.keyboard.press("Enter");
    await button(say.choose).waitFor();
    await desk.picture("import-choose");
    expect(await axeFindings(page, allRules)).toEqual([]);
    await press(button(say.choose));
    await button(say.begin({ count: 8 })).waitFor();
    await main()
      .getByText(say.untouched({ name, rows: 13 }))
      .waitFor();
    await tile(say.dryRun.bad).getByText("3").waitFor();
    await tile(say.dryRun.known).getByText("2").waitFor();
    await desk.picture("import-preview");
    // Read as a person says, and as it was again.
    const phone = main().getByLabel(say.columns.becomesOf({ column: "Cell" }));
    await phone.selectOption(say.kinds.leave);
    await main().getByRole("row", { name: /^Cell/ }).getByText(say.how.left).waitFor();
    await phone.selectOption(say.kinds.phone);
    await main().getByRole("row", { name: /^Cell/ }).getByText(say.how.read).waitFor();
    await button(say.begin({ count: 8 })).waitFor();
  });

  // files-11: An import works by keyboard only
  it(
    "is put right: the day that was meant by one press, a name by typing",
    { tags: ["files-11"] },
    async () => {
      await press(main().getByRole("button", { name: say.dryRun.takeOf({ date: "1984-05-13", row: 4 }) }));
      await button(say.begin({ count: 9 })).waitFor();
      await press(main().getByRole("button", { name: say.dryRun.editOf({ row: 8 }) }));
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel(words.patients.label.lastName, { exact: true }).fill("Marsh");
      await page.keyboard.press("Shift+Tab");
      await page.keyboard.type("Ida");
      await desk.picture("import-edit");
      await press(dialog.getByRole("button", { name: say.edit.save }));
      await dialog.waitFor({ state: "detached" });
      await button(say.begin({ count: 10 })).waitFor();
      await tile(say.dryRun.bad).getByText("1").waitFor();
    },
  );

  it("shows who is known here, and saves what is left to be put right", async () => {
    await press(tile(say.dryRun.known));
    await main().getByText(say.dryRun.left).waitFor();
    await chooseFiles(desk.app, { save: path("rows.csv") });
    await press(button(say.saveBad({ count: 1 })));
    await page
      .getByText(say.saved({ rows: 1, name: "rows.csv" }))
      .first()
      .waitFor();
    expect(readFileSync(path("rows.csv"), "utf8")).toContain("PRATT");
  });

  it("becomes patients while other work goes on, is held, and is found by its end", async () => {
    await press(button(say.begin({ count: 10 })));
    await button(say.job.pause)
      .or(main().getByText(say.ended.title({ name })))
      .first()
      .waitFor();
    await desk.picture("import-progress");
    await go(page, "patients");
    await press(button(say.button));
    await main()
      .getByText(say.ended.created({ count: 10 }))
      .waitFor();
    await desk.picture("import-done");
    expect(await axeFindings(page, allRules)).toEqual([]);
    await press(button(say.ended.patients));
    await main()
      .getByRole("searchbox", { name: words.patients.search })
      .or(main().getByLabel(words.patients.search))
      .first()
      .fill("Marsh Ida");
    await main()
      .getByText(/Ida Marsh/)
      .first()
      .waitFor();
  });
});

describe("a list of this computer", () => {
  it("is saved as a file with every row", async () => {
    await chooseFiles(desk.app, { save: path("patients-out.csv") });
    await press(main().getByRole("button", { name: say.exportPatients }));
    await page
      .getByText(/patients-out\.csv/)
      .first()
      .waitFor();
    expect(readFileSync(path("patients-out.csv"), "utf8").trim().split("\r\n").length).toBeGreaterThan(10);
  });
});

describe("a file that is dropped on Patients", () => {
  it("is looked at, and one that is none is told", async () => {
    await dropFile(page, { name: "empty.csv", text: "" });
    await main().getByText(say.file.empty).waitFor();
    await dropFile(page, { name: "more.csv", text: patientsFile(30) });
    await main()
      .getByText(say.untouched({ name: "more.csv", rows: 30 }))
      .waitFor();
    expect(desk.errors).toEqual([]);
  });
});
