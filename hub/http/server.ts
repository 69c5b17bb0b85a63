import rateLimit from "@fastify/rate-limit";
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyRequest } from "fastify";
import type { SecureContextOptions } from "node:tls";
import { hubLimits } from "../../contract/hub/limits.ts";
import type { Database } from "../database/database.ts";
import type { Notices } from "../notices/receive.ts";
import { addFailing, answerBadClient, fail } from "./failing.ts";
import { createMetrics, type Metrics } from "./metrics.ts";
import { addNoticeRoute } from "./notice-route.ts";
import { addRoutes } from "./routes.ts";
import type { Streams } from "./streams.ts";

/** What one address may ask, and what one hub takes on. */
export type HubHttpLimits = {
  /** Requests of one address in ten seconds. */
  readonly requests: number;
  /** Notices of one source in ten seconds. */
  readonly notices: number;
  /** Connections at once. */
  readonly connections: number;
  /** A request has to have arrived within so many milliseconds. */
  readonly requestMs: number;
};

export const usualHttpLimits: HubHttpLimits = {
  requests: 2_000,
  notices: 20_000,
  connections: 8_000,
  requestMs: 30_000,
};

export type ServerParts = {
  readonly database: Database;
  readonly notices: Notices;
  readonly streams: Streams;
  readonly logger: FastifyBaseLogger;
  readonly limits: HubHttpLimits;
  /** Addresses of proxies whose word about the client is believed; nobody else may connect then. Null without one. */
  readonly proxies: readonly string[] | null;
  readonly tls: SecureContextOptions | null;
};

const routeOf = ({ routeOptions }: FastifyRequest): string => routeOptions.url ?? "none";

/** Method, route (never the path itself, which may hold a token), status, time. Nothing of who asked. */
function addAccounts(app: FastifyInstance, { requests }: Metrics): void {
  app.addHook("onResponse", async (request, reply) => {
    const route = routeOf(request);
    const seconds = reply.elapsedTime / 1_000;
    requests.observe({ method: request.method, route, status: reply.statusCode }, seconds);
    if (route === "/health" || route === "/ready" || route === "/metrics") return;
    request.log.info({
      method: request.method,
      route,
      status: reply.statusCode,
      ms: Math.round(seconds * 1_000),
    });
  });
}

/** While it ends, what has begun is answered and nothing else is begun. */
function refuseWhileClosing(app: FastifyInstance, streams: Streams): void {
  let isClosing = false;
  app.addHook("preClose", async () => {
    isClosing = true;
    streams.close();
  });
  app.addHook("onRequest", async (_request, reply) => {
    if (!isClosing) return;
    reply.header("connection", "close");
    await fail(reply, { code: "closing" });
  });
}

function make({ logger, limits, proxies, tls }: ServerParts) {
  const options = {
    loggerInstance: logger,
    disableRequestLogging: true,
    bodyLimit: hubLimits.body,
    exposeHeadRoutes: false,
    return503OnClosing: false,
    trustProxy: proxies === null ? false : [...proxies],
    requestTimeout: limits.requestMs,
    keepAliveTimeout: 75_000,
    routerOptions: { maxParamLength: 200 },
    clientErrorHandler: answerBadClient,
    // Node's own look for slow requests comes every 30 seconds.
    http: { headersTimeout: Math.min(10_000, limits.requestMs), connectionsCheckingInterval: 1_000 },
  };
  // One type for both: nothing here looks at the server beneath.
  return tls === null ? Fastify(options) : Fastify({ ...options, https: { ...options.http, ...tls } });
}

/** Builds the hub's HTTP server; it listens to nothing yet. */
export async function buildServer(parts: ServerParts): Promise<{ app: FastifyInstance; metrics: Metrics }> {
  const { database, streams, limits } = parts;
  const metrics = createMetrics(database, streams.count);
  const app: FastifyInstance = make(parts);
  app.server.maxConnections = limits.connections;
  app.removeContentTypeParser("text/plain");
  addAccounts(app, metrics);
  refuseWhileClosing(app, streams);
  addFailing(app, metrics);
  await app.register(rateLimit, { max: limits.requests, timeWindow: 10_000 });
  addRoutes(app, parts, metrics);
  await app.register(async (scope) => addNoticeRoute(scope, parts, metrics));
  return { app, metrics };
}
