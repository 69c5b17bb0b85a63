import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Locator, Page } from "playwright";
import { jwtOf, startFakeService, type FakeService } from "../support/fake-service.ts";
import {
  annSample,
  choosePatient,
  createPatient,
  go,
  itemsIn,
  newBooking,
  openDrafts,
  signIn,
  startApp,
  step,
  type TestApp,
} from "../support/app.ts";
import { messagesIn } from "../support/claimed.ts";
import { words } from "../../messages/words.ts";
import { any, matching } from "../support/matching.ts";
import { withoutIds } from "../support/without-ids.ts";

/** What is typed is kept, or asked about before it goes. */
let desk: TestApp;
let page: Page;
let service: FakeService;

const claims = { iss: "elm", sub: "Elm Street Clinic", exp: 4_102_444_800 };
const main = (): Locator => page.getByRole("main");
const field = (name: string): Locator => main().getByLabel(name, { exact: true });
const button = (name: string): Locator => main().getByRole("button", { name, exact: true });
const text = (part: string | RegExp): Locator => main().getByText(part).first();

beforeAll(async () => {
  service = await startFakeService();
  desk = await startApp();
  ({ page } = desk);
  await signIn(page, { address: service.baseUrl, token: jwtOf(claims, "first") });
  await page.getByRole("heading", { level: 1, name: words.shell.screens["new-booking"] }).waitFor();
  await newPatient();
  await createPatient(page, annSample);
  await text(matching(words.patients.end.created({ name: "Ann Sample", id: any }))).waitFor();
});
afterAll(async () => {
  await desk.dispose();
  await service.close();
});

async function restarted(how: "restart" | "kill"): Promise<void> {
  await desk[how]();
  ({ page } = desk);
  await page.getByRole("heading", { level: 1, name: words.shell.screens["new-booking"] }).waitFor();
}
async function newPatient(): Promise<void> {
  await go(page, "patients");
  await button(words.patients.newPatient).click();
  await field(words.patients.label.firstName).waitFor();
}
/** What main has of the drafts, in one text. */
const kept = async (): Promise<string> => {
  const isThere = await page.evaluate(() => Reflect.has(globalThis, "desk"));
  return isThere ? JSON.stringify(await itemsIn(page, { statuses: ["draft"] })) : "";
};

describe("what is typed", () => {
  it("is kept soon after the last key, through a kill", async () => {
    await newBooking(page);
    await choosePatient(page, "Ann Sample");
    await step(page, "visit").click();
    await field(words.booking.label.service).fill("102");
    await field(words.booking.label.date).fill("3/4/2031");
    await field(words.booking.label.notes).pressSequentially("Bring the last letter: Q");
    await expect.poll(kept, { interval: 20 }).toContain("Bring the last letter: Q");
    await restarted("kill");
    await page.getByRole("complementary", { name: words.shell.drafts.label }).waitFor();
    await page
      .getByRole("complementary", { name: words.shell.drafts.label })
      .getByRole("button", { name: words.booking.next })
      .click();
    await expect.poll(() => field(words.booking.label.notes).inputValue()).toBe("Bring the last letter: Q");
    expect(await field(words.booking.label.date).inputValue()).toBe("3/4/2031");
    expect(await field(words.booking.label.service).inputValue()).toContain("102");
  });

  it("is kept when the window closes right after the last key", async () => {
    await newPatient();
    await field(words.patients.label.firstName).fill("Gil");
    await field(words.patients.label.lastName).fill("Lastkey");
    await field(words.patients.label.city).pressSequentially("Springfiel");
    await page.keyboard.press("d");
    await restarted("restart");
    const banner = page.getByRole("complementary", { name: words.shell.drafts.label });
    await banner.getByText("Gil Lastkey").waitFor();
    await banner.getByRole("button", { name: words.booking.next }).click();
    await expect.poll(() => field(words.patients.label.city).inputValue()).toBe("Springfield");
    expect(await field(words.patients.label.lastName).inputValue()).toBe("Lastkey");
  });
});

