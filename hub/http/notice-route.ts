import type { FastifyInstance } from "fastify";
import { hubLimits } from "../../shared/hub-api/limits.ts";
import { plainRoutes } from "../../shared/hub-api/routes.ts";
import { fromBase64, computeSha256 } from "../clinic/bytes.ts";
import { toHubFailure } from "./failing.ts";
import { hasToken, readNoticeToken } from "./asker.ts";
import type { Metrics } from "./metrics.ts";
import type { ServerParts } from "./parts.ts";

/**
 * Where the service leaves its notices. Any content type is taken as bytes, and nothing is unpacked. Path, query, headers and body
 * reach no log: `addAccounts` writes the route's pattern alone.
 */
export function addNoticeRoute(
  scope: FastifyInstance,
  { notices, more, limits }: ServerParts,
  metrics: Metrics,
): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(
    "*",
    { parseAs: "buffer", bodyLimit: hubLimits.notice },
    (_request, body, done) => done(null, body),
  );
  const config = { rateLimit: { max: limits.notices, timeWindow: 10_000 } };
  // Whatever it was refused for, it may be lost: unless it leads nowhere, the clinic is told when. What is too large is counted
  // alone: no notice of the service is, and anybody who knows the address could have each booking doubted by it.
  scope.addHook("onError", async (request, _reply, error) => {
    const { code } = toHubFailure(error);
    if (code !== "not-found" && hasToken(request))
      notices.refused(hashOf(readNoticeToken(request)), code !== "too-large");
  });
  // What a client says of its content type may be no type at all; what it is, the bytes say.
  scope.decorateRequest("sentType", "");
  scope.addHook("onRequest", async (request) => {
    request.setDecorator("sentType", request.headers["content-type"] ?? "");
    request.headers["content-type"] = "application/octet-stream";
  });
  scope.post(plainRoutes.notice.path, { config, bodyLimit: hubLimits.notice }, async (request, reply) => {
    const token = hashOf(readNoticeToken(request));
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    const headers = { ...request.headers, "content-type": request.getDecorator<string>("sentType") };
    const { clinic, kept } = await notices.receive(token, { headers, body });
    metrics.notices.inc({ kept: String(kept) });
    if (kept) more(clinic);
    return reply.code(204).send();
  });
}

const hashOf = (token: string): string => computeSha256(fromBase64(token));
