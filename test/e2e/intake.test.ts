import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Locator, Page } from "playwright";
import { words } from "../../messages/words.ts";
import { go, itemsIn, startApp, step, type TestApp } from "../support/app.ts";
import { allRules, axeFindings } from "../support/axe.ts";
import { madeUpCards, type MadeUp } from "../support/license-cards.ts";
import { drawBarcode, readPicture } from "../support/license-pictures.ts";
import { scanCard } from "../support/scanner.ts";

/** A license that a scanner types, and text that is pasted and dropped. One story: each test goes on from the one before. */
let desk: TestApp;
let page: Page;

const main = (): Locator => page.getByRole("main");
const button = (name: string): Locator => main().getByRole("button", { name, exact: true });
const field = (name: keyof typeof words.patients.label): Locator =>
  main().getByLabel(words.patients.label[name], { exact: true });
const value = (name: keyof typeof words.patients.label): Promise<string> => field(name).inputValue();
const find = (): Locator => main().getByRole("combobox", { name: words.booking.patient.find });
const filled = (count: number, from: "license" | "text" | "vcard"): Locator =>
  main().getByText(words.intake.filled({ count, from }));
const cardOf = (what: string): MadeUp => {
  const card = madeUpCards.find((each) => each.what === what);
  if (card === undefined) throw new Error(what);
  return card;
};
const jane = cardOf("Illinois 9");
const drafts = () => itemsIn(page, { kinds: ["patient"], statuses: ["draft"] });

beforeAll(async () => {
  desk = await startApp();
  ({ page } = desk);
  await page.getByRole("button", { name: words.signIn.practice.start }).click();
  await find().waitFor();
});
afterAll(() => desk.dispose());

describe("a license", () => {
  it("that is scanned into the search opens the form filled in, and the search keeps what was typed and takes nobody", async () => {
    await find().fill("mari");
    const [scanned = ""] = await readPicture(await drawBarcode(jane.text));
    await scanCard(page, scanned, { lineEnds: "enter" });
    await filled(8, "license").waitFor();
    for (const [name, wanted] of Object.entries(jane.person))
      expect([name, await value(name as keyof typeof jane.person)]).toEqual([name, wanted]);
    await main()
      .getByText(words.intake.otherNames({ names: "Adele" }))
      .waitFor();
    expect(await axeFindings(page, allRules)).toEqual([]);
    await desk.picture("intake-license");
  });

  it("is a draft of the form's own fields, with nothing else of the card", async () => {
    await expect.poll(async () => (await drafts()).map(({ form }) => form)).toMatchObject([jane.person]);
    const kept = JSON.stringify(await drafts());
    expect(kept).not.toContain("D12345678901");
    expect(kept).not.toContain("Adele");
  });

  it("is taken back with one press", async () => {
    await button(words.intake.undo).click();
    await expect.poll(() => value("lastName")).toBe("");
    expect(await value("zip")).toBe("");
  });

  it.each(["control", "none"] as const)(
    "whose control characters arrive as %s runs no shortcut, and what stands in the field stays",
    async (lineEnds) => {
      await field("email").fill("jane@");
      await scanCard(page, jane.text, { lineEnds });
      await filled(8, "license").waitFor();
      expect(await value("email")).toBe("jane@");
      await main().getByRole("heading", { level: 1, name: words.patients.newPatient }).waitFor();
      await button(words.intake.undo).click();
      await expect.poll(() => value("lastName")).toBe("");
    },
  );

  it("of somebody else fills in nothing", async () => {
    await field("lastName").fill("Roe");
    await scanCard(page, jane.text, { lineEnds: "enter" });
    await main().getByText(words.intake.other).waitFor();
    expect([await value("lastName"), await value("dob")]).toEqual(["Roe", ""]);
    await desk.picture("intake-other");
    await button(words.intake.dismiss).click();
  });

  it("that is read only in its head says so, and no letter of it is in a field", async () => {
    await field("address").focus();
    await scanCard(page, jane.text.slice(0, 60), { lineEnds: "enter" });
    await page.getByText(words.intake.scan.unread).first().waitFor();
    expect(await value("address")).toBe("");
  });

  it("is told from a person who types quickly", async () => {
    await field("email").fill("");
    await field("email").focus();
    await page.keyboard.type("ann@aol.com@@ANSI 12");
    await expect.poll(() => value("email")).toBe("ann@aol.com@@ANSI 12");
  });
});

