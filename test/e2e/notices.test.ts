import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Locator, Page } from "playwright";
import { afterAll, beforeAll, describe, expect, it, onTestFailed } from "vitest";
import { migrate } from "../../hub/database/migrate.ts";
import { startHub, type Hub } from "../../hub/hub.ts";
import { embeddedRole, startEmbeddedPostgres, type EmbeddedPostgres } from "../../hub/postgres/embedded.ts";
import { words } from "../../messages/words.ts";
import { startMockService, type MockService } from "../../mock/service.ts";
import {
  annSample,
  choosePatient,
  createPatient,
  go,
  newBooking,
  patience,
  signIn,
  startApp,
  step,
  type TestApp,
} from "../support/app.ts";

/** Two desks, a hub with its database, and a service that decides on each booking a second after it was made. */
let mock: MockService;
let folder: string;
let database: EmbeddedPostgres;
let hub: Hub;
let desks: readonly [TestApp, TestApp];

const says = words.notices;
const hubOn = (port = 0): Promise<Hub> =>
  startHub({
    connection: database.hub,
    host: "127.0.0.1",
    port,
    connections: 4,
    statementTimeoutMs: 20_000,
    log: { write: () => undefined },
  });

beforeAll(async () => {
  mock = await startMockService({
    sampleData: true,
    decideAfterMs: 1_000,
    retryDelaysMs: [500, 1_000, 2_000, 4_000, 8_000],
  });
  folder = mkdtempSync(join(tmpdir(), "front-desk-notices-"));
  database = await startEmbeddedPostgres({ folder, settings: ["fsync=off"] });
  await migrate(database.owner, { role: embeddedRole, password: String(database.hub.password) });
  hub = await hubOn();
  desks = await Promise.all([startApp(), startApp()]);
  for (const { page } of desks) {
    await signIn(page, { address: mock.baseUrl, token: mock.token });
    await page.getByRole("heading", { level: 1, name: words.shell.screens["new-booking"] }).waitFor();
  }
});
afterAll(async () => {
  await Promise.allSettled(desks.map((desk) => desk.dispose()));
  await hub.close();
  await database.stop();
  await mock.close();
  rmSync(folder, { recursive: true, force: true });
});

/** By its routes: how a clinic is made by hand is another story. */
async function makeClinic([{ page: one }, { page: two }]: readonly [TestApp, TestApp]): Promise<void> {
  const { address, creationToken } = hub;
  const created = { hub: address, token: String(creationToken), name: "Front" };
  await one.evaluate((input) => window.desk.invoke("clinic.create", input), created);
  const invited = await one.evaluate(() => window.desk.invoke("clinic.invite", {}));
  const code = /"code":"([^"]+)"/.exec(JSON.stringify(invited))?.[1] ?? "";
  const joining = { hub: address, code, name: "Back" };
  await two.evaluate((input) => window.desk.invoke("clinic.join", input), joining);
  const stateOf = async (page: Page): Promise<string> =>
    JSON.stringify(await page.evaluate(() => window.desk.invoke("clinic.get", {})));
  await expect.poll(() => stateOf(one), { timeout: patience }).toContain('"asks":"Back"');
  await one.evaluate(() => window.desk.invoke("clinic.answer", { accept: true }));
  await expect.poll(() => stateOf(two), { timeout: patience }).toContain('"line":"up"');
}

const button = (of: Locator | Page, name: string): Locator => of.getByRole("button", { name, exact: true });
const dialog = (of: Page): Locator => of.getByRole("dialog").or(of.getByRole("alertdialog"));
async function toNotices(of: Page): Promise<void> {
  await go(of, "settings");
  await of.getByRole("heading", { name: words.settings.sections.notices }).scrollIntoViewIfNeeded();
}

