import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright";
import { events } from "../../../contract/events.ts";
import { routes, type RouteName } from "../../../contract/routes.ts";
import { startMockService, type MockService } from "../../../mock/service.ts";
import {
  annSample,
  choosePatient,
  createPatient,
  go,
  signIn,
  startApp,
  step,
  type TestApp,
} from "../../support/app.ts";
import { findBytes } from "../../support/find-bytes.ts";
import { typedBooking } from "../../support/outbox-kit.ts";
import { routeInputs } from "../../support/route-inputs.ts";
import { words } from "../../../messages/words.ts";
import { any, matching } from "../../support/matching.ts";

let desk: TestApp;
let page: Page;
let mock: MockService;
let token: string;
const temporary = mkdtempSync(join(tmpdir(), "front-desk-security-"));

beforeAll(async () => {
  mock = await startMockService({ decideAfterMs: 50 });
  token = await mock.issueToken({ subject: "sentinel-clinic", extraClaims: { note: "TokenSentinel" } });
  desk = await startApp({ env: { TMPDIR: temporary } });
  ({ page } = desk);
  await page.getByRole("button", { name: words.signIn.connect }).waitFor();
});
afterAll(async () => {
  await desk.dispose();
  await mock.close();
  rmSync(temporary, { recursive: true, force: true });
});

/** The routes that change something; all others read. */
const changing: ReadonlySet<string> = new Set<RouteName>([
  "app.copy",
  "app.print",
  "app.noticeRead",
  "app.setRecordsAside",
  "app.flushed",
  "lock.now",
  "lock.unlock",
  "lock.prompt",
  "lock.recover",
  "lock.setPin",
  "lock.setAfter",
  "lock.openAdmin",
  "updates.check",
  "updates.download",
  "updates.restart",
  "policy.take",
  "proxy.answer",
  "proxy.forget",
  "session.connect",
  "session.practise",
  "session.signOut",
  "settings.save",
  "guide.change",
  "retention.erase",
  "app.openFile",
  "app.saveFile",
  "slip.savePdf",
  "slip.saveCalendar",
  "import.choose",
  "import.drop",
  "import.read",
  "import.rows",
  "import.fix",
  "import.saveBad",
  "import.begin",
  "import.close",
  "import.pause",
  "import.stop",
  "export.save",
  "backup.chooseFolder",
  "backup.set",
  "backup.setPassphrase",
  "backup.forgetPassphrase",
  "backup.run",
  "backup.stop",
  "backup.chooseFile",
  "backup.look",
  "backup.closeFile",
  "backup.restore",
  "clinic.create",
  "clinic.join",
  "clinic.stopJoining",
  "clinic.invite",
  "clinic.answer",
  "clinic.withdraw",
  "clinic.renameDesk",
  "clinic.removeDesk",
  "clinic.leave",
  "clinic.makeSheet",
  "clinic.keepSheet",
  "clinic.recover",
  "clinic.takeOver",
  "clinic.handOver",
  "clinic.bookWithoutHub",
  "notices.register",
  "notices.test",
  "notices.retire",
  "notices.point",
  "notices.readAgain",
  "notices.seen",
  // There is none to show without a clinic.
  "notices.show",
  "audit.check",
  "audit.warningRead",
  "audit.export",
  "diagnostics.save",
  "practice.answer",
  "items.create",
  "items.saveForm",
  "items.hold",
  "items.noAnswer",
  "staff.get",
  "staff.choose",
  "items.submit",
  "items.takeBack",
  "items.edit",
  "items.correct",
  "items.bookSeries",
  "items.discard",
  "items.decide",
  "outbox.pause",
  "patients.samePerson",
  "patients.notSamePerson",
  "patients.saveNotes",
  "patients.useExisting",
  "cards.collect",
  "cards.useEarlier",
  "cards.testSource",
  "cards.practise",
]);
const reading = Object.keys(routes).filter((name): name is RouteName => !changing.has(name));

/** Calls a route as the page does. */
const invoke = (name: RouteName, input: unknown): Promise<unknown> =>
  page.evaluate(([called, given]) => window.desk.invoke(called, given as never), [name, input] as const);
