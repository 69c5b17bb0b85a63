import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Locator, Page } from "playwright";
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFailed } from "vitest";
import type { Item } from "../../contract/records/item.ts";
import { migrate } from "../../hub/database/migrate.ts";
import { startHub, type Hub } from "../../hub/hub.ts";
import { embeddedRole, startEmbeddedPostgres, type EmbeddedPostgres } from "../../hub/postgres/embedded.ts";
import { words } from "../../messages/words.ts";
import { startMockService, type MockService } from "../../mock/service.ts";
import { replicaOf, type Replica } from "../hub/support/replica.ts";
import {
  annSample,
  choosePatient,
  createPatient,
  go,
  itemsIn,
  newBooking,
  patience,
  signIn,
  startApp,
  step,
  typePaymentMethod,
  type TestApp,
} from "../support/app.ts";

/** Three desks, a hub, its database, and one that follows it: each for real. */
let mock: MockService;
let folder: string;
let primary: EmbeddedPostgres;
let replica: Replica;
let hub: Hub;
let desks: TestApp[];

const says = words.clinic;
const page = (at: 1 | 2 | 3): Page => {
  const desk = desks[at - 1];
  if (desk === undefined) throw new RangeError("desk");
  return desk.page;
};
const picture = (at: 1 | 2 | 3, name: string): Promise<void> | undefined =>
  desks[at - 1]?.picture(`clinic-${name}`);
const hubOn = (connection: EmbeddedPostgres["hub"], port = 0): Promise<Hub> =>
  startHub({
    connection,
    host: "127.0.0.1",
    port,
    connections: 4,
    statementTimeoutMs: 20_000,
    log: { write: () => undefined },
  });
const bookings = (): number => mock.ledger().filter(({ kind }) => kind === "appointment").length;

beforeAll(async () => {
  mock = await startMockService({ sampleData: true });
  folder = mkdtempSync(join(tmpdir(), "front-desk-clinic-"));
  primary = await startEmbeddedPostgres({ folder, settings: ["fsync=off"] });
  await migrate(primary.owner, { role: embeddedRole, password: String(primary.hub.password) });
  replica = await replicaOf(primary, folder, join(folder, "replica"));
  hub = await hubOn(primary.hub);
  desks = await Promise.all([startApp(), startApp(), startApp()]);
  for (const desk of desks) {
    await signIn(desk.page, { address: mock.baseUrl, token: mock.token });
    await desk.page.getByRole("heading", { level: 1, name: words.shell.screens["new-booking"] }).waitFor();
  }
});
afterAll(async () => {
  // The first was killed.
  await Promise.allSettled(desks.map((desk) => desk.dispose()));
  await hub.close();
  await replica.stop();
  await primary.stop();
  await mock.close();
  rmSync(folder, { recursive: true, force: true });
});

beforeEach(() => {
  onTestFailed(async () => {
    for (const [at, desk] of desks.entries())
      await desk.picture(`clinic-failed-${at + 1}`).catch(() => undefined);
  });
});

const dialog = (of: Page): Locator => of.getByRole("dialog").or(of.getByRole("alertdialog"));
const button = (of: Locator | Page, name: string): Locator => of.getByRole("button", { name, exact: true });
const field = (of: Locator | Page, name: string): Locator => of.getByLabel(name, { exact: true });
async function toDesks(of: Page): Promise<void> {
  await go(of, "settings");
  await of.getByRole("heading", { name: words.settings.sections.desks }).scrollIntoViewIfNeeded();
}

async function joins(at: 2 | 3, name: string): Promise<void> {
  const [first, second] = [page(1), page(at)];
  await toDesks(first);
  await button(first, says.invite.button).click();
  const code = await dialog(first)
    .getByText(/^[0-9A-Z]{4}(-[0-9A-Z]{4}){6}$/)
    .innerText();
  await toDesks(second);
  await button(second, says.section.join).click();
  await field(dialog(second), says.form.hub).fill(hub.address);
  await field(dialog(second), says.form.code).fill(code);
  await field(dialog(second), says.form.name).fill(name);
  await button(dialog(second), says.join.submit).click();
  await dialog(first).getByText(says.invite.asks({ name })).waitFor();
  await picture(1, `asks-${name}`);
  await button(dialog(first), says.invite.accept).click();
  await dialog(first).waitFor({ state: "detached" });
  await second
    .getByRole("cell", { name: "Desk 1" })
    .or(second.getByRole("rowheader", { name: /Desk 1/ }))
    .first()
    .waitFor();
}