/** Books for Ann, and answers the number that the service gave. */
async function book(of: Page, { time, notes }: { readonly time: string; readonly notes: string }) {
  const before = mock.ledger().length;
  await newBooking(of);
  await choosePatient(of, "Ann Sample");
  await step(of, "visit").click();
  await of.getByLabel(words.booking.label.service, { exact: true }).fill("102");
  await of.getByLabel(words.booking.label.date, { exact: true }).fill("3/4/2031");
  await of.getByLabel(words.booking.label.time, { exact: true }).fill(time);
  await of.getByLabel(words.booking.label.notes, { exact: true }).fill(notes);
  await step(of, "billing").click();
  await of.getByRole("radio", { name: words.booking.billing.names["Monthly Invoice"] }).check();
  await step(of, "review").click();
  await button(of, words.booking.book).click();
  await expect.poll(() => mock.ledger().length, { timeout: patience }).toBe(before + 1);
}

describe("news of approvals", () => {
  it("have their addresses made and registered, which is asked about first", async () => {
    const [first] = desks;
    const { page } = first;
    onTestFailed(() => first.picture("notices-failed"));
    await makeClinic(desks);
    await go(page, "patients");
    await button(page, words.patients.newPatient).first().click();
    await createPatient(page, annSample);
    await toNotices(page);
    await first.picture("notices-none");
    await button(page, says.addresses.register).click();
    await first.picture("notices-question");
    await button(dialog(page), says.addresses.yes).click();
    await expect
      .poll(() => mock.ledger().filter(({ kind }) => kind === "webhook").length, { timeout: patience })
      .toBe(2);
    const test = button(page, says.addresses.testOf({ kind: says.addresses.events.approved }));
    await test.click();
    await page
      .getByText(/The test came back/)
      .first()
      .waitFor();
    await first.picture("notices-registered");
  });

  it("are shown at their bookings when somebody has pointed at the number in a real one", async () => {
    const [first, second] = desks;
    const { page } = first;
    onTestFailed(() => first.picture("notices-failed"));
    await book(page, { time: "2pm", notes: "Knee" });
    await toNotices(page);
    const unread = page.getByRole("row", { name: new RegExp(says.list.problem["no-pointer"]) });
    await unread.getByRole("button").click();
    await dialog(page).getByText("/data/appointmentId").waitFor();
    await first.picture("notices-fields");
    await button(dialog(page), says.detail.chooseOf({ place: "/data/appointmentId" })).click();
    await first.picture("notices-point");
    await button(dialog(page), says.detail.yes).click();
    await dialog(page).getByText(says.detail.chosen).waitFor();
    await button(dialog(page), says.detail.close).click();
    for (const desk of desks) {
      await go(desk.page, "bookings");
      await desk.page
        .getByText(/Approved · unsigned notice/)
        .first()
        .waitFor({ timeout: patience });
    }
    await first.picture("notices-agenda-approved");
    await second.page.getByRole("main").getByRole("listitem").getByRole("button").first().click();
    await second.page.getByText(says.booking.title).waitFor();
    await second.picture("notices-booking-approved");
  });

  it("come also when the hub was killed in between: a denial is on the badge until somebody looks", async () => {
    const [first, second] = desks;
    onTestFailed(() => second.picture("notices-failed"));
    const { port } = new URL(hub.address);
    await hub.close();
    await book(first.page, { time: "4pm", notes: "please deny" });
    hub = await hubOn(Number(port));
    for (const { page } of desks)
      await expect
        .poll(
          async () => {
            // By itself a desk looks again within half a minute.
            await page.evaluate(() => window.desk.invoke("clinic.look", {}));
            return page.getByRole("navigation").first().innerText();
          },
          { timeout: patience },
        )
        .toContain(says.nav.denied({ count: 1 }));
    await go(second.page, "bookings");
    await second.page
      .getByText(/Denied · unsigned notice/)
      .first()
      .waitFor();
    await second.picture("notices-agenda-denied");
    await second.page
      .getByRole("main")
      .getByRole("button", { name: /Denied · unsigned notice/ })
      .click();
    await second.page.getByText(says.booking.deniedTitle).waitFor();
    await second.picture("notices-booking-denied");
    await expect
      .poll(() => second.page.getByRole("navigation").first().innerText(), { timeout: patience })
      .not.toContain(says.nav.denied({ count: 1 }));
    await toNotices(second.page);
    await second.picture("notices-received");
  });
});
