import { gzipSync } from "node:zlib";
import { setTimeout as delay } from "node:timers/promises";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createMemorySecretStore } from "../../main/platform/secret-store.ts";
import { startMockService, type MockService } from "../../mock/service.ts";
import { endProcess, postgresOf, startHubProcess, type HubProcess } from "../support/hub-process.ts";
import { startDesk } from "../support/desk-kit.ts";
import { memberOf, type AnyDesk } from "./clinic/clinic-bench.ts";
import { receivedAt, type Received } from "./clinic/received.ts";
import { bookingNumbered, eventually, scratchFolder } from "./kit/bench.ts";
import { startDeskProcess, type DeskProcess } from "./kit/desk-process.ts";
import { fastClock } from "./kit/fast-clock.ts";
import { pick, seeded } from "./kit/random.ts";
import { spotless, type Verdict } from "./oracle.ts";
import type { Fault } from "./row.ts";

/** Notices of a full run, and those who leave them side by side. */
const full = 10_000;
const senders = 8;
/** Bookings that are there before the first notice, and those that are made while notices of them arrive. */
const madeBefore = 20;
const madeMeanwhile = 10;

/** Real milliseconds that only a failure takes: for all that has to come, and for one exchange. */
const patience = 600_000;
const deadline = 60_000;

type Address = { readonly event: string; readonly url: string };

/** One notice as it is left: `webhook-id` tells it from every other. */
type Left = {
  readonly nonce: string;
  readonly address: Address;
  readonly url: string;
  readonly body: string | Uint8Array<ArrayBuffer>;
  readonly headers: Readonly<Record<string, string>>;
  /** Nobody may take it: its path has one bit wrong. */
  readonly isStray: boolean;
};

/** How often a notice was asked to be taken, and how often that was answered with 204. */
type Count = { sent: number; acknowledged: number };

const about = (number: number | string): string => JSON.stringify({ data: { appointmentId: number } });
const bomb = gzipSync(Buffer.alloc(30 * 1024 * 1024));
const hostile: readonly Pick<Left, "body" | "headers">[] = [
  { body: "<script>alert(1)</script>", headers: { "content-type": "text/html" } },
  { body: new Uint8Array([0, 255, 254, 1]), headers: { "content-type": "application/json" } },
  { body: bomb, headers: { "content-encoding": "gzip", "content-type": "application/json" } },
  { body: `{"data":${"[".repeat(20_000)}${"]".repeat(20_000)}}`, headers: {} },
  { body: about("1 or 1=1"), headers: { "content-type": "application/json; charset=no-charset" } },
  { body: `{"data":{"appointmentId":${"9".repeat(400)}}}`, headers: {} },
  { body: "", headers: {} },
];

/** The address with one bit of its secret wrong. */
function oneBitWrong(url: string, random: () => number): string {
  const at = url.lastIndexOf("/") + 1;
  const bytes = Buffer.from(url.slice(at), "base64url");
  const place = Math.floor(random() * bytes.length);
  bytes[place] = (bytes[place] ?? 0) ^ (1 << Math.floor(random() * 8));
  return `${url.slice(0, at)}${bytes.toString("base64url")}`;
}

type Drawing = { readonly random: () => number; readonly addresses: readonly Address[] };

/** What one sender leaves, in this order. */
function draw(sender: number, count: number, { random, addresses }: Drawing): readonly Left[] {
  const all: Left[] = [];
  for (let at = 0; at < count; at += 1) {
    const address = pick(random, addresses);
    const fresh = { nonce: `${sender}.${at}`, address, url: address.url, isStray: false };
    const number = 1 + Math.floor(random() * (madeBefore + madeMeanwhile));
    const kind = random();
    const before = all.at(-1);
    if (kind < 0.65) all.push({ ...fresh, body: about(number), headers: {} });
    else if (kind < 0.75) all.push(before ?? { ...fresh, body: about(number), headers: {} });
    else if (kind < 0.85) all.push({ ...fresh, body: about(900_000 + number), headers: {} });
    else if (kind < 0.95) all.push({ ...fresh, ...pick(random, hostile) });
    else
      all.push({
        ...fresh,
        url: oneBitWrong(address.url, random),
        isStray: true,
        body: about(number),
        headers: {},
      });
  }
  return all;
}