async function idOf(name: RouteName, input: unknown): Promise<string> {
  const id = /"id":"([^"]+)"/.exec(JSON.stringify(await invoke(name, input)))?.[1];
  if (id === undefined) throw new Error(`${name} answers no id`);
  return id;
}

/** Calls every reading route with what it answers to. */
async function readAll(): Promise<string> {
  const booking = await idOf("items.create", { kind: "booking", form: typedBooking() });
  const patient = await idOf("patients.search", { text: "Sample", limit: 20 });
  const inputs: Readonly<Record<RouteName, unknown>> = {
    ...routeInputs,
    "session.inspectToken": { token },
    "items.get": { id: booking },
    "items.series": { id: booking },
    "patients.get": { id: patient },
    "patients.person": { id: patient },
    "patients.cards": { id: patient },
    "bookings.days": { from: "2026-04-01", days: 1, timeZone: "America/New_York" },
    "cards.ways": { itemId: booking },
    "notices.ofBooking": { id: booking },
  };
  const answers: unknown[] = [];
  for (const name of reading) {
    const answer = await invoke(name, inputs[name]);
    expect(answer, name).toMatchObject({ ok: true });
    answers.push(answer);
  }
  return JSON.stringify(answers);
}

describe("the token", () => {
  const parts = (): string[] => [token, ...token.split(".").slice(1)];
  const places = async (): Promise<string[]> => [
    desk.profile,
    temporary,
    await desk.app.evaluate(({ app }) => app.getPath("logs")),
    await desk.app.evaluate(({ app }) => app.getPath("crashDumps")),
  ];

  it("never comes back to the page: not in an envelope, an event, the document or storage", async () => {
    await page.evaluate((names) => {
      const bridge: unknown = Reflect.get(globalThis, "desk");
      const on: unknown = typeof bridge === "object" && bridge !== null ? Reflect.get(bridge, "on") : null;
      const told: unknown[] = [];
      Reflect.set(globalThis, "told", told);
      if (typeof on === "function")
        for (const name of names) on(name, (payload: unknown) => told.push(payload));
    }, Object.keys(events));
    await signIn(page, { address: mock.baseUrl, token });
    await page.getByRole("heading", { level: 1, name: words.shell.screens["new-booking"] }).waitFor();
    for (const screen of ["webhooks", "settings"] as const) await go(page, screen);
    await go(page, "patients");
    await page.getByRole("button", { name: words.patients.newPatient }).first().click();
    await createPatient(page, annSample);
    await page
      .getByText(matching(words.patients.end.created({ name: any, id: any })))
      .first()
      .waitFor();
    expect(reading.length).toBeGreaterThan(14);
    const answers = await readAll();
    expect(answers).toContain("sentinel-clinic");
    const inPage = await page.evaluate(async () => {
      const stored = [localStorage, sessionStorage].map((storage) => JSON.stringify({ ...storage }));
      const databases = await indexedDB.databases();
      const values = [...document.querySelectorAll("input, textarea")].map((field) =>
        Reflect.get(field, "value"),
      );
      const html = document.documentElement.outerHTML;
      const told = JSON.stringify(Reflect.get(globalThis, "told"));
      return {
        told,
        rest: JSON.stringify([
          stored,
          databases,
          values,
          html,
          document.cookie,
          location.href,
          history.state,
        ]),
      };
    });
    expect(inPage.told).toContain("sentinel-clinic");
    for (const part of parts()) {
      expect(answers).not.toContain(part);
      expect(inPage.told).not.toContain(part);
      expect(inPage.rest).not.toContain(part);
    }
  });

  it("stands in no file, while running and after", async () => {
    const folders = await places();
    const control = join(temporary, "control.bin");
    writeFileSync(control, Buffer.from(`\0${token}\0`, "utf16le"));
    expect(findBytes(folders, parts()).hits).toHaveLength(3);
    rmSync(control);
    const running = findBytes(folders, parts());
    expect(running.hits).toEqual([]);
    expect(running.files).toBeGreaterThan(3);
    await desk.restart();
    ({ page } = desk);
    await page.getByRole("heading", { level: 1, name: words.shell.screens["new-booking"] }).waitFor();
    expect(findBytes(folders, parts()).hits).toEqual([]);
  });
});

