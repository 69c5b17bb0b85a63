import { afterAll, beforeAll, beforeEach, expect, it, onTestFailed } from "vitest";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { migrateHub } from "../../hub/database/migrate.ts";
import type { Hub } from "../../hub/hub.ts";
import { embeddedRole, startEmbeddedPostgres, type EmbeddedPostgres } from "../../hub/postgres/embedded.ts";
import { startMockService, type MockService } from "../../mock/service.ts";
import { go, type TestApp } from "../support/app.ts";
import { annForm, send } from "../support/by-bridge.ts";
import { becomes, book, createClinic, hubOn, letIn, startTwoDesks } from "../support/clinic-desks.ts";

/**
 * Two desks, a hub and its database, each for real. One story: each test goes on from the one before. What desks do without
 * windows is in test/hub, what their windows say of it in test/component, and what comes of a hub and a desk that are gone in
 * test/whole/clinic.test.ts.
 */
let mock: MockService;
let folder: string;
let database: EmbeddedPostgres;
let hub: Hub;
let desks: readonly [TestApp, TestApp];

const bookings = (): number => mock.ledger().filter(({ kind }) => kind === "appointment").length;

beforeAll(async () => {
  mock = await startMockService({ sampleData: true, decideAfterMs: 50 });
  folder = mkdtempSync(join(tmpdir(), "front-desk-clinic-"));
  database = await startEmbeddedPostgres({ folder, settings: ["fsync=off"] });
  await migrateHub(database.owner, { role: embeddedRole, password: String(database.hub.password) });
  hub = await hubOn(database.hub);
  desks = await startTwoDesks({ address: mock.baseUrl, token: mock.token });
});
afterAll(async () => {
  await Promise.allSettled(desks.map((desk) => desk.dispose()));
  await hub.close();
  await database.stop();
  await mock.close();
  rmSync(folder, { recursive: true, force: true });
});

beforeEach(() => {
  onTestFailed(async () => {
    for (const [at, desk] of desks.entries())
      await desk.picture(`clinic-failed-${at + 1}`).catch(() => undefined);
  });
});

it("a clinic is created at the first desk, which prints its sheet", () => createClinic(desks[0], hub));

it("lets another in by a code", () => letIn(desks, hub));

it("knows the patient of one at the other, and what one books at once", async () => {
  const [first, second] = [desks[0].page, desks[1].page];
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