/** As a service does: again and again until it is taken. */
async function leave(one: Left, counts: Map<string, Count>): Promise<string | null> {
  const count = counts.get(one.nonce) ?? { sent: 0, acknowledged: 0 };
  counts.set(one.nonce, count);
  const end = performance.now() + patience;
  while (performance.now() < end) {
    count.sent += 1;
    const status = await fetch(one.url, {
      method: "POST",
      body: one.body,
      headers: { ...one.headers, "webhook-id": one.nonce },
      signal: AbortSignal.timeout(deadline),
    }).then(
      async (answer) => {
        await answer.arrayBuffer().catch(() => undefined);
        return answer.status;
      },
      () => 0,
    );
    if (one.isStray && status === 404) return null;
    if (status === 204) {
      count.acknowledged += 1;
      return one.isStray ? "a notice to an address with one bit wrong was taken" : null;
    }
    await delay(50);
  }
  return `${one.nonce} was never taken`;
}

type World = {
  readonly mock: MockService;
  readonly folder: string;
  hub: HubProcess;
  desk: DeskProcess;
  readonly other: AnyDesk;
};

async function book(desk: AnyDesk, number: number): Promise<void> {
  const { id } = await desk.get("items.create", bookingNumbered(number));
  await desk.get("items.submit", { id, wait: true });
}

async function setUp(world: World): Promise<readonly Address[]> {
  const { desk, other, hub, mock } = world;
  for (const one of [desk, other])
    await one.get("session.connect", { serviceAddress: mock.baseUrl, token: mock.token, sameAccount: null });
  const { address, creationToken } = hub;
  await desk.get("clinic.create", { hub: address, token: String(creationToken), name: "Desk 1" });
  await desk.get("clinic.invite", {});
  const { invitation } = await memberOf(desk);
  await other.get("clinic.join", { hub: address, code: String(invitation?.code), name: "Desk 2" });
  await eventually(async () => (await memberOf(desk)).invitation?.asks === "Desk 2", patience);
  await desk.get("clinic.answer", { accept: true });
  await eventually(async () => (await other.get("clinic.get", {})).membership === "member", patience);
  for (let number = 1; number <= madeBefore; number += 1) await book(desk, number);
  const state = await desk.get("notices.register", {});
  if (state.setUp !== "member") throw new Error("no clinic");
  return state.addresses;
}

/** The first notice is real, and an admin points at the booking's number in it. */
async function pointed(desk: AnyDesk, { url, event }: Address, counts: Map<string, Count>): Promise<void> {
  const first = { nonce: "first", address: { url, event }, url, body: about(1), headers: {}, isStray: false };
  await leave(first, counts);
  await eventually(async () => {
    await desk.get("clinic.look", {});
    const { notices } = await desk.get("notices.list", { before: null, only: "all", limit: 1 });
    return notices.length === 1;
  }, patience);
  await desk.get("notices.point", { number: 1, pointer: "/data/appointmentId", everywhere: true });
}

/** Counts the notices that are over with; whoever waits for one of them hears of it at once. */
function countdown(all: number) {
  const waiting = new Map<number, () => void>();
  let over = 0;
  return {
    next: (): void => {
      over += 1;
      waiting.get(over)?.();
    },
    /** Settles with the notice at which that share of all is reached. */
    reaches: (share: number): Promise<void> => {
      const { promise, resolve } = Promise.withResolvers<void>();
      const wanted = Math.ceil(all * share);
      if (over >= wanted) resolve();
      else waiting.set(wanted, resolve);
      return promise;
    },
  };
}
type Progress = ReturnType<typeof countdown>;

/** What breaks meanwhile, each at a notice that is counted. */
async function trouble(world: World, { reaches }: Progress, options: Parameters<typeof startDeskProcess>[0]) {
  const killHub = async (): Promise<void> => {
    const port = Number(new URL(world.hub.address).port);
    await endProcess(world.hub.child, "SIGKILL");
    world.hub = await startHubProcess(world.folder, port);
  };
  const books = async (from: number): Promise<void> => {
    for (let number = 1; number <= madeMeanwhile / 2; number += 1) await book(world.other, from + number);
  };
  // None waits for the one before it to be over, so that each comes at its notice.
  await Promise.all([
    reaches(0.15)
      .then(killHub)
      .then(() => books(100)),
    reaches(0.35).then(async () => {
      await world.desk.kill();
      world.desk = await startDeskProcess(options);
    }),
    reaches(0.55).then(() => {
      process.kill(postgresOf(world.folder), "SIGKILL");
      return books(200);
    }),
    reaches(0.8).then(killHub),
  ]);
}

