import { isIP } from "node:net";
import type { SecureContextOptions } from "node:tls";
import type pg from "pg";
import { type Logger, pino } from "pino";
import { hasClinic, makeCreationToken } from "./clinic/create.ts";
import { type Database, openDatabase } from "./database/database.ts";
import { describeError } from "./database/errors.ts";
import { findUnfitness } from "./database/guard.ts";
import { listenForNotifications } from "./database/listen.ts";
import { createNotifier } from "./database/tell.ts";
import { type HubHttpLimits, usualHttpLimits } from "./http/parts.ts";
import { buildServer } from "./http/server.ts";
import { createStreams, type StreamLimits, type Streams, usualStreamLimits } from "./http/streams.ts";
import { aliveEveryMs, noteAlive } from "./notices/absences.ts";
import { createNotices, type NoticeReceiver } from "./notices/receive.ts";

export type HubOptions = {
  /** As the hub's own role: database/guard.ts says what it may not be. */
  readonly connection: pg.ClientConfig;
  /** Past a pooler, for news of other hubs; the same as `connection` when absent. */
  readonly listenConnection?: pg.ClientConfig;
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
  readonly tls?: SecureContextOptions | null;
  /** Addresses of the proxies before it; null when there is none. */
  readonly proxies?: readonly string[] | null;
  readonly limits?: Partial<HubHttpLimits>;
  readonly streams?: Partial<StreamLimits>;
  /** Connections to the database. 10 when absent. */
  readonly connections?: number;
  /** Milliseconds. 5000 when absent. */
  readonly statementTimeoutMs?: number;
  /** How long an earlier timeline of the database is not served, in milliseconds: database/identity.ts. */
  readonly behindMs?: number;
  /** How often the streams of desks are told to look, whatever was heard, in milliseconds. */
  readonly lookEveryMs?: number;
  /** Where the log goes, a line of JSON each; standard error when absent. */
  readonly log?: { readonly write: (line: string) => void };
};

export type Hub = {
  /** `http://host:port`, without a slash at the end. */
  readonly address: string;
  /** What creates one clinic; null once there is one. Each start makes another, and each works once. */
  readonly creationToken: string | null;
  /** Answers what has begun, ends the streams, and lets go of the database. May be called again. */
  readonly close: () => Promise<void>;
};

/** Why a hub does not start; a sentence for who runs it. */
export class CannotStart extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = "CannotStart";
  }
}

const isLoopback = (host: string): boolean =>
  host === "localhost" || host === "::1" || (isIP(host) === 4 && host.startsWith("127."));

/** Credentials cross the network encrypted, or not at all. */
function refusePlain({ host, tls, proxies }: HubOptions): void {
  if (isLoopback(host) || (tls ?? null) !== null || (proxies ?? null) !== null) return;
  throw new CannotStart(
    `listening on ${host} needs TLS: --tls-cert and --tls-key, or --behind-proxy with the proxy's address`,
  );
}

function openWith(
  options: HubOptions,
  logger: Logger,
  told: { readonly onRestored: () => void; readonly onPromoted: () => void },
): Database {
  return openDatabase({
    connection: options.connection,
    connections: options.connections ?? 10,
    statementTimeoutMs: options.statementTimeoutMs ?? 5_000,
    onError: (error) => logger.warn(describeError(error), "the database hung up"),
    ...told,
    ...(options.behindMs === undefined ? {} : { behindMs: options.behindMs }),
  });
}

async function refuseUnfit(database: Database): Promise<void> {
  const reason = await findUnfitness(database);
  if (reason !== null) throw new CannotStart(reason);
}

/** What is done again and again. Answers how to end it. */
function startChores(database: Database, notices: NoticeReceiver, logger: Logger): () => Promise<void> {
  const chore = async (): Promise<void> => {
    try {
      await noteAlive(database);
      await notices.flush();
    } catch (error) {
      logger.warn(describeError(error), "a chore failed");
    }
  };
  let last = chore();
  const timer = setInterval(() => void (last = chore()), aliveEveryMs);
  return async () => {
    clearInterval(timer);
    await last;
    await notices.flush();
  };
}

/** Into so many parts a round of looks is spread: thousands of desks that ask at once would wait for each other. */
const lookParts = 64;

/** Tells each clinic's desks to look once in that time, by the clinic's id at another moment of it. Answers how to end it. */
function keepLooking({ clinics, more }: Streams, everyMs: number): () => void {
  let part = 0;
  const timer = setInterval(() => {
    part = (part + 1) % lookParts;
    for (const clinic of clinics())
      if (Number.parseInt(clinic.slice(0, 2), 16) % lookParts === part) more(clinic);
  }, everyMs / lookParts);
  return () => clearInterval(timer);
}

const baseOf = (address: string, tls: boolean): string =>
  address.replace(/^https?:/, tls ? "https:" : "http:").replace(/\/$/, "");

/** Starts a hub on a database that is prepared. Rejects with `CannotStart`, or with PostgreSQL's or Node's error; nothing is left running then. */
export async function startHub(options: HubOptions): Promise<Hub> {
  refusePlain(options);
  const logger = pino({ level: "info", base: null }, options.log ?? pino.destination(2));
  let noteRestored = (): void => logger.warn("the database was restored");
  const database = openWith(options, logger, {
    onRestored: () => noteRestored(),
    onPromoted: () =>
      logger.warn("a replica was promoted: it has all that was answered, and nobody is asked"),
  });
  const streams = createStreams({ ...usualStreamLimits, ...options.streams });
  const closers: (() => unknown)[] = [() => database.close(), () => streams.close()];
  const closeAll = async (): Promise<void> => {
    for (const close of closers.toReversed()) await close();
  };
  try {
    await refuseUnfit(database);
    const notices = createNotices(database);
    const others = createNotifier(database);
    const { app, metrics } = await buildServer({
      database,
      notices,
      streams,
      more: (clinic) => {
        streams.more(clinic);
        others.tell(clinic);
      },
      logger,
      limits: { ...usualHttpLimits, ...options.limits },
      proxies: options.proxies ?? null,
      tls: options.tls ?? null,
    });
    noteRestored = () => {
      metrics.restored.inc();
      logger.warn(
        "the database was restored, or a promoted replica may lack something: desks are asked to report",
      );
    };
    const creationToken = (await hasClinic(database)) ? null : await makeCreationToken(database);
    closers.push(startChores(database, notices, logger));
    closers.push(keepLooking(streams, options.lookEveryMs ?? 30_000));
    const news = listenForNotifications(
      options.listenConnection ?? options.connection,
      (clinic) => (clinic === null ? streams.moreForAll() : streams.more(clinic)),
      others,
    );
    closers.push(others.close, news.close, () => app.close());
    const address = await app.listen({ host: options.host, port: options.port });
    let closed: Promise<void> | null = null;
    return {
      address: baseOf(address, (options.tls ?? null) !== null),
      creationToken,
      close: () => (closed ??= closeAll()),
    };
  } catch (error) {
    await closeAll();
    throw error;
  }
}
