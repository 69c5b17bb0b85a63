import { join } from "node:path";
import type { Database } from "better-sqlite3-multiple-ciphers";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { CardStart } from "../../shared/cards/card-window.ts";
import type { Result } from "../../shared/core/failure.ts";
import { connect } from "../../main/db/connection.ts";
import { startMockService, type MockService } from "../../mock/service.ts";
import {
  bookingForm,
  removeFolder,
  requiredPatient,
  sendPatient,
  startDesk,
  type TestDesk,
} from "../support/desk-kit.ts";
import { keyOf } from "../support/store-files.ts";
import { said } from "../../messages/saying.ts";

let mock: MockService;
let desk: TestDesk;
let booking = "";
const openCardWindow = () => ({ focus: () => undefined, close: () => undefined });

beforeEach(async () => {
  mock = await startMockService();
  desk = await startDesk({ openCardWindow });
  await desk.get("session.connect", { serviceAddress: mock.baseUrl, token: mock.token, sameAccount: null });
  const settings = await desk.get("settings.get", {});
  const card = { publishableKey: "pk_test_1", setupIntentUrl: `${mock.baseUrl}/api/setup-intent` };
  await desk.get("settings.save", { ...settings, card });
  const { patientRecordId } = await sendPatient(desk, requiredPatient);
  const patient = { kind: "known" as const, id: patientRecordId ?? "" };
  const form = bookingForm({ patient, billingType: "Bill to Patient" });
  booking = (await desk.get("items.create", { kind: "booking", form })).id;
});
afterEach(async () => {
  await desk.stop();
  await mock.close();
  removeFolder(desk.directory);
});

const begin = async (): Promise<CardStart> => {
  const answer = (await desk.desk.cardRoute("begin", { renew: false })) as Result<CardStart>;
  if (!answer.ok) throw new Error(said(answer.failure.why));
  return answer.value;
};

/** Looks into the records while the program does not run, then starts it again. */
async function inRecords<T>(work: (db: Database) => T): Promise<T> {
  await desk.stop();
  const file = join(desk.directory, "front-desk.db");
  const db = await connect(file, await keyOf(file, desk.secrets));
  const found = work(db);
  db.close();
  desk = await startDesk({ directory: desk.directory, secrets: desk.secrets, openCardWindow });
  return found;
}

/** Every text that stands in any row of any table: those of an index stand in tables of their own. */
function everyText(db: Database): string {
  const tables = db
    .prepare("select name from sqlite_schema where type = 'table' and rootpage > 0")
    .pluck()
    .all();
  return JSON.stringify(tables.map((name) => db.prepare(`select * from "${String(name)}"`).all()));
}

it("keeps a setup intent's secret until the card is there, and no longer", async () => {
  const collected = desk.get("cards.collect", { itemId: booking });
  const { clientSecret } = await begin();
  const waiting = await inRecords(everyText);
  expect(waiting).toContain(clientSecret);
  await collected.catch(() => undefined);

  const again = desk.get("cards.collect", { itemId: booking });
  await begin();
  const [setupIntentId] = clientSecret.split("_secret_");
  await desk.desk.cardRoute("done", { setupIntentId, paymentMethod: "pm_new", card: null });
  expect(await again).toMatchObject({ outcome: "collected" });
  const over = await inRecords(everyText);
  expect(over).toContain("pm_new");
  expect(over).not.toContain(clientSecret);
});

it("never takes up a setup intent that another account began, whatever booking it names", async () => {
  const collected = desk.get("cards.collect", { itemId: booking });
  const first = await begin();
  await desk.desk.cardRoute("cancel", { reason: "closed" });
  await collected;
  const changed = await inRecords((db) =>
    db.prepare("update setup_intents set account_id = 'another'").run(),
  );
  expect(changed.changes).toBe(1);
  void desk.ask("cards.collect", { itemId: booking });
  const second = await begin();
  expect(second.lookUpFirst).toBe(false);
  expect(second.clientSecret).not.toBe(first.clientSecret);
});