describe("what cannot be saved", () => {
  it("is not left behind unasked: it stays on the screen, or goes on a person's word", async () => {
    await newBooking(page);
    await choosePatient(page, "Ann Sample");
    await step(page, "visit").click();
    await field(words.patients.label.city).or(field(words.booking.label.notes)).first().waitFor();
    await field(words.booking.label.notes).fill("Ring twice.");
    // The words are on the screen already: what main has is what counts.
    await expect.poll(kept).toContain("Ring twice.");
    await field(words.booking.label.notes).fill("Ring twice. 4242 4242 4242 4242");
    await page
      .getByRole("navigation", { name: words.shell.navigation.label })
      .getByRole("button", { name: words.shell.screens.patients })
      .click();
    const question = page.getByRole("alertdialog", { name: words.shell.leave.title });
    await question.getByText("card number").first().waitFor();
    await desk.picture("failures-leave-question");
    await page.keyboard.press("Escape");
    await question.waitFor({ state: "detached" });
    expect(await field(words.booking.label.notes).inputValue()).toBe("Ring twice. 4242 4242 4242 4242");
    await page.keyboard.press("Control+2");
    await question.getByRole("button", { name: words.shell.leave.leave }).click();
    await page.getByRole("heading", { level: 1, name: words.shell.screens.patients }).waitFor();
    const drafts = await itemsIn(page, { kinds: ["booking"], statuses: ["draft"] });
    expect(JSON.stringify(drafts)).toContain('"notes":"Ring twice."');
    expect(withoutIds(JSON.stringify(drafts))).not.toContain("4242");
  });

  it("is not dropped unasked by Ctrl+N or by taking up another booking", async () => {
    const card = "Ring. 4242 4242 4242 4242";
    const { patient } = words.booking.steps;
    const ann = { name: "Ann Sample", timed: "no", when: "", step: patient, left: "held" } as const;
    const heldAnn = words.booking.drafts.one({ who: "known", ...ann });
    await newBooking(page);
    await choosePatient(page, "Ann Sample");
    const chosen = page.getByRole("heading", { level: 2, name: "Ann Sample" });
    await chosen.waitFor();
    await page.keyboard.press("Control+Shift+P");
    // Before the next one has begun, the steps are those of the one that is put on hold.
    await chosen.waitFor({ state: "detached" });
    await page.getByRole("combobox", { name: words.booking.patient.find }).waitFor();
    // By key: what is offered at a start comes above the steps, and moves them.
    await step(page, "visit").press("Enter");
    await field(words.booking.label.notes).fill(card);
    const question = page.getByRole("alertdialog", { name: words.shell.leave.title });
    await page.keyboard.press("Control+n");
    await question.getByRole("button", { name: words.shell.leave.stay }).click();
    await question.waitFor({ state: "detached" });
    expect(await field(words.booking.label.notes).inputValue()).toBe(card);
    await openDrafts(page);
    await page.getByRole("button", { name: heldAnn, exact: true }).click();
    await question.getByRole("button", { name: words.shell.leave.stay }).click();
    await question.waitFor({ state: "detached" });
    expect(await field(words.booking.label.notes).inputValue()).toBe(card);
    await page.keyboard.press("Control+n");
    await question.getByRole("button", { name: words.shell.leave.leave }).click();
    await page.getByRole("combobox", { name: words.booking.patient.find }).waitFor();
    expect(await step(page, "patient").getAttribute("aria-current")).toBe("step");
  });

  it("is not dropped unasked by Close in a patient's form", async () => {
    await newPatient();
    await field(words.patients.label.firstName).fill("Hal");
    await field(words.patients.label.address).fill("4242 4242 4242 4242");
    await button(words.patients.close).click();
    const question = page.getByRole("alertdialog", { name: words.shell.leave.title });
    await question.getByRole("button", { name: words.shell.leave.stay }).click();
    await question.waitFor({ state: "detached" });
    expect(await field(words.patients.label.address).inputValue()).toBe("4242 4242 4242 4242");
    await field(words.patients.label.address).fill("4 Elm St");
    await expect.poll(kept).toContain("4 Elm St");
    await button(words.patients.close).click();
    await button(words.patients.newPatient).waitFor();
  });
});

