import { expect, it } from "vitest";
import { clinicOf, newId, recordOf } from "./support/desk.ts";
import { testDatabase, testHub } from "./support/started.ts";
import { turnout } from "./support/turnout.ts";

it("a connection that hangs costs one time-out, and keeps the hub from ending no longer than that", async () => {
  const database = await testDatabase();
  const line = await turnout(Number(database.hub.port));
  const statementTimeoutMs = 4_000;
  const connection = { ...database.hub, port: line.port };
  const hub = await testHub({ hub: connection }, { statementTimeoutMs, connections: 1 });
  const [desk] = await clinicOf(hub.address, String(hub.creationToken), 1);
  const { entry, ciphertext } = recordOf(newId());
  line.freeze();
  const began = performance.now();
  const { status, failure } = await desk.push([entry], [ciphertext]);
  expect([status, failure?.code]).toEqual([503, "database-unavailable"]);
  // A query is given up after twice a statement's time.
  expect(performance.now() - began).toBeLessThan(3.5 * statementTimeoutMs);
  expect((await desk.push([entry], [ciphertext])).failure).toBeNull();
});
