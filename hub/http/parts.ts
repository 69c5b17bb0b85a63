import type { FastifyBaseLogger } from "fastify";
import type { SecureContextOptions } from "node:tls";
import type { Database } from "../database/database.ts";
import type { NoticeReceiver } from "../notices/receive.ts";
import type { Streams } from "./streams.ts";

/** What one address may ask, and what one hub takes on. */
export type HubHttpLimits = {
  /** Requests of one address in ten seconds. */
  readonly requests: number;
  /** Notices of one source in ten seconds. */
  readonly notices: number;
  /** Connections at once, and of one address where there is no proxy. */
  readonly connections: number;
  readonly addressConnections: number;
  /** A request has to have arrived within so many milliseconds. */
  readonly requestMs: number;
};

export const usualHttpLimits: HubHttpLimits = {
  // All desks of a clinic may come from one, and each asks when one of them has changed something.
  requests: 20_000,
  notices: 20_000,
  connections: 8_000,
  // 500 desks of one clinic, each with its stream and what it asks beside.
  addressConnections: 2_000,
  requestMs: 30_000,
};

export type ServerParts = {
  readonly database: Database;
  readonly notices: NoticeReceiver;
  readonly streams: Streams;
  /** Tells the desks of a clinic that there is more, at this hub and at others. */
  readonly more: (clinic: string) => void;
  readonly logger: FastifyBaseLogger;
  readonly limits: HubHttpLimits;
  /** Addresses of proxies whose word about the client is believed; nobody else may connect then. Null without one. */
  readonly proxies: readonly string[] | null;
  readonly tls: SecureContextOptions | null;
};