describe("a token that is no JWT", () => {
  it("is allowed, with a warning", async () => {
    await go(page, "settings");
    await button(words.settings.leave.signOut).click();
    await page.getByRole("alertdialog").getByRole("button", { name: words.settings.leave.signOut }).click();
    await page.getByLabel(words.signIn.token).fill("opaque-token-of-an-older-service");
    await text(words.signIn.facts.noJwt).waitFor();
    await page.getByLabel(words.signIn.address).fill(service.baseUrl);
    await page.getByRole("button", { name: words.signIn.connect }).click();
    const question = page.getByRole("alertdialog");
    const booking = page.getByRole("heading", { level: 1, name: words.shell.screens["new-booking"] });
    await question.or(booking).first().waitFor();
    if (await question.isVisible())
      await question.getByRole("button", { name: words.signIn.sameAccount.no }).click();
    await booking.waitFor();
    expect(service.requests.at(-1)?.token).toBe("opaque-token-of-an-older-service");
  });
});

describe("a shortcut", () => {
  it("begins a new booking after practice was left for an account, and reopens no draft", async () => {
    await go(page, "settings");
    await button(words.settings.leave.signOut).click();
    await page.getByRole("alertdialog").getByRole("button", { name: words.settings.leave.signOut }).click();
    await page.getByRole("button", { name: words.signIn.practice.start }).click();
    await page.getByRole("heading", { level: 1, name: words.shell.screens["new-booking"] }).waitFor();
    await go(page, "settings");
    await button(words.settings.leave.practice).click();
    await page.getByRole("alertdialog").getByRole("button", { name: words.settings.leave.practice }).click();
    await signIn(page, { address: service.baseUrl, token: jwtOf(claims, "fourth") });
    await page.getByRole("heading", { level: 1, name: words.shell.screens["new-booking"] }).waitFor();
    const picker = page.getByRole("combobox", { name: words.booking.patient.find });
    const chosen = main()
      .getByRole("region", { name: words.booking.strip.label })
      .getByText(words.booking.readBack.patientNumber({ number: "4711" }));
    // One press alone: the screen that it opens asks last, and would answer the next.
    await step(page, "patient").click();
    await picker.fill("4711");
    await page.getByRole("option").first().click();
    await chosen.waitFor();
    await expect.poll(kept).toContain('"text":"4711"');
    await page.keyboard.press("Control+n");
    await chosen.waitFor({ state: "detached" });
    await expect.poll(() => picker.inputValue()).toBe("");
  });
});

/** What is said where something is written to disk alone. */
function ofDisk(): readonly string[] {
  const { booking, outbox, settings } = words;
  const kept = "disk";
  const { ready, draft, "on-hold": held, "saved-for-later": later } = outbox.group;
  return [
    booking.savedNotBooked({ kept }),
    booking.later.onHold({ kept }),
    booking.later.held({ kept }),
    booking.patient.noNumberYet({ kept }),
    settings.saved({ kept }),
    later.title,
    ...[ready, draft, held, later].map(({ sentence }) => sentence),
  ];
}

describe("without a keychain, where nothing may be written to disk", () => {
  it("nothing that is typed is called saved", async () => {
    const other = await startApp({ env: { DBUS_SESSION_BUS_ADDRESS: "unix:path=/nowhere/bus" } });
    try {
      await other.page.getByRole("button", { name: words.signIn.practice.start }).click();
      await other.page.getByText(words.shell.memory.title).waitFor();
      await choosePatient(other.page, "Alvarez");
      const screen = other.page.getByRole("main");
      await screen.getByText(words.booking.savedNotBooked({ kept: "memory" })).waitFor();
      await other.page.getByRole("button", { name: words.booking.saveForLater }).click();
      await screen.getByText(words.booking.later.onHold({ kept: "memory" })).waitFor();
      await other.picture("typed-memory");
      expect(await messagesIn(screen, ofDisk())).toEqual([]);
      await go(other.page, "outbox");
      await screen.getByText(words.outbox.groupInMemory["on-hold"].sentence).first().waitFor();
      expect(await messagesIn(screen, ofDisk())).toEqual([]);
    } finally {
      await other.dispose();
    }
  });
});
