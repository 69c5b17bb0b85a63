// node test/hub/measure-notices.ts [a second] [seconds]: notices left at a hub at that rate, on its own PostgreSQL, the hub a process of
// its own. Prints how many were taken and are there, how long that took, and the hub's memory. docs/clinic-server.md has what it said.
import { generateX25519Identity, identityToRecipient } from "age-encryption";
import { createHash, randomBytes, randomUUID } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { setTimeout as delay } from "node:timers/promises";
import { Agent, request } from "undici";
import { hubRoutes } from "../../shared/hub-api/routes.ts";
import { clinicOf } from "./support/desk.ts";
import { endProcess, startHubProcess } from "../support/hub-process.ts";

const [rate, seconds] = [Number(process.argv[2] ?? 1_000), Number(process.argv[3] ?? 60)];
const percentile = (values: readonly number[], part: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * part)] ?? 0;

const folder = mkdtempSync(join(tmpdir(), "hub-notices-"));
const hub = await startHubProcess(folder);
const agent = new Agent({ connections: 64, pipelining: 1 });
/** Megabytes that the hub's process holds (VmRSS of proc(5)). */
const memory = (): number =>
  Math.round(
    Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${String(hub.child.pid)}/status`, "utf8"))?.[1] ?? 0) /
      1_024,
  );
try {
  const [desk] = await clinicOf(hub.address, String(hub.creationToken), 1);
  const recipient = await identityToRecipient(await generateX25519Identity());
  const [secret, address] = [randomBytes(32), randomUUID()];
  const token = createHash("sha256").update(secret).digest("hex");
  await desk.push([
    { type: "notice-recipient", recipient },
    { type: "notice-address", address, token },
  ]);
  const path = `/in/${secret.toString("base64url")}`;
  const taken: number[] = [];
  const refused = new Map<number, number>();
  const held: number[] = [];
  const leave = async (number: number): Promise<void> => {
    const begun = performance.now();
    const answer = await request(`${hub.address}${path}`, {
      method: "POST",
      body: JSON.stringify({ type: "appointment.approved.v1", data: { appointmentId: number } }),
      headers: { "content-type": "application/json" },
      dispatcher: agent,
    });
    await answer.body.dump();
    if (answer.statusCode === 204) taken.push(performance.now() - begun);
    else refused.set(answer.statusCode, (refused.get(answer.statusCode) ?? 0) + 1);
  };
  const waiting: Promise<void>[] = [];
  const begun = performance.now();
  for (let number = 0; number < rate * seconds;) {
    const due = Math.min(rate * seconds, ((performance.now() - begun) / 1_000) * rate);
    for (; number < due; number += 1) waiting.push(leave(number));
    if (held.length < (performance.now() - begun) / 5_000) held.push(memory());
    await delay(5);
  }
  await Promise.all(waiting);
  const took = (performance.now() - begun) / 1_000;
  const { method, path: listPath, output } = hubRoutes.notices;
  const { value } = await desk.ask(method, `${listPath}?after=0&limit=1`, { output });
  const others = [...refused].map(([status, count]) => `, ${count} answered ${status}`).join("");
  console.log(
    `${rate} a second for ${seconds} s: ${taken.length} taken in ${took.toFixed(0)} s${others}; ${value.last} are there; ` +
      `p50 ${percentile(taken, 0.5).toFixed(0)} ms, p99 ${percentile(taken, 0.99).toFixed(0)} ms; ` +
      `hub ${held.join(", ")} MB; load ${(loadavg()[0] ?? 0).toFixed(1)}`,
  );
} finally {
  await agent.close();
  await endProcess(hub.child, "SIGTERM");
  rmSync(folder, { recursive: true, force: true });
}
