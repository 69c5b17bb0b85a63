import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { z } from "zod";
import { endpoints } from "../../shared/service-api/endpoints.ts";
import { readExistingPatientId } from "../../shared/service-api/error-body.ts";
import { patientCreated } from "../../shared/service-api/patient.ts";
import { inboxPath, startMockService, type MockService } from "../../mock/service.ts";
import { onlyWith } from "../support/only-with.ts";
import { ann, call, invoiceBooking, now, startReceiver, watchDeliveries } from "./mock-kit.ts";

const root = join(import.meta.dirname, "../..");
const started = z.strictObject({ baseUrl: z.string(), token: z.string() });
const children: ChildProcess[] = [];
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "mock-"));
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
});
afterAll(() => rm(folder, { recursive: true }));

function run(...args: string[]) {
  const child = spawn(process.execPath, ["mock/cli.ts", ...args], {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
  });
  children.push(child);
  const lines: string[] = [];
  const errors: string[] = [];
  const reader = createInterface({ input: child.stdout });
  reader.on("line", (line) => lines.push(line));
  createInterface({ input: child.stderr }).on("line", (line) => errors.push(line));
  const first = once(reader, "line").then(([line]) => started.parse(JSON.parse(String(line))));
  first.catch(() => undefined);
  const exit = once(child, "close").then(([code, signal]) => ({ code, signal, lines, errors }));
  return { child, first, exit };
}

test("what a killed mock answered is there after the next start, and its token still holds", async () => {
  const db = join(folder, "killed.db");
  const before = run("--port", "0", "--db", db, "--serve-ledger");
  const { baseUrl, token } = await before.first;
  const create = (to: string, externalId: string) =>
    call(to, { path: "/api/patient", token, json: { ...ann, externalId } });
  const ids: number[] = [];
  for (let n = 0; n < 20; n += 1)
    ids.push(patientCreated.parse((await create(baseUrl, `x-${n}`)).body).patientId);
  before.child.kill("SIGKILL");
  await before.exit;

  const after = run("--port", "0", "--db", db, "--serve-ledger");
  const next = await after.first;
  const ledger = z
    .array(z.looseObject({ id: z.int() }))
    .parse((await call(next.baseUrl, { path: "/mock/ledger" })).body);
  expect(ledger.map(({ id }) => id)).toEqual(ids);
  const repeat = await create(next.baseUrl, "x-7");
  expect([repeat.status, readExistingPatientId(repeat.body)]).toEqual([409, ids[7]]);
});

test("npm run mock serves the description of the interface that is checked in, without a token", async () => {
  const { baseUrl } = await run().first;
  const served = await (await fetch(`${baseUrl}/openapi.yaml`)).text();
  expect(served).toBe(await readFile(join(root, "docs/service.openapi.yaml"), "utf8"));
});

test(
  "SIGTERM with a hanging delivery and a waiting decision ends the process by itself, with status 0",
  onlyWith("signals"),
  async () => {
    let arrived = (): void => undefined;
    const reached = new Promise<void>((resolve) => (arrived = resolve));
    const silent = await startReceiver(() => {
      arrived();
      return null;
    });
    const mock = run("--decide-after", "0");
    const { baseUrl, token } = await mock.first;
    const post = (path: string, json: unknown) => call(baseUrl, { path, token, json });
    await post("/api/webhooks", { url: silent.url, events: ["appointment.approved.v1"] });
    const { patientId } = patientCreated.parse((await post("/api/patient", ann)).body);
    const booking = { ...invoiceBooking(patientId), appointmentDateTime: "2999-01-01T10:00:00Z" };
    expect((await post("/api/appointment", booking)).status).toBe(201);
    await reached;
    mock.child.kill("SIGTERM");
    const { code, lines, errors } = await mock.exit;
    expect({ code, lines: lines.length, errors }).toEqual({ code: 0, lines: 1, errors: [] });
    await silent.close();
  },
);

