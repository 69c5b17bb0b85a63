import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import type { ClinicState } from "../../../contract/records/clinic.ts";
import type { Item } from "../../../contract/records/item.ts";
import { memorySecretStore } from "../../../main/account/secret-store.ts";
import { migrate } from "../../../hub/database/migrate.ts";
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

/** What a fault needs of a desk, in this process or in one of its own. */
export type AnyDesk = Pick<TestDesk, "ask" | "get">;

/** A desk with its own line to the hub and its own line to the service. */
export type ClinicDesk = {
  readonly name: string;
  readonly desk: () => AnyDesk;
  readonly toHub: FaultProxy;
  readonly toService: FaultProxy;
  readonly isOpen: () => boolean;
  /** Of a desk that is a process of its own; throws for another. */
  readonly process: () => DeskProcess;
  /** Ends it: in this process as a person does, else by SIGKILL. */
  readonly end: () => Promise<void>;
  /** Starts it over its own folder and keychain. */
  readonly start: () => Promise<void>;
};

export type ClinicBench = {
  readonly mock: MockService;
  readonly database: EmbeddedPostgres;
  /** Where the database keeps its files. */
  readonly folder: string;
  readonly desks: readonly ClinicDesk[];
  /** The hub ends and starts again, on another database where one is named. */
  readonly restartHub: (database?: string) => Promise<void>;
  readonly endHub: () => Promise<void>;
  /** The same on another server. */
  readonly restartOn: (server: Replica) => Promise<void>;
  /** The database as it is now, under another name: what a backup is. */
  readonly snapshot: () => Promise<string>;
  readonly close: () => Promise<void>;
};

/** How many times faster the desks' clocks run: a wait of half a minute is over in three seconds. */
const usualSpeed = 10;
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
  readonly speed: number;
};

async function deskHere({ name, toHub, toService, token, speed }: DeskPlace): Promise<ClinicDesk> {
  const options = {
    directory: scratchFolder(),
    secrets: memorySecretStore(),
    clock: fastClock(speed),
    deadline: 10_000,
  };
  let desk: TestDesk | null = await startDesk(options);
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
    end: async () => {
      const before = desk;
      desk = null;
      await before?.stop();
    },
    start: async () => void (desk ??= await startDesk(options)),
  };
}

async function deskApart({ name, toHub, toService, token, speed }: DeskPlace): Promise<ClinicDesk> {
  const directory = scratchFolder();
  const options = { directory, secretsFile: join(directory, "secrets.json"), speed };
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
export const isInStep = (desk: AnyDesk, withinMs = 20_000): Promise<boolean> =>
  eventually(async () => {
    await desk.get("clinic.look", {});
    const { line, toShare } = await memberOf(desk);
    return line === "up" && toShare === 0;
  }, withinMs);

/** Lets a desk in, by a code of one that belongs to the clinic. */
export async function joinClinic(
  desk: ClinicDesk,
  inviter: ClinicDesk,
  hub: string = desk.toHub.url,
): Promise<void> {
  const first = inviter.desk();
  await first.get("clinic.invite", {});
  const { invitation } = await memberOf(first);
  await desk.desk().get("clinic.join", { hub, code: String(invitation?.code), name: desk.name });
  await eventually(async () => (await memberOf(first)).invitation?.asks === desk.name, 20_000);
  await first.get("clinic.answer", { accept: true });
  await eventually(async () => (await desk.desk().get("clinic.get", {})).membership === "member", 20_000);
  if (!(await isInStep(desk.desk()))) throw new Error(`${desk.name} did not join`);
}

/** A service, a PostgreSQL, a hub, and desks of one clinic. `apart`: how many of them are processes of their own. */
export async function startClinic({
  count,
  apart = 0,
  spare = 0,
  speed = usualSpeed,
  isDirect = false,
}: {
  readonly count: number;
  readonly apart?: number;
  /** Desks beside, that belong to no clinic yet. */
  readonly spare?: number;
  /** Of the desks' clocks. */
  readonly speed?: number;
  /** Past the lines that can be broken, which pass an answer on when it is whole: hints of the hub's stream never are. */
  readonly isDirect?: boolean;
}): Promise<ClinicBench> {
  const mock = await startMockService({ sampleData: true, decideAfterMs: 3_600_000 });
  const folder = mkdtempSync(join(tmpdir(), "front-desk-clinic-"));
  const database = await startEmbeddedPostgres({ folder, settings: ["fsync=off", "max_connections=100"] });
  await migrate(database.owner, { role: embeddedRole, password: String(database.hub.password) });
  let hub: Hub | null = await hubOn(database.hub, 0);
  let name = String(database.hub.database);
  const port = Number(new URL(hub.address).port);
  const service = Number(new URL(mock.baseUrl).port);
  const desks: ClinicDesk[] = [];
  for (let at = 1; at <= count + spare; at += 1) {
    const [toHub, toService] = [
      await startFaultProxy({ target: port }),
      await startFaultProxy({ target: service }),
    ];
    const place = { name: `Desk ${at}`, toHub, toService, token: mock.token, speed };
    desks.push(await (at <= apart ? deskApart(place) : deskHere(place)));
  }
  const [first, ...others] = desks.slice(0, count);
  if (first === undefined) throw new RangeError("count");
  const token = String(hub.creationToken);
  const addressFor = (desk: ClinicDesk): string => (isDirect ? `http://127.0.0.1:${port}` : desk.toHub.url);
  await first.desk().get("clinic.create", { hub: addressFor(first), token, name: first.name });
  for (const desk of others) await joinClinic(desk, first, addressFor(desk));
  const endHub = async (): Promise<void> => {
    const before = hub;
    hub = null;
    await before?.close();
  };
  let copies = 0;
  let replica: Replica | null = null;
  const admin = { ...database.owner, database: "postgres" };
  return {
    mock,
    database,
    folder,
    desks,
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
      copies += 1;
      const copy = `copy_${copies}`;
      await asOwner(admin, `create database ${copy} template ${name}`);
      if (wasUp) hub = await hubOn({ ...database.hub, database: name }, port);
      return copy;
    },
    close: async () => {
      await Promise.allSettled(desks.map((desk) => desk.end()));
      await endHub();
      await replica?.stop();
      await Promise.all(desks.flatMap(({ toHub, toService }) => [toHub.close(), toService.close()]));
      await database.stop();
      await mock.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
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
