import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Locator, Page } from "playwright";
import { words } from "../../messages/words.ts";
import { startMockService, type MockService } from "../../mock/service.ts";
import { borrowApp, go, itemsIn, signIn, step, type TestApp } from "../support/app.ts";
import { allRules, axeFindings } from "../support/axe.ts";
import { madeUpCards, type MadeUp } from "../support/license-cards.ts";
import { scanCard } from "../support/scanner.ts";

/** A license that a scanner types, and text that is pasted and dropped. One story: each test goes on from the one before. */
let desk: TestApp;
let service: MockService;
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
/** Of the first layout, with half as many letters. */
const casimir = cardOf("Illinois 1");
/** Undoes what was filled in, by its one press. */
async function takeBack(): Promise<void> {
  await button(words.intake.undo).click();
  await expect.poll(() => value("lastName")).toBe("");
}
const drafts = () => itemsIn(page, { kinds: ["patient"], statuses: ["draft"] });

beforeAll(async () => {
  service = await startMockService();
  desk = await borrowApp();
  ({ page } = desk);
  await signIn(page, { address: service.baseUrl, token: service.token });
  await find().waitFor();
});
afterAll(async () => {
  await desk.dispose();
  await service.close();
});

describe("a license", () => {
  it("that is scanned into the search opens the form filled in, and the search keeps what was typed and takes nobody", async () => {
    await find().fill("mari");
    await scanCard(page, jane.text, { lineEnds: "enter" });
    await filled(8, "license").waitFor();
    for (const [name, wanted] of Object.entries(jane.person))
      expect([name, await value(name as keyof typeof jane.person)]).toEqual([name, wanted]);
    await main()
      .getByText(words.intake.otherNames({ names: "Adele" }))
      .waitFor();
    await desk.picture("intake-license");
    // A draft of the form's own fields, with nothing else of the card.
    await expect.poll(async () => (await drafts()).map(({ form }) => form)).toMatchObject([jane.person]);
    const kept = JSON.stringify(await drafts());
    for (const left of ["D12345678901", "Adele"]) expect(kept).not.toContain(left);
    await takeBack();
    expect(await value("zip")).toBe("");
  });

  // window-29: A scanned license types into no field and runs no shortcut
  it(
    "whose control characters arrive as keys of their own runs no shortcut, and what stands in the field stays",
    { tags: ["window-29"] },
    async () => {
      await field("email").fill("jane@");
      await scanCard(page, casimir.text, { lineEnds: "control" });
      await filled(8, "license").waitFor();
      expect(await value("email")).toBe("jane@");
      await main().getByRole("heading", { level: 1, name: words.patients.newPatient }).waitFor();
      await takeBack();
      // Of its head alone nothing can be read, and no letter is in the field either.
      await field("address").focus();
      await scanCard(page, jane.text.slice(0, 60), { lineEnds: "enter" });
      await page.getByText(words.intake.scan.unread).first().waitFor();
      expect(await value("address")).toBe("");
    },
  );

  it("is told from a person who types quickly", async () => {
    await field("email").fill("");
    await field("email").focus();
    await page.keyboard.type("ann@aol.com@@ANSI 12");
    await expect.poll(() => value("email")).toBe("ann@aol.com@@ANSI 12");
  });
});

describe("text", () => {
  it("that is pasted beside the fields fills them in", async () => {
    await field("email").fill("");
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
    expect(await axeFindings(page, allRules)).toEqual([]);
    await takeBack();
  });

  it("that is dropped as a contact's card fills them in; nothing of all that was sent by itself", async () => {
    const card =
      "BEGIN:VCARD\r\nVERSION:3.0\r\nN:Doe;Jane;;;\r\nFN:Jane Doe\r\nTEL;TYPE=CELL:2175550199\r\nEND:VCARD\r\n";
    const data = await page.evaluateHandle((text) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([text], "jane.vcf"));
      return transfer;
    }, card);
    await field("city").dispatchEvent("drop", { dataTransfer: data });
    await filled(3, "vcard").waitFor();
    expect(await itemsIn(page, { kinds: ["patient"], statuses: ["ready", "sending", "done"] })).toEqual([]);
  });
});

describe("a license that is scanned where no form is", () => {
  it("is offered as a new patient, and begins one, also with no control character in it", async () => {
    await go(page, "bookings");
    await scanCard(page, casimir.text, { lineEnds: "none" });
    const offer = page.getByRole("alertdialog", {
      name: words.intake.scan.title({ name: "Casimir Pulaski" }),
    });
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
    expect(await value("lastName")).toBe("Pulaski");
    expect(await page.title()).toContain(words.patients.newPatient);
  });

  it("has left the booking as it was", async () => {
    await go(page, "new-booking");
    await expect.poll(() => step(page, "patient").getAttribute("aria-current")).toBe("step");
    expect(desk.errors).toEqual([]);
  });
});
