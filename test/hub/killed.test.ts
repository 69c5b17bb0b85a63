import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it, onTestFinished } from "vitest";
import type { Entry } from "../../shared/hub-api/entries.ts";
import type { Push } from "../../shared/hub-api/signed.ts";
import type { Pushed } from "../../shared/hub-api/routes.ts";
import { clinicOf, newId, recordOf, shared, type TestDesk } from "./support/desk.ts";
import { endProcess, postgresOf, startHubProcess } from "../support/hub-process.ts";

/** Both hubs have it, one after the other: making a PostgreSQL takes longer than the second one's whole test. */
const folder = mkdtempSync(join(tmpdir(), "hub-killed-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Sends until there is an answer that is one: no answer, 500 and 503 mean "again, the same bytes". */
async function untilAnswered(desk: TestDesk, push: Push, onTry: () => void): Promise<Pushed> {
  for (;;) {
    onTry();
    try {
      const { value, failure, status } = await desk.send(push);
      if (failure === null) return value;
      if (status < 500) throw new Error(`refused: ${failure.code}`);
    } catch (error) {
      if (error instanceof Error && error.message.startsWith("refused")) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

type Step = { readonly entries: Entry[]; readonly ciphertexts: Buffer[] };

/** Records, items and confirmations in turn. */
function stepsOf(count: number): { steps: Step[]; attempts: string[] } {
  const attempts: string[] = [];
  const steps = Array.from({ length: count }, (): Step => {
    const [item, attempt] = [newId(), newId()];
    attempts.push(attempt);
    const [entries, ciphertexts] = shared(item);
    const other = recordOf(newId());
    return {
      entries: [...entries, other.entry, { type: "confirm", item, epoch: 1, attempt, notSent: [] }],
      ciphertexts: [...ciphertexts, other.ciphertext],
    };
  });
  return { steps, attempts };
}

/** Each desk pushes its steps one after the other; `onTry` hears of each try. Answers what was acknowledged. */
async function pushAll(
  desks: readonly TestDesk[],
  each: number,
  onTry: () => void,
): Promise<Map<number, string>> {
  const acknowledged = new Map<number, string>();
  await Promise.all(
    desks.map(async (desk) => {
      for (const { entries, ciphertexts } of stepsOf(each).steps) {
        const push = desk.signed(desk.content(entries), ciphertexts);
        const pushed = await untilAnswered(desk, push, onTry);
        expect(acknowledged.has(pushed.number)).toBe(false);
        acknowledged.set(pushed.number, push.bytes);
        desk.taken(pushed);
      }
    }),
  );
  return acknowledged;
}

/** What was acknowledged is there, where it was said to be, and nothing is there twice. */
async function expectKept(desk: TestDesk, acknowledged: ReadonlyMap<number, string>): Promise<void> {
  const { value } = await desk.pull(1);
  expect(value.pushes.map(({ number, bytes }) => [number, bytes])).toEqual(
    [...acknowledged].toSorted(([a], [b]) => a - b),
  );
  expect(new Set(value.pushes.map(({ bytes }) => bytes)).size).toBe(acknowledged.size);
}

describe("what a hub acknowledged", () => {
  it("is there once after the hub, then its PostgreSQL, were killed in the middle of pushes", async () => {
    let hub = await startHubProcess(folder);
    onTestFinished(() => endProcess(hub.child, "SIGTERM"));
    const port = Number(new URL(hub.address).port);
    const desks = await clinicOf(hub.address, String(hub.creationToken), 2);
    const kills = [
      async () => void process.kill(postgresOf(folder), "SIGKILL"),
      async () => {
        await endProcess(hub.child, "SIGKILL");
        hub = await startHubProcess(folder, port);
      },
    ];
    let tries = 0;
    let killing: Promise<unknown> = Promise.resolve();
    const acknowledged = await pushAll(desks, 8, () => {
      tries += 1;
      const kill = tries === 4 ? kills[0] : tries === 12 ? kills[1] : undefined;
      if (kill !== undefined) killing = killing.then(kill);
    });
    await killing;
    expect(tries).toBeGreaterThan(12);
    await expectKept(desks[0], acknowledged);
  }, 300_000);

  it("is not answered by a second hub on the same folder, and a hub that is ended has ended", async () => {
    const hub = await startHubProcess(folder);
    onTestFinished(() => endProcess(hub.child, "SIGTERM"));
    await expect(startHubProcess(folder)).rejects.toThrow(/another hub uses/);
    expect((await fetch(`${hub.address}/ready`)).status).toBe(200);
    await endProcess(hub.child, "SIGTERM");
    expect(hub.child.exitCode).toBe(0);
    await expect(fetch(`${hub.address}/health`)).rejects.toThrow();
  }, 300_000);
});