/** What a desk received against what was acknowledged to the service, and what it shows at its bookings. */
function judge(name: string, received: Received, counts: ReadonlyMap<string, Count>): Verdict {
  const problems: string[] = [];
  let [lost, doubled] = [0, 0];
  const stored = Map.groupBy(received.notices, ({ nonce }) => nonce);
  for (const [nonce, { sent, acknowledged }] of counts) {
    const there = stored.get(nonce)?.length ?? 0;
    lost += Math.max(0, acknowledged - there);
    doubled += Math.max(0, there - sent);
  }
  for (const nonce of stored.keys()) if (!counts.has(nonce)) problems.push(`${name}: nobody left ${nonce}`);
  const firsts = Map.groupBy(
    [...stored.keys()].filter((nonce) => nonce !== "first"),
    (nonce) => nonce.split(".").at(0),
  );
  for (const [sender, own] of firsts) {
    const order = own.map((nonce) => Number(nonce.split(".").at(1)));
    if (order.some((number, at) => number < (order[at - 1] ?? 0)))
      problems.push(`${name}: what sender ${sender ?? ""} left is out of order`);
  }
  return { ...spotless, lost, doubled, falseWords: received.wrong.length, problems };
}

async function run(count: number, seed: number): Promise<Verdict> {
  const random = seeded(seed);
  const folder = mkdtempSync(join(tmpdir(), "front-desk-notices-"));
  const mock = await startMockService({ sampleData: true, decideAfterMs: 3_600_000 });
  const directory = scratchFolder();
  const options = { directory, secretsFile: join(directory, "secrets.json"), speed: 10, deadline };
  const other = await startDesk({
    directory: scratchFolder(),
    secrets: createMemorySecretStore(),
    clock: fastClock(10),
    deadline,
  });
  const world: World = {
    mock,
    folder,
    other,
    hub: await startHubProcess(folder),
    desk: await startDeskProcess(options),
  };
  const counts = new Map<string, Count>();
  try {
    const addresses = await setUp(world);
    await pointed(world.desk, addresses[0] ?? { event: "", url: "" }, counts);
    const each = Math.ceil(count / senders);
    const progress = countdown(each * senders);
    const leaving = Array.from({ length: senders }, async (_none, sender) => {
      const failed: (string | null)[] = [];
      for (const one of draw(sender, each, { random, addresses })) {
        failed.push(await leave(one, counts));
        progress.next();
      }
      return failed;
    });
    const troubled = trouble(world, progress, options);
    const failed = (await Promise.all(leaving)).flat().filter((one) => one !== null);
    await troubled;
    const least = [...counts.values()].reduce((sum, { acknowledged }) => sum + acknowledged, 0);
    const verdicts: Verdict[] = [];
    for (const [name, desk] of [
      ["the desk that was killed", world.desk],
      ["the other desk", world.other],
    ] as const)
      verdicts.push(judge(name, await receivedAt(desk, least), counts));
    const sum = (of: (verdict: Verdict) => number): number =>
      verdicts.reduce((total, verdict) => total + of(verdict), 0);
    return {
      ...spotless,
      lost: sum((verdict) => verdict.lost),
      doubled: sum((verdict) => verdict.doubled),
      falseWords: sum((verdict) => verdict.falseWords),
      problems: [...failed, ...verdicts.flatMap(({ problems }) => problems)].slice(0, 20),
    };
  } finally {
    await world.desk.kill();
    await other.stop();
    await endProcess(world.hub.child, "SIGTERM");
    await mock.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Notices that come twice, out of order, before the booking's own answer, of other clinics, hostile, and to an address with one bit
 * wrong, while hub, desk and database are killed.
 */
export const noticesFault: Fault = {
  id: "F19",
  title: "10,000 notices, while hub, desk and database are killed",
  run: async ({ share, seed }) => {
    const count = Math.max(senders * 20, Math.round(full * share));
    try {
      return { fault: "F19", cases: count, seed, ...(await run(count, seed)) };
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      return { fault: "F19", cases: count, seed, ...spotless, problems: [why] };
    }
  },
};
