import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { setTimeout as delay } from "node:timers/promises";
import { join } from "node:path";
import pg from "pg";
import type { ClinicState } from "../../../shared/clinic/clinic.ts";
import type { Item } from "../../../shared/outbox/item.ts";
import { createMemorySecretStore } from "../../../main/platform/secret-store.ts";
import type { RandomIds } from "../../../main/platform/ports.ts";
import { migrateHub } from "../../../hub/database/migrate.ts";
import { startHub, type Hub } from "../../../hub/hub.ts";
import {
  embeddedRole,
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from "../../../hub/postgres/embedded.ts";
import { startMockService, type MockService } from "../../../mock/service.ts";
import { type Replica } from "../../hub/support/replica.ts";
import { startDesk, type TestDesk } from "../../support/desk-kit.ts";
import { startFaultProxy, type FaultProxy } from "../line/proxy.ts";
import { bookingNumbered, eventually, scratchFolder } from "../kit/bench.ts";
import { startDeskProcess, type DeskProcess } from "../kit/desk-process.ts";
import { fastClock } from "../kit/fast-clock.ts";
import { seeded, seededRandom } from "../kit/random.ts";
import { byTurns, takeTurns, type Turns } from "../kit/turns.ts";

/** What a fault needs of a desk, in this process or in one of its own. */
export type AnyDesk = Pick<TestDesk, "ask" | "get">;

/** A desk with its own line to the hub and its own line to the service. */
export type ClinicDesk = {
  readonly name: string;
  readonly desk: () => AnyDesk;
  readonly toHub: FaultProxy;
  readonly toService: FaultProxy;
  readonly isOpen: () => boolean;
  /** Answers true as soon as `met` does, false when that long has passed on its clock (milliseconds). */
  readonly until: (met: () => Promise<boolean>, withinMs: number) => Promise<boolean>;
  /** Of a desk that is a process of its own; throws for another. */
  readonly process: () => DeskProcess;
  /** Ends it: in this process as a person does, else by SIGKILL. */
  readonly end: () => Promise<void>;
  /** Starts it over its own folder and keychain. */
  readonly start: () => Promise<void>;
};

export type ClinicBench = {
  readonly mock: MockService;
  /** Past every line. */
  readonly hubAddress: string;
  readonly desks: readonly ClinicDesk[];
  readonly time: Time;
  /** The hub ends and starts again, on another database where one is named. */
  readonly restartHub: (database?: string) => Promise<void>;
  readonly endHub: () => Promise<void>;
  /** The same on another server. */
  readonly restartOn: (server: Replica) => Promise<void>;
  /** The database as it is now, under another name: what a backup is. */
  readonly snapshot: () => Promise<string>;
  readonly close: () => Promise<void>;
};

/** How time passes for the desks of a clinic, and who waits for it. */
type Time = Pick<Turns, "clock" | "during" | "pass" | "rest" | "until">;

/** How many times faster the clocks run where a desk is a process of its own: half a minute is over in three seconds. */
const realSpeed = 10;
/** For desks of which one is a process of its own: what happens next is nobody's to decide. */
const realTime: Time = {
  clock: fastClock(realSpeed),
  during: (work) => work,
  rest: () => Promise.resolve(),
  pass: (milliseconds) => delay(milliseconds / realSpeed),
  until: eventually,
};
const connections = 10;

async function asOwner(config: pg.ClientConfig, text: string): Promise<void> {
  const client = new pg.Client(config);
  client.on("error", () => undefined);
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}

const hubOn = (connection: pg.ClientConfig, port: number): Promise<Hub> =>
  startHub({
    connection,
    host: "127.0.0.1",
    port,
    connections,
    statementTimeoutMs: 20_000,
    log: { write: () => undefined },
  });

type DeskPlace = Pick<ClinicDesk, "name" | "toHub" | "toService"> & {
  readonly token: string;
  readonly time: Time;
  readonly random: RandomIds;
};

async function deskHere({ name, toHub, toService, token, time, random }: DeskPlace): Promise<ClinicDesk> {
  const options = {
    directory: scratchFolder(),
    secrets: createMemorySecretStore(),
    clock: time.clock,
    random,
    // Longer than any run: how long an exchange takes is no part of it.
    deadline: 3_600_000,
  };
  const start = async (): Promise<TestDesk> => byTurns(await time.during(startDesk(options)), time);
  let desk: TestDesk | null = await start();
  await desk.get("session.connect", { serviceAddress: toService.url, token, sameAccount: null });
  const open = (): TestDesk => {
    if (desk === null) throw new Error(`${name} is closed`);
    return desk;
  };
  return {
    name,
    toHub,
    toService,
    desk: open,
    process: () => {
      throw new Error(`${name} is no process`);
    },
    isOpen: () => desk !== null,
    until: time.until,
    end: async () => {
      const before = desk;
      desk = null;
      await before?.stop();
    },
    start: async () => void (desk ??= await start()),
  };
}

async function deskApart({ name, toHub, toService, token, time }: DeskPlace): Promise<ClinicDesk> {
  const directory = scratchFolder();
  const options = { directory, secretsFile: join(directory, "secrets.json"), speed: realSpeed };
  let desk: DeskProcess | null = await startDeskProcess(options);
  const open = (): DeskProcess => {
    if (desk === null) throw new Error(`${name} is gone`);
    return desk;
  };
  await desk.get("session.connect", { serviceAddress: toService.url, token, sameAccount: null });
  return {
    name,
    toHub,
    toService,
    desk: open,
    process: open,
    isOpen: () => desk !== null,
    until: time.until,
    end: async () => {
      const before = desk;
      desk = null;
      await before?.kill();
    },
    start: async () => void (desk ??= await startDeskProcess(options)),
  };
}

type Member = Extract<ClinicState, { membership: "member" }>;
export async function memberOf({ get }: AnyDesk): Promise<Member> {
  const state = await get("clinic.get", {});
  if (state.membership !== "member") throw new Error(`belongs to no clinic: ${state.membership}`);
  return state;
}

/** Waits until the desk has read and said all there is; false when that took too long. */
export const isInStep = ({ desk, until }: ClinicDesk, within = 200_000): Promise<boolean> =>
  until(async () => {
    await desk().get("clinic.look", {});
    const { line, toShare } = await memberOf(desk());
    return line === "up" && toShare === 0;
  }, within);

/** Lets a desk in, by a code of one that belongs to the clinic. */
export async function joinClinic(desk: ClinicDesk, inviter: ClinicDesk): Promise<void> {
  const first = inviter.desk();
  await first.get("clinic.invite", {});
  const { invitation } = await memberOf(first);
  const hub = desk.toHub.url;
  await desk.desk().get("clinic.join", { hub, code: String(invitation?.code), name: desk.name });
  await desk.until(async () => (await memberOf(first)).invitation?.asks === desk.name, 200_000);
  await first.get("clinic.answer", { accept: true });
  const isMember = async () => (await desk.desk().get("clinic.get", {})).membership === "member";
  await desk.until(isMember, 200_000);
  if (!(await isInStep(desk))) throw new Error(`${desk.name} did not join`);
}

/** Lines that are taken by turns; resets have been heard of by the time a line is refused. */
async function lineTo(target: number, turns: Turns | null): Promise<FaultProxy> {
  if (turns === null) return startFaultProxy({ target });
  const proxy = await startFaultProxy({ target, gate: turns.gate() });
  turns.watch(proxy.url);
  return {
    ...proxy,
    refuse: async (isRefused) => {
      await proxy.refuse(isRefused);
      await turns.rest();
    },
  };
}

/** A PostgreSQL for clinics that come one after the other, each in a database of its own. */
export type Ground = {
  readonly database: EmbeddedPostgres;
  /** Where it keeps its files. */
  readonly folder: string;
  /** A database in which no clinic was founded yet, by its name. */
  readonly fresh: () => Promise<string>;
  /** That database as it is now, under another name; nobody may be using it. */
  readonly copyOf: (name: string) => Promise<string>;
  readonly close: () => Promise<void>;
};

export async function startGround(): Promise<Ground> {
  const folder = mkdtempSync(join(tmpdir(), "front-desk-clinic-"));
  const database = await startEmbeddedPostgres({ folder, settings: ["fsync=off", "max_connections=100"] });
  await migrateHub(database.owner, { role: embeddedRole, password: String(database.hub.password) });
  let copies = 0;
  const copyOf = async (name: string): Promise<string> => {
    copies += 1;
    const copy = `copy_${copies}`;
    await asOwner({ ...database.owner, database: "postgres" }, `create database ${copy} template ${name}`);
    return copy;
  };
  return {
    database,
    folder,
    copyOf,
    fresh: () => copyOf(String(database.hub.database)),
    close: async () => {
      await database.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export type ClinicOptions = {
  readonly ground: Ground;
  readonly count: number;
  /** What the order of everything follows, and every name. */
  readonly seed: number;
  /** True: the first desk is a process of its own, and what happens next is nobody's to decide. */
  readonly isApart?: boolean;
  /** Desks beside, that belong to no clinic yet. */
  readonly spare?: number;
  /** How often time goes on while a request waits, from 0 to 1. */
  readonly slowness?: number;
};

/** A service, a PostgreSQL, a hub, and desks of one clinic, all of which follow the seed. */
export async function startClinic({
  ground,
  count,
  seed,
  isApart = false,
  spare = 0,
  slowness = 0.05,
}: ClinicOptions): Promise<ClinicBench> {
  const turns = isApart ? null : takeTurns({ random: seeded(seed), slowness });
  const time = turns ?? realTime;
  const clock = isApart ? {} : { clock: time.clock.now };
  const mock = await startMockService({ sampleData: true, decideAfterMs: 3_600_000, ...clock });
  const { database } = ground;
  let name = await ground.fresh();
  let hub: Hub | null = await hubOn({ ...database.hub, database: name }, 0);
  const port = Number(new URL(hub.address).port);
  const service = Number(new URL(mock.baseUrl).port);
  const desks: ClinicDesk[] = [];
  for (let at = 1; at <= count + spare; at += 1) {
    const [toHub, toService] = [await lineTo(port, turns), await lineTo(service, turns)];
    const random = seededRandom(seed + at);
    const place = { name: `Desk ${at}`, toHub, toService, token: mock.token, time, random };
    desks.push(await (isApart && at === 1 ? deskApart(place) : deskHere(place)));
  }
  const [first, ...others] = desks.slice(0, count);
  if (first === undefined) throw new RangeError("count");
  const token = String(hub.creationToken);
  await first.desk().get("clinic.create", { hub: first.toHub.url, token, name: first.name });
  for (const desk of others) await joinClinic(desk, first);
  const endHub = async (): Promise<void> => {
    const before = hub;
    hub = null;
    await before?.close();
  };
  let replica: Replica | null = null;
  return {
    mock,
    hubAddress: hub.address,
    desks,
    time,
    endHub,
    restartOn: async (server) => {
      replica = server;
      hub = await hubOn({ ...server.hub, database: name }, port);
    },
    restartHub: async (other) => {
      await endHub();
      name = other ?? name;
      hub = await hubOn({ ...database.hub, database: name }, port);
    },
    snapshot: async () => {
      const wasUp = hub !== null;
      await endHub();
      const copy = await ground.copyOf(name);
      if (wasUp) hub = await hubOn({ ...database.hub, database: name }, port);
      return copy;
    },
    close: async () => {
      await Promise.allSettled(desks.map((desk) => desk.end()));
      await turns?.close();
      await endHub();
      await replica?.stop();
      await Promise.all(desks.flatMap(({ toHub, toService }) => [toHub.close(), toService.close()]));
      await mock.close();
    },
  };
}

/** Runs cases one after the other on one PostgreSQL. */
export async function onGround<T>(run: (ground: Ground) => Promise<T>): Promise<T> {
  const ground = await startGround();
  try {
    return await run(ground);
  } finally {
    await ground.close();
  }
}

/** A booking that waits at a desk, saved for later. */
export async function saves({ desk }: ClinicDesk, number: number): Promise<string> {
  const { id } = await desk().get("items.create", bookingNumbered(number));
  await desk().get("items.submit", { id, wait: false });
  return id;
}

/** The item as a desk has it; null where it does not know it. */
export async function itemAt({ desk }: ClinicDesk, id: string): Promise<Item | null> {
  const found = await desk().ask("items.get", { id });
  return found.ok ? found.value : null;
}