describe("what is known of patients", () => {
  const made: string[] = [];
  /** A text that stands nowhere by chance. */
  const sentinel = (letters: string): string => {
    const text = `Zq${letters}${Math.random().toString(36).slice(2, 8).replaceAll(/\d/g, "x")}`;
    made.push(text);
    return text;
  };
  const patient = () => ({
    firstName: sentinel("First"),
    lastName: sentinel("Last"),
    dob: "3/5/84",
    address: sentinel("Street"),
    city: sentinel("City"),
    state: "IL",
    zip: "62701",
    email: `${sentinel("mail")}@example.com`,
    gender: "Female" as const,
    externalId: sentinel("Id"),
  });
  const titles = (): Promise<string[]> =>
    desk.app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows().map((window) => window.getTitle()),
    );

  it("stands in no title and no file, in clear, after bookings, drafts, refusals and a kill", async () => {
    const seenTitles: string[] = [];
    const noteTitles = async (): Promise<void> =>
      void seenTitles.push(await page.title(), ...(await titles()));
    const first = patient();
    await go(page, "patients");
    await page.getByLabel(words.patients.search).fill(sentinel("Search"));
    await page.getByRole("button", { name: words.patients.newPatient }).click();
    await createPatient(page, first);
    await page
      .getByText(matching(words.patients.end.created({ name: any, id: any })))
      .first()
      .waitFor();
    await noteTitles();
    // Refused: the same external ID.
    await page.getByRole("button", { name: words.patients.newPatient }).click();
    await createPatient(page, { ...patient(), externalId: first.externalId });
    await page.getByRole("button", { name: matching(words.patients.acceptPatient({ id: any })) }).waitFor();
    await noteTitles();

    await go(page, "new-booking");
    await choosePatient(page, first.lastName);
    await step(page, "visit").click();
    await page.getByLabel(words.booking.label.service, { exact: true }).fill("101");
    await page.getByLabel(words.booking.label.date, { exact: true }).fill("3/4/2031");
    await page.getByLabel(words.booking.label.time, { exact: true }).fill("2pm");
    await page
      .getByLabel(words.booking.label.notes, { exact: true })
      .fill(`${sentinel("Note")} misspeled ${sentinel("Note")}`);
    await step(page, "billing").click();
    await page
      .getByRole("radio", { name: words.booking.billing.names["Monthly Invoice"] })
      .check({ force: true });
    await step(page, "review").click();
    await page.getByRole("button", { name: words.booking.book, exact: true }).click();
    await page.getByRole("heading", { level: 1, name: words.items.made.booking }).waitFor();
    await noteTitles();

    // Left in the middle of a patient.
    await go(page, "patients");
    await page.getByRole("button", { name: words.patients.newPatient }).click();
    await page.getByLabel(words.patients.label.firstName, { exact: true }).fill(sentinel("Half"));
    await page.getByText("Saved on this computer").first().waitFor();
    const folders = [
      desk.profile,
      temporary,
      await desk.app.evaluate(({ app }) => app.getPath("logs")),
      await desk.app.evaluate(({ app }) => app.getPath("crashDumps")),
    ];
    expect(made.length).toBeGreaterThan(15);
    expect(findBytes(folders, made).hits, "while running").toEqual([]);
    await desk.kill();
    ({ page } = desk);
    expect(findBytes(folders, made).hits, "after a kill").toEqual([]);
    await page.getByRole("heading", { level: 1, name: words.shell.screens["new-booking"] }).waitFor();
    await go(page, "bookings");
    await page.getByRole("main").getByText(first.lastName).first().waitFor();
    await noteTitles();
    await desk.restart();
    ({ page } = desk);
    expect(findBytes(folders, made).hits, "after closing").toEqual([]);
    expect(seenTitles.filter((title) => made.some((text) => title.includes(text)))).toEqual([]);
  });
});
