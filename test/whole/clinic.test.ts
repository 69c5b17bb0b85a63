import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright";
import { afterAll, beforeAll, beforeEach, expect, it, onTestFailed } from "vitest";
import { migrateHub } from "../../hub/database/migrate.ts";
import type { Hub } from "../../hub/hub.ts";
import { embeddedRole, startEmbeddedPostgres, type EmbeddedPostgres } from "../../hub/postgres/embedded.ts";
import { words } from "../../messages/words.ts";
import { startMockService, type MockService } from "../../mock/service.ts";
import { replicaOf, type Replica } from "../hub/support/replica.ts";
import { go, patience, type TestApp } from "../support/app.ts";
import { annForm, send } from "../support/by-bridge.ts";
import {
  becomes,
  book,
  button,
  createClinic,
  dialog,
  hubOn,
  letIn,
  look,
  startTwoDesks,
} from "../support/clinic-desks.ts";

/**
 * Two desks of a clinic, a hub, its database, and one that follows it: each for real. One story: each test goes on from the one
 * before. How a clinic begins is in test/e2e/clinic.test.ts.
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

beforeAll(async () => {
  mock = await startMockService({
    sampleData: true,
    decideAfterMs: 50,
    retryDelaysMs: [100, 200, 400, 800, 1_600, 3_200, 6_400],
  });
  folder = mkdtempSync(join(tmpdir(), "front-desk-clinic-"));
  primary = await startEmbeddedPostgres({ folder, settings: ["fsync=off"] });
  await migrateHub(primary.owner, { role: embeddedRole, password: String(primary.hub.password) });
  replica = await replicaOf(primary, folder, join(folder, "replica"));
  hub = await hubOn(primary.hub);
  desks = await startTwoDesks({ address: mock.baseUrl, token: mock.token });
  [first, second] = [desks[0].page, desks[1].page];
  await createClinic(desks[0], hub);
  await letIn(desks, hub);
  await send(first, annForm);
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
      .getByText(/Approved · unverified update/)
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
  const denied = second.getByRole("main").getByRole("button", { name: /Denied · unverified update/ });
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
