import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Locator, Page } from "playwright";
import { afterAll, beforeAll, beforeEach, expect, it, onTestFailed } from "vitest";
import type { Item } from "../../contract/records/item.ts";
import { migrate } from "../../hub/database/migrate.ts";
import { startHub, type Hub } from "../../hub/hub.ts";
import { embeddedRole, startEmbeddedPostgres, type EmbeddedPostgres } from "../../hub/postgres/embedded.ts";
import { words } from "../../messages/words.ts";
import { startMockService, type MockService } from "../../mock/service.ts";
import { replicaOf, type Replica } from "../hub/support/replica.ts";
import { go, patience, signIn, startApp, type TestApp } from "../support/app.ts";
import { annForm, bookingForm, knownPatient, send } from "../support/by-bridge.ts";

/**
 * Two desks, a hub, its database, and one that follows it: each for real. One story: each test goes on from the one before. What
 * desks do without windows is in test/hub, what their windows say of it in test/component.
 */
let mock: MockService;
let folder: string;
let primary: EmbeddedPostgres;
let replica: Replica;
let hub: Hub;
let desks: readonly [TestApp, TestApp];
let first: Page;
let second: Page;

const { clinic: says, notices } = words;
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
  mock = await startMockService({
    sampleData: true,
    decideAfterMs: 50,
    retryDelaysMs: [100, 200, 400, 800, 1_600, 3_200, 6_400],
  });
  folder = mkdtempSync(join(tmpdir(), "front-desk-clinic-"));
  primary = await startEmbeddedPostgres({ folder, settings: ["fsync=off"] });
  await migrate(primary.owner, { role: embeddedRole, password: String(primary.hub.password) });
  replica = await replicaOf(primary, folder, join(folder, "replica"));
  hub = await hubOn(primary.hub);
  desks = await Promise.all([startApp(), startApp()]);
  [first, second] = [desks[0].page, desks[1].page];
  for (const page of [first, second]) {
    await signIn(page, { address: mock.baseUrl, token: mock.token });
    await page.getByRole("heading", { level: 1, name: words.shell.screens["new-booking"] }).waitFor();
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
/** By itself a desk looks again within half a minute: right after it joined nothing tells it sooner. */
const look = (of: Page): Promise<unknown> => of.evaluate(() => window.desk.invoke("clinic.look", {}));

/** A whole booking for Ann at that desk, which knows her once it has heard of her. */
async function book(of: Page, { notes = "", time = "2pm", wait = true } = {}): Promise<Item> {
  const known = async (): Promise<string> => {
    await look(of);
    return (await knownPatient(of, "Ann Sample")).id;
  };
  await expect.poll(known, { timeout: patience }).not.toBe("");
  const patient = await knownPatient(of, "Ann Sample");
  return send(of, bookingForm({ patient, time, notes }), { wait });
}
const becomes = (of: Page, { id }: Item, status: string): Promise<void> =>
  expect
    .poll(
      () =>
        of.evaluate(async (wanted) => {
          const answer = await window.desk.invoke("items.get", { id: wanted });
          return answer.ok ? answer.value.status : null;
        }, id),
      { timeout: patience, interval: 200 },
    )
    .toBe(status);

it("a clinic is created at the first desk, which prints its sheet", async () => {
  await toDesks(first);
  await desks[0].picture("clinic-none");
  await button(first, says.section.create).click();
  await field(dialog(first), says.form.hub).fill(hub.address);
  await field(dialog(first), says.form.token).fill(String(hub.creationToken));
  await field(dialog(first), says.form.name).fill("Desk 1");
  await desks[0].picture("clinic-create");
  await button(dialog(first), says.create.submit).click();
  await first.getByText(says.hub.word.up, { exact: true }).waitFor();
  await button(first, says.sheet.make).click();
  await dialog(first)
    .getByText(/AGE-SECRET-KEY-1/)
    .first()
    .waitFor();
  await desks[0].picture("clinic-sheet");
  await button(dialog(first), says.sheet.confirm).click();
  await first.getByText(says.sheet.is).waitFor();
});

it("lets another in by a code", async () => {
  await button(first, says.invite.button).click();
  const code = await dialog(first)
    .getByText(/^[0-9A-Z]{4}(-[0-9A-Z]{4}){6}$/)
    .innerText();
  await toDesks(second);
  await button(second, says.section.join).click();
  await field(dialog(second), says.form.hub).fill(hub.address);
  await field(dialog(second), says.form.code).fill(code);
  await field(dialog(second), says.form.name).fill("Desk 2");
  await button(dialog(second), says.join.submit).click();
  await dialog(first)
    .getByText(says.invite.asks({ name: "Desk 2" }))
    .waitFor();
  await desks[0].picture("clinic-asks");
  await button(dialog(first), says.invite.accept).click();
  await dialog(first).waitFor({ state: "detached" });
  await second
    .getByRole("cell", { name: "Desk 1" })
    .or(second.getByRole("rowheader", { name: /Desk 1/ }))
    .first()
    .waitFor();
  await desks[0].picture("clinic-desks");
});

it("knows the patient of one at the other, and what one books at once", async () => {
  await send(first, annForm);
  const booked = await book(second);
  expect(booked.status).toBe("done");
  await becomes(first, booked, "done");
  await go(first, "bookings");
  await first
    .getByText(/Ann Sample/)
    .first()
    .waitFor();
  await desks[0].picture("clinic-agenda");
  expect(bookings()).toBe(1);
});

it("shows approvals at their bookings, and a denial on the badge until somebody looks, also when the hub was killed in between", async () => {
  await first.evaluate(() => window.desk.invoke("notices.register", {}));
  await expect
    .poll(() => mock.ledger().filter(({ kind }) => kind === "webhook").length, { timeout: patience })
    .toBe(2);
  await book(first, { notes: "Knee", time: "3pm" });
  const pointed = (): Promise<boolean> =>
    first.evaluate(async () => {
      await window.desk.invoke("clinic.look", {});
      const listed = await window.desk.invoke("notices.list", { only: "all", limit: 1, before: null });
      const number = listed.ok ? listed.value.notices[0]?.number : undefined;
      if (number === undefined) return false;
      const pointer = "/data/appointmentId";
      return (await window.desk.invoke("notices.point", { number, pointer, everywhere: true })).ok;
    });
  await expect.poll(pointed, { timeout: patience }).toBe(true);
  for (const page of [first, second]) {
    await go(page, "bookings");
    await look(page);
    await page
      .getByText(/Approved · unsigned notice/)
      .first()
      .waitFor({ timeout: patience });
  }
  await desks[0].picture("notices-agenda-approved");

  const { port } = new URL(hub.address);
  await hub.close();
  await book(first, { notes: "please deny", time: "4pm" });
  hub = await hubOn(primary.hub, Number(port));
  const navigation = (of: Page): Promise<string> => of.getByRole("navigation").first().innerText();
  for (const page of [first, second])
    await expect
      .poll(
        async () => {
          await look(page);
          return navigation(page);
        },
        { timeout: patience },
      )
      .toContain(notices.nav.denied({ count: 1 }));
  const denied = second.getByRole("main").getByRole("button", { name: /Denied · unsigned notice/ });
  await denied.waitFor();
  await desks[1].picture("notices-agenda-denied");
  await denied.click();
  await second.getByText(notices.booking.deniedTitle).waitFor();
  await desks[1].picture("notices-booking-denied");
  await expect
    .poll(() => navigation(second), { timeout: patience })
    .not.toContain(notices.nav.denied({ count: 1 }));
});

it("takes over what waits at a desk that is gone, though the hub's database is promoted meanwhile", async () => {
  await replica.caughtUp();
  await replica.cutOff();
  const waits = await book(first, { time: "5pm", wait: false });
  await becomes(second, waits, "elsewhere");
  desks[0].app.process().kill("SIGKILL");
  const { port } = new URL(hub.address);
  await hub.close();
  await primary.stop();
  await replica.promote();
  hub = await hubOn(replica.hub, Number(port));
  await go(second, "outbox");
  await second.getByRole("tab", { name: new RegExp(words.outbox.tabs.elsewhere) }).click();
  await second.getByRole("main").getByRole("listitem").getByRole("button").first().click();
  await desks[1].picture("clinic-held-elsewhere");
  await button(second, says.takeOver.button).click();
  await desks[1].picture("clinic-take-over");
  await button(dialog(second), says.takeOver.button).click();
  await becomes(second, waits, "needs-checking");
  await desks[1].picture("clinic-needs-checking");
});
