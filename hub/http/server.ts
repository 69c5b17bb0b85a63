import rateLimit from "@fastify/rate-limit";
import Fastify, { type FastifyInstance, type FastifyRequest, LogController } from "fastify";
import { hubLimits } from "../../shared/hub-api/limits.ts";
import { limitConnections } from "./connections.ts";
import { addFailing, answerBadClient, sendFailure } from "./failing.ts";
import { createMetrics, type Metrics } from "./metrics.ts";
import { addNoticeRoute } from "./notice-route.ts";
import type { HubHttpLimits, ServerParts } from "./parts.ts";
import { createProxyMatcher } from "./proxies.ts";
import { addRoutes } from "./routes.ts";

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

/** Milliseconds in which a request has to be said, and in which one that has begun is answered while the hub ends. */
const longestWait = ({ requestMs }: HubHttpLimits): number => Math.min(10_000, requestMs);

/** While it ends, what has begun is answered and nothing else is begun. */
function refuseWhileClosing(app: FastifyInstance, { streams, limits }: ServerParts): void {
  let isClosing = false;
  app.addHook("preClose", async () => {
    isClosing = true;
    streams.close();
    // From here on Node waits without an end for whoever connected and says nothing, or not all of a request.
    setTimeout(() => app.server.closeAllConnections(), longestWait(limits)).unref();
  });
  app.addHook("onRequest", async (_request, reply) => {
    if (isClosing) await sendFailure(reply, { code: "closing" });
  });
  app.addHook("onSend", async (_request, reply) => {
    if (isClosing) reply.header("connection", "close");
  });
}

/** With a proxy, nobody comes past it: what it adds and hides would be missing. */
function refuseStrangers(app: FastifyInstance, proxies: readonly string[] | null): void {
  if (proxies === null) return;
  const isProxy = createProxyMatcher(proxies);
  app.addHook("onRequest", async (request, reply) => {
    if (!isProxy(request.socket.remoteAddress)) await sendFailure(reply, { code: "not-found" });
  });
}

function make({ logger, limits, proxies, tls }: ServerParts) {
  const options = {
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: hubLimits.body,
    exposeHeadRoutes: false,
    return503OnClosing: false,
    trustProxy: proxies === null ? false : [...proxies],
    requestTimeout: limits.requestMs,
    keepAliveTimeout: 75_000,
    routerOptions: { maxParamLength: 200 },
    clientErrorHandler: answerBadClient,
    // Node's own look for slow requests comes every 30 seconds.
    http: { headersTimeout: longestWait(limits), connectionsCheckingInterval: 1_000 },
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
  // All that come through a proxy are of its address.
  if (parts.proxies === null) limitConnections(app.server, limits.addressConnections);
  app.removeContentTypeParser("text/plain");
  addAccounts(app, metrics);
  refuseStrangers(app, parts.proxies);
  refuseWhileClosing(app, parts);
  addFailing(app, metrics);
  await app.register(rateLimit, { max: limits.requests, timeWindow: 10_000 });
  addRoutes(app, parts, metrics);
  await app.register(async (scope) => addNoticeRoute(scope, parts, metrics));
  return { app, metrics };
}