test.each([
  [["--port", "70000"], "--port must be"],
  [["--port", "four"], "--port must be"],
  [["--port"], "--port"],
  [["--decide-after", "1.5"], "--decide-after must be"],
  [["--time-zone", "Mars/Olympus"], "unknown time zone"],
  [["--db", ""], "--db needs"],
  [["--colour", "red"], "--colour"],
  [["extra"], "extra"],
])("arguments %j end with status 2 and one line that names the fault", async (args, fault) => {
  const { code, lines, errors } = await run(...args).exit;
  expect([code, lines, errors.length]).toEqual([2, [], 1]);
  expect(errors[0]).toContain(fault);
});

test("a port in use, or a file that is no database, ends with status 1 and one line", async () => {
  const other = await startMockService();
  const { port } = new URL(other.baseUrl);
  const taken = await run("--port", port).exit;
  expect([taken.code, taken.lines, taken.errors]).toEqual([1, [], [`mock: port ${port} is in use`]]);
  await other.close();
  const noDatabase = join(folder, "no.db");
  await writeFile(noDatabase, "this is a text, and a long one".repeat(200));
  const damaged = await run("--db", noDatabase).exit;
  expect([damaged.code, damaged.lines, damaged.errors.length]).toEqual([1, [], 1]);
  expect(damaged.errors[0]).toContain("not a database");
});

test("an appointment that was Pending is decided after a restart, once, and told to its webhook", async () => {
  const options = { databaseFile: join(folder, "pending.db"), clock: () => now, sampleData: true };
  const first = await startMockService({ ...options, decideAfterMs: 3_600_000 });
  const token = first.token;
  // The inbox of the next start is on another port, so the receiver is a server of its own.
  const clinic = await startReceiver();
  const json = { url: clinic.url, events: ["appointment.approved.v1"] };
  await call(first.baseUrl, { path: "/api/webhooks", token, json });
  const booking = invoiceBooking(first.samplePatients[0]?.patientId ?? 0);
  await call(first.baseUrl, { path: "/api/appointment", token, json: booking });
  await first.close();

  const watch = watchDeliveries();
  const second = await startMockService({ ...options, decideAfterMs: 0, onDelivery: watch.onDelivery });
  await watch.until(1);
  expect(second.samplePatients).toEqual(first.samplePatients);
  await second.close();

  const third = await startMockService({ ...options, decideAfterMs: 0, onDelivery: watch.onDelivery });
  const inbox = { url: third.baseUrl + inboxPath, events: ["appointment.approved.v1"] };
  await call(third.baseUrl, { path: "/api/webhooks", token, json: inbox });
  await call(third.baseUrl, { path: "/api/appointment", token, json: booking });
  // One more event, to two registrations: the first appointment is not decided again.
  await watch.until(3);
  expect(third.deliveries()).toHaveLength(3);
  expect(new Set(third.deliveries().map(({ eventId }) => eventId)).size).toBe(2);
  await third.close();
  await clinic.close();
});

test("a database of a newer version is refused, not changed", async () => {
  const file = join(folder, "newer.db");
  await (await startMockService({ databaseFile: file })).close();
  const { default: Database } = await import("better-sqlite3-multiple-ciphers");
  const db = new Database(file);
  db.pragma("user_version = 99");
  db.close();
  await expect(startMockService({ databaseFile: file })).rejects.toThrow(/another version/);
});

test("a request that is being looked at when the service closes is not answered by a database that is gone", async () => {
  const warned = vi.spyOn(process, "emitWarning");
  onTestFinished(() => warned.mockRestore());
  for (let time = 0; time < 5; time += 1) {
    let arrived = 0;
    const closing = Promise.withResolvers<void>();
    const service: MockService = await startMockService({
      onRequest: () => {
        arrived += 1;
        // Its token is not verified yet.
        closing.resolve(service.close());
      },
    });
    const answer = call(service.baseUrl, { path: endpoints.listWebhooks.path, token: service.token }).catch(
      () => null,
    );
    await closing.promise;
    expect(arrived).toBe(1);
    expect((await answer)?.status).not.toBe(200);
  }
  expect(warned).not.toHaveBeenCalled();
});
