import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import packageJson from "../../package.json" with { type: "json" };
import { hubLimits, wireVersion } from "../../shared/hub-api/limits.ts";
import { type HubRouteName, hubRoutes, plainRoutes } from "../../shared/hub-api/routes.ts";
import { createClinic } from "../clinic/create.ts";
import { listSeenDesks, takeHeartbeat } from "../clinic/desks.ts";
import {
  answerInvitation,
  openInvitation,
  readInvitation,
  requestInvitation,
  withdrawInvitation,
} from "../clinic/invitations.ts";
import { findStanding } from "../clinic/standing.ts";
import { Refused } from "../database/database.ts";
import { createPull } from "../log/pull.ts";
import { takePush } from "../log/push.ts";
import { noteAlive } from "../notices/absences.ts";
import { pullNotices } from "../notices/pull.ts";
import { readAsker, readInvitationId, parseOrRefuse } from "./asker.ts";
import type { Metrics } from "./metrics.ts";
import type { ServerParts } from "./parts.ts";
import { createProxyMatcher } from "./proxies.ts";
import { createReadinessProbe } from "./ready.ts";

type Handler = (request: FastifyRequest) => Promise<object>;

function deskHandlers({ database, notices, more }: ServerParts, { entries }: Metrics) {
  const pull = createPull(database);
  return {
    push: async (request) => {
      const asker = readAsker(request);
      const push = parseOrRefuse(hubRoutes.push.input, request.body);
      const pushed = await takePush(database, asker, push);
      if (!pushed.repeated) entries.inc(push.ciphertexts.length);
      notices.heed();
      more(asker.clinic);
      return pushed;
    },
    pull: async (request) => pull(readAsker(request), parseOrRefuse(hubRoutes.pull.query, request.query)),
    desks: async (request) => listSeenDesks(database, readAsker(request)),
    heartbeat: async (request) =>
      takeHeartbeat(database, readAsker(request), parseOrRefuse(hubRoutes.heartbeat.input, request.body)),
    notices: async (request) =>
      pullNotices(database, readAsker(request), parseOrRefuse(hubRoutes.notices.query, request.query)),
    invite: async (request) =>
      openInvitation(database, readAsker(request), parseOrRefuse(hubRoutes.invite.input, request.body)),
    answerInvitation: async (request) => {
      const { box } = parseOrRefuse(hubRoutes.answerInvitation.input, request.body);
      return answerInvitation(database, readAsker(request), { invitation: readInvitationId(request), box });
    },
    withdrawInvitation: async (request) =>
      withdrawInvitation(database, readAsker(request), { invitation: readInvitationId(request) }),
  } satisfies Partial<Record<HubRouteName, Handler>>;
}

function openHandlers({ database, more }: ServerParts) {
  const isReady = createReadinessProbe(() => noteAlive(database));
  return {
    hub: async () => ({
      hub: packageJson.version,
      wire: [wireVersion],
      now: new Date().toISOString(),
    }),
    createClinic: async (request) =>
      createClinic(database, parseOrRefuse(hubRoutes.createClinic.input, request.body)),
    requestInvitation: async (request) => {
      const { box } = parseOrRefuse(hubRoutes.requestInvitation.input, request.body);
      more(await requestInvitation(database, { invitation: readInvitationId(request), box }));
      return {};
    },
    readInvitation: async (request) => readInvitation(database, { invitation: readInvitationId(request) }),
    health: async () => ({ status: "ok" }),
    ready: async () => {
      await isReady();
      return { status: "ready" };
    },
  } satisfies Partial<Record<HubRouteName, Handler>>;
}

/** Nobody counts those who look whether the hub lives. */
const unlimited: ReadonlySet<HubRouteName> = new Set<HubRouteName>(["health"]);
const large: ReadonlySet<HubRouteName> = new Set<HubRouteName>(["push", "createClinic"]);

async function stream({ database, streams }: ServerParts, request: FastifyRequest, reply: FastifyReply) {
  const asker = readAsker(request);
  await database.transaction(asker.clinic, (tx) => findStanding(tx, asker));
  if (!streams.open(asker.clinic, reply)) throw new Refused({ code: "rate-limited" });
  return reply;
}

/** Adds every route of the contract but the notices'. */
export function addRoutes(app: FastifyInstance, parts: ServerParts, metrics: Metrics): void {
  const handlers: Record<HubRouteName, Handler> = { ...deskHandlers(parts, metrics), ...openHandlers(parts) };
  const names = Object.keys(hubRoutes).filter((name): name is HubRouteName => name in hubRoutes);
  for (const name of names) {
    const { method, path } = hubRoutes[name];
    app.route({
      method,
      url: path,
      ...(large.has(name) ? { bodyLimit: hubLimits.pushBody } : {}),
      ...(unlimited.has(name) ? { config: { rateLimit: false } } : {}),
      handler: async (request, reply) => {
        reply.header("cache-control", "no-store");
        return handlers[name](request);
      },
    });
  }
  const isNear = createProxyMatcher(parts.proxies ?? []);
  app.get(plainRoutes.stream.path, async (request, reply) => stream(parts, request, reply));
  app.get(plainRoutes.metrics.path, { config: { rateLimit: false } }, async (request, reply) => {
    // What a proxy passes on comes from outside, and so does whoever is neither a proxy nor on this computer.
    const isPassedOn = parts.proxies !== null && request.headers["x-forwarded-for"] !== undefined;
    if (isPassedOn || !isNear(request.socket.remoteAddress)) throw new Refused({ code: "not-found" });
    return reply.type(metrics.registry.contentType).send(await metrics.registry.metrics());
  });
}
