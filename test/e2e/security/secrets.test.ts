import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright";
import { events } from "../../../shared/events.ts";
import { emptyPatientForm } from "../../../shared/patients/patient-form.ts";
import { routes, type RouteName } from "../../../shared/routes.ts";
import { startMockService, type MockService } from "../../../mock/service.ts";
import { annSample, createPatient, go, signIn, startApp, step, type TestApp } from "../../support/app.ts";
import { bookingForm, knownPatient, send } from "../../support/by-bridge.ts";
import { counted } from "../../support/cases.ts";
import { findBytes } from "../../support/find-bytes.ts";
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
  "items.sayCanceled",
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
  const booking = await idOf("items.create", bookingForm());
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

const parts = (): string[] => [token, ...token.split(".").slice(1)];
/** Wherever a file of the program's may be. */
const places = async (): Promise<string[]> => [
  desk.profile,
  temporary,
  await desk.app.evaluate(({ app }) => app.getPath("logs")),
  await desk.app.evaluate(({ app }) => app.getPath("crashDumps")),
];

// One story: each test goes on from the one before.
describe("the token", () => {
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
});

/**
 * The folders that are ours; what Chromium keeps in the profile is Chromium's, and nothing of a patient. Of logs there are
 * none before something goes wrong.
 */
const ours = (): readonly string[] =>
  ["records", "logs"]
    .map((folder) => join(desk.profile, folder))
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => [folder, ...readdirSync(folder).map((name) => join(folder, name))]);
function expectPrivate(): void {
  const found = ours().map((path) => [path, statSync(path)] as const);
  // The folder, the database and what belongs to it.
  expect(found.length).toBeGreaterThan(2);
  for (const [path, facts] of found)
    expect([path, facts.mode & 0o777]).toEqual([path, facts.isDirectory() ? 0o700 : 0o600]);
  counted(found.length);
}
const isWindows = process.platform === "win32";

it.skipIf(isWindows)("the profile is nobody else's to read", () => {
  expectPrivate();
  // For the start after the kill.
  for (const path of ours()) chmodSync(path, statSync(path).isDirectory() ? 0o777 : 0o666);
});

describe("what is known of patients, and the token", () => {
  const made: string[] = [];
  let folders: readonly string[] = [];
  const found = (): readonly string[] => findBytes(folders, [...parts(), ...made]).hits;
  /** A text that stands nowhere by chance. */
  const sentinel = (letters: string): string => {
    const text = `Zq${letters}Qvxjkw${"abcdefghijklmnopqrstuvwxyz"[made.length] ?? ""}`;
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
    const again = { ...emptyPatientForm, ...patient(), externalId: first.externalId };
    expect((await send(page, { kind: "patient", form: again })).status).toBe("needs-editing");

    const known = await knownPatient(page, first.lastName);
    const notes = `${sentinel("Note")} misspeled ${sentinel("Note")}`;
    const booked = await send(page, bookingForm({ patient: known, notes }));
    expect(booked.status).toBe("done");
    await go(page, "bookings");
    await page.getByRole("main").getByText(first.lastName).first().click();
    await page.getByRole("region", { name: words.bookings.details }).getByText(notes).waitFor();
    await noteTitles();

    // Left in the middle of a booking, and of a patient.
    await go(page, "new-booking");
    await step(page, "visit").click();
    await page.getByLabel(words.booking.label.notes, { exact: true }).fill(sentinel("Draft"));
    await go(page, "patients");
    await page.getByRole("button", { name: words.patients.newPatient }).click();
    await page.getByLabel(words.patients.label.firstName, { exact: true }).fill(sentinel("Half"));
    await page.getByText("Saved on this computer").first().waitFor();

    expect(made.length).toBeGreaterThan(15);
    folders = await places();
    const control = join(temporary, "control.bin");
    writeFileSync(control, Buffer.from(`\0${token} ${first.lastName}\0`, "utf16le"));
    expect(found()).toHaveLength(4);
    rmSync(control);
    expect(findBytes(folders, made).files).toBeGreaterThan(3);
    expect(found(), "while running").toEqual([]);
    await desk.kill();
    ({ page } = desk);
    expect(found(), "after a kill").toEqual([]);
    await page.getByRole("heading", { level: 1, name: words.shell.screens["new-booking"] }).waitFor();
    await go(page, "bookings");
    await page.getByRole("main").getByText(first.lastName).first().waitFor();
    await noteTitles();
    expect(seenTitles.filter((title) => made.some((text) => title.includes(text)))).toEqual([]);
  });

  it.skipIf(isWindows)(
    "lies in a profile that is nobody else's to read, also where it was open to everybody before a start",
    expectPrivate,
  );

  it("stands in no file after the program has ended", async () => {
    await desk.close();
    expect(found()).toEqual([]);
  });
});