/** Types a booking for Ann; what is pressed in the end is the caller's. */
async function typeBooking(
  of: Page,
  time: string,
  billing: "Monthly Invoice" | "Bill to Patient",
): Promise<void> {
  await newBooking(of);
  await choosePatient(of, "Ann Sample");
  await step(of, "visit").click();
  await field(of, words.booking.label.service).fill("102");
  await field(of, words.booking.label.date).fill("3/4/2031");
  await field(of, words.booking.label.time).fill(time);
  await step(of, "billing").click();
  await of.getByRole("radio", { name: words.booking.billing.names[billing] }).check();
  await step(of, "review").click();
}
const bookingsAt = (of: Page): Promise<Item[]> => itemsIn(of, { kinds: ["booking"] });
const statusOf = async (of: Page, time: string): Promise<string | undefined> =>
  (await bookingsAt(of)).find((item) => item.kind === "booking" && item.form.time === time)?.status;
const becomes = (of: Page, time: string, status: string) =>
  expect.poll(() => statusOf(of, time), { timeout: patience, interval: 200 }).toBe(status);

describe("a clinic with three desks", () => {
  it("is created at the first, which prints its sheet", async () => {
    const first = page(1);
    await go(first, "patients");
    await button(first, words.patients.newPatient).first().click();
    await createPatient(first, annSample);
    await expect.poll(() => mock.ledger().length).toBe(1);
    await toDesks(first);
    await picture(1, "none");
    await button(first, says.section.create).click();
    await field(dialog(first), says.form.hub).fill(hub.address);
    await field(dialog(first), says.form.token).fill(String(hub.creationToken));
    await field(dialog(first), says.form.name).fill("Desk 1");
    await picture(1, "create");
    await button(dialog(first), says.create.submit).click();
    await first.getByText(says.hub.word.up, { exact: true }).waitFor();
    await button(first, says.sheet.make).click();
    await dialog(first)
      .getByText(/AGE-SECRET-KEY-1/)
      .first()
      .waitFor();
    await picture(1, "sheet");
    await button(dialog(first), says.sheet.confirm).click();
    await first.getByText(says.sheet.is).waitFor();
  });

  it("lets two others in by a code each", async () => {
    await joins(2, "Desk 2");
    await joins(3, "Desk 3");
    await toDesks(page(1));
    await picture(1, "desks");
    expect(await page(3).getByRole("rowheader").count()).toBeGreaterThanOrEqual(3);
  });

  it("knows the patient of one at all, and what one books at once at the others", async () => {
    const second = page(2);
    await typeBooking(second, "2pm", "Monthly Invoice");
    await button(second, words.booking.book).click();
    await becomes(second, "14:00", "done");
    await becomes(page(1), "14:00", "done");
    await becomes(page(3), "14:00", "done");
    await go(page(1), "bookings");
    await picture(1, "agenda");
    expect(bookings()).toBe(1);
  });

  it("works the call-back list of one desk at another", async () => {
    const [first, second] = [page(1), page(2)];
    await typeBooking(first, "3pm", "Bill to Patient");
    await button(first, words.booking.saveForLater).click();
    await becomes(first, "15:00", "needs-card");
    await becomes(second, "15:00", "elsewhere");
    await go(second, "outbox");
    await second.getByRole("tab", { name: new RegExp(words.outbox.tabs.elsewhere) }).click();
    await picture(2, "elsewhere");
    await go(first, "outbox");
    await first.getByRole("main").getByRole("listitem").getByRole("button").first().click();
    await button(first, says.handOver.button).click();
    await dialog(first).getByRole("radio", { name: "Desk 2" }).check({ force: true });
    await picture(1, "hand-over");
    await button(dialog(first), says.handOver.button).click();
    await becomes(second, "15:00", "needs-card");
    await becomes(first, "15:00", "elsewhere");
    await go(second, "outbox");
    await second.getByRole("main").getByRole("listitem").getByRole("button").first().click();
    await button(second, words.outbox.edit).click();
    await step(second, "billing").click();
    await typePaymentMethod(second, "pm_card_visa");
    await step(second, "review").click();
    await button(second, words.booking.book).click();
    await becomes(second, "15:00", "done");
    await becomes(first, "15:00", "done");
    expect(bookings()).toBe(2);
  });

  it("takes over what waits at a desk that is gone, though the hub's database is promoted meanwhile", async () => {
    const [first, third] = [page(1), page(3)];
    await typeBooking(first, "4pm", "Monthly Invoice");
    await replica.caughtUp();
    await replica.cutOff();
    await button(first, words.booking.saveForLater).click();
    await becomes(third, "16:00", "elsewhere");
    desks[0]?.app.process().kill("SIGKILL");
    const { port } = new URL(hub.address);
    await hub.close();
    await primary.stop();
    await replica.promote();
    hub = await hubOn(replica.hub, Number(port));
    await go(third, "outbox");
    await third.getByRole("tab", { name: new RegExp(words.outbox.tabs.elsewhere) }).click();
    await third.getByRole("main").getByRole("listitem").getByRole("button").first().click();
    await picture(3, "held-elsewhere");
    await button(third, says.takeOver.button).click();
    await picture(3, "take-over");
    await button(dialog(third), says.takeOver.button).click();
    await becomes(third, "16:00", "needs-checking");
    await picture(3, "needs-checking");
  });
});
