import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Item } from "../../shared/outbox/item.ts";
import { systemRandom } from "../../main/platform/system.ts";
import { openStore } from "../../main/db/open.ts";
import { startMockService } from "../../mock/service.ts";
import { fileSecrets } from "../support/file-secrets.ts";
import { bookingNumbered, patientNumbered } from "./kit/bench.ts";
import { diskFolder, itemsOf, startDeskProcess } from "./kit/desk-process.ts";
import { judge } from "./oracle.ts";
import type { Fault } from "./row.ts";
import { needStrace, straceFor, systemCalls, type SystemCall } from "./kit/strace-log.ts";

const sends = 200;
const database = "front-desk.db";

/** A file as it would be after a power cut: what was written and not synced is gone. */
class SyncedFile {
  #durable: Buffer;
  #pending: SystemCall[] = [];
  constructor(content: Buffer) {
    this.#durable = content;
  }
  get hasUnsynced(): boolean {
    return this.#pending.length > 0;
  }
  get content(): Buffer {
    return this.#durable;
  }
  write(call: SystemCall): void {
    this.#pending.push(call);
  }
  sync(): void {
    for (const { name, data, number } of this.#pending) {
      const size = name === "ftruncate" ? number : Math.max(this.#durable.length, number + data.length);
      if (size !== this.#durable.length) {
        const resized = Buffer.alloc(size);
        this.#durable.copy(resized);
        this.#durable = resized;
      }
      if (name !== "ftruncate") data.copy(this.#durable, number);
    }
    this.#pending = [];
  }
}

/** A send's first bytes on the service's socket, and the files as a power cut just then leaves them. */
type FirstByte = { readonly idempotencyKey: string; readonly database: Buffer; readonly log: Buffer };
type Reading = {
  readonly firstBytes: readonly FirstByte[];
  readonly syncs: number;
  readonly problems: readonly string[];
};

const isSync = ({ name }: SystemCall): boolean => name === "fsync" || name === "fdatasync";
const keyOfRequest = (data: Buffer): string =>
  /^idempotency-key: (\S+)\r$/im.exec(data.toString("latin1"))?.[1] ?? "";

/** Follows the log of system calls: nothing may go out while the database's log holds what is not synced. */
async function readTrace(trace: string, initial: Buffer): Promise<Reading> {
  const files = new Map<string, SyncedFile>();
  const fileOf = (name: string): SyncedFile => {
    const known = files.get(name) ?? new SyncedFile(name === database ? initial : Buffer.alloc(0));
    files.set(name, known);
    return known;
  };
  const firstBytes: FirstByte[] = [];
  const problems: string[] = [];
  const threads = new Set<string>();
  let syncs = 0;
  for await (const call of systemCalls(trace)) {
    const name = call.target.split("/").at(-1) ?? "";
    const isAnswer = call.data.subarray(0, 8).toString("latin1") === '{"call":';
    const isRequest = call.target.startsWith("TCP:") && call.data.toString("latin1", 0, 10) === "POST /api/";
    const isRecord = name === database || name === `${database}-wal`;
    if (isRecord || isRequest || isAnswer) threads.add(call.thread);
    if (isRecord) {
      if (call.result < 0) problems.push(`${call.name} of ${name} failed`);
      if (isSync(call)) {
        syncs += 1;
        fileOf(name).sync();
      } else {
        if (call.name !== "ftruncate" && call.result !== call.data.length)
          problems.push(`${call.name} of ${name} wrote ${call.result} bytes of ${call.data.length}`);
        fileOf(name).write(call);
      }
    }
    const log = fileOf(`${database}-wal`);
    if ((isRequest || isAnswer) && log.hasUnsynced)
      problems.push(isRequest ? "a request left before its intent was synced" : "an answer before its sync");
    if (isRequest) {
      const images = { database: Buffer.from(fileOf(database).content), log: Buffer.from(log.content) };
      firstBytes.push({ idempotencyKey: keyOfRequest(call.data), ...images });
    }
  }
  // One thread did all of it, so the order in the log is the order in which it happened.
  if (threads.size > 1) problems.push(`${threads.size} threads wrote, whose order strace does not tell`);
  return { firstBytes, syncs, problems };
}

type Sent = { readonly items: readonly Item[]; readonly saved: readonly string[] };
type Place = { readonly folder: string; readonly directory: string; readonly secretsFile: string };

/** Sends them one after the other, under strace. */
async function sendAll(place: Place, trace: string, count: number): Promise<Sent> {
  const desk = await startDeskProcess({ ...place, speed: 1, under: straceFor(trace) });
  try {
    const saved: string[] = [];
    for (let number = 1; number <= count; number += 1) {
      const content = number % 2 === 0 ? bookingNumbered(number) : patientNumbered(number);
      const { id } = await desk.get("items.create", content);
      saved.push(id);
      await desk.get("items.submit", { id, wait: true });
    }
    const items = await itemsOf(desk);
    await desk.quit();
    return { items, saved };
  } catch (error) {
    await desk.kill();
    throw error;
  }
}

/** Opens what the power cut left, and says what is wrong with the item whose first byte had just gone out. */
async function replay(place: Place, image: FirstByte, item: Item | undefined): Promise<string[]> {
  if (item === undefined) return [`a request with the unknown key ${image.idempotencyKey} went out`];
  const directory = join(place.folder, "replay");
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(directory);
  writeFileSync(join(directory, database), image.database);
  writeFileSync(join(directory, `${database}-wal`), image.log);
  const opened = await openStore({
    directory,
    secrets: fileSecrets(place.secretsFile),
    random: systemRandom,
  });
  if (!opened.ok) return [`after the power cut the records do not open: ${opened.problem}`];
  const found = opened.value.read(({ items }) => items.get(item.id));
  opened.value.close();
  if (found === null) return [`after the power cut ${item.kind} ${item.id} is gone`];
  const { status, payload, attempts } = found;
  if (status === "sending" && payload === item.payload && attempts.length === 1) return [];
  return [`after the power cut ${item.kind} ${item.id} is ${status} with ${attempts.length} attempts`];
}

/** The power fails at the first byte of each send: what was synced until then opens, and holds the intent. */
export const powerLossFault: Fault = {
  id: "F4",
  title: `the power fails at the first byte of ${sends} sends`,
  run: async ({ share }) => {
    needStrace();
    const count = Math.max(2, Math.round(sends * share));
    const folder = diskFolder();
    const place = { folder, directory: join(folder, "profile"), secretsFile: join(folder, "keychain.json") };
    const mock = await startMockService({ sampleData: true, decideAfterMs: 3_600_000 });
    try {
      const first = await startDeskProcess(place);
      const credentials = { serviceAddress: mock.baseUrl, token: mock.token, sameAccount: null };
      await first.get("session.connect", credentials);
      await first.quit();
      const initial = readFileSync(join(place.directory, database));

      const trace = join(folder, "trace");
      const { items, saved } = await sendAll(place, trace, count);
      const { firstBytes, syncs, problems } = await readTrace(trace, initial);
      const byKey = new Map(items.map((item) => [item.idempotencyKey, item]));
      const replayed: string[] = [];
      for (const image of firstBytes)
        replayed.push(...(await replay(place, image, byKey.get(image.idempotencyKey))));
      const verdict = judge({ ledger: mock.ledger(), items, expected: saved });
      const counted = firstBytes.length === count ? [] : [`${firstBytes.length} of ${count} sends were seen`];
      // At least its saving, its submission, its intent and its end.
      const synced = syncs >= count * 4 ? [] : [`${syncs} syncs for ${count} sends`];
      return {
        fault: "F4",
        cases: count,
        seed: null,
        ...verdict,
        lost: verdict.lost + replayed.length,
        problems: [...verdict.problems, ...problems, ...replayed, ...counted, ...synced],
      };
    } finally {
      await mock.close();
      rmSync(folder, { recursive: true, force: true });
    }
  },
};