describe("text", () => {
  it("that is pasted beside the fields fills them in", async () => {
    for (const name of ["email", "lastName"] as const) await field(name).fill("");
    await button(words.intake.open).click();
    const box = main().getByLabel(words.intake.text);
    await box.fill(
      "Jane Doe\nOffice Manager | Acme Roofing\n12 Oak Street\nSpringfield, IL 62701\nm: 217.555.0199 | jane@example.com",
    );
    await box.press("Control+a");
    await box.press("Control+x");
    await button(words.intake.close).click();
    await button(words.intake.open).focus();
    await page.keyboard.press("Control+v");
    await filled(8, "text").waitFor();
    expect(await value("phone")).toBe("(217) 555-0199");
    await main().getByText("Office Manager | Acme Roofing").waitFor();
    await desk.picture("intake-pasted");
    await button(words.intake.undo).click();
    await expect.poll(() => value("lastName")).toBe("");
  });

  const drop = async (files: readonly { readonly name: string; readonly text: string }[]): Promise<void> => {
    const data = await page.evaluateHandle((all) => {
      const transfer = new DataTransfer();
      for (const { name, text } of all) transfer.items.add(new File([text], name));
      return transfer;
    }, files);
    await field("city").dispatchEvent("drop", { dataTransfer: data });
  };

  it("that is dropped as a contact's card fills them in", async () => {
    await drop([
      {
        name: "jane.vcf",
        text: "BEGIN:VCARD\r\nVERSION:3.0\r\nN:Doe;Jane;;;\r\nFN:Jane Doe\r\nTEL;TYPE=CELL:2175550199\r\nEND:VCARD\r\n",
      },
    ]);
    await filled(3, "vcard").waitFor();
    await button(words.intake.done).click();
  });

  it("that is dropped as a hundred files, or is none, is refused with the reason, and the form stays as it was", async () => {
    await drop(Array.from({ length: 100 }, (_, at) => ({ name: `${at}.txt`, text: "a" })));
    await main()
      .getByText(words.intake.problem.many({ count: 100 }))
      .waitFor();
    await drop([{ name: "a.png", text: "\u0089PNG\u0000" }]);
    await main().getByText(words.intake.problem.binary).waitFor();
    expect(await value("lastName")).toBe("Doe");
    expect(await axeFindings(page, allRules)).toEqual([]);
  });

  it("has sent nothing by itself", async () => {
    expect(await itemsIn(page, { kinds: ["patient"], statuses: ["ready", "sending", "done"] })).toEqual([]);
  });
});

describe("a license that is scanned where no form is", () => {
  it("is offered as a new patient, and begins one", async () => {
    await go(page, "bookings");
    await scanCard(page, jane.text, { lineEnds: "enter" });
    const offer = page.getByRole("alertdialog", { name: words.intake.scan.title({ name: "Jane Doe" }) });
    await offer.waitFor();
    // Nothing of the card is in the search behind it.
    expect(
      await page
        .locator("input[type=search]")
        .evaluateAll((all) => all.map((each) => (each as HTMLInputElement).value)),
    ).toEqual([""]);
    await desk.picture("intake-offer");
    await offer.getByRole("button", { name: words.intake.scan.yes }).click();
    await filled(8, "license").waitFor();
    expect(await value("lastName")).toBe("Doe");
    expect(await page.title()).toContain(words.patients.newPatient);
  });

  it("has left the booking as it was", async () => {
    await go(page, "new-booking");
    await expect.poll(() => step(page, "patient").getAttribute("aria-current")).toBe("step");
    expect(desk.errors).toEqual([]);
  });
});
