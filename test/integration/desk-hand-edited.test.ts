import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { connect } from "../../main/db/connection.ts";
import { startMockService, type MockService } from "../../mock/service.ts";
import {
  bookingForm,
  fullPatient,
  hasty,
  removeFolder,
  sendPatient,
  startDesk,
  type TestDesk,
} from "../support/desk-kit.ts";
import { heldPort } from "../support/held-port.ts";
import { keyOf } from "../support/store-files.ts";

let mock: MockService;
let desk: TestDesk;
let port = 0;
const secret = "kept over the service's restarts";
const serviceFile = (): string => join(desk.directory, "service.sqlite3");

beforeEach(async () => {
  desk = await startDesk(hasty);
  port = await heldPort();
  mock = await startMockService({ secret, port, databaseFile: serviceFile() });
  await desk.get("session.connect", { serviceAddress: mock.baseUrl, token: mock.token, sameAccount: null });
});
afterEach(async () => {
  await desk.stop();
  await mock.close();
  removeFolder(desk.directory);
});

/** Two bookings of one patient that wait for the service to come back. */
async function twoWaiting(): Promise<[string, string]> {
  const patient = await sendPatient(desk, fullPatient);
  await mock.close();
  await desk.get("connection.check", {});
  const save = async (time: string): Promise<string> => {
    const known = { kind: "known" as const, id: patient.patientRecordId ?? "" };
    const { id } = await desk.get("items.create", {
      kind: "booking",
      form: bookingForm({ patient: known, time }),
    });
    expect((await desk.get("items.submit", { id, wait: true })).status).toBe("ready");
    return id;
  };
  return [await save("9am"), await save("10am")];
}
/** Changes rows while the program does not run, then starts it, with the service back. */
async function edited(id: string, change: string): Promise<void> {
  await desk.stop();
  const file = join(desk.directory, "front-desk.db");
  const db = await connect(file, await keyOf(file, desk.secrets));
  db.prepare(`update items set ${change} where id = ?`).run(id);
  db.close();
  mock = await startMockService({ secret, port, databaseFile: serviceFile() });
  desk = await startDesk({ ...hasty, directory: desk.directory, secrets: desk.secrets });
}
const booked = (): number => mock.ledger().filter(({ kind }) => kind === "appointment").length;
const isDone = (id: string) =>
  expect.poll(async () => (await desk.get("items.get", { id })).status).toBe("done");
const listed = () => desk.get("items.list", { kinds: [], statuses: [], limit: 200, offset: 0 });

describe("a row that was edited by hand", () => {
  it("and cannot be read stops no other, though it is the first to be sent, and is counted as damaged", async () => {
    const [first, second] = await twoWaiting();
    await edited(first, `json = '{"an older version":1}'`);
    await isDone(second);
    expect(booked()).toBe(1);
    expect(await listed()).toMatchObject({ total: 3, damaged: 1 });
    expect((await desk.ask("items.get", { id: first })).ok).toBe(false);
    const told = (): unknown =>
      JSON.parse(desk.crossed.findLast((line) => line.startsWith('["items.changed"')) ?? "null");
    await expect.poll(told).toMatchObject(["items.changed", { progress: null }]);
  });

  it.each([
    "kind = 'patient'",
    "json = json_set(json, '$.kind', 'webhook')",
    "status = 'sending'",
    "json = json_set(json, '$.createdAt', 'yesterday')",
  ])("with %s is never sent again and again, nor keeps the program from starting", async (change) => {
    const [first, second] = await twoWaiting();
    await edited(first, change);
    await isDone(second);
    expect(booked()).toBe(1);
    expect((await listed()).damaged).toBe(1);
  });

  it("with a status there is not leaves the counts of the others readable", async () => {
    const [first, second] = await twoWaiting();
    await edited(first, "status = 'invented'");
    await isDone(second);
    expect((await desk.get("items.counts", {})).done).toBe(2);
  });
});
